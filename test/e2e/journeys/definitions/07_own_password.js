'use strict';
const assert = require('node:assert/strict');
const { ADMIN } = require('../../../../scripts/lib/runtime/server');
const { at } = require('../person');

const NEXT = 'Orchard-copper-candle-77';

module.exports = {
  title: 'Change my password',
  bound: { clicks: 5 },
  best: { who: 'Strapi', clicks: 3, fields: 3 },
  ways: {
    async mouse(user) {
      await user.click(at('button', `Account menu: ${ADMIN.username}`));
      await user.click(at('button', 'Reset password'));
      await user.type(at('textbox', 'Current password'), ADMIN.password);
      await user.type(at('textbox', 'New password'), NEXT);
      await user.type(at('textbox', 'Re-enter new password'), NEXT);
      await user.click(at('button', 'Reset'));
      await user.see(at('button', 'Log In'));
    },
  },
  async outcome(api) {
    assert.equal((await api.login(ADMIN)).status, 401);
    assert.equal((await api.login({ ...ADMIN, password: NEXT })).status, 200);
  },
};
