'use strict';
require('./lib/node_version').requireNode();

const fs = require('node:fs');
const path = require('node:path');
const { takeOptions, refuseRest, fail } = require('./lib/args');
const { ROOT, BUILD } = require('./lib/paths');

const HELP = `npm run build -- [options]

Builds the browser's scripts into build/public and the server into build/server.

  --dev               without minifying and compressing, with source maps
  --plugin-path=DIR   also build the plugin, or the folder of plugins, DIR; may be repeated
  --embed             those plugins become part of the build, which then needs neither their folders nor
                      plugins.paths
  --out=DIR           build into DIR/public and DIR/server, uncompressed; a folder of this project
  --help              this text
`;

const kib = (bytes) => `${(bytes / 1024).toFixed(1).padStart(7)} KiB`;

/** Prints the download size of each entry point. */
function printSizes(buildDir) {
  const file = path.join(buildDir, 'public', 'manifest.json');
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
  const total = (names, key) =>
    names.reduce((sum, name) => sum + (manifest.files[name][key] ?? 0), 0);
  for (const [entry, names] of Object.entries(manifest.entries)) {
    const compressed = total(names, 'br');
    const sizes = compressed > 0 ? `${kib(compressed)} brotli` : '';
    process.stdout.write(`  ${entry.padEnd(28)} ${kib(total(names, 'size'))} ${sizes}\n`);
  }
}

async function build(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['dev', 'embed', 'help'],
    values: ['plugin-path', 'out'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);
  const pluginPaths = (values.get('plugin-path') ?? []).map((dir) => path.resolve(dir));
  const mode = flags.has('dev') ? 'development' : 'production';
  const out = values.get('out')?.at(-1);
  const buildDir = out === undefined ? BUILD : path.resolve(out);
  // Node resolves the server's packages upwards from the built file.
  if (!buildDir.startsWith(ROOT + path.sep)) fail(`--out has to be a folder below ${ROOT}.`);

  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { sourceHash, removeStamp, writeStamp } = require('./lib/build/stamp');
  const { buildOnce, problemsText } = require('./lib/build/run');
  const startedAtMs = Date.now();
  // Computed before the build, so that an edit during the build marks it as stale.
  const hash = sourceHash(pluginPaths);
  removeStamp(buildDir);
  const compress = mode === 'production' && out === undefined;
  const embed = flags.has('embed');
  const stats = await buildOnce({ mode, pluginPaths, buildDir, compress, embed });
  const problems = problemsText(stats);
  if (problems) process.stderr.write(`${problems}\n`);
  if (stats.hasErrors()) process.exit(1);
  printSizes(buildDir);
  // `npm start` serves production builds only.
  if (mode === 'production') writeStamp(hash, buildDir);
  process.stdout.write(`Built in ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s.\n`);
}

build(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
