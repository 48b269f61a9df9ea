'use strict';
/**
 * The oldest Node that works: 20.19 is the first 20.x that can `require()` the ES modules among our
 * packages. Written in plain old syntax, so that an old Node reaches the message.
 */
var MINIMUM = [20, 19];

/** @returns {string | undefined} one line to print, or nothing when the version is good */
function nodeVersionProblem(version) {
  var parts = String(version).replace(/^v/, '').split('.').map(Number);
  var isOld = parts[0] < MINIMUM[0] || (parts[0] === MINIMUM[0] && parts[1] < MINIMUM[1]);
  if (!isOld) return undefined;
  return (
    'Node ' +
    MINIMUM.join('.') +
    ' or newer is needed, this is ' +
    version +
    '. Install a newer one from https://nodejs.org/ and run the command again.'
  );
}

/** Ends the process with one line when this Node is too old. */
function requireNode() {
  var problem = nodeVersionProblem(process.version);
  if (problem) {
    process.stderr.write(problem + '\n');
    process.exit(1);
  }
}

module.exports = { nodeVersionProblem: nodeVersionProblem, requireNode: requireNode };
