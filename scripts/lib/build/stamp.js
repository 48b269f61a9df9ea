'use strict';
/**
 * Checks whether build/ is up to date from modification times and sizes of the sources. No file is
 * read, so the check takes a few milliseconds. Uses built-in modules only.
 */
const fs = require('node:fs');
const path = require('node:path');
const { createHash } = require('node:crypto');
const { ROOT, BUILD, inRoot } = require('../paths');

/** Other inputs of the build. */
const SINGLE_FILES = ['webpack.config.js', 'package-lock.json', 'tsconfig.json'];
const FOLDERS = ['src', 'plugins', 'tsconfig', 'scripts/lib/build'];
/** Files and folders of src/ that are in no bundle. */
const NOT_BUILT =
  /(\.test\.tsx?|\.md|[/\\]mocks\.tsx?|[/\\]src[/\\]dev[/\\](eslint|types)[/\\].*)$/;

/**
 * @param {readonly string[]} pluginPaths absolute folders outside src/plugins
 * @returns {string} a hash that changes with any source file, or the list of them
 */
function sourceHash(pluginPaths) {
  const hash = createHash('sha1');
  const add = (file, stat) => {
    if (!NOT_BUILT.test(file)) {
      hash.update(`${path.relative(ROOT, file)}\0${stat.size}\0${stat.mtimeMs}\n`);
    }
  };
  const walk = (dir) => {
    for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
      const full = path.join(dir, entry.name);
      if (entry.isDirectory()) walk(full);
      else add(full, fs.statSync(full));
    }
  };
  for (const name of SINGLE_FILES) add(inRoot(name), fs.statSync(inRoot(name)));
  for (const dir of [...FOLDERS.map((name) => inRoot(name)), ...pluginPaths]) {
    hash.update(`${dir}\n`);
    if (fs.existsSync(dir)) walk(dir);
  }
  return hash.digest('hex');
}

const stampFile = (buildDir) => path.join(buildDir, '.stamp.json');

function readStamp(buildDir) {
  try {
    return JSON.parse(fs.readFileSync(stampFile(buildDir), 'utf8'));
  } catch {
    return undefined; // never built, or the build was interrupted
  }
}

/** Whether a production build of exactly these sources exists. */
function isBuildFresh(pluginPaths, buildDir = BUILD) {
  return (
    readStamp(buildDir)?.hash === sourceHash(pluginPaths) &&
    fs.existsSync(path.join(buildDir, 'server', 'core.js')) &&
    fs.existsSync(path.join(buildDir, 'public', 'manifest.json'))
  );
}

/** Call before a build, so that an interrupted build does not look complete. */
const removeStamp = (buildDir = BUILD) => fs.rmSync(stampFile(buildDir), { force: true });

/** @param {string} hash of the sources when the build started */
const writeStamp = (hash, buildDir = BUILD) =>
  fs.writeFileSync(stampFile(buildDir), `${JSON.stringify({ hash })}\n`);

module.exports = { isBuildFresh, sourceHash, removeStamp, writeStamp };
