'use strict';
/** The minutes a whole run may take: `npm test -- --until=…`. */

/**
 * @typedef {object} TimeLimit
 * @property {AbortSignal} over is aborted when the time is
 * @property {() => number} leftMs below 0 afterwards
 */

/** Timers of Node cannot be set to more. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * @param {number} minutes since this process began
 * @returns {TimeLimit}
 */
function timeLimit(minutes) {
  const leftMs = () => minutes * 60_000 - performance.now();
  const timerMs = Math.min(LONGEST_TIMER_MS, Math.max(0, Math.round(leftMs())));
  return { over: AbortSignal.timeout(timerMs), leftMs };
}

/** @type {TimeLimit} */
const NO_LIMIT = { over: new AbortController().signal, leftMs: () => Infinity };

module.exports = { timeLimit, LONGEST_TIMER_MS, NO_LIMIT };
