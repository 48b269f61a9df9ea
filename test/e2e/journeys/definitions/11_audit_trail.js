'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

/** The person's own login is the newest event of a new installation. */
const EVENT = /^Show details of “Logged in”/;

module.exports = {
  title: 'Review the audit trail',
  bound: { clicks: 2 },
  best: { who: 'Keycloak', clicks: 2, fields: 0 },
  ways: {
    async mouse(user) {
      await user.click(at('link', 'Audit events'));
      await user.click(at('button', EVENT));
      return { event: await user.read(at('dialog', /^Logged in/)) };
    },
  },
  async outcome(_api, _prepared, { event }) {
    assert.ok(event.includes('AUTHENTICATED'), event);
  },
};
