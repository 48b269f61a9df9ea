'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

const ROLE = 'research_lab';
const SEARCH = 'employees';

module.exports = {
  title: 'A role for all users of a search, on several pages',
  bound: { acts: 9 },
  best: { who: 'Directus', clicks: 10, fields: 0 },
  async prepare(api) {
    const { body } = await api.ask(
      'GET',
      `/api/v1/search/internalusers?search=${SEARCH}&per_page=1`
    );
    return { total: body.total };
  },
  ways: {
    async mouse(user, { total }) {
      await user.click(at('link', 'Find user'));
      await user.type(at('searchbox', 'Search users'), SEARCH);
      await user.see(at('main', undefined, { text: `${total} of ` }));
      await user.click(at('checkbox', 'Select all rows'));
      await user.click(at('button', `Select all ${total} results`));
      await user.see(at('status', undefined, { text: `${total} selected` }));
      await user.click(at('button', 'Actions'));
      await user.click(at('menuitem', 'Give role'));
      const dialog = at('alertdialog', `Give a role to ${total} users`);
      await user.pick(at('combobox', 'Role', { within: dialog }), ROLE);
      await user.click(at('button', 'Give role', { within: dialog }));
      await user.see(at('button', 'Undo'));
    },
  },
  async outcome(api, { total }) {
    assert.ok(total > 25);
    const { users } = await api.entity('rolesmapping', ROLE);
    assert.ok(users.length >= total);
  },
};
