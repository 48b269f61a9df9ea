'use strict';
/** Runs jest for a step of `npm test` and counts. */
const fs = require('node:fs');
const path = require('node:path');
const { CACHE } = require('../paths');
const { bin, tool } = require('./step_tools');
const { NO_LIMIT } = require('./time_limit');

/** Twice what the longest suite takes on two busy processors: whatever lasts longer hangs. */
const LIMIT_MS = 40 * 60_000;
/** More files that fail are a fault, not a busy machine. */
const MAX_AGAIN = 4;

/**
 * Files that fail beside others, on a machine that others use too, are tried once more, alone, and
 * named: what fails twice has failed.
 * @param {string} name of the report
 * @param {readonly string[]} args
 * @param {{ update: boolean, workers: number, limit?: import('./time_limit').TimeLimit, env?:
 *   Record<string, string>, stderr?: 'inherit' | 'ignore' }} options
 * @returns {Promise<import('./schedule').Counts>}
 */
async function jest(name, args, options) {
  const { limit = NO_LIMIT } = options;
  const first = await runOnce(name, args, options);
  const again = first.failedFiles;
  const counts = { passed: first.passed, failed: first.failed };
  if (limit.over.aborted) return { ...counts, isCut: true };
  if (again.length === 0 || again.length > MAX_AGAIN) return counts;
  const tookMs = again.reduce((total, file) => total + file.tookMs, 0);
  if (tookMs > limit.leftMs()) {
    process.stderr.write('  What failed is not tried once more: the time of --until is short.\n');
    return counts;
  }

  const paths = again.map(({ file }) => file);
  process.stderr.write(`  Once more, alone:\n${paths.map((file) => `    ${file}\n`).join('')}`);
  const second = await runOnce(
    `${name}-again`,
    [...withoutPatterns(args), '--runTestsByPath', ...paths],
    { ...options, workers: 1 }
  );
  // Of what did not come to its end, the first failure stands.
  if (limit.over.aborted) return counts;
  const passedInFailed = again.reduce((total, { passed }) => total + passed, 0);
  return { passed: first.passed - passedInFailed + second.passed, failed: second.failed };
}

/** Files are named: patterns would leave some out. */
const withoutPatterns = (args) => {
  const at = args.findIndex((arg) => /^--testPath(Ignore)?Patterns$/.test(arg));
  return at < 0 ? args : args.toSpliced(at, 2);
};

/** @returns {Promise<import('./jest_report').Report>} */
async function runOnce(name, args, options) {
  const { update, workers, env = {}, limit = NO_LIMIT, stderr = 'inherit' } = options;
  fs.mkdirSync(path.join(CACHE, 'test-results'), { recursive: true });
  const report = path.join(CACHE, 'test-results', `${name}.json`);
  fs.rmSync(report, { force: true });
  const hanging = AbortSignal.timeout(LIMIT_MS);
  const { code } = await tool(
    bin('jest', 'bin', 'jest.js'),
    [
      ...(workers === 1 ? ['--runInBand'] : [`--maxWorkers=${workers}`]),
      ...['--passWithNoTests', '--reporters=default'],
      `--reporters=${require.resolve('./jest_report')}`,
      ...(update ? ['--update-snapshot'] : []),
      ...args,
    ],
    {
      // People read standard error.
      stdio: ['ignore', 'ignore', stderr],
      env: {
        ...process.env,
        ...env,
        JEST_REPORT_FILE: report,
        ...(update ? { SD_UPDATE: '1' } : {}),
      },
      over: AbortSignal.any([hanging, limit.over]),
    }
  );
  if (hanging.aborted)
    process.stderr.write(`  ${name} was ended: no suite may take ${LIMIT_MS / 60_000} minutes.\n`);
  const found = fs.existsSync(report)
    ? JSON.parse(fs.readFileSync(report, 'utf8'))
    : { passed: 0, failed: 0, failedFiles: [] };
  // An end that no test explains, unless it is ours.
  const isFault = code !== 0 && found.failed === 0 && !limit.over.aborted;
  return { ...found, failed: isFault ? 1 : found.failed };
}

module.exports = { jest };
