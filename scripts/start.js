'use strict';
require('./lib/node_version').requireNode();

const { SERVER_ENTRY } = require('./lib/paths');

const HELP = `npm start -- [options]

Installs what is missing, builds what is stale, and starts the server in this process. A second
start does neither. Options go to the server:

  --demo              load the demonstration: users, roles, events, faults, a second cluster
  --config=FILE       configuration file instead of config/security-dashboards.yml
  --check-config      check the configuration, say what each key that is set does, and end
  --KEY=VALUE         any configuration key, for example --server.port=5602 --path.data=DIR
  --plugins.paths=A,B plugins outside src/plugins and plugins; built as well when they changed
  --help              this text
`;

async function start(argv) {
  if (argv.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { configuredPluginPaths, pluginPathsProblem } = require('./lib/plugins/find');
  const pluginPaths = configuredPluginPaths(argv);
  const problem = pluginPathsProblem(pluginPaths);
  if (problem) return refuse(problem);
  const { ok } = await require('./lib/build/ensure').ensureBuilt(pluginPaths);
  if (!ok) process.exit(1);
  // Runs in this process: it saves memory, and signals reach the server directly.
  await require(SERVER_ENTRY).main(argv);
}

/** The exit code of the server for an invalid configuration. */
function refuse(problem) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 78;
}

start(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
