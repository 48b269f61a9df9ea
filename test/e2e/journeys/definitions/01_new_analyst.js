'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

const ANALYST = 'nora.analyst';
const ROLE = 'nora_sales';
const TENANT = 'nora';

module.exports = {
  title: 'New analyst with sales-* and a tenant of their own',
  bound: { clicks: 12 },
  ways: {
    async mouse(user) {
      await user.click(at('link', 'Find user'));
      await user.click(at('link', 'Roles'));
      await user.click(at('link', 'Create role'));
      await user.type(at('textbox', 'Name'), ROLE);
      await user.pick(at('combobox', 'Cluster permissions'), 'cluster_composite_ops_ro');
      await user.click(at('button', 'Add tenant permission'));
      await user.type(at('combobox', 'Tenant'), TENANT);
      await user.click(at('button', 'Add index permission'));
      await user.type(at('combobox', 'Index'), 'sales-*');
      await user.pick(at('combobox', 'Index permissions'), 'read');
      await user.click(at('button', `Create tenant “${TENANT}”`));
      await user.click(at('button', 'Create'));
      await user.see(at('heading', ROLE));
      await user.click(at('link', 'Create user with this role'));
      await user.type(at('textbox', 'Username'), ANALYST);
      await user.click(at('button', 'Generate password'));
      const password = await user.readField(at('textbox', 'Password'));
      await user.click(at('button', 'Create'));
      await user.see(at('heading', 'Users'));
      return { password };
    },
  },
  async outcome(api, _facts, { password }) {
    const search = { user: ANALYST, action: 'indices:data/read/search' };
    assert.equal(await api.permits({ ...search, index: 'sales-2026' }), true);
    assert.equal(await api.permits({ ...search, index: 'hr-2026' }), false);
    const { tenant_permissions: tenants } = await api.entity('roles', ROLE);
    assert.deepEqual(tenants, [
      { tenant_patterns: [TENANT], allowed_actions: ['kibana_all_write'] },
    ]);
    await api.entity('tenants', TENANT);
    // The generated password is correct and leads to the challenge for a new one.
    const { code } = await api.login({ username: ANALYST, password });
    assert.equal(code, 'security.further_round');
  },
};
