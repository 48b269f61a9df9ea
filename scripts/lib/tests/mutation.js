'use strict';
/** Runs Stryker over server files with the tests of the project `server`, one run per area. */
const fs = require('node:fs');
const path = require('node:path');
const { CACHE, inRoot } = require('../paths');
const { run } = require('../child');
const { nameOf } = require('./mutation_plugins');

/** Security-critical areas with their neighboring tests, which judge the mutants. */
const AREAS = {
  sign_in: {
    places: ['src/plugins/security/server/auth', 'src/plugins/security/server/sessions'],
    tests: ['src/plugins/security/server'],
  },
  http: { places: ['src/core/server/http'], tests: ['src/core/server/http'] },
  access: { places: ['src/backend/access'], tests: ['src/backend/access'] },
  rest: {
    places: ['src/backend/embedded/rest', 'src/backend/changes'],
    tests: ['src/backend/embedded/rest', 'src/backend/embedded/history', 'src/backend/changes'],
  },
};
/** Tests that are slow by nature: thousands of cases, growth, killed processes. */
const LEFT_OUT = ['(_property|_cost|fuzz|memory|backup)\\.test', '/cli/'];
const FOLDER = path.join(CACHE, 'mutate');
const NOT_MUTATED = ['!**/*.test.ts', '!**/{mocks,types}.ts', '!**/testing/**'];

/**
 * @typedef {object} MutationOptions
 * @property {number} workers
 * @property {number} share of the mutants, 0 to 1, by a seeded draw
 * @property {string} seed
 */

/**
 * Mutants that survive the neighboring tests are judged again by all tests that reach them.
 * @param {Readonly<Record<string, { places: readonly string[], tests?: readonly string[] }>>} areas
 *   `places`: files, lines of files, and folders; `tests`: folders, by default all that reach the
 *   places
 * @param {MutationOptions} options
 * @returns {Promise<boolean>} false: Stryker could not judge one of the areas
 */
async function runMutation(areas, { workers, share, seed }) {
  fs.mkdirSync(FOLDER, { recursive: true });
  const lines = [];
  let isOk = true;
  for (const [name, { places, tests }] of Object.entries(areas)) {
    const mutate = [...places.map(asPattern), ...NOT_MUTATED];
    const draw = share < 1 ? { seed, share } : undefined;
    const near = await testMutants(name, { mutate, tests, draw, workers });
    const left = near?.filter(isLeft) ?? [];
    const wide =
      tests && left.length > 0
        ? await testMutants(`${name}_again`, {
            mutate: [...new Set(left.map(({ file }) => file))],
            draw: { names: left.map(nameOf) },
            workers,
          })
        : left;
    if (near && wide) lines.push(`${name}: ${score(near, left, wide)}`);
    else isOk = false;
  }
  process.stdout.write(`\n${lines.join('\n')}\n`);
  return isOk;
}

/** @returns the mutants with their results; `undefined`: Stryker could not judge them */
async function testMutants(name, what) {
  const settings = settingsFor(name, what);
  const report = settings.jsonReporter.fileName;
  const config = path.join(FOLDER, `${name}.config.json`);
  fs.rmSync(report, { force: true });
  fs.writeFileSync(config, JSON.stringify(settings, null, 2));
  const stryker = inRoot('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const { code } = await run(process.execPath, [stryker, 'run', config], { cwd: inRoot() });
  if (code !== 0) return undefined;
  const { files } = JSON.parse(fs.readFileSync(report, 'utf8'));
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file, fileName: file, location: from0(mutant.location) }))
  );
}

const isLeft = ({ status }) => status === 'Survived' || status === 'NoCoverage';
const isNoticed = ({ status }) => status === 'Killed' || status === 'Timeout';
/** Reports count lines and columns from 1. */
const from0 = ({ start, end }) => ({ start: position(start), end: position(end) });
const position = ({ line, column }) => ({ line: line - 1, column: column - 1 });

function settingsFor(name, { mutate, tests, draw, workers }) {
  return {
    mutate,
    testRunner: 'nearest',
    plugins: ['@stryker-mutator/jest-runner', require.resolve('./mutation_plugins')],
    jest: {
      projectType: 'custom',
      configFile: 'scripts/lib/tests/mutation_jest.js',
      config: {
        testPathIgnorePatterns: LEFT_OUT,
        ...(tests && { testMatch: tests.map((folder) => `<rootDir>/${folder}/**/*.test.ts`) }),
      },
    },
    coverageAnalysis: 'perTest',
    // Few tests check literal texts, and most of those compare a whole response.
    mutator: { excludedMutations: ['StringLiteral'] },
    ...(draw && { checkers: ['draw'], draw }),
    // The draw depends on the content of the file.
    incremental: !draw,
    incrementalFile: path.join(FOLDER, `${name}.json`),
    // Not below node_modules, where jest finds no tests.
    tempDirName: `build/mutation/${name}`,
    ignorePatterns: ['build', 'dist'],
    reporters: ['clear-text', 'json', 'progress-append-only'],
    jsonReporter: { fileName: path.join(FOLDER, `${name}.report.json`) },
    clearTextReporter: { logTests: false, reportTests: false },
    concurrency: workers,
    // jest leaks memory with each run.
    maxTestRunnerReuse: 60,
    dryRunTimeoutMinutes: 30,
    // A timeout on a busy machine does not count as a detected mutant.
    timeoutMS: 60_000,
    timeoutFactor: 6,
    allowConsoleColors: false,
  };
}

/** Stryker's form: relative to the project, and folders with their contents. */
function asPattern(place) {
  const [, name, lines = ''] = /^(.*?)(:\d+-\d+)?$/.exec(place);
  const relative = path.relative(inRoot(), path.resolve(inRoot(), name)).split(path.sep).join('/');
  const isFolder = fs.statSync(inRoot(relative)).isDirectory();
  return isFolder ? `${relative}/**/*.ts` : relative + lines;
}

/** Ignores mutants that cannot run. */
function score(near, left, wide) {
  const missed = wide.filter(isLeft).length;
  const all = near.filter(isNoticed).length + left.length;
  // The others are mutants of texts.
  const there = near.filter(({ status }) => status !== 'Ignored').length;
  const percent = all === 0 ? 100 : (100 * (all - missed)) / all;
  return `${all - missed} of ${all} changes noticed, ${percent.toFixed(1)} %, of ${there}`;
}

module.exports = { runMutation, AREAS };
