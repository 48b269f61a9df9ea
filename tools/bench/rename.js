'use strict';
/** Renaming a tenant with as many references as are allowed, in this process, without HTTP. */
const fs = require('node:fs');
const path = require('node:path');
const { setImmediate } = require('node:timers/promises');
const { ENGINE_ENTRY } = require('../../scripts/lib/paths');
const { ADMIN, median, temporaryFolder } = require('../../scripts/lib/runtime/server');

const INTERNAL = { kind: 'internal' };
const API = '/_plugins/_security/api';
/** `ENGINE_LIMITS.renameReferences` */
const MOST = 200;
const RUNS = 11;

async function call(engine, method, what, body) {
  const response = await engine.request(INTERNAL, { method, path: `${API}/${what}`, body });
  if (response.statusCode >= 300)
    throw new Error(`${method} ${what}: ${JSON.stringify(response.body)}`);
  return response;
}

async function addRoles(engine, from, to) {
  const permission = { tenant_patterns: ['north'], allowed_actions: ['kibana_all_read'] };
  const value = { tenant_permissions: [permission] };
  const patch = [];
  for (let n = from; n < to; n++) patch.push({ op: 'add', path: `/role_${n}`, value });
  await call(engine, 'PATCH', 'roles', patch);
}

/** Processor time of the longest turn of the event loop during a rename. */
async function longestTurnMs(engine, from, to) {
  let longestMs = 0;
  let isDone = false;
  let last = process.cpuUsage();
  const watched = (async () => {
    while (!isDone) {
      await setImmediate();
      const { user, system } = process.cpuUsage(last);
      last = process.cpuUsage();
      longestMs = Math.max(longestMs, (user + system) / 1_000);
    }
  })();
  await call(engine, 'POST', `tenants/${from}/_rename`, { to });
  isDone = true;
  await watched;
  return longestMs;
}

/** The first runs compile the code. */
async function medianTurnMs(engine) {
  const turnsMs = [];
  for (let run = 0; run < RUNS; run++) {
    turnsMs.push(await longestTurnMs(engine, 'north', 'south'));
    turnsMs.push(await longestTurnMs(engine, 'south', 'north'));
  }
  return median(turnsMs);
}

module.exports = {
  name: 'Engine: rename',
  async run() {
    const folder = temporaryFolder();
    const { startEmbeddedEngine } = require(ENGINE_ENTRY);
    const { engine } = await startEmbeddedEngine({
      dataDir: path.join(folder, 'engine'),
      initialAdminPassword: ADMIN.password,
    });
    try {
      await call(engine, 'PUT', 'tenants/north', { description: 'North' });
      await addRoles(engine, 0, MOST / 2);
      const halfMs = await medianTurnMs(engine);
      await addRoles(engine, MOST / 2, MOST);
      const mostMs = await medianTurnMs(engine);
      return [
        {
          what: `Longest turn of the event loop, tenant that ${MOST} roles name, median`,
          value: `${mostMs.toFixed(1)} ms`,
          goal: '50 ms',
        },
        {
          what: `… as a multiple of the same with ${MOST / 2} roles`,
          value: `${(mostMs / halfMs).toFixed(1)}`,
          goal: '2.5',
        },
      ];
    } finally {
      await engine.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
};
