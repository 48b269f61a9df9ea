'use strict';
/** Builds when the build is stale. Built-ins only. */
const { BUILD, inRoot } = require('../paths');
const { run } = require('../child');
const { isBuildFresh } = require('./stamp');

/**
 * The build runs in a child process, so that its memory does not stay with the server.
 * @param {readonly string[]} pluginPaths absolute folders outside src/plugins
 * @param {string} [buildDir] where `public` and `server` go; another than `build` is not compressed
 * @returns {Promise<{ built: boolean, ok: boolean }>}
 */
async function ensureBuilt(pluginPaths, buildDir = BUILD) {
  if (isBuildFresh(pluginPaths, buildDir)) return { built: false, ok: true };
  process.stdout.write('Building (the sources changed since the last build) …\n');
  const { code } = await run(process.execPath, [
    inRoot('scripts', 'build.js'),
    ...pluginPaths.map((dir) => `--plugin-path=${dir}`),
    ...(buildDir === BUILD ? [] : [`--out=${buildDir}`]),
  ]);
  return { built: true, ok: code === 0 };
}

module.exports = { ensureBuilt };
