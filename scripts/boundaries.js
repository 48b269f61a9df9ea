'use strict';
require('./lib/node_version').requireNode();

const path = require('node:path');
const { takeOptions, refuseRest } = require('./lib/args');
const { ROOT } = require('./lib/paths');

const HELP = `npm run check says as well what this script says.

node scripts/boundaries.js [options]

Who may import what, in one configuration (scripts/lib/boundaries): layers, entry points, zones, packages
of each zone, plugins that a manifest does not name, cycles of files and of folders.

  --root=DIR     the tree to look at instead of this one
  --plugin=DIR   only the plugin in this folder, which may stand anywhere
  --help         this text
`;

async function main(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help'],
    values: ['root', 'plugin'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);
  const [root, plugin] = ['root', 'plugin'].map((name) => values.get(name)?.at(-1));
  const { checkBoundaries } = require('./lib/boundaries/check');
  const problems = await checkBoundaries(
    root ? path.resolve(root) : ROOT,
    plugin && path.resolve(plugin)
  );
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exitCode = 1;
});
