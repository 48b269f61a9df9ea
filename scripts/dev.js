'use strict';
require('./lib/node_version').requireNode();

const { spawn } = require('node:child_process');
const { SERVER_ENTRY } = require('./lib/paths');

const HELP = `npm run dev -- [options]

Builds without minifying and starts the server. A change for the browser reloads open pages, a change
for the server restarts it, and a plugin that is added or deleted is built or left out. Options go to the server, as with npm start; --help is this text.
`;

/** Time for the server to drain before it is killed. */
const DRAIN_MS = 5000;
/** How often plugins are looked for: the build follows the files of those it knows only. */
const PLUGINS_EVERY_MS = 1000;

/**
 * Starts the built server as a child process and restarts it after each build; never runs two at a
 * time.
 */
class ServerProcess {
  child = undefined;
  restarting = Promise.resolve();
  extra = [];

  constructor(argv) {
    this.argv = argv;
  }

  /** @param {string[] | undefined} paths folders of plugins instead of those in the arguments */
  usePluginPaths(paths) {
    this.extra = paths ? [`--plugins.paths=${JSON.stringify(paths)}`] : [];
  }

  restart() {
    this.restarting = this.restarting.then(() => this.stop()).then(() => this.start());
    return this.restarting;
  }

  start() {
    const code = `require(${JSON.stringify(SERVER_ENTRY)}).main(process.argv.slice(1))`;
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', '-e', code, '--', '--dev', ...this.argv, ...this.extra],
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

/** Builds on every change, and from the start when there are other plugins than before. */
class WatchedBuild {
  constructor(pluginPaths, server) {
    this.pluginPaths = pluginPaths;
    this.server = server;
    this.set = this.findPlugins();
  }

  start() {
    this.watch();
    this.timer = setInterval(() => this.followPlugins(), PLUGINS_EVERY_MS);
  }

  stop() {
    clearInterval(this.timer);
    return this.close();
  }

  findPlugins() {
    // The build says which plugins are left out.
    return require('./lib/plugins/find').findPluginSet(this.pluginPaths, () => undefined);
  }

  watch() {
    const { createCompiler } = require('./lib/build/run');
    this.compiler = createCompiler({ mode: 'development', pluginPaths: this.set.paths });
    this.watching = this.compiler.watch({ aggregateTimeout: 200 }, (error, stats) =>
      this.onBuilt(error, stats)
    );
  }

  onBuilt(error, stats) {
    const { problemsText } = require('./lib/build/run');
    this.followPlugins();
    // A plugin that has gone is no error of the build.
    if (this.isReplacing) return;
    if (error) return void process.stderr.write(`${error.stack ?? error}\n`);
    const problems = problemsText(stats);
    if (problems) process.stderr.write(`${problems}\n`);
    if (stats.hasErrors()) return void process.stderr.write('The build has errors.\n');
    // Only changes of the server need a restart: the server reloads the list of browser scripts,
    // and open pages poll it.
    const built = stats.stats.find(({ compilation }) => compilation.compiler.name === 'server');
    // `stats` holds only the compilations that were rebuilt.
    const hash = built?.hash ?? this.serverHash;
    if (hash === this.serverHash) return;
    this.serverHash = hash;
    void this.server.restart();
  }

  /** Folders that cannot be read, and ids that are used twice, change nothing. */
  followPlugins() {
    if (this.isReplacing) return;
    let set;
    try {
      set = this.findPlugins();
    } catch (error) {
      if (error.message !== this.problem) process.stderr.write(`${error.message}\n`);
      this.problem = error.message;
      return;
    }
    this.problem = undefined;
    if (set.key === this.set.key) return;
    this.isReplacing = true;
    void this.replace(set);
  }

  async replace(set) {
    const idsOf = ({ plugins }) => plugins.map(({ id }) => id).join(', ');
    process.stdout.write(`Plugins are now: ${idsOf(set)}.\n`);
    this.set = set;
    await this.close();
    const isComplete = set.paths.length === this.pluginPaths.length;
    this.server.usePluginPaths(isComplete ? undefined : set.paths);
    this.serverHash = undefined;
    this.isReplacing = false;
    this.watch();
  }

  close() {
    const { watching, compiler } = this;
    return new Promise((resolve) => watching.close(() => compiler.close(() => resolve())));
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

  const server = new ServerProcess(argv);
  const build = new WatchedBuild(pluginPaths, server);
  // A development build in build/ must not be served by `npm start`.
  removeStamp();
  build.start();

  const end = async () => {
    await Promise.all([server.stop(), build.stop()]);
    process.exit(0);
  };
  // The server reloads its configuration on SIGHUP, so a closed terminal must end it here.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
}

develop(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
