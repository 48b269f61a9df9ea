'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

const ROLE = 'research_lab';
const USERS = ['ben.whitfield', 'carla.moreno', 'anouk.devries'];

module.exports = {
  title: 'A role for three users',
  bound: { clicks: 6 },
  best: { who: 'Directus', clicks: 10, fields: 0 },
  async prepare(api) {
    const { body } = await api.ask('GET', `/api/v1/configuration/rolesmapping/${ROLE}`);
    return { before: body };
  },
  ways: {
    async mouse(user) {
      await user.click(at('link', 'Find user'));
      await user.click(at('link', 'Roles'));
      await user.type(at('searchbox', 'Search roles'), ROLE);
      await user.click(at('link', ROLE));
      await mapped(user);
    },
    async keys(user) {
      await user.press('Control+k');
      await user.type(at('combobox', 'Search pages, actions, roles, users and tenants'), ROLE);
      await user.see(at('option', undefined, { text: ROLE }));
      await user.press('Enter');
      await mapped(user);
    },
  },
  async outcome(api, { before }) {
    const { users, backend_roles } = await api.entity('rolesmapping', ROLE);
    assert.deepEqual(users, [...(before.users ?? []), ...USERS]);
    assert.deepEqual(backend_roles, before.backend_roles);
  },
};

async function mapped(user) {
  await user.click(at('link', 'Manage mapping'));
  await user.type(at('combobox', 'Users'), USERS.join(', '));
  await user.press('Enter');
  await user.click(at('button', 'Map'));
  await user.see(at('heading', ROLE));
}
