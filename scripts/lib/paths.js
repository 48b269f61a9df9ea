'use strict';
/** Paths of the project. Built-in modules only: scripts/start.js runs before any installation. */
const path = require('node:path');

const ROOT = path.resolve(__dirname, '..', '..');
const inRoot = (...parts) => path.join(ROOT, ...parts);

module.exports = {
  ROOT,
  inRoot,
  NODE_MODULES: inRoot('node_modules'),
  CACHE: inRoot('node_modules', '.cache'),
  BUILD: inRoot('build'),
  BUILD_PUBLIC: inRoot('build', 'public'),
  SERVER_ENTRY: inRoot('build', 'server', 'core.js'),
  ENGINE_ENTRY: inRoot('build', 'server', 'engine.js'),
};
