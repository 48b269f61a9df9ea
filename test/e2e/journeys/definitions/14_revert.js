'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

const ROLE = 'sales_read';
const NEW = 'sales_reader';

module.exports = {
  title: 'Revert a rename',
  // Three in the history.
  bound: { acts: 5 },
  async prepare(api) {
    const mapping = await api.entity('rolesmapping', ROLE);
    await api.post(`/api/v1/configuration/roles/${ROLE}/_rename`, { to: NEW });
    return { mapping };
  },
  ways: {
    async mouse(user) {
      await user.click(at('link', 'Find user'));
      await user.click(at('link', 'Change history'));
      const row = at('row', undefined, { text: `Renamed from ${ROLE}` });
      await user.click(at('link', undefined, { within: row }));
      await user.click(at('button', 'Revert…'));
      const dialog = at('alertdialog', `Rename ${NEW} back to ${ROLE}?`);
      await user.see(at('alertdialog', undefined, { text: 'No one loses access.' }));
      await user.click(at('button', 'Revert', { within: dialog }));
      await user.see(at('log', undefined, { text: /[Rr]evert/ }));
    },
  },
  async outcome(api, { mapping }) {
    assert.deepEqual(await api.entity('rolesmapping', ROLE), mapping);
    assert.equal((await api.ask('GET', `/api/v1/configuration/roles/${NEW}`)).status, 404);
  },
};
