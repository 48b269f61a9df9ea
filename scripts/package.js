'use strict';
require('./lib/node_version').requireNode();

const path = require('node:path');
const { takeOptions, refuseRest } = require('./lib/args');
const { inRoot } = require('./lib/paths');

const HELP = `npm run package -- [options]

Builds what is stale and writes dist/security-dashboards-VERSION.tar.gz: the server with production packages only,
its configuration, the licences of all parts and a list of them (SBOM). The list, and SHA256SUMS of both,
stand beside it. Unpacked, bin/security-dashboards
starts it with nothing but Node, on the operating system and kind of processor it was packed on.

  --plugin-path=DIR   build the plugin, or the folder of plugins, DIR into it; may be repeated
  --out=DIR           folder of the archive instead of dist
  --help              this text
`;

async function packageProduct(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help'],
    values: ['plugin-path', 'out'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);
  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { writeArchive } = require('./lib/package/archive');
  const pluginPaths = (values.get('plugin-path') ?? []).map((dir) => path.resolve(dir));
  const out = path.resolve(values.get('out')?.at(-1) ?? inRoot('dist'));
  const { file, bytes, unpackedBytes, packages } = await writeArchive({ pluginPaths, out });
  const mib = (size) => `${(size / 1024 / 1024).toFixed(1)} MiB`;
  process.stdout.write(
    `${file}\n  ${mib(bytes)}, unpacked ${mib(unpackedBytes)}, ${packages} packages beside the product\n`
  );
}

packageProduct(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
