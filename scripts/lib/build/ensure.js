'use strict';
/** Builds if the build is stale. Uses built-in modules only. */
const fs = require('node:fs');
const { BUILD, inRoot } = require('../paths');
const { run } = require('../child');
const { isBuildFresh } = require('./stamp');

/**
 * Builds in a child process, so that its memory is released.
 * @param {readonly string[]} pluginPaths absolute folders outside src/plugins
 * @param {{ buildDir?: string, out?: number }} [options] `buildDir` receives `public` and `server`;
 *   folders other than `build` are not compressed. `out`: file descriptor for the output
 * @returns {Promise<{ built: boolean, ok: boolean }>}
 */
async function ensureBuilt(pluginPaths, { buildDir = BUILD, out = 1 } = {}) {
  if (isBuildFresh(pluginPaths, buildDir)) return { built: false, ok: true };
  fs.writeSync(out, 'Building (the sources changed since the last build) …\n');
  const { code } = await run(
    process.execPath,
    [
      inRoot('scripts', 'build.js'),
      ...pluginPaths.map((dir) => `--plugin-path=${dir}`),
      ...(buildDir === BUILD ? [] : [`--out=${buildDir}`]),
    ],
    { stdio: ['inherit', out, out] }
  );
  return { built: true, ok: code === 0 };
}

module.exports = { ensureBuilt };
