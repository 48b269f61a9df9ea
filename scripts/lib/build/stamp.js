'use strict';
/**
 * Tells whether build/ is up to date, from times and sizes of the sources: no file content is read,
 * so that a second start pays a few milliseconds. Built-ins only.
 */
const fs = require('node:fs');
const path = require('node:path');
const { createHash } = require('node:crypto');
const { ROOT, BUILD, inRoot } = require('../paths');

/** Whatever else decides what the build contains. */
const SINGLE_FILES = ['webpack.config.js', 'package-lock.json', 'tsconfig.json'];
const FOLDERS = ['src', 'plugins', 'tsconfig', 'scripts/lib/build'];
/** Files and folders of src/ that never reach a bundle. */
const NOT_BUILT =
  /(\.test\.tsx?|\.md|[/\\]mocks\.tsx?|[/\\]src[/\\]dev[/\\](eslint|types)[/\\].*)$/;

/**
 * @param {readonly string[]} pluginPaths absolute folders outside src/plugins
 * @returns {string} changes when a source file, or the list of them, changes
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
    return undefined; // never built, or a build was cut short
  }
}

/** True when a production build of exactly these sources is there. */
function isBuildFresh(pluginPaths, buildDir = BUILD) {
  return (
    readStamp(buildDir)?.hash === sourceHash(pluginPaths) &&
    fs.existsSync(path.join(buildDir, 'server', 'core.js')) &&
    fs.existsSync(path.join(buildDir, 'public', 'manifest.json'))
  );
}

/** Call before a build: a build that dies half-way must not look finished. */
const removeStamp = (buildDir = BUILD) => fs.rmSync(stampFile(buildDir), { force: true });

/** @param {string} hash of the sources as they were when the build began */
const writeStamp = (hash, buildDir = BUILD) =>
  fs.writeFileSync(stampFile(buildDir), `${JSON.stringify({ hash })}\n`);

module.exports = { isBuildFresh, sourceHash, removeStamp, writeStamp };
