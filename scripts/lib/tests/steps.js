'use strict';
/**
 * The steps of `npm test`. Each runs to its end, returns its counts and lets its output stream to
 * the terminal.
 */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { lint, types } = require('./static_checks');
const { one, tool } = require('./step_tools');
const { obstacleTo } = require('./cluster');
const {
  browser,
  budgets,
  changed,
  cluster,
  clusterMore,
  integration,
  keycloak,
  nodes,
  packaging,
  unit,
} = require('./suites');
const { stopNode } = require('../cluster/node');
const { inRoot } = require('../paths');

/** @typedef {import('./schedule').Step} Step */

/** The product, and the same with the plugins that tests bring. */
async function build() {
  const { built, ok } = await require('../build/ensure').ensureBuilt([]);
  if (!built) process.stdout.write('  The build is up to date.\n');
  if (ok) await require('./plugin_build').ensurePluginBuild();
  return one(ok);
}

/** The attacks that take two minutes together, judged as shared machines allow: one test each. */
const attack = () =>
  require('../attack').attackProduct({
    seed: Date.now() % 2 ** 32,
    calls: 2_000,
    isShort: true,
    isCi: true,
  });

/**
 * One seed, and what every seed has reached so far: new seeds are for whoever looks for more
 * (docs/guide/engine.md).
 */
const DIFFERENTIAL = ['--seed=311', '--share=99.2', '--question-share=99.7'];

/** Needs what a cluster needs; without it the step says why it is skipped. */
async function differential({ limit }) {
  const release = require('../cluster/versions').releaseOf('3.4');
  const obstacle = await obstacleTo(release);
  if (obstacle !== undefined) {
    process.stdout.write(`  Skipped: ${obstacle}\n`);
    return { passed: 0, failed: 0 };
  }
  // Its nodes keep their data here, so that one it had to leave can be found.
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'sd-differential-'));
  fs.chmodSync(dir, 0o755);
  try {
    const { code } = await tool(
      inRoot('scripts', 'differential.js'),
      [`--release=${release.line}`, ...DIFFERENTIAL],
      { env: { ...process.env, TMPDIR: dir }, over: limit.over }
    );
    return limit.over.aborted ? { passed: 0, failed: 0, isCut: true } : one(code === 0);
  } finally {
    const nodes = fs.readdirSync(dir).filter((name) => name.startsWith('sd-cluster-'));
    for (const name of nodes) await stopNode(path.join(dir, name));
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * Begun in this order, each as soon as there is room. What fills one processor runs beside another
 * such step: the attacks count processor time of the server, which a neighbour does not take.
 * @type {Readonly<Record<string, Step>>}
 */
const STEPS = {
  build: { run: build, isNarrow: true },
  lint: { run: lint, isNarrow: true },
  attack: { run: attack, isNarrow: true, after: ['build'] },
  package: { run: packaging, isNarrow: true, after: ['build'] },
  budgets: { run: budgets, isNarrow: true, after: ['build'] },
  types: { run: types, isNarrow: true },
  unit: { run: unit },
  integration: { run: integration, after: ['build'] },
  browser: { run: browser, after: ['build'] },
};
/** Only when named. */
const EXTRA_STEPS = {
  nodes: { run: nodes, after: ['build'] },
  changed: { run: changed },
  // Not beside the attacks: a cluster that starts takes all there is.
  differential: { run: differential, isNarrow: true, after: ['build', 'attack'], minutes: 3 },
  keycloak: { run: keycloak, isNarrow: true, after: ['attack'], minutes: 3 },
  // Last, as the longest: there are minutes enough for the others, then.
  cluster: {
    run: cluster,
    isNarrow: true,
    after: ['build', 'attack', 'differential', 'keycloak'],
    minutes: 15,
  },
  'cluster-more': { run: clusterMore, isNarrow: true, after: ['build', 'attack', 'cluster'] },
};

module.exports = { STEPS, EXTRA_STEPS };
