'use strict';
require('./lib/node_version').requireNode();

const fs = require('node:fs');
const path = require('node:path');
const { takeOptions, refuseRest, fail } = require('./lib/args');
const { inRoot } = require('./lib/paths');

const HELP = `npm run plugin:create NAME

Writes a new plugin with an app in the navigation, a route on the server, translations and tests.

  NAME         for example fieldTrip; also field_trip, field-trip or "Field trip"
  --dir=DIR    the plugin's folder; default plugins/NAME, where npm start finds it by itself
  --help       this text (npm run plugin:create -- --help)
`;

async function create(argv) {
  const { flags, values, rest } = takeOptions(argv, { flags: ['help'], values: ['dir'] });
  if (flags.has('help')) return void process.stdout.write(HELP);
  const [name, ...more] = rest;
  if (name === undefined) fail(`A name is missing, for example: npm run plugin:create fieldTrip`);
  refuseRest(name.startsWith('--') ? [name] : more);

  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { findPlugins } = require('./lib/plugins/find');
  const { pluginNames, nameProblem } = require('./lib/plugins/names');
  const { scaffoldPlugin, commandsFor, shortPath } = require('./lib/plugins/scaffold');
  const problem = nameProblem(name, findPlugins([inRoot('examples')]));
  if (problem) fail(problem);
  const names = pluginNames(name);
  // Without a preceding "--", npm takes the option as its own and passes it on this way.
  const given = values.get('dir')?.at(-1) ?? process.env.npm_config_dir;
  const dir = given ? path.resolve(given) : inRoot('plugins', names.snake);
  if (fs.existsSync(dir) && !(fs.statSync(dir).isDirectory() && fs.readdirSync(dir).length === 0))
    fail(`${shortPath(dir)} exists already; nothing was written.`);

  await scaffoldPlugin(names, dir);
  const { start, check } = commandsFor(dir);
  process.stdout.write(`Created the plugin "${names.id}" in ${shortPath(dir)}.

  ${start}
      builds it and starts the server; "${names.title}" is in the navigation
  ${check}
      types, lint rules and tests of the plugin

docs/guide/plugins.md says what else a plugin can do.
`);
}

create(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
