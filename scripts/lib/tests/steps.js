'use strict';
/**
 * The steps of `npm test`. Each runs to its end, returns its counts and lets its output stream to
 * the terminal.
 */
const { lint, types } = require('./static_checks');
const { one, tool } = require('./step_tools');
const { obstacleTo } = require('./cluster');
const {
  browser,
  budgets,
  changed,
  cluster,
  integration,
  keycloak,
  nodes,
  packaging,
  unit,
} = require('./suites');
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
async function differential() {
  const release = require('../cluster/versions').releaseOf('3.4');
  const obstacle = await obstacleTo(release);
  if (obstacle !== undefined) {
    process.stdout.write(`  Skipped: ${obstacle}\n`);
    return { passed: 0, failed: 0 };
  }
  const { code } = await tool(inRoot('scripts', 'differential.js'), [
    `--release=${release.line}`,
    ...DIFFERENTIAL,
  ]);
  return one(code === 0);
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
  differential: { run: differential, isNarrow: true, after: ['build', 'attack'] },
  cluster: { run: cluster, isNarrow: true, after: ['build', 'attack'] },
  keycloak: { run: keycloak, isNarrow: true, after: ['attack'] },
};

module.exports = { STEPS, EXTRA_STEPS };
