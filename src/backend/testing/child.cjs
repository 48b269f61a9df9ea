/* eslint-disable @typescript-eslint/no-require-imports -- node runs this file directly, without compilation */
/**
 * Process of the durability test. Starts the engine on argv[2] and creates roles as fast as possible,
 * printing each name after its acknowledgment, until the process is killed. Compiles TypeScript on
 * demand.
 */
/**
 * A process of its own for the durability test: starts the engine on argv[2] and creates roles as fast as it
 * can, printing each name after its acknowledgement, until somebody kills it. TypeScript is compiled on the fly.
 */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  module._compile(code, filename);
};

const { startEmbeddedEngine } = require('../embedded/index.ts');

(async () => {
  const { engine } = await startEmbeddedEngine({
    dataDir: process.argv[2],
    initialAdminPassword: 'Correct-Horse-7-Battery',
  });
  process.stdout.write('ready\n');
  const run = `${process.pid}`;
  const writer = async (lane) => {
    for (let i = 0; ; i++) {
      const name = `r-${run}-${lane}-${i}`;
      const path = `/_plugins/_security/api/roles/${name}`;
      const { statusCode } = await engine.request(
        { kind: 'internal' },
        { method: 'PUT', path, body: { description: name } }
      );
      if (statusCode === 201) process.stdout.write(`${name}\n`);
    }
  };
  await Promise.all([0, 1, 2, 3].map(writer));
})();
