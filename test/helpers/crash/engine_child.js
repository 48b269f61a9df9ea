'use strict';
/**
 * A process that is meant to be killed: starts the engine and changes its configuration
 * concurrently. Prints each change after its acknowledgement.
 *
 * Arguments: data folder, module of the engine (the built one, or its TypeScript), `start` to only
 * start.
 */
const fs = require('node:fs');

const [dataDir, engineModule, mode] = process.argv.slice(2);
const API = '/_plugins/_security/api';
const INTERNAL = { kind: 'internal' };

/** The tests run before any build, so they use the sources. */
function compileTypeScript() {
  const { transformSync } = require('@swc/core');
  require.extensions['.ts'] = (module, filename) => {
    const { code } = transformSync(fs.readFileSync(filename, 'utf8'), {
      filename,
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
    });
    module._compile(code, filename);
  };
}

const print = (line) => process.stdout.write(`${line}\n`);

async function work(engine) {
  const call = (method, path, body) =>
    engine.request(INTERNAL, { method, path: `${API}/${path}`, body });
  const loop = async (step) => {
    for (let i = 0; ; i++) await step(i);
  };
  const role = (lane) => (i) => {
    const name = `k-${process.pid}-${lane}-${i}`;
    return call('PUT', `roles/${name}`, { description: name }).then(({ statusCode }) => {
      if (statusCode === 201) print(`role ${name}`);
    });
  };
  const pair = (i) => {
    const name = `k-${process.pid}-pair-${i}`;
    const operations = ['a', 'b'].map((half) => ({
      op: 'add',
      path: `/${name}-${half}`,
      value: { description: half },
    }));
    return call('PATCH', 'roles', operations).then(({ statusCode }) => {
      if (statusCode === 200) print(`pair ${name}`);
    });
  };
  const counter = (i) =>
    call('PUT', `tenants/counter-${process.pid}`, { description: String(i) }).then(
      ({ statusCode }) => {
        if (statusCode < 300) print(`count ${process.pid} ${i}`);
      }
    );
  const stranger = async () => {
    // Malformed on purpose: fails immediately and makes the audit log write as well.
    await engine.authenticate({
      headers: { authorization: 'Basic !' },
      remoteAddress: '192.0.2.1',
    });
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  await Promise.all([role(0), role(1), role(2), pair, counter, stranger].map(loop));
}

async function main() {
  if (engineModule.endsWith('.ts')) compileTypeScript();
  const { startEmbeddedEngine } = require(engineModule);
  try {
    const { engine } = await startEmbeddedEngine({
      dataDir,
      initialAdminPassword: 'Correct-Horse-7-Battery',
    });
    print('ready');
    if (mode === 'start') await engine.stop();
    else if (mode === 'hold') setInterval(() => undefined, 60_000);
    else await work(engine);
  } catch (error) {
    print(`failed ${error.code} ${error.message}`);
    process.exitCode = 3;
  }
}

main();
