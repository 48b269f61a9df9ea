'use strict';
/**
 * Installations of one shape and any size: teams of 20 users, a fifth or a tenth as many roles as
 * users, and one role that all users have. One entry of each kind is written through the engine.
 * Its rows are then copied inside SQLite, which takes seconds for 100,000 users.
 */
const path = require('node:path');
const Database = require('libsql');
const { ENGINE_ENTRY } = require('../../../scripts/lib/paths');
const { ADMIN } = require('../../../scripts/lib/runtime/server');

const TEAM_SIZE = 20;
const EVERYBODY = 'everybody';
const INTERNAL = { kind: 'internal' };
const API = '/_plugins/_security/api';
/** A placeholder, because none of these users logs in. */
const HASH = `$2y$12$${'abcdefghijklmnopqrstuu'}${'a'.repeat(31)}`;
/** Stand for the number of the entry and that of its team. */
const [NUMBER, TEAM] = ['@number@', '@team@'];

const digits = (number) => String(number).padStart(6, '0');
const userName = (number) => `user-${digits(number)}`;
const roleName = (number) => `role-${digits(number)}`;
const teamName = (number) => `team-${digits(number)}`;

const role = (number, pattern = `logs-${number}-*`) => ({
  description: `Role number ${number}`,
  cluster_permissions: ['cluster_composite_ops_ro'],
  index_permissions: [{ index_patterns: [pattern], allowed_actions: ['read'] }],
  tenant_permissions: [],
});

const user = (number, team) => ({
  hash: HASH,
  backend_roles: [team, 'employees'],
  attributes: { department: `department-${team}` },
  description: `Employee number ${number}`,
});

/** The names and bodies with `@number@` and `@team@`. */
const TEMPLATES = {
  roles: [`role-${NUMBER}`, role(NUMBER)],
  rolesmapping: [`role-${NUMBER}`, { backend_roles: [`team-${TEAM}`] }],
  internalusers: [`user-${NUMBER}`, user(NUMBER, `team-${TEAM}`)],
};

async function put(engine, name, body) {
  const response = await engine.request(INTERNAL, { method: 'PUT', path: `${API}/${name}`, body });
  if (response.statusCode >= 300) throw new Error(`PUT ${name}: ${JSON.stringify(response.body)}`);
}

async function writeTemplates(dataDir) {
  const { startEmbeddedEngine } = require(ENGINE_ENTRY);
  const { engine } = await startEmbeddedEngine({ dataDir, initialAdminPassword: ADMIN.password });
  try {
    for (const [type, [name, body]] of Object.entries(TEMPLATES))
      await put(engine, `${type}/${encodeURIComponent(name)}`, body);
    const news = [{ index_patterns: ['news-*'], allowed_actions: ['read'] }];
    await put(engine, `roles/${EVERYBODY}`, { index_permissions: news });
    await put(engine, `rolesmapping/${EVERYBODY}`, { backend_roles: ['employees'] });
  } finally {
    await engine.stop();
  }
}

/** Columns in which a number stands for each copy. */
const ENTITY_TEXTS = ['name', 'name_key', 'description_key', 'search_text', 'body'];

/** Copies the rows of the template, and removes them. */
function copyRows(db, type, count, teams) {
  const columns = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all('entity')
    .map(({ name }) => name)
    .filter((name) => name !== 'id');
  const filled = (column) =>
    `replace(replace(${column}, '${NUMBER}', printf('%06d', n)), '${TEAM}', printf('%06d', n % ${teams}))`;
  const numbers = `WITH RECURSIVE numbers (n) AS (
    SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${count})`;
  const last = Number(db.prepare("SELECT value FROM meta WHERE key = 'revision'").get().value);
  const values = columns.map((column) => {
    if (column === 'revision') return `${last} + 1 + n`;
    return ENTITY_TEXTS.includes(column) ? filled(column) : column;
  });
  const template = `type = '${type}' AND name LIKE '%${NUMBER}%'`;
  db.exec(`
    INSERT INTO entity (${columns.join(', ')}) ${numbers}
      SELECT ${values.join(', ')} FROM numbers CROSS JOIN entity WHERE ${template};
    INSERT INTO term (type, facet, value, name) ${numbers}
      SELECT type, facet, ${filled('value')}, ${filled('name')}
      FROM numbers CROSS JOIN term WHERE ${template};
    DELETE FROM entity WHERE ${template};
    DELETE FROM term WHERE ${template};
    UPDATE meta SET value = '${last + count}' WHERE key = 'revision';
  `);
  if (type !== 'internalusers') return;
  db.exec(`
    INSERT INTO credential (user_name, hash, version, must_change) ${numbers}
      SELECT ${filled('user_name')}, hash, version, must_change
      FROM numbers CROSS JOIN credential WHERE user_name LIKE '%${NUMBER}%';
    DELETE FROM credential WHERE user_name LIKE '%${NUMBER}%';
  `);
}

/**
 * @param {string} dataDir data folder of the server; must be empty
 * @param {{ users: number, roles: number }} size
 */
async function createInstallation(dataDir, { users, roles }) {
  const teams = users / TEAM_SIZE;
  await writeTemplates(dataDir);
  const db = new Database(path.join(dataDir, 'engine.sqlite'));
  try {
    db.exec('BEGIN');
    copyRows(db, 'roles', roles, teams);
    copyRows(db, 'rolesmapping', roles, teams);
    copyRows(db, 'internalusers', users, teams);
    db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE);');
  } finally {
    db.close();
  }
}

module.exports = { createInstallation, role, roleName, teamName, userName, EVERYBODY };
