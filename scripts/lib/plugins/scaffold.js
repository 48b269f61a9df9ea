'use strict';
/**
 * Writes a new plugin from scripts/lib/plugins/template, which is itself a plugin named
 * `sampleApp`: linted with the rest, and tested by the tests that create a plugin from it.
 */
const fs = require('node:fs');
const path = require('node:path');
const { ROOT, inRoot } = require('../paths');

const TEMPLATE = inRoot('scripts', 'lib', 'plugins', 'template');
const toPosix = (file) => file.split(path.sep).join('/');

/** A path as one would type it in the project's folder. */
function shortPath(dir) {
  const relative = path.relative(ROOT, dir);
  return relative.startsWith('..') || path.isAbsolute(relative) ? dir : toPosix(relative);
}

const quoted = (text) =>
  /^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** Commands to copy, for the project's folder. */
function commandsFor(dir) {
  const where = quoted(shortPath(dir));
  const isFound = path.dirname(dir) === inRoot('plugins');
  return {
    start: isFound ? 'npm start' : `npm start -- --plugins.paths=${where}`,
    check: `npm run plugin:check ${where}`,
  };
}

/**
 * @param {import('./names').PluginNames} names
 * @param {string} dir absolute; must not exist or be empty
 * @returns {Promise<string[]>} the files, relative to `dir`
 */
async function scaffoldPlugin(names, dir) {
  const prettier = require('prettier');
  const style = JSON.parse(fs.readFileSync(inRoot('.prettierrc.json'), 'utf8'));
  const commands = commandsFor(dir);
  const files = fs
    .readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(TEMPLATE, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
  for (const file of files) {
    const text = fs
      .readFileSync(path.join(TEMPLATE, file), 'utf8')
      .replaceAll('sample_app', names.snake)
      .replaceAll('sampleApp', names.id)
      .replaceAll('SampleApp', names.pascal)
      .replaceAll('Sample app', names.title)
      .replaceAll('START_COMMAND', commands.start)
      .replaceAll('CHECK_COMMAND', commands.check)
      .replaceAll('PROJECT', toPosix(path.relative(dir, ROOT)));
    const target = path.join(dir, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    // A longer name changes line breaks.
    const isProse = file.endsWith('.md');
    fs.writeFileSync(
      target,
      isProse ? text : await prettier.format(text, { ...style, filepath: target })
    );
  }
  return files;
}

module.exports = { scaffoldPlugin, commandsFor, shortPath };
