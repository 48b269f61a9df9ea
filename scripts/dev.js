'use strict';
require('./lib/node_version').requireNode();

const { spawn } = require('node:child_process');
const { SERVER_ENTRY } = require('./lib/paths');

const HELP = `npm run dev -- [options]

Builds without minifying and starts the server. A change for the browser reloads open pages, a change
for the server restarts it. Options go to the server, as with npm start; --help is this text.
`;

/** Time for the server to drain before it is killed. */
const DRAIN_MS = 5000;

/**
 * Starts the built server as a child process and restarts it after each build; never runs two at a
 * time.
 */
class ServerProcess {
  child = undefined;
  restarting = Promise.resolve();

  constructor(argv) {
    this.argv = argv;
  }

  restart() {
    this.restarting = this.restarting.then(() => this.stop()).then(() => this.start());
    return this.restarting;
  }

  start() {
    const code = `require(${JSON.stringify(SERVER_ENTRY)}).main(process.argv.slice(1))`;
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', '-e', code, '--', '--dev', ...this.argv],
      {
        stdio: 'inherit',
      }
    );
    child.on('exit', (exitCode) => {
      if (this.child === child && exitCode) {
        process.stderr.write(`The server ended with code ${exitCode}; a change starts it again.\n`);
      }
    });
    this.child = child;
  }

  stop() {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return undefined;
    return new Promise((resolve) => {
      const force = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS);
      child.once('exit', () => {
        clearTimeout(force);
        resolve();
      });
      child.kill('SIGTERM');
    });
  }
}

async function develop(argv) {
  if (argv.includes('--help')) return void process.stdout.write(HELP);
  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { configuredPluginPaths, pluginPathsProblem } = require('./lib/plugins/find');
  const pluginPaths = configuredPluginPaths(argv);
  const problem = pluginPathsProblem(pluginPaths);
  if (problem) return void process.stderr.write(`${problem}\n`);
  const { removeStamp } = require('./lib/build/stamp');
  const { createCompiler, problemsText } = require('./lib/build/run');

  const server = new ServerProcess(argv);
  const compiler = createCompiler({
    mode: 'development',
    pluginPaths,
  });
  // A development build in build/ must not be served by `npm start`.
  removeStamp();
  let serverHash;
  const watching = compiler.watch({ aggregateTimeout: 200 }, (error, stats) => {
    if (error) return void process.stderr.write(`${error.stack ?? error}\n`);
    const problems = problemsText(stats);
    if (problems) process.stderr.write(`${problems}\n`);
    if (stats.hasErrors()) return void process.stderr.write('The build has errors.\n');
    // Only changes of the server need a restart: the server reloads the list of browser scripts,
    // and open pages poll it.
    const built = stats.stats.find(({ compilation }) => compilation.compiler.name === 'server');
    // `stats` holds only the compilations that were rebuilt.
    const hash = built?.hash ?? serverHash;
    if (hash === serverHash) return;
    serverHash = hash;
    void server.restart();
  });

  const end = async () => {
    await server.stop();
    watching.close(() => process.exit(0));
  };
  // The server reloads its configuration on SIGHUP, so a closed terminal must end it here.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
}

develop(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
