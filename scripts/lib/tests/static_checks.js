'use strict';
/** The steps of `npm test` that read the sources without running them. */
const fs = require('node:fs');
const path = require('node:path');
const { run } = require('../child');
const { inRoot, CACHE } = require('../paths');

/** @typedef {import('./run_steps').Options} Options */

const ZONES = ['common', 'public', 'server', 'test'];
const bin = (...parts) => inRoot('node_modules', ...parts);

/** @returns {Promise<boolean>} whether the tool exited with 0 */
async function passes(out, tool, ...args) {
  const options = { cwd: inRoot(), stdio: ['ignore', out, out] };
  return (await run(process.execPath, [tool, ...args], options)).code === 0;
}

const countsOf = (results) => ({
  passed: results.filter(Boolean).length,
  failed: results.filter((ok) => !ok).length,
});

/**
 * Type-checks each zone.
 * @param {Options} options
 */
async function types({ out }) {
  const results = [];
  for (const zone of ZONES) {
    const project = inRoot('tsconfig', `${zone}.json`);
    const ok = await passes(
      out,
      bin('typescript', 'bin', 'tsc'),
      '-p',
      project,
      '--pretty',
      'false'
    );
    fs.writeSync(out, `  types ${zone}: ${ok ? 'ok' : 'FAILED'}\n`);
    results.push(ok);
  }
  return countsOf(results);
}

/**
 * Compares the API of plugins with docs/api.
 * @param {Options} options
 */
async function apiReports({ out, update }) {
  const ok = await passes(out, inRoot('scripts', 'api_report.js'), ...(update ? [] : ['--check']));
  if (!ok)
    fs.writeSync(
      out,
      '  What plugins can import has changed. Check the difference, then run npm run api:report.\n'
    );
  return countsOf([ok]);
}

/** @param {Options} options */
async function lint({ out, update }) {
  if (update) {
    require('../docs/security_doc').writeLimits(inRoot());
    require('../docs/spec_coverage').writeProofs(inRoot());
  }
  const results = [
    await passes(
      out,
      bin('eslint', 'bin', 'eslint.js'),
      '.',
      '--max-warnings=0',
      '--cache',
      // Caches by content: a fresh clone has new modification times but may have an old cache.
      '--cache-strategy=content',
      `--cache-location=${path.join(CACHE, 'eslint', 'cache.json')}`
    ),
    await passes(
      out,
      bin('prettier', 'bin', 'prettier.cjs'),
      '--check',
      '--log-level=warn',
      '.',
      '--cache',
      '--cache-strategy=content',
      `--cache-location=${path.join(CACHE, 'prettier.json')}`
    ),
    await passes(out, inRoot('scripts', 'boundaries.js')),
    await passes(
      out,
      bin('knip', 'bin', 'knip.js'),
      '--no-progress',
      '--treat-config-hints-as-errors'
    ),
    ...[
      pluginDependencyProblems,
      textProblems,
      coverageProblems,
      securityDocProblems,
      citationProblems,
      dependencyProblems,
      commitProblems,
    ].map((findProblems) => {
      const problems = findProblems();
      for (const problem of problems) fs.writeSync(out, `${problem}\n`);
      return problems.length === 0;
    }),
  ];
  return countsOf(results);
}

/** Imports between plugins, compared with their manifests. */
const pluginDependencyProblems = () => require('../plugins/deps').findProductDependencyProblems();

/** Ids, placeholders and translations of all texts. */
const textProblems = () => require('../i18n/check').checkI18n(inRoot()).problems;

/** Tests named in documents that don't exist. */
const coverageProblems = () =>
  ['docs/spec-coverage.md', 'docs/features.md', 'docs/reference/backends.md'].flatMap((table) =>
    require('../docs/spec_coverage').findMissingProofs(inRoot(), table)
  );

/** Limits and tests named in docs/security.md. */
const securityDocProblems = () => require('../docs/security_doc').findSecurityDocProblems(inRoot());

/** Documents cited in comments. */
const citationProblems = () => require('../docs/sources').findMissingSources(inRoot());

/** Commits since main without a reason in their body. */
const commitProblems = () => require('../docs/commits').findCommitProblems(inRoot());

/** Folders of the workspaces, as npm has resolved them. */
const workspaces = () =>
  Object.keys(require(inRoot('package-lock.json')).packages).filter(
    (folder) => folder !== '' && !folder.includes('node_modules/')
  );

/** Direct dependencies without a reason, and reasons without a dependency. */
function dependencyProblems() {
  const direct = ['', ...workspaces()].flatMap((folder) => {
    const { dependencies, devDependencies } = require(inRoot(folder, 'package.json'));
    return Object.keys({ ...dependencies, ...devDependencies });
  });
  const page = 'docs/reference/dependencies.md';
  const rows = [...fs.readFileSync(inRoot(page), 'utf8').matchAll(/^\| `(.+?)` \|/gm)];
  const names = rows.map(([, name]) => name);
  return [
    ...direct.filter((name) => !names.includes(name)).map((name) => `${page}: ${name} is missing.`),
    ...names
      .filter((name, at) => !direct.includes(name) || names.indexOf(name) !== at)
      .map((name) => `${page}: ${name} is not a direct dependency, or has two rows.`),
  ];
}

module.exports = { types, lint, apiReports };
