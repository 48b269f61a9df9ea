'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

const USER = 'olaf.new';
const ROLE = 'sales_read';

module.exports = {
  title: 'User with a role',
  bound: { acts: 6 },
  best: { who: 'Directus', clicks: 4, fields: 2 },
  ways: {
    async mouse(user) {
      await user.click(at('link', 'Create user'));
      await user.type(at('textbox', 'Username'), USER);
      await user.click(at('button', 'Generate password'));
      const password = await user.readField(at('textbox', 'Password'));
      await user.pick(at('combobox', 'Direct roles'), ROLE);
      await user.click(at('button', 'Create'));
      await user.see(at('link', USER));
      return { password };
    },
  },
  async outcome(api, _facts, { password }) {
    const user = await api.entity('internalusers', USER);
    assert.deepEqual(user.opendistro_security_roles, [ROLE]);
    // The generated password is correct and leads to the challenge for a new one.
    const { code } = await api.login({ username: USER, password });
    assert.equal(code, 'security.further_round');
  },
};
