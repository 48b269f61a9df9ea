'use strict';
/** Mutation tests of the server (`npm run mutate`). */
module.exports = {
  testRunner: 'jest',
  coverageAnalysis: 'perTest',
  jest: { configFile: 'tools/mutate/jest.config.js' },
  // Few tests check literal texts, and most of those compare a whole response.
  mutator: { excludedMutations: ['StringLiteral'] },
  incremental: true,
  // Not below node_modules, where jest finds no tests.
  tempDirName: 'build/mutation',
  ignorePatterns: ['build', 'dist'],
  reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
  htmlReporter: { fileName: 'build/mutation.html' },
  jsonReporter: { fileName: 'build/mutation.json' },
  clearTextReporter: { logTests: false, reportTests: false },
  concurrency: 2,
  // jest leaks memory with each run.
  maxTestRunnerReuse: 60,
  dryRunTimeoutMinutes: 30,
  // A timeout on a busy machine does not count as a detected mutant.
  timeoutMS: 60_000,
  timeoutFactor: 6,
};
