'use strict';
/** The callers, equal on both sides. */
const { hash } = require('@node-rs/bcrypt');

const API = '/_plugins/_security/api';
const PASSWORD = 'Vintage-Tractor-42';
/** A low cost: these passwords protect nothing and are verified often. */
const COST = 4;
const JSON_TYPE = { 'content-type': 'application/json' };

const DYNAMIC = {
  http: { anonymous_auth_enabled: false },
  authc: {
    basic_internal_auth_domain: {
      http_enabled: true,
      transport_enabled: true,
      order: 4,
      http_authenticator: { type: 'basic', challenge: true },
      authentication_backend: { type: 'intern' },
    },
  },
};

/** Literal permissions that make their holder a super administrator of the endpoints. */
const REST_ADMIN = [
  'actiongroups',
  'allowlist',
  'internalusers',
  'nodesdn',
  'roles',
  'rolesmapping',
  'tenants',
  'ssl/certs/info',
  'ssl/certs/reload',
  'config/update',
].map((name) => `restapi:admin/${name}`);

const USERS = { d_rest_admin: 'd_rest', d_partial: 'd_part', d_plain: 'd_people' };

/** A role of `restapi.roles_enabled`, without which the permissions above are not evaluated. */
const API_ROLE = { security_rest_api_access: ['d_rest', 'd_part'] };

const ROLES = {
  security_rest_api_access: { reserved: true },
  d_rest_admin: { cluster_permissions: REST_ADMIN },
  d_partial: { cluster_permissions: ['restapi:admin/roles', 'restapi:admin/tenants'] },
  d_plain: { index_permissions: [{ index_patterns: ['d-*'], allowed_actions: ['read'] }] },
};

/**
 * The initial configuration of both sides, by file.
 * @param {{ username: string, password: string }} admin
 */
async function securityFiles({ username, password }) {
  const [adminHash, usersHash] = await Promise.all([hash(password, COST), hash(PASSWORD, COST)]);
  const file = (type, entries) => ({ _meta: { type, config_version: 2 }, ...entries });
  const users = Object.entries(USERS);
  return {
    'config.yml': file('config', { config: { dynamic: DYNAMIC } }),
    'internal_users.yml': file('internalusers', {
      [username]: { hash: adminHash, backend_roles: ['admin'] },
      ...Object.fromEntries(
        users.map(([name, role]) => [name, { hash: usersHash, backend_roles: [role] }])
      ),
    }),
    'roles.yml': file('roles', ROLES),
    'roles_mapping.yml': file('rolesmapping', {
      all_access: { backend_roles: ['admin'] },
      kibana_user: { backend_roles: ['kibanauser'] },
      own_index: { users: ['*'] },
      ...Object.fromEntries(
        Object.entries(API_ROLE).map(([name, roles]) => [name, { backend_roles: roles }])
      ),
      ...Object.fromEntries(users.map(([name, role]) => [name, { backend_roles: [role] }])),
    }),
    'action_groups.yml': file('actiongroups', {}),
    'tenants.yml': file('tenants', {}),
  };
}

/** @returns {Readonly<Record<string, import('./target').Caller>>} */
const usersOf = (admin) => ({
  admin: { credentials: admin },
  restAdmin: { credentials: `d_rest_admin:${PASSWORD}` },
  partial: { credentials: `d_partial:${PASSWORD}` },
  plain: { credentials: `d_plain:${PASSWORD}`, isRefused: true },
  nobody: { isRefused: true },
  wrong: { credentials: `d_nobody:${PASSWORD}`, isRefused: true },
  certificate: { certificate: true },
});

/** Relative frequency of each caller. */
const WEIGHTS = {
  admin: 60,
  restAdmin: 16,
  partial: 8,
  plain: 6,
  nobody: 4,
  wrong: 1,
  certificate: 6,
};

module.exports = { API, DYNAMIC, JSON_TYPE, PASSWORD, WEIGHTS, usersOf, securityFiles };
