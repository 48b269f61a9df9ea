'use strict';
/** Runs the steps of `npm test` in parallel lanes, one processor each. */
const fs = require('node:fs');
const path = require('node:path');
const { CACHE } = require('../paths');

/**
 * @typedef {{ passed: number, failed: number }} Counts
 * @typedef {object} Options
 * @property {number} out file descriptor for the output of the step and its tools
 * @property {boolean} update write snapshots and reports instead of comparing them
 * @property {string} [part] "2/4" of a split step, in the form of jest's --shard
 * @typedef {object} Step
 * @property {string} name
 * @property {(options: Options) => Promise<Counts> | Counts} run
 * @property {number} [parts] number of parallel parts, each in its own lane
 * @property {readonly string[]} [after] steps that must end first, if they are part of the run
 */

/**
 * Steps start in the given order, as soon as a lane is free. Output is printed when a step ends, so
 * that lanes don't mix; with one lane it streams.
 * @param {readonly Step[]} steps
 * @param {{ update: boolean, lanes: number, untilMs?: number }} options `untilMs`: milliseconds
 *   since the start of this process after which no step starts
 * @returns {Promise<Counts & { skipped: number }>}
 */
async function runSteps(steps, { update, lanes, untilMs = Infinity }) {
  const waiting = steps.flatMap(inParts);
  const running = new Map();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const isPending = (name) =>
    waiting.some((task) => task.step === name) ||
    [...running.keys()].some((task) => task.step === name);

  while (waiting.length + running.size > 0) {
    const isLate = performance.now() > untilMs;
    const at = waiting.findIndex(({ after }) => isLate || !after.some(isPending));
    if (running.size === lanes || at < 0) {
      await Promise.race(running.values());
      continue;
    }
    const [task] = waiting.splice(at, 1);
    if (isLate) {
      process.stdout.write(`== ${task.name}: skipped, out of time\n`);
      total.skipped++;
      continue;
    }
    running.set(
      task,
      runTask(task, { update, isStreamed: lanes === 1 }).then((counts) => {
        total.passed += counts.passed;
        total.failed += counts.failed;
        running.delete(task);
      })
    );
  }
  return total;
}

const inParts = ({ name, run, parts = 1, after = [] }) =>
  Array.from({ length: parts }, (_, index) => {
    const part = parts > 1 ? `${index + 1}/${parts}` : undefined;
    return { step: name, name: part ? `${name} ${part}` : name, run, after, part };
  });

async function runTask({ name, run, part }, { update, isStreamed }) {
  const startedAtMs = performance.now();
  process.stdout.write(`== ${name}\n`);
  const file = path.join(CACHE, 'test-results', `${name.replace(/\W+/g, '-')}.log`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const out = isStreamed ? 1 : fs.openSync(file, 'w');
  const counts = await Promise.resolve(run({ out, update, part })).catch((error) => {
    fs.writeSync(out, `${error.stack}\n`);
    return { passed: 0, failed: 1 };
  });
  if (!isStreamed) {
    fs.closeSync(out);
    process.stdout.write(fs.readFileSync(file));
  }
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  process.stdout.write(`== ${name}: ${countsText(counts)}, ${seconds} s\n`);
  return counts;
}

const countsText = ({ passed, failed, skipped = 0 }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

module.exports = { runSteps, countsText };
