'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

const LEAVER = { username: 'lara.leaver', password: 'Harbour-lamp-31-Violin' };
const ACCOUNT = '/api/v1/configuration/account';

module.exports = {
  title: 'Suspend a leaver and end the sessions',
  bound: { clicks: 4 },
  best: { who: 'Keycloak', clicks: 8, fields: 1 },
  async prepare(api) {
    await api.post(`/api/v1/configuration/internalusers/${LEAVER.username}`, {
      password: LEAVER.password,
      opendistro_security_roles: ['kibana_user'],
    });
    const leaver = await api.as(LEAVER);
    await leaver.get(ACCOUNT);
    return { leaver };
  },
  ways: {
    async mouse(user) {
      await user.click(at('link', 'Find user'));
      await user.type(at('searchbox', 'Search users'), LEAVER.username);
      await user.click(at('button', `Actions for ${LEAVER.username}`));
      await user.click(at('menuitem', 'Suspend'));
      await user.click(at('button', 'Suspend and end sessions'));
      await user.see(at('status', undefined, { text: /suspended/ }));
    },
  },
  async outcome(api, { leaver }) {
    assert.equal((await leaver.ask('GET', ACCOUNT)).status, 401);
    assert.equal((await api.login(LEAVER)).status, 401);
    const { total } = await api.get(`/api/v1/sessions/${LEAVER.username}?page=1&per_page=10`);
    assert.equal(total, 0);
  },
};
