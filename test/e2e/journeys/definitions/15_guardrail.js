'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

module.exports = {
  title: 'Promise that no one reads an index',
  // One click and two fields in the form, and one click because administrators can read it.
  bound: { acts: 7 },
  ways: {
    async mouse(user) {
      await user.press('Control+k');
      await user.type(
        at('combobox', 'Search pages, actions, roles, users and tenants'),
        'add guardrail'
      );
      await user.see(at('option', undefined, { text: 'Add guardrail' }));
      await user.press('Enter');
      await user.type(at('textbox', 'Name'), 'sealed');
      await user.type(at('textbox', 'Index name or pattern'), 'sealed-*');
      await user.click(at('button', 'Add guardrail'));
      await user.click(at('button', 'Save anyway'));
      await user.see(at('row', undefined, { text: 'sealed-*' }));
    },
  },
  async outcome(api) {
    const { sealed } = await api.get('/api/v1/guardrails');
    assert.equal(sealed?.index, 'sealed-*');
  },
};
