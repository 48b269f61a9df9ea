'use strict';
/**
 * A mid-size installation in a data folder: 10 000 users, 2 000 roles, 200 tenants, one role that
 * all users have and 500 teams. Written through the engine before the server starts.
 */
const { inRoot } = require('../../../scripts/lib/paths');
const { ADMIN } = require('../../../scripts/lib/runtime/server');

const USERS = 10_000;
const ROLES = 2_000;
const TENANTS = 200;
const TEAMS = 500;
/** A role that is mapped to a backend role of every user. */
const EVERYBODY = 'everybody';

const INTERNAL = { kind: 'internal' };
const API = '/_plugins/_security/api';
const STEP = 500;
/** A placeholder, because none of these users logs in. */
const HASH = `$2y$12$${'abcdefghijklmnopqrstuu'}${'a'.repeat(31)}`;

const pad = (number, length = 5) => String(number).padStart(length, '0');
const userName = (n) => `user-${pad(n)}`;
const roleName = (n) => `role-${pad(n, 4)}`;

const user = (n) => [
  `internalusers/${userName(n)}`,
  {
    hash: HASH,
    backend_roles: [`team-${n % TEAMS}`, 'employees'],
    attributes: { department: `department-${n % 40}` },
    description: `Employee number ${n}`,
  },
];

const role = (n) => [
  `roles/${roleName(n)}`,
  {
    description: `Role number ${n}`,
    cluster_permissions: ['cluster_composite_ops_ro'],
    index_permissions: [{ index_patterns: [`logs-${n}-*`], allowed_actions: ['read'] }],
    tenant_permissions: [
      { tenant_patterns: [`tenant-${n % TENANTS}`], allowed_actions: ['kibana_all_read'] },
    ],
  },
];

const everybody = [
  [
    `roles/${EVERYBODY}`,
    {
      description: 'What all employees may',
      index_permissions: [{ index_patterns: ['news-*'], allowed_actions: ['read'] }],
    },
  ],
  [`rolesmapping/${EVERYBODY}`, { backend_roles: ['employees'] }],
];

const listOf = (count, make) => Array.from({ length: count }, (_, n) => make(n));

/** @param {string} dataDir data folder of the server; must be empty */
async function createLargeDataset(dataDir) {
  const { startEmbeddedEngine } = require(inRoot('build', 'server', 'engine.js'));
  const { engine } = await startEmbeddedEngine({
    dataDir,
    initialAdminPassword: ADMIN.password,
  });
  try {
    const entries = [
      ...listOf(TENANTS, (n) => [`tenants/tenant-${n}`, { description: `Tenant number ${n}` }]),
      ...listOf(ROLES, role),
      ...listOf(ROLES, (n) => [
        `rolesmapping/${roleName(n)}`,
        { backend_roles: [`team-${n % TEAMS}`] },
      ]),
      ...everybody,
      ...listOf(USERS, user),
    ];
    for (let from = 0; from < entries.length; from += STEP)
      await Promise.all(entries.slice(from, from + STEP).map((entry) => put(engine, entry)));
  } finally {
    await engine.stop();
  }
}

async function put(engine, [what, body]) {
  const request = { method: 'PUT', path: `${API}/${what}`, body };
  const response = await engine.request(INTERNAL, request);
  if (response.statusCode >= 300) throw new Error(`PUT ${what}: ${JSON.stringify(response.body)}`);
}

module.exports = { createLargeDataset, userName, roleName, EVERYBODY, ROLES };
