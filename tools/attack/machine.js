'use strict';
/**
 * Measures the speed of the machine with a witness: a bystander of a second product that is not
 * attacked. Its latency comes from the machine, not from the attack.
 */
const { percentile, slownessOf } = require('./judge');

/**
 * @param {import('./environment').Stage} stage of the product that is not attacked
 * @param {number} factor multiplies every timeout, for slow machines
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
    // No response yet: at least as slow as before.
    if (latenciesMs.length > 0) slowness = slownessOf(latenciesMs);
  });
  return {
    /** Elapsed milliseconds as an idle machine would count them; slow machines count a fraction. */
    calmMs: () => {
      count();
      return calmMs / factor;
    },
    /** @param {number} ms sufficient on an idle machine */
    patience: (ms) => ms * slowness * factor,
    /** @returns {Promise<import('./judge').Witness>} since the last call */
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
