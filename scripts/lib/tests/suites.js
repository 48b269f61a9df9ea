'use strict';
/** The steps of `npm test` that jest runs. */
const { inRoot } = require('../paths');
const { run } = require('../child');
const { findChromium, HOW_TO_GET } = require('../runtime/chromium_path');
const { SUPPORTED } = require('../runtime/node_binaries');
const { withCluster } = require('./cluster');
const { jest } = require('./jest');
const { withKeycloak } = require('./keycloak');
const { one } = require('./step_tools');

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

/** Of test/cluster, what continuous integration has no time for. */
const MORE = 'test/cluster/more/';
/** One file after the other: a node that is asked by two at once is what a test may not expect. */
const clusterStep = (name, patterns) => (options) =>
  withCluster((env) =>
    jest(name, ['--selectProjects', 'cluster', ...patterns], { ...options, workers: 1, env })
  );
const cluster = clusterStep('cluster', ['--testPathIgnorePatterns', MORE]);
const clusterMore = clusterStep('cluster-more', ['--testPathPatterns', MORE]);

/** One file after the other, as it changes what all of Keycloak goes by. */
const keycloak = (options) =>
  withKeycloak((env) =>
    jest('keycloak', ['--selectProjects', 'keycloak'], { ...options, workers: 1, env })
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

module.exports = {
  unit,
  changed,
  integration,
  packaging,
  nodes,
  browser,
  budgets,
  cluster,
  clusterMore,
  keycloak,
};
