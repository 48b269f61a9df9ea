'use strict';
/**
 * Builds the plugins of `examples`, a faulty one, and one that `npm run plugin:create` has just
 * written, in a folder that all tests share.
 */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { createHash } = require('node:crypto');
const { ensureBuilt } = require('../build/ensure');
const { run } = require('../child');
const { ROOT, inRoot } = require('../paths');

const EXAMPLES = inRoot('examples');
/** Has a manifest of OpenSearch Dashboards, an invalid icon, and a missing package. */
const FAULTY_PLUGIN = inRoot('test', 'fixtures', 'faulty_plugin');
const BUILD_OF_PLUGINS = inRoot('build', 'plugins');

const NEW_PLUGIN = Object.freeze({
  typed: 'Field trip',
  id: 'fieldTrip',
  title: 'Field trip',
  route: '/app/fieldTrip',
  api: '/api/field_trip/greeting',
});

/**
 * @param {{ out?: number }} [options] `out`: file descriptor for the output of the build
 * @returns {Promise<{ buildDir: string, pluginPaths: string[], newPlugin: string }>} `newPlugin`:
 *   folder of the new plugin
 * @throws if the plugin could not be created or built; the terminal shows the problem
 */
async function ensurePluginBuild({ out = 1 } = {}) {
  const newPlugin = await ensureNewPlugin();
  const pluginPaths = [EXAMPLES, newPlugin, FAULTY_PLUGIN];
  const { ok } = await ensureBuilt(pluginPaths, { buildDir: BUILD_OF_PLUGINS, out });
  if (!ok) throw new Error('The plugins could not be built.');
  return { buildDir: BUILD_OF_PLUGINS, pluginPaths, newPlugin };
}

/**
 * Creates the plugin again only if the template changed, because the freshness of the build depends
 * on its modification times.
 */
async function ensureNewPlugin() {
  const folder = path.join(os.tmpdir(), `sd-plugins-${hash(ROOT)}`);
  const dir = path.join(folder, templateHash(), 'field_trip');
  if (fs.existsSync(path.join(dir, 'plugin.json'))) return dir;
  fs.rmSync(folder, { recursive: true, force: true });
  const script = inRoot('scripts', 'plugin_create.js');
  const { code, stdout } = await run(process.execPath, [script, NEW_PLUGIN.typed, `--dir=${dir}`], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (code !== 0) throw new Error(`plugin_create failed: ${stdout}`);
  return dir;
}

function templateHash() {
  const texts = fs
    .readdirSync(inRoot('scripts', 'lib', 'plugins'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${file}\n${fs.readFileSync(file, 'utf8')}`);
  return hash(texts.join('\n'));
}

const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

module.exports = { ensurePluginBuild, NEW_PLUGIN };
