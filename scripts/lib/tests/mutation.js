'use strict';
/**
 * Stryker over files of the server, with the tests of the project `server`. One run for each file, because Stryker
 * remembers what it has judged at the end of a run only.
 */
const fs = require('node:fs');
const path = require('node:path');
const { CACHE, inRoot } = require('../paths');
const { run } = require('../child');

/** Where a mistake lets somebody in. */
const DEFAULT_PLACES = [
  'src/core/server/http',
  'src/plugins/security/server/auth',
  'src/plugins/security/server/sessions',
  'src/backend/embedded/rest',
  'src/backend/access',
  'src/backend/changes',
].map((place) => inRoot(place));
const FOLDER = path.join(CACHE, 'mutate');
/** `file.ts:10-20`: these lines only. */
const LINES = /:\d+-\d+$/;
const NOT_MUTATED = /\.test\.ts$|[/\\](mocks|types)\.ts$|[/\\]testing[/\\]/;

/**
 * @param {readonly string[]} places files, lines of files, and folders; none: the default ones
 * @param {number} workers
 * @returns {Promise<boolean>} false: Stryker could not judge one of them
 */
async function runMutation(places, workers) {
  fs.mkdirSync(FOLDER, { recursive: true });
  const total = { noticed: 0, all: 0 };
  let isOk = true;
  for (const target of (places.length > 0 ? places : DEFAULT_PLACES).flatMap(targetsIn)) {
    const config = path.join(FOLDER, 'stryker.json');
    const settings = settingsFor(target, workers);
    fs.rmSync(settings.jsonReporter.fileName, { force: true });
    fs.writeFileSync(config, JSON.stringify(settings, null, 2));
    const stryker = inRoot('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
    const { code } = await run(process.execPath, [stryker, 'run', config], { cwd: inRoot() });
    if (code !== 0) isOk = false;
    else count(settings.jsonReporter.fileName, total);
  }
  const score = total.all === 0 ? 0 : (100 * total.noticed) / total.all;
  process.stdout.write(
    `\n${total.noticed} of ${total.all} changes noticed: ${score.toFixed(1)} %\n`
  );
  return isOk;
}

/** @returns {string[]} relative to the project, as Stryker wants them */
function targetsIn(place) {
  const full = path.resolve(place);
  const relative = path.relative(inRoot(), full).split(path.sep).join('/');
  if (LINES.test(place) || fs.statSync(full).isFile()) return [relative];
  return fs
    .readdirSync(full)
    .map((name) => path.join(full, name))
    .filter((file) => fs.statSync(file).isDirectory() || /\.ts$/.test(file))
    .filter((file) => !NOT_MUTATED.test(file))
    .flatMap(targetsIn);
}

function settingsFor(target, workers) {
  const name = target.replace(/[^\w.-]+/g, '_');
  return {
    mutate: [target],
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    jest: { projectType: 'custom', configFile: 'scripts/lib/tests/mutation_jest.js' },
    coverageAnalysis: 'perTest',
    // What a text says is literal in few places, and most of them have a test of the whole answer.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignoreStatic: true,
    incremental: true,
    incrementalFile: path.join(FOLDER, `${name}.json`),
    // Not below node_modules, where jest looks for no tests.
    tempDirName: 'build/mutation',
    ignorePatterns: ['build', 'dist'],
    reporters: ['clear-text', 'json'],
    jsonReporter: { fileName: path.join(FOLDER, 'report.json') },
    clearTextReporter: { logTests: false, reportTests: false },
    concurrency: workers,
    allowConsoleColors: false,
  };
}

/** Adds what a report says; changes that cannot run are none. */
function count(report, total) {
  const { files } = JSON.parse(fs.readFileSync(report, 'utf8'));
  for (const { status } of Object.values(files).flatMap(({ mutants }) => mutants)) {
    if (status === 'Killed' || status === 'Timeout') total.noticed++;
    if (/^(Killed|Timeout|Survived|NoCoverage)$/.test(status)) total.all++;
  }
}

module.exports = { runMutation };
