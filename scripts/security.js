'use strict';
require('./lib/node_version').requireNode();

const { ENGINE_ENTRY } = require('./lib/paths');

/** `--help` is answered by the tool itself, which knows its commands. */
async function security(argv) {
  await require('./lib/install').ensureInstalled();
  const { ok } = await require('./lib/build_ensure').ensureBuilt([]);
  if (!ok) process.exit(1);
  const { configuredDataDir } = require('./lib/security_data_dir');
  const { runSecurityCli } = require(ENGINE_ENTRY);
  process.exitCode = await runSecurityCli(argv, configuredDataDir(), {
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    env: process.env,
    readStdin,
  });
}

async function readStdin() {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  return text;
}

security(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(2);
});
