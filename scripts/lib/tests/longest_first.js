'use strict';
/**
 * The order of journeys in a fresh clone. jest goes by what files took the last time, else by their
 * sizes: the specs that look at every screen are a few lines long and take the longest, and one
 * that begins last runs alone.
 */
const Sequencer = require('@jest/test-sequencer').default;

/** How names of the longest begin, in their order. */
const LONG = ['every_screen_', 'plugins.', 'leaks.'];

class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return [...sorted].sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ path: file }) {
  const found = LONG.findIndex((name) => file.includes(`/${name}`));
  return found < 0 ? LONG.length : found;
}

module.exports = LongestFirst;
