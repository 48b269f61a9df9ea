'use strict';
/** What the steps of `npm test` share: counts, and running tools. */
const { inRoot } = require('../paths');
const { run } = require('../child');

const bin = (...parts) => inRoot('node_modules', ...parts);
const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
const sum = (all) => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
});

/** Runs a tool in this Node. */
const tool = (script, args, options) =>
  run(process.execPath, [script, ...args], { cwd: inRoot(), ...options });

module.exports = { bin, one, sum, tool };
