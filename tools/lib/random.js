'use strict';
/** Seeded random numbers: the same seed gives the same sequence everywhere. */

class SeededRandom {
  /** @param {number} seed 32-bit integer */
  constructor(seed) {
    this.state = seed | 0;
  }

  /** A number from 0 to below 1 (Mulberry32). */
  next() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 to limit - 1. */
  below(limit) {
    return Math.floor(this.next() * limit);
  }

  /** @param {number} share from 0 to 1 @returns {boolean} */
  chance(share) {
    return this.next() < share;
  }

  oneIn(n) {
    return this.below(n) === 0;
  }

  /**
   * @template T
   * @param {readonly T[]} values
   * @returns {T}
   */
  pick(values) {
    return values[this.below(values.length)];
  }

  /**
   * Picks `count` distinct elements.
   * @template T
   * @param {readonly T[]} values
   * @returns {T[]}
   */
  some(values, count) {
    const left = [...values];
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.below(left.length), 1)[0]
    );
  }

  /**
   * Picks a key by its weight.
   * @param {Record<string, number>} weights
   */
  weighted(weights) {
    const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    let left = this.below(total);
    for (const [key, weight] of Object.entries(weights)) {
      if (left < weight) return key;
      left -= weight;
    }
    throw new Error('unreachable');
  }
}

module.exports = { SeededRandom };
