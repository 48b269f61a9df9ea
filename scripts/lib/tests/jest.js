'use strict';
/** Runs jest as a step of `npm test`. */
const fs = require('node:fs');
const path = require('node:path');
const { CACHE, inRoot } = require('../paths');
const { run } = require('../child');

/** Twice the duration of the longest step on two busy processors: a longer run hangs. */
const TIMEOUT_MS = 40 * 60_000;
/** Between the report and the end of the process. A failed test may leave a server running. */
const EXIT_MS = 30_000;

/**
 * Runs in one process, because a step has one processor.
 * @param {string} project of jest.config.js, several with commas
 * @param {import("./run_steps").Options & { env?: Record<string, string>, args?: string[] }}
 *   options `args`: further arguments of jest
 * @returns {Promise<import('./run_steps').Counts>} a file that does not load counts as one failure
 */
async function jest(project, { out, update, part, env = {}, args = [] }) {
  const report = path.join(CACHE, 'test-results', `jest-${process.pid}-${out}.json`);
  fs.mkdirSync(path.dirname(report), { recursive: true });
  const over = new AbortController();
  const hang = setTimeout(() => over.abort('did not end'), TIMEOUT_MS);
  let reportedAtMs;
  const watch = setInterval(() => {
    if (reportedAtMs === undefined && fs.existsSync(report)) reportedAtMs = performance.now();
    if (performance.now() - reportedAtMs > EXIT_MS) over.abort('left something running');
  }, 1_000);
  const { code } = await run(
    process.execPath,
    [
      inRoot('node_modules', 'jest', 'bin', 'jest.js'),
      '--runInBand',
      '--passWithNoTests',
      '--json',
      `--outputFile=${report}`,
      '--selectProjects',
      ...project.split(','),
      ...(part ? [`--shard=${part}`] : []),
      ...(update ? ['--update-snapshot'] : []),
      ...args,
    ],
    {
      cwd: inRoot(),
      // Standard output repeats the report.
      stdio: ['ignore', 'ignore', out],
      env: { ...process.env, ...env, ...(update ? { SD_UPDATE: '1' } : {}) },
      over: over.signal,
    }
  );
  clearTimeout(hang);
  clearInterval(watch);
  if (over.signal.aborted) fs.writeSync(out, `  Jest was stopped: it ${over.signal.reason}.\n`);
  const found = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : {};
  fs.rmSync(report, { force: true });
  const passed = found.numPassedTests ?? 0;
  const failed = (found.numFailedTests ?? 0) + (found.numRuntimeErrorTestSuites ?? 0);
  // An exit code that no test explains is a failure of its own.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

module.exports = { jest };
