'use strict';
/** `npm run attack` as a function, for the script, the steps of `npm test` and the bench. */
const fs = require('node:fs');
const { ATTACKS } = require('./attacks');
const { runAttacks, p999Of } = require('./run');

/**
 * @param {{ only?: readonly string[], seed: number, calls: number, isShort: boolean, isCi: boolean,
 *   jsonFile?: string, root?: string }} options
 * @returns {Promise<{ passed: number, failed: number, results: readonly import('./run').Result[],
 *   p999Ms: number }>} `p999Ms`: of how long the event loop was held, over all attacks
 */
async function attackProduct({ only, jsonFile, ...options }) {
  process.stdout.write(`Seed ${options.seed}, ${options.calls} generated requests.\n`);
  const chosen = only ? ATTACKS.filter(({ name }) => only.includes(name)) : ATTACKS;
  const { results, turns, held } = await runAttacks(chosen, options, tell);
  const p999Ms = p999Of({ turns, held });
  process.stdout.write(
    `Event loop held: ${p999Ms} ms (p99.9), ${Math.max(0, ...held)} ms (longest)\n`
  );
  if (jsonFile) fs.writeFileSync(jsonFile, `${JSON.stringify(results, null, 2)}\n`);
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  const skipped = results.filter(({ skipped: why }) => why !== undefined).length;
  return { passed: results.length - failed - skipped, failed, results, p999Ms };
}

/** @param {import('./run').Result} result */
function tell({
  name,
  what,
  problems,
  skipped,
  heldMs,
  rssMib,
  p99Ms,
  witnessMs,
  statuses,
  seconds,
}) {
  if (skipped) {
    process.stdout.write(`  SKIPPED ${name}: ${skipped}\n`);
    return;
  }
  const figures =
    `loop ${Math.round(heldMs)} ms, ${Math.round(rssMib)} MiB, bystander ${Math.round(p99Ms)} ms, ` +
    `witness ${Math.round(witnessMs)} ms, ${seconds.toFixed(1)} s; answers ${Object.entries(
      statuses
    )
      .map(([key, count]) => `${key}×${count}`)
      .join(' ')}`;
  const mark = problems.length > 0 ? 'FAILED' : 'held  ';
  process.stdout.write(`  ${mark} ${name} (${what})\n         ${figures}\n`);
  for (const problem of problems) process.stdout.write(`         - ${problem}\n`);
}

module.exports = { attackProduct };
