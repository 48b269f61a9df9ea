'use strict';
/** The steps of `npm test`, `npm run test:all`, and those that run only by name. */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { run } = require('../child');
const { ROOT, inRoot } = require('../paths');
const { findChromium, HOW_TO_GET } = require('../runtime/chromium_path');
const { SUPPORTED } = require('../runtime/node_binaries');
const { stopNode } = require('../cluster/node');
const { obstacleTo, withCluster, withTwoClusters } = require('./cluster');
const { jest } = require('./jest');
const { withKeycloak } = require('./keycloak');
const { branchStart } = require('../docs/commits');
const { lint, types, apiReports } = require('./static_checks');

/**
 * @typedef {import('./run_steps').Options} Options
 * @typedef {import('./run_steps').Counts} Counts
 */

const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
/**
 * @param {string} name in tools
 * @returns {(options: Options) => Promise<Counts>}
 */
const tool =
  (name, ...args) =>
  async ({ out }) => {
    const { code } = await run(process.execPath, [inRoot('tools', name), ...args], {
      cwd: ROOT,
      stdio: ['ignore', out, out],
    });
    return one(code === 0);
  };

async function build({ out }) {
  const { built, ok } = await require('../build/ensure').ensureBuilt([], { out });
  if (!built) fs.writeSync(out, '  The build is up to date.\n');
  return one(ok);
}

async function buildPlugins({ out }) {
  await require('./plugin_build').ensurePluginBuild({ out });
  return one(true);
}

const SLOW = ['\\.slow\\.test\\.tsx?$', '/src/dev/', '/tools/(attack|differential)/'];
const unit = (options) =>
  jest('server,public', { ...options, args: ['--testPathIgnorePatterns', ...SLOW] });
const unitSlow = (options) =>
  jest('server,public', { ...options, args: ['--testPathPatterns', ...SLOW] });

/** Tests affected by the changes in git: since the branch left main, or since the last commit. */
const changed = (options) =>
  jest('server,public', { ...options, args: [`--changedSince=${branchStart(ROOT)}`] });

/** @param {string} names alternatives of a pattern for files in the project's folder */
const named = (names) => `/(${names})\\.(test|spec)\\.ts$`;
const only = (project, names, env) => (options) =>
  jest(project, { ...options, env, args: ['--testPathPatterns', named(names)] });
const others = (project, names) => (options) =>
  jest(project, { ...options, args: ['--testPathIgnorePatterns', named(names)] });

/** Without Chromium, the step fails with one line about how to install it. */
const inChromium = (runStep) => (options) => {
  if (findChromium()) return runStep(options);
  fs.writeSync(options.out, `${HOW_TO_GET}\n`);
  return one(false);
};

const API = 'http_api|engine_entry_point|security_cli|saml_peer';
const JOURNEYS = 'journey|administration|clusters|findings|role_usage|keyboard|catalogue|smoke';

/** One file at a time, because the suites change state of the whole node. */
const clusterStep =
  (args, start = withCluster) =>
  (options) =>
    start(options.out, (env) => jest('cluster', { ...options, env, args }));
const MORE = 'test/cluster/e2e/';
const TWO = 'test/cluster/two_clusters/';

/** A fixed seed, and the share of equal responses required so far. */
const DIFFERENTIAL = ['--seed=311', '--share=99.2', '--question-share=99.7'];

async function differential({ out }) {
  const release = require('../cluster/versions').releaseOf('3.4');
  const obstacle = await obstacleTo(release, out);
  if (obstacle !== undefined) {
    fs.writeSync(out, `  Skipped: ${obstacle}\n`);
    return { passed: 0, failed: 0 };
  }
  // The nodes keep their data here, so that leftover ones can be stopped.
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'sd-differential-'));
  fs.chmodSync(dir, 0o755);
  try {
    const { code } = await run(
      process.execPath,
      [inRoot('tools', 'differential.js'), `--release=${release.line}`, ...DIFFERENTIAL],
      { cwd: ROOT, stdio: ['ignore', out, out], env: { ...process.env, TMPDIR: dir } }
    );
    return one(code === 0);
  } finally {
    const nodes = fs.readdirSync(dir).filter((name) => name.startsWith('sd-cluster-'));
    for (const name of nodes) await stopNode(path.join(dir, name));
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

const packaged = (env) => inChromium((options) => jest('package', { ...options, env }));

/** The checks before each push. The long steps start first. */
const MAIN_STEPS = [
  { name: 'build', run: build },
  { name: 'lint', run: lint },
  { name: 'types', run: types },
  { name: 'journeys', run: inChromium(only('e2e', JOURNEYS)), after: ['build'] },
  { name: 'unit', run: unit, parts: 4 },
  { name: 'api', run: only('integration', API), after: ['build'] },
  { name: 'budgets', run: inChromium(only('e2e', 'budgets')), after: ['build'] },
];

/** The rest of `npm run test:all`, starting with the steps that find most problems. */
const MORE_STEPS = [
  { name: 'build-plugins', run: buildPlugins, after: ['build'] },
  {
    name: 'browser',
    run: inChromium(others('e2e', `${JOURNEYS}|budgets`)),
    parts: 4,
    after: ['build-plugins'],
  },
  { name: 'attack', run: tool('attack.js', '--short', '--ci'), after: ['build'] },
  { name: 'integration', run: others('integration', API), after: ['build-plugins'] },
  { name: 'unit-slow', run: unitSlow },
  { name: 'package', run: packaged(), after: ['build'] },
  { name: 'api-reports', run: apiReports },
];

const NAMED_STEPS = [
  { name: 'changed', run: changed },
  {
    name: 'cluster',
    run: clusterStep(['--testPathIgnorePatterns', MORE, TWO]),
    after: ['build', 'attack'],
  },
  {
    name: 'keycloak',
    run: (options) => withKeycloak(options.out, (env) => jest('keycloak', { ...options, env })),
    after: ['build', 'attack'],
  },
  { name: 'differential', run: differential, after: ['build', 'attack'] },
  {
    name: 'cluster-more',
    run: clusterStep(['--testPathPatterns', MORE]),
    after: ['build', 'attack', 'cluster'],
  },
  {
    name: 'two-clusters',
    run: clusterStep(['--testPathPatterns', TWO], withTwoClusters),
    after: ['build', 'attack', 'cluster', 'cluster-more'],
  },
  { name: 'nodes', run: packaged({ SD_NODES: SUPPORTED.join(',') }), after: ['build'] },
];

module.exports = { MAIN_STEPS, MORE_STEPS, NAMED_STEPS };
