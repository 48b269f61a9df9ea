'use strict';
/** Random roles, role mappings, action groups and users for access explanations. */
const { TENANTS } = require('./test_data');

const USERS = Array.from({ length: 12 }, (_one, at) => `q${at}`);
const ROLES = Array.from({ length: 14 }, (_one, at) => `p${at}`);
const GROUPS = ['g1', 'g2', 'g3'];

const PATTERNS = [
  'logs-*',
  'logs-1',
  'logs-2',
  'app-?',
  'app-a',
  '*',
  'secret',
  'al-*',
  'al-logs',
  'al-mix',
  'ds-*',
  'ds-app',
  '.ds-*',
  '.ds-ds-app-000001',
  '/logs-.*/',
  '${user.name}',
  'u-${user.name}',
  '${attr.internal.dept}*',
  '${attr.internal.none}*',
  '.kibana',
  '.kibana*',
  'new-*',
  'new-1',
  '*-1',
  '?ogs-*',
  'missing',
  '${user_name}',
  '.*',
  '.o*',
];

const ACTIONS = [
  'read',
  'write',
  'crud',
  'search',
  'get',
  'index',
  'delete',
  'manage',
  'indices_all',
  'data_access',
  'indices_monitor',
  'create_index',
  'suggest',
  'manage_aliases',
  'manage_data_streams',
  'unlimited',
  'g1',
  'g2',
  'g3',
  '*',
  'indices:data/read/search',
  'indices:data/read*',
  'indices:data/write/*',
  'indices:data/write/index',
  'indices:data/write/bulk*',
  'indices:data/write/bulk[s]',
  'indices:admin/*',
  'indices:admin/refresh',
  'indices:admin/refresh*',
  'indices:monitor/stats',
  'indices:data/read/mget*',
  '/indices:data/.*/',
  'indices:admin/create',
  'indices:admin/mapping/put',
  'indices:data/write/update',
  'indices:data/write/delete',
  'manage_point_in_time',
];

const CLUSTER = [
  'cluster_monitor',
  'cluster_composite_ops',
  'cluster_composite_ops_ro',
  'cluster_all',
  '*',
  'cluster:monitor/health',
  'cluster:monitor/*',
  'indices:data/write/bulk',
  'indices:data/read/mget',
  'indices:data/read/msearch',
  'indices:admin/template/get',
  'indices:data/read/scroll*',
  'cluster_manage_index_templates',
  'manage_snapshots',
  'g1',
  'g3',
  'unlimited',
  '/cluster:.*/',
  'cluster:monitor/nodes/?nfo',
];

const some = (dice, from, most, least = 0) => dice.some(from, least + dice.below(most - least + 1));

const role = (dice) => ({
  cluster_permissions: dice.oneIn(3) ? [] : some(dice, CLUSTER, 3, 1),
  index_permissions: Array.from({ length: dice.below(4) }, () => ({
    index_patterns: some(dice, PATTERNS, 3, 1),
    allowed_actions: some(dice, ACTIONS, 3, 1),
  })),
  tenant_permissions: Array.from({ length: dice.below(2) }, () => ({
    tenant_patterns: some(dice, [...TENANTS, 't*', 'global_tenant', '*', 'nowhere'], 2, 1),
    allowed_actions: dice.pick([
      ['kibana_all_read'],
      ['kibana_all_write'],
      [],
      ['kibana:saved_objects/*/write'],
      ['*'],
    ]),
  })),
});

const mapping = (dice) => ({
  users: some(dice, [...USERS, 'q?', 'q1*', '/q[0-3]/', '*'], dice.oneIn(4) ? 2 : 1),
  backend_roles: some(dice, ['b1', 'b2', 'b*', '*', '?*', '/b[12]/'], 1),
  and_backend_roles: dice.oneIn(3) ? some(dice, ['b1', 'b2', 'b?', '*'], 2, 1) : [],
  hosts: dice.oneIn(8) ? [dice.pick(['127.0.0.1', '127.*', '10.*', 'localhost'])] : [],
});

/** @param {string} hash of the common password */
const user = (dice, hash) => ({
  hash,
  backend_roles: some(dice, ['b1', 'b2', 'other'], 2),
  opendistro_security_roles: some(dice, [...ROLES, 'kibana_user', 'readall'], 2),
  attributes: dice.oneIn(2) ? { dept: dice.pick(['logs', 'app', '*', '']) } : {},
});

const group = (dice) => ({ allowed_actions: some(dice, [...ACTIONS, ...CLUSTER], 3, 1) });

/**
 * Entities by type, ordered so that references come after their targets.
 * @param {import('../lib/random').SeededRandom} dice
 */
function randomRules(dice, hash) {
  const named = (names, make) => Object.fromEntries(names.map((name) => [name, make(dice, hash)]));
  return {
    tenants: named(TENANTS, () => ({ description: '' })),
    actiongroups: withoutSelf(named(GROUPS, group)),
    roles: named(ROLES, role),
    rolesmapping: named(ROLES, mapping),
    internalusers: named(USERS, user),
  };
}

const withoutSelf = (groups) =>
  Object.fromEntries(
    Object.entries(groups).map(([name, { allowed_actions }]) => [
      name,
      { allowed_actions: allowed_actions.filter((action) => action !== name) },
    ])
  );

module.exports = { USERS, randomRules };
