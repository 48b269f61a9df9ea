'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

const ROLE = 'sales_read';
const CHANGER = { username: 'carl.changer', password: 'Marble-ferry-16-Anchor' };

module.exports = {
  title: 'Who changed role X, and restore it',
  bound: { clicks: 5 },
  best: { who: 'Directus', clicks: 7, fields: 0 },
  async prepare(api) {
    await api.post(`/api/v1/configuration/internalusers/${CHANGER.username}`, {
      password: CHANGER.password,
      opendistro_security_roles: ['all_access'],
    });
    const before = await permissionsOf(api);
    const changer = await api.as(CHANGER);
    await changer.post(`/api/v1/configuration/roles/${ROLE}`, {
      ...before,
      cluster_permissions: ['cluster_all'],
    });
    // Later changes of other entities.
    for (const tenant of ['later', 'latest'])
      await api.post(`/api/v1/configuration/tenants/${tenant}`, { description: 'Since then' });
    return { before };
  },
  ways: {
    async mouse(user) {
      await user.click(at('link', 'Find user'));
      await user.click(at('link', 'Change history'));
      return restored(user);
    },
    async keys(user) {
      await user.press('g');
      await user.press('c');
      return restored(user);
    },
  },
  async outcome(api, { before }, { row }) {
    assert.ok(row.includes(CHANGER.username), row);
    assert.deepEqual(await permissionsOf(api), before);
  },
};

async function restored(user) {
  await user.type(at('searchbox', 'Search entries or users'), ROLE);
  const change = at('row', undefined, { text: CHANGER.username });
  const row = await user.read(change);
  await user.click(at('link', undefined, { within: change }));
  await user.click(at('link', 'Restore in form'));
  await user.click(at('button', 'Save changes'));
  await user.see(at('heading', ROLE));
  return { row };
}

async function permissionsOf(api) {
  const role = await api.entity('roles', ROLE);
  const { cluster_permissions, index_permissions, tenant_permissions } = role;
  return { cluster_permissions, index_permissions, tenant_permissions };
}
