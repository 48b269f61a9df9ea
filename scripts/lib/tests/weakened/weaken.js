'use strict';
/** Takes one guard out of a source, in the memory of a test run alone. */
const path = require('node:path');
const { inRoot } = require('../../paths');
const { GUARDS } = require('./guards');

/** Position in the table; absent: nothing is taken out. */
const VARIABLE = 'SD_WEAKENED';

/**
 * @param {string} source
 * @param {string} filename absolute
 * @returns {string}
 */
function weaken(source, filename) {
  const chosen = GUARDS[Number(process.env[VARIABLE])];
  if (!chosen || path.resolve(filename) !== inRoot(chosen.file)) return source;
  const parts = source.split(chosen.guard);
  if (parts.length !== 2)
    throw new Error(
      `${chosen.file} holds the guard of "${chosen.attack}" ${parts.length - 1} times.`
    );
  return parts.join(chosen.without);
}

module.exports = { VARIABLE, weaken };
