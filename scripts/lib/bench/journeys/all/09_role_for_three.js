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
    async mouse(person) {
      await person.click(at('link', 'Find role'));
      await person.type(at('searchbox', 'Search roles'), ROLE);
      await person.click(at('link', ROLE));
      await mapped(person);
    },
    async keys(person) {
      await person.press('Control+k');
      await person.type(at('combobox', 'Go to a page, role, user or tenant'), ROLE);
      await person.see(at('option', undefined, { text: ROLE }));
      await person.press('Enter');
      await mapped(person);
    },
  },
  async outcome(api, { before }) {
    const { users, backend_roles } = await api.entity('rolesmapping', ROLE);
    assert.deepEqual(users, [...(before.users ?? []), ...USERS]);
    assert.deepEqual(backend_roles, before.backend_roles);
  },
};

async function mapped(person) {
  await person.click(at('link', 'Manage mapping'));
  await person.type(at('combobox', 'Users'), USERS.join(', '));
  await person.press('Enter');
  await person.click(at('button', 'Map'));
  await person.see(at('heading', ROLE));
}
