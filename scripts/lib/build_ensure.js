'use strict';
/** Builds when the build is stale. Built-ins only. */
const { inRoot } = require('./paths');
const { run } = require('./child');
const { isBuildFresh } = require('./build_stamp');

/**
 * The build runs in a child process, so that its memory does not stay with the server.
 * @param {readonly string[]} pluginPaths absolute folders outside src/plugins
 * @returns {Promise<{ built: boolean, ok: boolean }>}
 */
async function ensureBuilt(pluginPaths) {
  if (isBuildFresh(pluginPaths)) return { built: false, ok: true };
  process.stdout.write('Building (the sources changed since the last build) …\n');
  const { code } = await run(process.execPath, [
    inRoot('scripts', 'build.js'),
    ...pluginPaths.map((dir) => `--plugin-path=${dir}`),
  ]);
  return { built: true, ok: code === 0 };
}

module.exports = { ensureBuilt };
