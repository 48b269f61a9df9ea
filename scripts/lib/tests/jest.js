'use strict';
/** Runs jest for a step of `npm test` and counts. */
const fs = require('node:fs');
const path = require('node:path');
const { CACHE } = require('../paths');
const { bin, one, tool } = require('./step_tools');

/** Twice what the longest suite takes on two busy processors: whatever lasts longer hangs. */
const LIMIT_MS = 40 * 60_000;
/** More files that fail are a fault, not a busy machine. */
const MAX_AGAIN = 4;

/**
 * Files that fail beside others, on a machine that others use too, are tried once more, alone, and
 * named: what fails twice has failed.
 * @param {string} name of the report
 * @param {readonly string[]} args
 * @param {{ update: boolean, workers: number, env?: Record<string, string> }} options
 * @returns {Promise<import('./schedule').Counts>}
 */
async function jest(name, args, options) {
  const first = await runOnce(name, args, options);
  const again = first.failedFiles;
  if (again.length === 0 || again.length > MAX_AGAIN) return first.counts;

  process.stderr.write(`  Once more, alone:\n${again.map((file) => `    ${file}\n`).join('')}`);
  const second = await runOnce(
    `${name}-again`,
    [...withoutPatterns(args), '--runTestsByPath', ...again],
    { ...options, workers: 1 }
  );
  const { passed, failed } = second.counts;
  return { passed: first.counts.passed - first.passedInFailed + passed, failed };
}

/** Files are named: patterns would leave some out. */
const withoutPatterns = (args) => {
  const at = args.findIndex((arg) => /^--testPath(Ignore)?Patterns$/.test(arg));
  return at < 0 ? args : args.toSpliced(at, 2);
};

async function runOnce(name, args, { update, workers, env = {} }) {
  fs.mkdirSync(path.join(CACHE, 'test-results'), { recursive: true });
  const report = path.join(CACHE, 'test-results', `${name}.json`);
  fs.rmSync(report, { force: true });
  const { code, signal } = await tool(
    bin('jest', 'bin', 'jest.js'),
    [
      ...(workers === 1 ? ['--runInBand'] : [`--maxWorkers=${workers}`]),
      ...['--passWithNoTests', '--json', `--outputFile=${report}`],
      ...(update ? ['--update-snapshot'] : []),
      ...args,
    ],
    {
      // The report also goes to standard output; people read standard error.
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env, ...(update ? { SD_UPDATE: '1' } : {}) },
      limitMs: LIMIT_MS,
    }
  );
  if (signal === 'SIGKILL')
    process.stderr.write(`  ${name} was ended: no suite may take ${LIMIT_MS / 60_000} minutes.\n`);
  if (!fs.existsSync(report))
    return { counts: one(code === 0), failedFiles: [], passedInFailed: 0 };
  return read(JSON.parse(fs.readFileSync(report, 'utf8')), code);
}

function read(result, code) {
  // A file that does not even load has no tests to fail.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  const files = result.testResults.filter(({ status }) => status === 'failed');
  return {
    counts: { passed: result.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed },
    failedFiles: files.map((file) => file.name),
    passedInFailed: files
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length,
  };
}

module.exports = { jest };
