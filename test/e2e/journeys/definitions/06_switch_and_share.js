'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

const TENANT = 'finance';
const ACCOUNT = { tenant: TENANT, username: 'admin' };
const TITLE = 'Closing of the quarter';
const COPY = at('button', `Copy link to ${TITLE}`);

module.exports = {
  title: 'Switch tenant and share',
  bound: { clicks: 3 },
  async prepare(api) {
    await api.post('/api/v1/multitenancy/tenant', ACCOUNT);
    const { id } = await api.post('/api/saved_objects/dashboard', { attributes: { title: TITLE } });
    return { id };
  },
  ways: {
    async mouse(user) {
      await user.click(at('button', /^Tenant: /));
      await user.click(at('option', new RegExp(TENANT)));
      return copied(user);
    },
    async keys(user) {
      await user.press('Control+k');
      await user.type(at('combobox', 'Search pages, actions, roles, users and tenants'), TENANT);
      await user.press('Enter');
      return copied(user);
    },
  },
  async outcome(_api, { id }, { link }) {
    const { pathname, hash, searchParams, href } = new URL(link);
    assert.equal(
      searchParams.get('security_tenant') ?? /security_tenant=(\w+)/.exec(hash)?.[1],
      TENANT
    );
    assert.match(pathname, /^\/app\/management/);
    assert.ok(href.includes(id));
  },
};

async function copied(user) {
  await user.click(COPY);
  await user.see(at('log', undefined, { text: /copied, including its tenant/ }));
  return { link: await user.pasted() };
}
