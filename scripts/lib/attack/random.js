'use strict';
/** Numbers that one seed decides: what failed can be fired again. */

/**
 * @param {number} seed 32 bits count
 * @returns {{ next(): number, below(n: number): number, pick<T>(list: readonly T[]): T,
 *   chance(share: number): boolean }}
 */
function randomFrom(seed) {
  let state = seed >>> 0;
  // mulberry32: short, and good enough to choose inputs.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  return { next, below, pick: (list) => list[below(list.length)], chance: (p) => next() < p };
}

module.exports = { randomFrom };
