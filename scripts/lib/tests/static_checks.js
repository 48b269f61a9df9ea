'use strict';
/** The steps of `npm test` that read the sources and run none of them. */
const path = require('node:path');
const { inRoot, CACHE } = require('../paths');
const { bin, one, sum, tool } = require('./step_tools');

const ZONES = ['common', 'public', 'server', 'test'];

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
  if (update) require('../docs/security_doc').writeLimits(inRoot());
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
  const problems = require('../plugins/deps').findProductDependencyProblems();
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0;
}

/** Ids, placeholders and translations of all texts. */
function checkTexts() {
  const { problems } = require('../i18n/check').checkI18n(inRoot());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0;
}

/** The tests that docs/spec-coverage.md, docs/features.md and docs/reference/backends.md name. */
function checkSpecCoverage() {
  const { findMissingProofs } = require('../docs/spec_coverage');
  const tables = ['docs/spec-coverage.md', 'docs/features.md', 'docs/reference/backends.md'];
  const problems = tables.flatMap((table) => findMissingProofs(inRoot(), table));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0;
}

/** The limits and tests that docs/security.md names. */
function checkSecurityDoc() {
  const problems = require('../docs/security_doc').findSecurityDocProblems(inRoot());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0;
}

/** The documents that comments cite. */
function checkSources() {
  const problems = require('../docs/sources').findMissingSources(inRoot());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length === 0;
}

module.exports = { types, lint };
