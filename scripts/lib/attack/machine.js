'use strict';
/**
 * The machine, seen by a witness: a bystander of a second product that nobody attacks. What the
 * witness waits at the same moment is the machine's doing, not the attack's.
 */
const { percentile, slownessOf } = require('./judge');

/**
 * @param {import('./environment').Stage} stage of the product that nobody attacks
 * @param {number} factor of every patience, for slow machines
 */
function watchMachine({ bystander }, factor) {
  let slowness = 1;
  let calmMs = 0;
  let countedAtMs = performance.now();
  let leastWorkMs = Infinity;
  const count = () => {
    const nowMs = performance.now();
    calmMs += (nowMs - countedAtMs) / slowness;
    countedAtMs = nowMs;
  };
  bystander.onRecent(({ latenciesMs, workMs }) => {
    count();
    leastWorkMs = Math.min(leastWorkMs, ...workMs);
    // No response in this time: at least as slow as before.
    if (latenciesMs.length > 0) slowness = slownessOf(latenciesMs);
  });
  return {
    /** Milliseconds as an idle machine would count them; on slow machines a share of those. */
    calmMs: () => {
      count();
      return calmMs / factor;
    },
    /** @param {number} ms that are enough on an idle machine */
    patience: (ms) => ms * slowness * factor,
    /** @returns {Promise<import('./judge').Witness>} since the last time */
    take: async () => {
      const { latenciesMs, workMs } = await bystander.take();
      return {
        latenciesMs,
        workFactor: Math.max(1, percentile(workMs, 0.5) / leastWorkMs),
      };
    },
  };
}

module.exports = { watchMachine };
