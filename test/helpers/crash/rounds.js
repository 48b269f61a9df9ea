'use strict';
/** Kills a working engine and checks the data folder. */
const { spawn } = require('node:child_process');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const Libsql = require('libsql');

const CHILD = path.join(__dirname, 'engine_child.js');

/**
 * Starts the engine in a child process and kills it at a random moment; in some rounds during the
 * start.
 * @param {string} dataDir
 * @param {string} engineModule
 * @param {{ isStartHit?: boolean }} [options]
 * @returns {Promise<string[]>} the acknowledged changes, as printed by the child
 */
function killRound(dataDir, engineModule, { isStartHit = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, dataDir, engineModule], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const killAfter = (ms) => setTimeout(() => child.kill('SIGKILL'), ms);
    let text = '';
    let timer = isStartHit ? killAfter(100 + Math.random() * 900) : undefined;
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (!timer && text.includes('ready\n')) timer = killAfter(30 + Math.random() * 300);
    });
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      // The last line may be incomplete.
      resolve(text.split('\n').slice(0, -1));
    });
  });
}

/**
 * Checks the invariants after any kill, once the engine has been started and stopped again.
 * @param {string} dataDir
 * @param {readonly string[]} acknowledged lines of all rounds
 * @returns {string[]} violations
 */
function findDamage(dataDir, acknowledged) {
  // The driver keeps connections after `close`; one that may write would remove the log of a server
  // that is killed later.
  const open = (name) => new Libsql(`${pathToFileURL(path.join(dataDir, name)).href}?mode=ro`);
  const engine = open('engine.sqlite');
  const audit = open('audit.sqlite');
  try {
    return [...integrity(engine), ...integrity(audit), ...checkData(engine, audit, acknowledged)];
  } finally {
    engine.close();
    audit.close();
  }
}

const integrity = (db) =>
  db
    .pragma('integrity_check')
    .map(({ integrity_check: line }) => line)
    .filter((line) => line !== 'ok')
    .map((line) => `integrity check: ${line}`);

function checkData(engine, audit, acknowledged) {
  const values = (db, sql) =>
    db
      .prepare(sql)
      .raw()
      .all()
      .map(([value]) => value);
  const roles = new Set(values(engine, "SELECT name FROM entity WHERE type = 'roles'"));
  const created = values(
    engine,
    "SELECT name FROM history WHERE type = 'roles' AND action = 'create' AND name LIKE 'k-%'"
  );
  const problems = [];
  for (const line of acknowledged) {
    const [kind, name, number] = line.split(' ');
    if (kind === 'role' && !roles.has(name)) problems.push(`lost: ${line}`);
    if (kind === 'pair' && !(roles.has(`${name}-a`) && roles.has(`${name}-b`))) {
      problems.push(`lost: ${line}`);
    }
    if (kind === 'count' && !(counterOf(engine, name) >= Number(number))) {
      problems.push(`lost: ${line}`);
    }
  }
  for (const name of roles) {
    if (/-pair-\d+-a$/.test(name) && !roles.has(name.replace(/a$/, 'b'))) {
      problems.push(`half applied: ${name}`);
    }
  }
  const written = [...roles].filter((name) => name.startsWith('k-'));
  if (new Set(created).size !== written.length || created.length !== written.length) {
    problems.push(`history has ${created.length} creations of ${written.length} roles`);
  }
  const [changes] = values(engine, 'SELECT count(*) FROM history WHERE audited = 1');
  const [events] = values(
    audit,
    "SELECT count(*) FROM event WHERE category = 'COMPLIANCE_INTERNAL_CONFIG_WRITE'"
  );
  if (changes !== events) problems.push(`audit has ${events} of ${changes} changes`);
  return problems;
}

function counterOf(db, pid) {
  const row = db
    .prepare("SELECT body FROM entity WHERE type = 'tenants' AND name = ?")
    .get([`counter-${pid}`]);
  return row ? Number(JSON.parse(row.body).description) : -1;
}

module.exports = { killRound, findDamage, CHILD };
