'use strict';
/**
 * `server` (Node, also for common code), `public` (jsdom), `integration` (the built server over
 * HTTP), `cluster` (against a real OpenSearch: `npm run test:cluster`), `keycloak` (signing in over
 * a real one: `npm run test:keycloak`), `package` (the packed product, unpacked), `e2e` (the built
 * server and Chromium).
 * `npm test` builds before the last ones; by hand: `npx jest --selectProjects server public`. With
 * SD_PLUGIN_DIR, the tests of the plugin in that folder, which may stand anywhere
 * (`npm run plugin:check`).
 */
const path = require('node:path');
const { buildEuiBundle, EUI_BUNDLE } = require('./test/helpers/eui_bundle');

/** ES modules that jest has to turn into CommonJS. */
const ES_MODULES = [
  'uuid',
  'chroma-js',
  'lodash-es',
  'jose',
  'openid-client',
  'oauth4webapi',
  'query-string',
  'decode-uri-component',
  'filter-obj',
  'split-on-first',
];

const base = {
  rootDir: __dirname,
  transform: {
    '^.+\\.[tj]sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES.join('|')})/)`],
  moduleNameMapper: {
    '^@sd/contracts$': '<rootDir>/src/contracts/index.ts',
    '^@sd/core/(common|public|server)$': '<rootDir>/src/core/$1/index.ts',
    '^@sd/ui_kit$': '<rootDir>/src/ui_kit/index.ts',
    '^@sd/ui_kit/mocks$': '<rootDir>/src/ui_kit/mocks.tsx',
    '^@sd/core/public/mocks$': '<rootDir>/src/core/public/mocks.ts',
    '^@sd/core/server/mocks$': '<rootDir>/src/core/server/testing/mocks.ts',
    // Worker threads run the sources, too.
    '^\\./worker_file$': '<rootDir>/test/helpers/worker_file.ts',
  },
  // Plugins that stand elsewhere take packages from here when they bring none.
  modulePaths: ['<rootDir>/node_modules'],
  modulePathIgnorePatterns: ['<rootDir>/build/'],
  setupFilesAfterEnv: ['<rootDir>/test/helpers/jest_setup.ts'],
  // A mock that leaks into the next test makes that one pass for the wrong reason.
  restoreMocks: true,
};

const PLUGIN_DIR = process.env.SD_PLUGIN_DIR && path.resolve(process.env.SD_PLUGIN_DIR);
/** Folders of plugins, as patterns. */
const PLUGINS = PLUGIN_DIR
  ? [PLUGIN_DIR]
  : ['src/plugins', 'examples', 'plugins'].map((folder) => `<rootDir>/${folder}/*`);
const inPlugins = (pattern) => PLUGINS.map((folder) => `${folder}/${pattern}`);
/** Only when the product itself is tested. */
const product = (...patterns) => (PLUGIN_DIR ? [] : patterns);

const project = (displayName, overrides) => ({
  ...base,
  ...(PLUGIN_DIR && { roots: [PLUGIN_DIR] }),
  displayName,
  ...overrides,
});

const config = {
  // Two processors is what continuous integration has; more workers would only compete.
  maxWorkers: 2,
  // For what hangs: on a busy machine five seconds, jest's own, say nothing about the test.
  testTimeout: 60_000,
  // Gives a rejection that nobody handles time to fail the test that caused it.
  waitForUnhandledRejections: true,
  projects: [
    project('server', {
      testEnvironment: '<rootDir>/test/helpers/open_handles_environment.js',
      testMatch: [
        ...product(
          '<rootDir>/src/{contracts,core/{common,server},backend,workers,dev}/**/*.test.ts',
          '<rootDir>/tools/**/*.test.ts'
        ),
        ...inPlugins('{common,server}/**/*.test.ts'),
      ],
    }),
    project('public', {
      testEnvironment: 'jsdom',
      testMatch: [
        ...product('<rootDir>/src/{core/public,ui_kit}/**/*.test.{ts,tsx}'),
        ...inPlugins('public/**/*.test.{ts,tsx}'),
      ],
      moduleNameMapper: {
        ...base.moduleNameMapper,
        // EUI's own build for tests: icons without loading, no measuring of the screen.
        '^@elastic/eui$': EUI_BUNDLE,
        '^@elastic/eui/es/(.*)$': '<rootDir>/node_modules/@elastic/eui/test-env/$1',
        '\\.(svg|png|woff2)$': '<rootDir>/test/helpers/asset_stub.ts',
      },
      setupFilesAfterEnv: [...base.setupFilesAfterEnv, '<rootDir>/test/helpers/jest_setup_dom.ts'],
    }),
    project('integration', {
      testEnvironment: '<rootDir>/test/helpers/open_handles_environment.js',
      testMatch: product('<rootDir>/test/integration/**/*.test.ts'),
    }),
    project('cluster', {
      testEnvironment: '<rootDir>/test/helpers/open_handles_environment.js',
      testMatch: product('<rootDir>/test/cluster/**/*.test.ts'),
    }),
    project('keycloak', {
      testEnvironment: '<rootDir>/test/helpers/open_handles_environment.js',
      testMatch: product('<rootDir>/test/keycloak/**/*.test.ts'),
    }),
    project('package', {
      testEnvironment: '<rootDir>/test/helpers/processes_environment.js',
      testMatch: product('<rootDir>/test/package/**/*.test.ts'),
    }),
    project('e2e', {
      testEnvironment: '<rootDir>/test/helpers/processes_environment.js',
      testMatch: product('<rootDir>/test/e2e/**/*.spec.ts'),
    }),
  ],
};

/**
 * The bundle is built before jest starts: `--changedSince` resolves every import first, and jest
 * would remember that the file is missing.
 */
module.exports = async () => {
  await buildEuiBundle();
  return config;
};
