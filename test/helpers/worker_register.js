'use strict';
/** Teaches a worker thread of a test to load TypeScript, by the compiler that jest uses. */
const fs = require('node:fs');
const { transformSync } = require('@swc/core');

// A thread's part of a guard is gone as well.
const { weaken } = process.env.SD_WEAKENED
  ? require('../../scripts/lib/tests/weakened/weaken')
  : { weaken: (source) => source };

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(weaken(fs.readFileSync(filename, 'utf8'), filename), {
    filename,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  module._compile(code, filename);
};
