'use strict';
/**
 * The minimum release of each supported line, as in `engines` of package.json. Written in old
 * syntax, so that an old Node reaches the message.
 */
var OLDEST = { 20: 19, 22: 13 };
var FIRST_WITHOUT_GAPS = 24;

/** @returns {string | undefined} one line to print, or undefined if the version is supported */
function nodeVersionProblem(version) {
  var parts = String(version).replace(/^v/, '').split('.').map(Number);
  if (parts[0] >= FIRST_WITHOUT_GAPS || parts[1] >= OLDEST[parts[0]]) return undefined;
  return (
    'This is Node ' +
    version +
    '; Security Dashboards needs Node 20.19, 22.13, 24, or newer releases of these lines. Install one from https://nodejs.org/ and run the command again.'
  );
}

/** Exits with one line if this Node is not supported. */
function requireNode() {
  var problem = nodeVersionProblem(process.version);
  if (problem) {
    process.stderr.write(problem + '\n');
    process.exit(1);
  }
}

module.exports = { nodeVersionProblem: nodeVersionProblem, requireNode: requireNode };
