'use strict';
/**
 * Finds the plugins to build: every folder of src/plugins and plugins, and the folders in the
 * configuration key `plugins.paths` (each a plugin, or a folder of plugins).
 */
const fs = require('node:fs');
const path = require('node:path');
const { inRoot } = require('../paths');

/** Our manifest, and that of OpenSearch Dashboards, whose other keys are ignored. */
const MANIFESTS = ['plugin.json', 'opensearch_dashboards.json', 'kibana.json'];
const DEFAULT_CONFIG = inRoot('config', 'security-dashboards.yml');
const PATHS_KEY = 'plugins.paths';
const PATHS_VARIABLE = 'SD_PLUGINS_PATHS';
/** The product's plugins and local ones; neither needs configuration. */
const PLUGIN_FOLDERS = [inRoot('src', 'plugins'), inRoot('plugins')];

/**
 * @typedef {{ id: string, dir: string, manifestFile: string, isOwn: boolean, manifest: {
 *   requiredPlugins: string[], optionalPlugins: string[], server: boolean, ui: boolean } }}
 *   FoundPlugin `isOwn`: found without configuration
 */

/** The message names the file and its fault, in one line. */
class ManifestError extends Error {
  constructor(file, fault) {
    super(`${file}: ${fault.replace(/\s+/g, ' ')}`);
  }
}

/**
 * Reads the manifest of one folder, defaults filled in.
 * @returns {FoundPlugin}
 * @throws {ManifestError}
 */
function readPlugin(dir) {
  const manifestFile = manifestFileOf(dir) ?? 'plugin.json';
  const file = path.join(dir, manifestFile);
  const raw = readJson(file);
  if (typeof raw !== 'object' || raw === null) throw new ManifestError(file, 'is no JSON object.');
  if (typeof raw.id !== 'string' || !/^[a-z][A-Za-z0-9_]*$/.test(raw.id)) {
    throw new ManifestError(
      file,
      `"id" must be camelCase letters and digits, got ${JSON.stringify(raw.id)}.`
    );
  }
  const manifest = { requiredPlugins: [], optionalPlugins: [], server: false, ui: false, ...raw };
  const isOwn = PLUGIN_FOLDERS.includes(path.dirname(dir));
  return { id: raw.id, dir, manifest, manifestFile, isOwn };
}

function readJson(file) {
  const text = fs.readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ManifestError(file, `is not valid JSON: ${error.message}`);
  }
}

/** The manifest file in use; undefined if the folder is not a plugin. */
const manifestFileOf = (dir) => MANIFESTS.find((name) => fs.existsSync(path.join(dir, name)));

const isPlugin = (dir) => manifestFileOf(dir) !== undefined;

/** The folder of a plugin, or the plugins one level below it. */
function pluginFoldersAt(dir) {
  if (isPlugin(dir)) return [dir];
  if (!fs.existsSync(dir)) throw new Error(`${PATHS_KEY}: there is no folder ${dir}.`);
  return fs
    .readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isPlugin(path.join(dir, entry.name)))
    .map((entry) => path.join(dir, entry.name));
}

/**
 * @param {readonly string[]} [extraPaths] absolute folders from `plugins.paths`
 * @param {(problem: string) => void} [leftOut] told of plugins whose manifest cannot be used, which
 *   are left out then
 * @returns {FoundPlugin[]} sorted by id
 * @throws {ManifestError} without `leftOut`
 */
function findPlugins(extraPaths = [], leftOut) {
  const own = PLUGIN_FOLDERS.filter((dir) => fs.existsSync(dir));
  const folders = [...new Set([...own, ...extraPaths].flatMap(pluginFoldersAt))];
  const all = folders.flatMap((dir) => {
    try {
      return [readPlugin(dir)];
    } catch (error) {
      if (!leftOut || !(error instanceof ManifestError)) throw error;
      leftOut(`${error.message.replace(/\.?$/, '.')} The plugin is left out.`);
      return [];
    }
  });
  const byId = new Map();
  for (const plugin of all) {
    const other = byId.get(plugin.id);
    if (other)
      throw new Error(`Plugin id "${plugin.id}" is used twice: ${other.dir}, ${plugin.dir}.`);
    byId.set(plugin.id, plugin);
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * The plugins that are there now, for a build that follows changes.
 * @param {readonly string[]} extraPaths absolute folders from `plugins.paths`
 * @param {(problem: string) => void} [leftOut] as `findPlugins` has it
 * @returns {{ plugins: FoundPlugin[], paths: string[], key: string }} `paths`: those of
 *   `extraPaths` that hold plugins; `key`: differs when a build has other entries
 */
function findPluginSet(extraPaths, leftOut) {
  const paths = extraPaths.filter(hasPlugins);
  const plugins = findPlugins(paths, leftOut);
  const entries = plugins.map(({ id, dir, manifestFile, manifest: { server, ui } }) => [
    id,
    dir,
    manifestFile,
    server,
    ui,
  ]);
  return { plugins, paths, key: JSON.stringify(entries) };
}

const hasPlugins = (dir) => fs.existsSync(dir) && pluginFoldersAt(dir).length > 0;

/**
 * The folders of `plugins.paths`, from `--plugins.paths=A,B` arguments, else SD_PLUGINS_PATHS, else
 * the configuration file (`--config=FILE` or the default one). The build needs them before the
 * server exists, which reads the same key with its own schema.
 * @param {readonly string[]} argv the server's arguments
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string[]} absolute folders
 */
function configuredPluginPaths(argv, env = process.env) {
  const given = optionValues(argv, PATHS_KEY).at(-1) ?? env[PATHS_VARIABLE];
  if (given !== undefined) return parseList(given).map((dir) => path.resolve(dir));
  const files = optionValues(argv, 'config');
  const file = path.resolve(files[files.length - 1] ?? DEFAULT_CONFIG);
  if (!fs.existsSync(file)) return [];
  const text = fs.readFileSync(file, 'utf8');
  // Loading the YAML parser takes longer than the rest of the stamp check.
  if (!/^\s*(plugins\s*:|plugins\.paths\s*:)/m.test(text)) return [];
  const yaml = require('yaml').parse(text) ?? {};
  const paths = yaml[PATHS_KEY] ?? yaml.plugins?.paths ?? [];
  return [paths].flat().map((dir) => path.resolve(String(dir)));
}

/**
 * Validates the folders of `plugins.paths` before the build.
 * @param {readonly string[]} paths absolute folders
 * @returns {string | undefined} the problem, in one sentence
 */
function pluginPathsProblem(paths) {
  const empty = paths.find((dir) => !hasPlugins(dir));
  return empty && `${PATHS_KEY}: there is no plugin in ${empty}.`;
}

function optionValues(argv, name) {
  return argv.flatMap((arg, i) => {
    if (arg.startsWith(`--${name}=`)) return [arg.slice(name.length + 3)];
    return arg === `--${name}` && argv[i + 1] !== undefined ? [argv[i + 1]] : [];
  });
}

/** Parses `a,b` or a JSON list. */
function parseList(value) {
  if (value.startsWith('[')) return JSON.parse(value);
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

module.exports = {
  findPlugins,
  findPluginSet,
  configuredPluginPaths,
  pluginPathsProblem,
  readPlugin,
  pluginFoldersAt,
  manifestFileOf,
  PLUGIN_FOLDERS,
};
