'use strict';
require('./lib/node_version').requireNode();

const { ENGINE_ENTRY } = require('./lib/paths');

/** The tool itself answers `--help`, because it knows its commands. */
async function security(argv) {
  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { ok } = await require('./lib/build/ensure').ensureBuilt([]);
  if (!ok) process.exit(1);
  await require(ENGINE_ENTRY).main(argv, 'npm run security --');
}

security(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(2);
});
