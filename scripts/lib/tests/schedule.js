'use strict';
/**
 * Runs the steps of `npm test`, two side by side where each fills one processor only. Then each is
 * a process of its own, whose output is printed when it ends: two that print in turns could not be
 * read.
 */
const { inRoot } = require('../paths');
const { run } = require('../child');

/**
 * @typedef {{ passed: number, failed: number }} Counts
 * @typedef {object} Step
 * @property {(options: { update: boolean, workers: number }) => Promise<Counts> | Counts} run
 * @property {boolean} [isNarrow] fills one processor, however many there are
 * @property {readonly string[]} [after] steps that have to end first, if they run at all
 */

/**
 * @param {Readonly<Record<string, Step>>} steps in the order they begin
 * @param {{ update: boolean, workers: number }} options `workers`: processors there are for them
 * @returns {Promise<Counts>}
 */
async function runSteps(steps, { update, workers }) {
  const waiting = new Map(Object.entries(steps));
  const total = { passed: 0, failed: 0 };
  const running = new Map();
  let free = workers;
  const widthOf = ({ isNarrow }) => (isNarrow ? 1 : workers);
  const isReady = ({ after = [] }) =>
    after.every((name) => !waiting.has(name) && !running.has(name));

  while (waiting.size + running.size > 0) {
    const next = [...waiting].find(([, step]) => isReady(step) && widthOf(step) <= free);
    if (!next) {
      await Promise.race(running.values());
      continue;
    }
    const [name, step] = next;
    const width = widthOf(step);
    waiting.delete(name);
    free -= width;
    const hasNeighbours = step.isNarrow && workers > 1 && waiting.size + running.size > 0;
    const begun = hasNeighbours ? runApart(name, update) : runHere(name, step, update, width);
    running.set(
      name,
      begun.then(({ passed, failed }) => {
        total.passed += passed;
        total.failed += failed;
        free += width;
        running.delete(name);
      })
    );
  }
  return total;
}

const seconds = (sinceMs) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
const tell = (name, { passed, failed }, sinceMs) =>
  process.stdout.write(`== ${name}: ${passed} passed, ${failed} failed, ${seconds(sinceMs)}\n`);

async function runHere(name, step, update, workers) {
  const startedAtMs = performance.now();
  process.stdout.write(`\n== ${name}\n`);
  const counts = await step.run({ update, workers });
  tell(name, counts, startedAtMs);
  return counts;
}

async function runApart(name, update) {
  const startedAtMs = performance.now();
  process.stdout.write(`== ${name} begins\n`);
  const args = [`--only=${name}`, '--workers=1', ...(update ? ['--update'] : [])];
  const { stdout } = await run(
    'sh',
    ['-c', 'exec "$0" "$@" 2>&1', process.execPath, inRoot('scripts', 'test.js'), ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] }
  );
  const last = /\n(\d+) passed, (\d+) failed\n$/.exec(stdout);
  // A process that ends without a word has not passed.
  const counts = last
    ? { passed: Number(last[1]), failed: Number(last[2]) }
    : { passed: 0, failed: 1 };
  // Without its own first and last lines.
  process.stdout.write(stdout.replace(/^\s*== .*\n/, '').replace(/== [^\n]*\n+[^\n]*\n$/, ''));
  tell(name, counts, startedAtMs);
  return counts;
}

module.exports = { runSteps };
