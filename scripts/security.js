'use strict';
require('./lib/node_version').requireNode();

const { ENGINE_ENTRY, ROOT } = require('./lib/paths');

/** `--help` is answered by the tool itself, which knows its commands. */
async function security(argv) {
  await require('./lib/install').ensureInstalled();
  const { ok } = await require('./lib/build_ensure').ensureBuilt([]);
  if (!ok) process.exit(1);
  const { loadOfflineConfig, runSecurityCli } = require(ENGINE_ENTRY);
  const config = await loadOfflineConfig(argv, { env: process.env, root: ROOT });
  process.exitCode = await runSecurityCli(config.argv, config.dataDir, {
    settings: config.settings,
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
  // What is wrong with the configuration is told in one line.
  const isForPeople = typeof error?.exitCode === 'number';
  process.stderr.write(`${(isForPeople ? error.message : error?.stack) ?? error}\n`);
  process.exit(2);
});
