'use strict';
/**
 * What nothing uses: exports, files and dependencies, seen from these entries (`npm run check`).
 */

const BUILD = [
  'src/dev/webpack/*_entry.ts',
  // What the build puts in the place of packages and entries.
  'src/dev/webpack/{shims/*,missing_package,public_path}.js',
  'src/**/*_worker.ts',
  '{src/plugins,test/fixtures}/*/{public,server}/index.{ts,tsx}',
];
/** What stands outside may import; whether it is documented is another check. */
const ENTRY_POINTS = ['src/core/{common,public,server}/index.ts', 'src/**/mocks.{ts,tsx}'];
const SCRIPTS = ['scripts/*.js', 'deploy/prepare.js'];
/** The last ones run in processes of their own. */
const TOOLS = [
  '*.js',
  'bench/*.js',
  'mutate/*.config.js',
  '**/*.test.ts',
  'attack/{background_load,probe}.js',
];
const TESTS = [
  '{src,test}/**/*.{test,spec}.{ts,tsx}',
  // Read from their folder.
  'test/e2e/journeys/definitions/*.js',
  'test/helpers/{worker_register.js,eui_flyout.js,*_process.mjs,crash/*_child.js}',
];

module.exports = {
  workspaces: {
    '.': {
      entry: [...BUILD, ...ENTRY_POINTS, ...SCRIPTS, ...TESTS],
      project: [
        '{src,test}/**/*.{ts,tsx,js,mjs}',
        'scripts/**/*.js',
        'deploy/*.js',
        // Written into new plugins, not part of this tree.
        '!scripts/lib/plugins/template/**',
      ],
    },
    tools: {
      entry: TOOLS,
      project: '**/*.{js,ts}',
      stryker: 'mutate/stryker.config.js',
    },
    'examples/*': {
      entry: ['{public,server}/index.{ts,tsx}', '**/*.test.{ts,tsx}'],
      project: '**/*.{ts,tsx}',
    },
  },
  ignoreDependencies: [
    // EUI's files ask for it without saying so.
    '@babel/runtime',
    // What webpack.config.js takes in the place of lodash.
    'lodash-es',
    // Packages of EUI's that shims stand on, and of jest's.
    'chroma-js',
    'refractor',
    'jsdom',
    '@jest/globals',
    // Which of its parts is asked for is in the manifests of `deploy`.
    'kubernetes-models',
    // A fixture asks for one that is not there.
    'a-package-that-nobody-has',
  ],
  ignoreIssues: {
    // The bundle of EUI for tests, in the cache folder of node_modules.
    'jest.config.js': ['unlisted'],
    // Read off a promise of the whole chunk.
    'src/plugins/security/public/apps/account/dialog_content.tsx': ['exports'],
  },
  ignoreBinaries: ['mount', 'umount', 'mkfifo', 'haproxy', 'promtool', 'sha256sum'],
};
