'use strict';
/** Runs `find_bench.ts` by itself: TypeScript is compiled in memory, file by file. */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  module._compile(code, filename);
};

const print = (line) => process.stdout.write(`${line}\n`);
const { benchmarkFind } = require('./find_bench.ts');

benchmarkFind(print).then((timings) => {
  for (const { name, total, medianMs, p95Ms } of timings) {
    print(
      `${name.padEnd(42)} ${String(total).padStart(7)} found  median ${medianMs.toFixed(1)} ms  p95 ${p95Ms.toFixed(1)} ms`
    );
  }
});
