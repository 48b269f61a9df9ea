'use strict';
/** Runs dependency-cruiser with our import rules, and searches its graph for cycles of folders. */
const fs = require('node:fs');
const path = require('node:path');
const { pluginFoldersAt, readPlugin } = require('../plugins/find');
const { inRoot } = require('../paths');
const { boundaryRules, TESTS } = require('./rules');
const { findFolderCycles } = require('./folder_cycles');

const SOURCES = ['src', 'examples', 'plugins', 'scripts', 'test', 'tools'];
const TEST_PATTERNS = TESTS.map((pattern) => new RegExp(pattern));
const isTest = (file) => TEST_PATTERNS.some((pattern) => pattern.test(file));
const posix = (file) => file.split(path.sep).join('/');

/** The paths and aliases of the compilers (tsconfig/base.json). */
function resolving(root) {
  const src = (...parts) => path.join(root, 'src', ...parts);
  const sides = ['common', 'public', 'server'];
  return {
    alias: {
      ...Object.fromEntries(
        sides.map((side) => [`@sd/core/${side}$`, src('core', side, 'index.ts')])
      ),
      '@sd/contracts$': src('contracts', 'index.ts'),
      '@sd/core/public/mocks$': src('core', 'public', 'mocks.ts'),
      '@sd/core/server/mocks$': src('core', 'server', 'testing', 'mocks.ts'),
      '@sd/ui_kit$': src('ui_kit', 'index.ts'),
      '@sd/ui_kit/mocks$': src('ui_kit', 'mocks.tsx'),
      '@sd/plugins': src('plugins'),
    },
    extensions: ['.ts', '.tsx', '.js', '.json', '.d.ts'],
    conditionNames: ['import', 'require', 'node', 'default', 'types'],
    exportsFields: ['exports'],
    mainFields: ['module', 'main', 'types', 'typings'],
    // External plugins fall back to the packages of this project.
    modules: ['node_modules', inRoot('node_modules')],
  };
}

/** Plugins in the form the rules need: folders relative to the root, special characters escaped. */
function asRulesSee(root, found) {
  const dirOf = ({ dir }) => posix(path.relative(root, dir)).replace(/[()[\]{}+*?^$|\\]/g, '\\$&');
  const byId = new Map(found.map((plugin) => [plugin.id, dirOf(plugin)]));
  return found.map(({ manifest, ...plugin }) => ({
    dir: dirOf(plugin),
    uses: [...manifest.requiredPlugins, ...manifest.optionalPlugins]
      .map((id) => byId.get(id))
      .filter(Boolean),
  }));
}

/**
 * @param {string} root absolute folder with `src`
 * @param {string} [outside] absolute folder of an external plugin: only it is checked
 * @returns {Promise<string[]>} violations, each with its remedy
 */
async function checkBoundaries(root, outside) {
  const sources = outside
    ? [posix(path.relative(root, outside))]
    : SOURCES.filter((name) => fs.existsSync(path.join(root, name)));
  const { cruise } = await import('dependency-cruiser');
  const { output } = await cruise(
    sources,
    {
      baseDir: root,
      // Workspaces use the packages of the root, too. A plugin elsewhere is not below the root.
      combinedDependencies: outside === undefined,
      parser: 'tsc',
      // Type imports count: a cycle of types means that a type is in the wrong file.
      tsPreCompilationDeps: true,
      exoticRequireStrings: ['jest.mock', 'jest.requireActual'],
      doNotFollow: { path: outside ? ['(^|/)node_modules/', '^src/'] : '(^|/)node_modules/' },
      exclude: { path: '^(build|scripts/lib/plugins/template)/' },
      validate: true,
      ruleSet: { forbidden: boundaryRules(asRulesSee(root, pluginsIn(root, outside))) },
    },
    resolving(root)
  );
  return [...violations(output), ...(outside ? [] : folderCycles(output))];
}

/** The plugin folders of the project, and the external one. */
function pluginsIn(root, outside) {
  const folders = ['src/plugins', 'examples', 'plugins'].map((name) => path.join(root, name));
  const inside = folders.filter((dir) => fs.existsSync(dir)).flatMap(pluginFoldersAt);
  return [...new Set([...inside, ...(outside ? [outside] : [])])].map(readPlugin);
}

function violations({ summary }) {
  const seen = new Set();
  const comments = new Map(
    summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment])
  );
  return summary.violations.flatMap(({ rule, from, to, cycle }) => {
    const key = cycle ? [...cycle.map(({ name }) => name)].sort().join() : `${from} ${to}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const way = cycle ? cycle.map(({ name }) => name).join('\n    -> ') : to;
    return [`Import boundary: ${from}\n    -> ${way}\n  ${comments.get(rule.name)}.`];
  });
}

function folderCycles({ modules }) {
  const graph = modules
    .filter(({ source }) => !isTest(source) && !source.includes('node_modules/'))
    .map(({ source, dependencies }) => ({
      file: source,
      imports: dependencies
        .map(({ resolved }) => resolved)
        .filter((file) => /^(src|examples|plugins|scripts|tools)\//.test(file) && !isTest(file)),
    }));
  return findFolderCycles(graph).map(
    (cycle) =>
      `Folder cycle: ${cycle.join('\n    ')}\n  siblings import each other: move what both need beside or below them.`
  );
}

module.exports = { checkBoundaries };
