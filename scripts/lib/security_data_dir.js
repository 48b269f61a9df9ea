'use strict';
/** Where the configured server keeps its data. */
const fs = require('node:fs');
const path = require('node:path');
const { inRoot } = require('./paths');

/**
 * `path.data` of the server's configuration file, both spellings, against the current folder as the
 * server takes it; `data` when the file does not say.
 * @param {string} [file] the configuration file
 * @returns {string} absolute
 */
function configuredDataDir(file = inRoot('config', 'security-dashboards.yml')) {
  const config = fs.existsSync(file) ? readYaml(file) : undefined;
  const value = config?.['path.data'] ?? config?.path?.data;
  return path.resolve(typeof value === 'string' && value !== '' ? value : 'data');
}

const readYaml = (file) => require('js-yaml').load(fs.readFileSync(file, 'utf8'));

module.exports = { configuredDataDir };
