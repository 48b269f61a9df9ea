'use strict';
/** Checks one plugin in any folder: types, dependencies on other plugins, lint rules, tests. */
const fs = require('node:fs');
const path = require('node:path');
const { CACHE, inRoot } = require('../paths');
const { run } = require('../child');

const bin = (...parts) => inRoot('node_modules', ...parts);
const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/mocks.ts', '**/mocks.tsx'];
const PUBLIC_TYPES = ['assets', 'eui_deep_imports'].map((name) =>
  inRoot('src', 'dev', 'types', 'public', `${name}.d.ts`)
);
const DOM = ['ES2022', 'DOM', 'DOM.Iterable'];

/** Common code is compiled with both sides, so that it can use only what both have. */
const SIDES = {
  public: { lib: DOM, types: [], files: PUBLIC_TYPES, include: ['common', 'public'] },
  server: { lib: ['ES2022'], types: ['node'], files: [], include: ['common', 'server'] },
  tests: {
    lib: DOM,
    types: ['node', 'jest'],
    files: [...PUBLIC_TYPES, inRoot('src', 'dev', 'types', 'test', 'jest_dom.d.ts')],
    include: TESTS,
  },
};

const STEPS = {
  types: (dir) => Promise.all(Object.keys(SIDES).map((side) => compile(dir, side))),
  dependencies: async (dir) => [checkDependencies(dir)],
  lint: async (dir) => [
    await tool(bin('eslint', 'bin', 'eslint.js'), dir, [
      '.',
      '--max-warnings=0',
      '--no-error-on-unmatched-pattern',
      '--config',
      inRoot('eslint.config.js'),
    ]),
    await tool(inRoot('scripts', 'boundaries.js'), inRoot(), [`--plugin=${dir}`]),
  ],
  tests: async (dir) => [
    await tool(
      bin('jest', 'bin', 'jest.js'),
      inRoot(),
      ['--selectProjects', 'server', 'public', '--passWithNoTests'],
      { SD_PLUGIN_DIR: dir }
    ),
  ],
};

/** Against its manifest, and against the contracts of the plugins it may use. */
function checkDependencies(dir) {
  const { configuredPluginPaths, findPluginSet, readPlugin } = require('./find');
  const plugin = readPlugin(dir);
  const { plugins } = findPluginSet(configuredPluginPaths([]));
  // Later ones replace earlier ones: a plugin beside this one never stands for one of the product.
  const byId = new Map([...pluginsBeside(dir), ...plugins].map((other) => [other.id, other]));
  byId.delete(plugin.id);
  const others = [...byId.values()];
  const problems = require('./deps').findDependencyProblems([plugin], others);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  return problems.length === 0;
}

/** Plugins in the same parent folder; one with an unusable manifest is not counted. */
function pluginsBeside(dir) {
  const { pluginFoldersAt, readPlugin } = require('./find');
  return pluginFoldersAt(path.dirname(dir)).flatMap((folder) => {
    try {
      return [readPlugin(folder)];
    } catch {
      return [];
    }
  });
}

/**
 * @returns {Promise<boolean>} whether the tool found no problems; it prints them to the terminal
 */
async function tool(script, cwd, args, env = {}) {
  const { code } = await run(process.execPath, [script, ...args], {
    cwd,
    env: { ...process.env, ...env },
  });
  return code === 0;
}

async function compile(dir, side) {
  const { lib, types, files, include } = SIDES[side];
  const exists = include.some((name) => name.includes('*') || fs.existsSync(path.join(dir, name)));
  if (!exists) return true;
  const folder = path.join(CACHE, 'plugin-check');
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${side}-${process.pid}.json`);
  const config = {
    extends: inRoot('tsconfig', 'plugin.json'),
    compilerOptions: { lib, types },
    files,
    include: include.map((name) => path.join(dir, name)),
    exclude: side === 'tests' ? ['**/node_modules'] : TESTS.map((name) => path.join(dir, name)),
  };
  fs.writeFileSync(file, JSON.stringify(config));
  try {
    return await tool(bin('typescript', 'bin', 'tsc'), dir, ['-p', file]);
  } finally {
    fs.rmSync(file);
  }
}

/**
 * @param {string} dir absolute folder of the plugin
 * @returns {Promise<boolean>} whether all checks passed
 */
async function checkPlugin(dir) {
  let isOk = true;
  for (const [name, step] of Object.entries(STEPS)) {
    const passed = (await step(dir)).every(Boolean);
    process.stdout.write(`  ${name}: ${passed ? 'ok' : 'FAILED'}\n`);
    isOk &&= passed;
  }
  return isOk;
}

module.exports = { checkPlugin };
