'use strict';
/**
 * Runs the steps of `npm test`, two side by side where each fills one processor only. Then each is
 * a process of its own, whose output is printed when it ends: two that print in turns could not be
 * read.
 */
const { inRoot } = require('../paths');
const { run } = require('../child');
const { LONGEST_TIMER_MS, NO_LIMIT } = require('./time_limit');

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, isCut?: boolean }} Counts `isCut`:
 *   up to where the time was over
 * @typedef {import('./time_limit').TimeLimit} TimeLimit
 * @typedef {object} Step
 * @property {(options: { update: boolean, workers: number, limit: TimeLimit }) => Promise<Counts> |
 *   Counts} run
 * @property {boolean} [isNarrow] fills one processor, however many there are
 * @property {readonly string[]} [after] steps that have to end first, if they run at all
 * @property {number} [minutes] it takes; such a step is skipped when the time is over, others fail
 */

/** For a step that ends by itself when the time is over: to stop what it started. */
const GRACE_MS = 5 * 60_000;

/**
 * @param {Readonly<Record<string, Step>>} steps in the order they begin
 * @param {{ update: boolean, workers: number, limit?: TimeLimit }} options `workers`: processors
 *   there are for them
 * @returns {Promise<Required<Omit<Counts, 'isCut'>>>}
 */
async function runSteps(steps, { update, workers, limit = NO_LIMIT }) {
  const waiting = new Map(Object.entries(steps));
  const total = { passed: 0, failed: 0, skipped: 0 };
  const running = new Map();
  let free = workers;
  const widthOf = ({ isNarrow }) => (isNarrow ? 1 : workers);
  const isReady = ({ after = [] }) =>
    after.every((name) => !waiting.has(name) && !running.has(name));
  const add = ({ passed, failed, skipped }) => {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  };

  while (waiting.size + running.size > 0) {
    const next = [...waiting].find(([, step]) => isReady(step) && widthOf(step) <= free);
    if (!next) {
      await Promise.race(running.values());
      continue;
    }
    const [name, step] = next;
    const width = widthOf(step);
    waiting.delete(name);
    const lack = lackOfTime(step, limit);
    if (lack !== undefined) {
      const counts = judged(step, { passed: 0, failed: 0, isCut: true });
      process.stdout.write(`== ${name}: ${step.minutes ? 'skipped' : 'failed'}: ${lack}\n`);
      add(counts);
      continue;
    }
    free -= width;
    const hasNeighbours = waiting.size + running.size > 0;
    // In a process of its own a step can be ended. Such a process has one worker: it begins no
    // other one.
    const isApart = step.isNarrow && workers > 1 && (hasNeighbours || limit !== NO_LIMIT);
    const options = { update, workers: width, limit };
    const begun = isApart ? runApart(name, step, options) : runHere(name, step, options);
    running.set(
      name,
      begun.then((counts) => {
        add(counts);
        free += width;
        running.delete(name);
      })
    );
  }
  return total;
}

/** Why a step is not begun, in one line. */
function lackOfTime({ minutes = 0 }, limit) {
  const leftMs = limit.leftMs();
  if (leftMs >= minutes * 60_000) return undefined;
  if (leftMs <= 0) return 'the time of --until is over';
  return `it takes about ${minutes} minutes, and ${(leftMs / 60_000).toFixed(1)} are left of --until`;
}

/** What was cut off is told, and is no success. */
function judged({ minutes }, { passed, failed, skipped = 0, isCut }) {
  if (!isCut) return { passed, failed, skipped };
  return minutes === undefined
    ? { passed, failed: failed + 1, skipped }
    : { passed, failed, skipped: skipped + 1 };
}

const seconds = (sinceMs) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

/** @param {Counts} counts @returns {string} "N passed, N failed", and what was skipped */
const toldCounts = ({ passed, failed, skipped = 0 }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const tell = (name, counts, sinceMs) =>
  process.stdout.write(`== ${name}: ${toldCounts(counts)}, ${seconds(sinceMs)}\n`);
const tellCut = (name) =>
  process.stdout.write(`  ${name} was ended: the time of --until is over.\n`);

async function runHere(name, step, options) {
  const startedAtMs = performance.now();
  process.stdout.write(`\n== ${name}\n`);
  const given = await step.run(options);
  if (given.isCut) tellCut(name);
  const counts = judged(step, given);
  tell(name, counts, startedAtMs);
  return counts;
}

async function runApart(name, step, { update, limit }) {
  const startedAtMs = performance.now();
  process.stdout.write(`== ${name} begins\n`);
  const args = [
    ...[`--only=${name}`, '--workers=1'],
    ...(update ? ['--update'] : []),
    ...(limit === NO_LIMIT ? [] : [`--until=${(limit.leftMs() / 60_000).toFixed(3)}`]),
  ];
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(),
    Math.min(limit.leftMs() + GRACE_MS, LONGEST_TIMER_MS)
  );
  const { stdout } = await run(
    'sh',
    ['-c', 'exec "$0" "$@" 2>&1', process.execPath, inRoot('scripts', 'test.js'), ...args],
    { stdio: ['ignore', 'pipe', 'inherit'], over: late.signal }
  );
  clearTimeout(timer);
  const last = /\n(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\n$/.exec(stdout);
  const isLate = late.signal.aborted;
  // A process that ends without a word has not passed.
  const counts =
    last && !isLate
      ? { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(last[3] ?? 0) }
      : judged(step, { passed: 0, failed: isLate ? 0 : 1, isCut: isLate });
  // Without its own first and last lines.
  process.stdout.write(stdout.replace(/^\s*== .*\n/, '').replace(/== [^\n]*\n+[^\n]*\n$/, ''));
  if (isLate) tellCut(name);
  tell(name, counts, startedAtMs);
  return counts;
}

module.exports = { runSteps, toldCounts };
