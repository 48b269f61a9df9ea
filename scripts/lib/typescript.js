'use strict';
/**
 * Lets Node load our TypeScript sources directly, for scripts that use the engine without a server.
 * Types are removed by the compiler that jest uses as well, without type checks.
 */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');
const { inRoot } = require('./paths');

/** The aliases of the entry points. */
const PATHS = {
  '@sd/contracts': ['src/contracts/index.ts'],
  '@sd/core/common': ['src/core/common/index.ts'],
  '@sd/core/server': ['src/core/server/index.ts'],
};

function registerTypeScript() {
  if (require.extensions['.ts']) return;
  require.extensions['.ts'] = (module, filename) => {
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript' },
        baseUrl: inRoot(),
        paths: PATHS,
      },
      module: { type: 'commonjs' },
      sourceMaps: 'inline',
    });
    module._compile(code, filename);
  };
}

module.exports = { registerTypeScript };
