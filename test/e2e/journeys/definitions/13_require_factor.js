'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

module.exports = {
  title: 'A second factor is required of all administrators',
  bound: { acts: 3 },
  async prepare() {},
  ways: {
    async mouse(user) {
      await user.click(at('link', 'Show findings'));
      await user.click(at('link', 'Administrator admin logs in without a second factor.'));
      await user.click(at('button', 'Require it for all_access'));
      await user.see(
        at('main', undefined, { text: 'Two-factor authentication is already required.' })
      );
    },
  },
  async outcome(api) {
    const { body } = await api.ask('GET', '/api/v1/factor_requirement');
    assert.deepEqual(body.roles, ['all_access']);
  },
};
