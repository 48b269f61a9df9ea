'use strict';
require('./lib/node_version').requireNode();

const path = require('node:path');
const { takeOptions, refuseRest, fail } = require('./lib/args');

const HELP = `npm run plugin:check DIR

Checks the plugin in the folder DIR, inside or outside this project: types of each side, what it
reads of other plugins, lint rules with the import boundaries, and its tests.
`;

async function check(argv) {
  const { flags, rest } = takeOptions(argv, { flags: ['help'] });
  if (flags.has('help')) return void process.stdout.write(HELP);
  const [given, ...more] = rest;
  if (given === undefined)
    fail('A folder is missing, for example: npm run plugin:check plugins/field_trip');
  refuseRest(given.startsWith('--') ? [given] : more);
  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const dir = path.resolve(given);
  try {
    const { id } = require('./lib/plugins/find').readPlugin(dir);
    process.stdout.write(`Plugin "${id}"\n`);
  } catch (error) {
    fail(error.code === 'ENOENT' ? `There is no plugin.json in ${dir}.` : error.message);
  }
  const { checkPlugin } = require('./lib/plugins/check');
  const isOk = await checkPlugin(dir);
  process.exitCode = isOk ? 0 : 1;
}

check(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
