'use strict';
/**
 * The engine is killed over and over while it works; nothing acknowledged may be missing
 * afterwards.
 */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { ENGINE_ENTRY } = require('../lib/paths');
const { findDamage, killRound } = require('../lib/crash_tests/rounds');

const name = 'Engine: kill -9 under concurrent writes';
const ROUNDS = 100;
/** A folder grows with each round; a new one keeps the checks quick. */
const ROUNDS_PER_FOLDER = 20;

async function run() {
  const { startEmbeddedEngine } = require(ENGINE_ENTRY);
  const totals = { acknowledged: 0, damage: 0, slowestMs: 0 };
  for (let done = 0; done < ROUNDS; done += ROUNDS_PER_FOLDER) {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-kill-'));
    try {
      await rounds(dataDir, startEmbeddedEngine, totals);
    } finally {
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  }
  return [
    { what: 'Deaths', value: String(ROUNDS), goal: 'at least 100' },
    { what: 'Acknowledged changes', value: String(totals.acknowledged) },
    { what: 'Lost, half applied or unrecorded', value: String(totals.damage), goal: '0' },
    { what: 'Slowest start after a death', value: `${totals.slowestMs.toFixed(0)} ms` },
  ];
}

async function rounds(dataDir, startEmbeddedEngine, totals) {
  const acknowledged = [];
  for (let round = 0; round < ROUNDS_PER_FOLDER; round++) {
    const lines = await killRound(dataDir, ENGINE_ENTRY, {
      isStartHit: round % 5 === 0,
      longestMs: 1_500,
    });
    acknowledged.push(...lines.filter((line) => line !== 'ready'));
    const startedAt = performance.now();
    const { engine } = await startEmbeddedEngine({
      dataDir,
      initialAdminPassword: 'Correct-Horse-7-Battery',
    });
    totals.slowestMs = Math.max(totals.slowestMs, performance.now() - startedAt);
    await engine.stop();
    const damage = findDamage(dataDir, acknowledged);
    for (const line of damage.slice(0, 5)) process.stderr.write(`${line}\n`);
    totals.damage += damage.length;
  }
  totals.acknowledged += acknowledged.length;
}

module.exports = { name, run };
