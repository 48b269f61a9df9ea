'use strict';
/**
 * The steps of `npm test`. Each runs to its end, returns its counts and lets its output stream to
 * the terminal.
 */
const fs = require('node:fs');
const path = require('node:path');
const { inRoot, CACHE } = require('./paths');
const { run } = require('./child');
const { findChromium, HOW_TO_GET } = require('./runtime/chromium_path');
const { SUPPORTED } = require('./runtime/node_binaries');

/** @typedef {{ passed: number, failed: number }} Counts */
/**
 * @typedef {{ update: boolean, workers: number }} StepOptions `workers`: processors that it may
 *   keep busy
 */
/** @typedef {import('./tests/schedule').Step} Step */

const ZONES = ['common', 'public', 'server', 'test'];
const bin = (...parts) => inRoot('node_modules', ...parts);
const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
const sum = (all) => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
});

/** Runs a tool in this Node. */
const tool = (script, args, options) =>
  run(process.execPath, [script, ...args], { cwd: inRoot(), ...options });

/** One test for each zone, and one for the API reports. */
async function types({ update, workers }) {
  const waiting = [
    ...ZONES.map((zone) => () => typesOf(zone)),
    () => (update ? writeApiReports() : checkApiReports()),
  ];
  const results = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, ok, output } = await next();
      process.stdout.write(`  types ${name}: ${ok ? 'ok' : 'FAILED'}\n${ok ? '' : output}`);
      results.push(one(ok));
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return sum(results);
}

const PIPED = { stdio: ['ignore', 'pipe', 'inherit'] };

async function typesOf(zone) {
  const args = ['-p', inRoot('tsconfig', `${zone}.json`), '--pretty', 'false'];
  const { code, stdout } = await tool(bin('typescript', 'bin', 'tsc'), args, PIPED);
  // "No inputs" is what a zone says before its first file exists.
  return { name: zone, ok: code === 0 || /error TS18003/.test(stdout), output: stdout };
}

async function writeApiReports() {
  const { code, stdout } = await tool(inRoot('scripts', 'api_report.js'), [], PIPED);
  return { name: 'of the API reports', ok: code === 0, output: stdout };
}

async function checkApiReports() {
  const script = inRoot('scripts', 'api_report.js');
  const { code, stdout } = await tool(script, ['--check'], PIPED);
  const hint =
    '  A stale report: what plugins can import has changed. Look at the change, then run npm run api:report.\n';
  return { name: 'of the API reports', ok: code === 0, output: stdout + hint };
}

/**
 * ESLint, import boundaries, what nothing uses, dependencies of plugins, texts, what documents
 * claim, what comments cite, formatting: one test each.
 */
async function lint({ update }) {
  // Before its formatting is looked at.
  if (update) require('./docs/security_doc').writeLimits(inRoot());
  // Not in this process: each holds one processor for some seconds.
  const running = tool(inRoot('scripts', 'boundaries.js'), []).then(async (boundaries) => ({
    boundaries,
    unused: await tool(bin('knip', 'bin', 'knip.js'), [
      '--no-progress',
      '--treat-config-hints-as-errors',
    ]),
  }));
  const cacheFile = path.join(CACHE, 'eslint', 'cache.json');
  const eslint = await tool(bin('eslint', 'bin', 'eslint.js'), [
    '.',
    '--max-warnings=0',
    // By content: a fresh clone has new times but may have an old cache.
    '--cache',
    '--cache-strategy=content',
    `--cache-location=${cacheFile}`,
  ]);
  const prettier = await tool(bin('prettier', 'bin', 'prettier.cjs'), [
    '--check',
    '--log-level=warn',
    '.',
  ]);
  const { boundaries, unused } = await running;
  return sum([
    one(eslint.code === 0),
    one(boundaries.code === 0),
    one(unused.code === 0),
    one(checkPluginDependencies()),
    one(checkTexts()),
    one(checkSpecCoverage()),
    one(checkSecurityDoc()),
    one(checkSources()),
    one(prettier.code === 0),
  ]);
}

/** What plugins read of one another, compared with their manifests. */
function checkPluginDependencies() {
  const problems = require('./plugins/deps').findProductDependencyProblems();
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0;
}

/** Ids, placeholders and translations of all texts. */
function checkTexts() {
  const { problems } = require('./i18n/check').checkI18n(inRoot());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0;
}

/** The tests that docs/spec-coverage.md names. */
function checkSpecCoverage() {
  const problems = require('./docs/spec_coverage').findMissingProofs(inRoot());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0;
}

/** The limits and tests that docs/security.md names. */
function checkSecurityDoc() {
  const problems = require('./docs/security_doc').findSecurityDocProblems(inRoot());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0;
}

/** The documents that comments cite. */
function checkSources() {
  const problems = require('./docs/sources').findMissingSources(inRoot());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0;
}

/**
 * Runs jest and reads its counts from its JSON report.
 * @param {readonly string[]} args
 * @returns {Promise<Counts>}
 */
async function jest(name, args, { update, workers, env = {} }) {
  fs.mkdirSync(path.join(CACHE, 'test-results'), { recursive: true });
  const report = path.join(CACHE, 'test-results', `${name}.json`);
  fs.rmSync(report, { force: true });
  const { code } = await tool(
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
    }
  );
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

/** The product, and the same with the plugins that tests bring. */
async function build() {
  const { built, ok } = await require('./build/ensure').ensureBuilt([]);
  if (!built) process.stdout.write('  The build is up to date.\n');
  if (ok) await require('./tests/plugin_build').ensurePluginBuild();
  return one(ok);
}

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
  jest('browser', [...E2E, '--testPathIgnorePatterns', 'budgets\\.spec'], options)
);
const budgets = inChromium((options) =>
  jest('budgets', [...E2E, '--testPathPatterns', 'budgets\\.spec'], options)
);

/** The attacks that take two minutes together, judged as shared machines allow: one test each. */
const attack = () =>
  require('./attack').attackProduct({
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
  const { missingTools, ensureSoftware } = require('./cluster/software');
  const release = require('./cluster/versions').releaseOf('3.4');
  const say = (line) => process.stdout.write(`  ${line}\n`);
  const obstacle =
    missingTools(release) ??
    (await ensureSoftware(release, say).then(
      () => undefined,
      (error) => error.message.split('\n')[0]
    ));
  if (obstacle !== undefined) {
    say(`Skipped: ${obstacle}`);
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
  differential: { run: differential, after: ['build'] },
};

module.exports = { STEPS, EXTRA_STEPS };
