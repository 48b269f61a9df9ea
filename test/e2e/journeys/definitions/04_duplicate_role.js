'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

const ROLE = 'sales_read';

module.exports = {
  title: 'Duplicate a role, and see who has it',
  bound: { clicks: 6 },
  best: { who: 'the first version of this product', clicks: 6, fields: 1 },
  ways: {
    async mouse(user) {
      await user.click(at('link', 'Find user'));
      await user.click(at('link', 'Roles'));
      await user.type(at('searchbox', 'Search roles'), ROLE);
      await user.click(at('button', `Actions for ${ROLE}`));
      await user.click(at('menuitem', 'Duplicate'));
      await user.click(at('button', 'Create'));
      await user.see(at('heading', `${ROLE}_copy`));
      await user.click(at('link', new RegExp(`internal users have ${ROLE}`)));
      await user.see(at('heading', `${ROLE}`));
      await user.see(at('link', 'amara.okafor'));
    },
  },
  async outcome(api) {
    const [role, copy] = await Promise.all([
      api.entity('roles', ROLE),
      api.entity('roles', `${ROLE}_copy`),
    ]);
    assert.deepEqual(copy.index_permissions, role.index_permissions);
  },
};
