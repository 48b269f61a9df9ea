'use strict';
/** Pass criteria of an attack: limits, their adjustment to a busy machine, growth of work. */

/**
 * The promised limits, in milliseconds and MiB.
 * @type {Readonly<{ heldMs: number, bystanderP99Ms: number, rssMib: number }>}
 */
const LIMITS = Object.freeze({ heldMs: 50, bystanderP99Ms: 250, rssMib: 512 });
/** CI machines are slow and shared, so time limits are multiplied; the memory limit is not. */
const CI_FACTOR = 10;

/**
 * Mean latency of the witness on an otherwise idle machine while the other product is under attack.
 */
const CALM_MEAN_MS = 15;

/** Permitted growth of work for twice the input. */
const MAX_GROWTH = 2.5;
/** Milliseconds of processor time below which growth is ignored. */
const CHEAP_MS = 25;

/** @param {boolean} isCi */
const limitsOf = (isCi) =>
  isCi
    ? {
        ...LIMITS,
        heldMs: LIMITS.heldMs * CI_FACTOR,
        bystanderP99Ms: LIMITS.bystanderP99Ms * CI_FACTOR,
      }
    : LIMITS;

/**
 * @param {readonly number[]} values
 * @param {number} share 0.99 for the 99th percentile
 * @returns {number} 0 for no values
 */
function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * @param {readonly number[]} latenciesMs of the witness
 * @returns {number} how many times slower than an idle machine; at least 1
 */
const slownessOf = (latenciesMs) => Math.max(1, mean(latenciesMs) / CALM_MEAN_MS);

/** @param {readonly number[]} values @returns {number} 0 for no values */
const mean = (values) =>
  values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);

/**
 * Adjusts the limits to the speed that the witness measured. The memory limit stays the same.
 *
 * @param {typeof LIMITS} limits on an idle machine
 * @param {Witness} witness
 * @returns {typeof LIMITS}
 * @typedef {{ latenciesMs: readonly number[], workFactor: number }} Witness measured at the same
 *   time; `workFactor`: processor time of a fixed piece of work, relative to the minimum
 */
function limitsBeside(limits, { latenciesMs, workFactor }) {
  const slowest = percentile(latenciesMs, 0.99);
  return {
    ...limits,
    heldMs: Math.round(limits.heldMs * workFactor),
    bystanderP99Ms: Math.round(limits.bystanderP99Ms * slownessOf(latenciesMs) + slowest),
  };
}

/**
 * @param {{ heldMs: number, rssMib: number, latenciesMs: readonly number[], statuses:
 *   Record<string, number>, maySee?: readonly string[] }} measured `maySee`: permitted statuses of
 *   the bystander besides 200
 * @param {typeof LIMITS} limits
 * @returns {string[]} problems
 */
function checkMeasures({ heldMs, rssMib, latenciesMs, statuses, maySee = [] }, limits) {
  const p99Ms = percentile(latenciesMs, 0.99);
  const refused = Object.entries(statuses).filter(
    ([status]) => status !== '200' && !maySee.includes(status)
  );
  return [
    ...(heldMs > limits.heldMs
      ? [`the event loop was held for ${Math.round(heldMs)} ms (limit ${limits.heldMs})`]
      : []),
    ...(rssMib > limits.rssMib
      ? [`the process took ${Math.round(rssMib)} MiB (limit ${limits.rssMib})`]
      : []),
    ...(p99Ms > limits.bystanderP99Ms
      ? [`a bystander waited ${Math.round(p99Ms)} ms (p99, limit ${limits.bystanderP99Ms})`]
      : []),
    ...(latenciesMs.length === 0 ? ['a bystander was not served at all'] : []),
    ...refused.map(([status, count]) => `a bystander was answered ${status} (${count} times)`),
  ];
}

/**
 * @param {number} single milliseconds of processor time for an input
 * @param {number} double the same for twice the input
 * @returns {string | undefined} the problem
 */
function checkGrowth(single, double) {
  if (double <= CHEAP_MS || double <= MAX_GROWTH * single) return undefined;
  return (
    `twice the input took ${(double / Math.max(single, 0.1)).toFixed(1)} times the work ` +
    `(${Math.round(single)} ms, then ${Math.round(double)} ms; at most ${MAX_GROWTH} times)`
  );
}

module.exports = {
  LIMITS,
  CI_FACTOR,
  CALM_MEAN_MS,
  limitsOf,
  limitsBeside,
  slownessOf,
  mean,
  percentile,
  judgeMeasures: checkMeasures,
  judgeGrowth: checkGrowth,
};
