'use strict';
/** A dry run of a large import, in this process: how long it holds up other work. */
const fs = require('node:fs');
const path = require('node:path');
const { setImmediate } = require('node:timers/promises');
const { createLargeDataset } = require('./lib/large_dataset');
const { ENGINE_ENTRY } = require('../../scripts/lib/paths');
const { median, temporaryFolder } = require('../../scripts/lib/runtime/server');

const INTERNAL = { kind: 'internal' };
/** `ENGINE_LIMITS.changeSetSize` */
const MOST = 1_000;
const RUNS = 11;

const putRole = (n) => ({
  method: 'PUT',
  path: `/_plugins/_security/api/roles/imported-${n}`,
  headers: { 'if-none-match': '*' },
  body: {
    description: `Role number ${n}`,
    cluster_permissions: ['cluster_composite_ops_ro'],
    index_permissions: [{ index_patterns: [`logs-${n}-*`], allowed_actions: ['read'] }],
    tenant_permissions: [
      { tenant_patterns: [`tenant-${n % 200}`], allowed_actions: ['kibana_all_read'] },
    ],
  },
});

/** Processor time of the longest turn of the event loop during a dry run. */
async function longestTurnMs(engine, requests) {
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
  const { result } = await engine.changeTogether(INTERNAL, requests, { isDryRun: true });
  isDone = true;
  await watched;
  if (result.error || result.responses.some(({ statusCode }) => statusCode !== 201))
    throw new Error('The dry run found a problem.');
  return longestMs;
}

/** The first runs compile the code. */
async function medianTurnMs(engine, count) {
  const requests = Array.from({ length: count }, (_, n) => putRole(n));
  const turnsMs = [];
  for (let run = 0; run < RUNS; run++) turnsMs.push(await longestTurnMs(engine, requests));
  return median(turnsMs);
}

module.exports = {
  name: 'Engine: import',
  async run() {
    const folder = temporaryFolder();
    const dataDir = path.join(folder, 'engine');
    await createLargeDataset(dataDir);
    const { startEmbeddedEngine } = require(ENGINE_ENTRY);
    const { engine } = await startEmbeddedEngine({ dataDir });
    try {
      const halfMs = await medianTurnMs(engine, MOST / 2);
      const mostMs = await medianTurnMs(engine, MOST);
      return [
        {
          what: `Longest turn of the event loop, dry run of ${MOST} roles beside 10 000 users, median`,
          value: `${mostMs.toFixed(1)} ms`,
          goal: '50 ms',
        },
        {
          what: `… as a multiple of the same with ${MOST / 2} roles`,
          value: `${(mostMs / halfMs).toFixed(1)}`,
          goal: '1.5',
        },
      ];
    } finally {
      await engine.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
};
