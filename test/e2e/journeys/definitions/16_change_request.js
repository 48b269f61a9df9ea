'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

const USER = 'liam.doyle';
const REASON = 'Moves to the warehouse team, ticket 4711';

module.exports = {
  title: 'Ask another administrator to approve a change',
  // Two clicks and two fields in the form, which the palette and the user's page open.
  bound: { acts: 8 },
  ways: {
    async mouse(user) {
      await user.press('Control+k');
      await user.type(at('combobox', 'Search pages, actions, roles, users and tenants'), USER);
      await user.see(at('option', undefined, { text: USER }));
      await user.press('Enter');
      await user.click(at('link', 'Edit user'));
      await user.type(at('textbox', 'Description'), 'Warehouse');
      await user.click(at('button', 'Request approval…'));
      await user.type(at('textbox', /^Reason/), REASON);
      await user.click(at('button', 'Create change request'));
      await user.see(at('main', undefined, { text: REASON }));
    },
  },
  async outcome(api) {
    const { body } = await api.ask('GET', '/api/v1/change_requests');
    assert.ok(JSON.stringify(body).includes(REASON));
  },
};
