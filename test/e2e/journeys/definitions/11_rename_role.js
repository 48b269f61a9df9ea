'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

const ROLE = 'sales_read';
const NEW = 'sales_reader';

module.exports = {
  title: 'Rename a role, from its page',
  // Three on the page of the role.
  bound: { clicks: 5 },
  async prepare(api) {
    return { mapping: await api.entity('rolesmapping', ROLE) };
  },
  ways: {
    async mouse(user) {
      await user.press('Control+k');
      await user.type(at('combobox', 'Search pages, actions, roles, users and tenants'), ROLE);
      await user.see(at('option', undefined, { text: ROLE }));
      await user.press('Enter');
      await user.click(at('button', 'Actions'));
      await user.click(at('menuitem', 'Rename'));
      const dialog = at('alertdialog', `Rename ${ROLE}`);
      await user.type(at('textbox', 'New name', { within: dialog }), NEW);
      await user.see(at('status', undefined, { within: dialog, text: 'Role mapping' }));
      await user.click(at('button', 'Rename', { within: dialog }));
      await user.see(at('heading', NEW));
    },
  },
  async outcome(api, { mapping }) {
    assert.deepEqual(await api.entity('rolesmapping', NEW), mapping);
    assert.equal((await api.ask('GET', `/api/v1/configuration/roles/${ROLE}`)).status, 404);
  },
};
