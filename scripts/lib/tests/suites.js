'use strict';
/** The steps of `npm test` that jest runs. */
const fs = require('node:fs');
const path = require('node:path');
const { inRoot, CACHE } = require('../paths');
const { run } = require('../child');
const { findChromium, HOW_TO_GET } = require('../runtime/chromium_path');
const { SUPPORTED } = require('../runtime/node_binaries');
const { withCluster } = require('./cluster');
const { bin, one, tool } = require('./step_tools');

/** Three times what the longest suite takes on two busy processors: whatever lasts longer hangs. */
const LIMIT_MS = 25 * 60_000;

/**
 * Runs jest and reads its counts from its JSON report.
 * @param {readonly string[]} args
 * @returns {Promise<import('./schedule').Counts>}
 */
async function jest(name, args, { update, workers, env = {} }) {
  fs.mkdirSync(path.join(CACHE, 'test-results'), { recursive: true });
  const report = path.join(CACHE, 'test-results', `${name}.json`);
  fs.rmSync(report, { force: true });
  const { code, signal } = await tool(
    bin('jest', 'bin', 'jest.js'),
    [
      ...args,
      '--passWithNoTests',
      ...(workers === 1 ? ['--runInBand'] : [`--maxWorkers=${workers}`]),
      '--json',
      `--outputFile=${report}`,
      ...(update ? ['--update-snapshot'] : []),
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
  if (!fs.existsSync(report)) return one(code === 0);
  const result = JSON.parse(fs.readFileSync(report, 'utf8'));
  // A file that does not even load has no tests to fail.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return { passed: result.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
}

const unit = (options) => jest('unit', ['--selectProjects', 'server', 'public'], options);

/** What git says has changed: on a branch since it left main, else since the last commit. */
async function changed(options) {
  const git = (...args) => run('git', args, { cwd: inRoot(), stdio: ['ignore', 'pipe', 'ignore'] });
  const { code, stdout } = await git('merge-base', 'HEAD', 'main');
  const since = code === 0 ? stdout.trim() : 'HEAD';
  return jest(
    'changed',
    ['--selectProjects', 'server', 'public', `--changedSince=${since}`],
    options
  );
}

const integration = (options) => jest('integration', ['--selectProjects', 'integration'], options);

/** One file after the other: a node that is asked by two at once is what a test may not expect. */
const cluster = (options) =>
  withCluster((env) =>
    jest('cluster', ['--selectProjects', 'cluster'], { ...options, workers: 1, env })
  );

/** Needs a Chromium; without one the step is one failed test with one line. */
function inChromium(runStep) {
  return (options) => {
    if (findChromium()) return runStep(options);
    process.stderr.write(`${HOW_TO_GET}\n`);
    return one(false);
  };
}

const packageTests = (name, env) =>
  inChromium((options) => jest(name, ['--selectProjects', 'package'], { ...options, env }));
const packaging = packageTests('package', {});
const nodes = packageTests('nodes', { SD_NODES: SUPPORTED.join(',') });

const E2E = ['--selectProjects', 'e2e'];
const browser = inChromium((options) =>
  jest(
    'browser',
    [
      ...E2E,
      '--testPathIgnorePatterns',
      'budgets\\.spec',
      `--testSequencer=${require.resolve('./longest_first')}`,
    ],
    options
  )
);
const budgets = inChromium((options) =>
  jest('budgets', [...E2E, '--testPathPatterns', 'budgets\\.spec'], options)
);

module.exports = { unit, changed, integration, packaging, nodes, browser, budgets, cluster };
