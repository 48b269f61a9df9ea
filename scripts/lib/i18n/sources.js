'use strict';
/** Owners of texts: core, UI kit and every plugin, with sources and `translations` folders. */
const fs = require('node:fs');
const path = require('node:path');
const { manifestFileOf } = require('../plugins/find');
const { readPlugin } = require('../plugins/find');

/**
 * @typedef {{
 *   namespace: string,
 *   codes: readonly string[],
 *   files: string[],
 *   translationsDir: string
 * }} Owner
 *   `namespace`: first part of its message ids; `codes`: beginnings of others; `files`: absolute
 */

/** Codes of errors never change, so those that moved keep the name of the plugin they were in. */
const EARLIER_CODES = {
  core: [
    'security.already_exists',
    'security.cluster_forbidden',
    'security.cluster_home_only',
    'security.cluster_unconfirmed',
    'security.differences_too_large',
    'security.feature_unsupported',
    'security.invalid_name',
    'security.invalid_query_value',
    'security.session_ended',
    'security.stale_guardrails',
    'security.stale_version',
    'security.unknown_cluster',
    'security.unknown_finding',
  ],
  clusters: [
    'security.cluster_',
    'security.comparison_',
    'security.mappings_kept',
    'security.no_comparison',
    'security.not_shareable',
    'security.suspends_oneself',
    'security.unknown_access_level',
    'security.unknown_removed_roles',
    'security.unknown_resource_type',
  ],
  findings: ['security.finding_until'],
  requests: ['security.change_request', 'security.drift_'],
};

const SOURCE = /(?<!\.d)\.tsx?$/;
const TEST = /(\.(test|spec)\.tsx?|(^|[\\/])mocks\.tsx?)$/;

/** @param {string} root @returns {Owner[]} */
function findOwners(root) {
  const kit = path.join(root, 'src', 'ui_kit');
  const plugins = ['src/plugins', 'examples'].flatMap((parent) =>
    pluginDirs(path.join(root, parent))
  );
  return [
    owner('core', path.join(root, 'src', 'core'), path.join(root, 'src', 'contracts')),
    ...(fs.existsSync(kit) ? [owner('uiKit', kit)] : []),
    ...plugins.map((dir) => ownerOfPlugin(readPlugin(dir).id, dir, root)),
  ];
}

/** Findings are written by the backend; the history of the security plugin shows them, too. */
const ownerOfPlugin = (id, dir, root) =>
  id === 'security'
    ? owner(id, dir, path.join(root, 'src', 'backend', 'findings'))
    : owner(id, dir);

/** @param {string[]} more folders whose texts are in the translations of `dir` */
const owner = (namespace, dir, ...more) => ({
  namespace,
  codes: EARLIER_CODES[namespace] ?? [],
  files: [dir, ...more].filter((folder) => fs.existsSync(folder)).flatMap(sourceFiles),
  translationsDir: path.join(dir, 'translations'),
});

function pluginDirs(parent) {
  if (!fs.existsSync(parent)) return [];
  return fs
    .readdirSync(parent)
    .map((name) => path.join(parent, name))
    .filter((dir) => manifestFileOf(dir))
    .sort();
}

function sourceFiles(dir) {
  return fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !TEST.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Locales for which any owner has a file, without English. */
function localesOf(owners) {
  const names = owners.flatMap(({ translationsDir }) =>
    fs.existsSync(translationsDir)
      ? fs.readdirSync(translationsDir).filter((name) => name.endsWith('.json'))
      : []
  );
  return [...new Set(names.map((name) => path.basename(name, '.json')))]
    .filter((locale) => locale !== 'en')
    .sort();
}

module.exports = { findOwners, localesOf };
