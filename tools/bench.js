'use strict';
require('../scripts/lib/node_version').requireNode();

const fs = require('node:fs');
const path = require('node:path');
const { takeOptions, refuseRest, fail } = require('../scripts/lib/args');

const HELP = `npm run bench -- [options]

Measures the built product on this machine, for docs/benchmarks.md. Times depend on the machine, so
none of them is a test; keep it idle meanwhile.

  --only=A,B   only these files of tools/bench
  --seconds=N  duration of user load on a cluster (300)
  --part=A,B   only these parts of a file with parts, for example of cluster: calls, people, memory
  --help       this text
`;

const DIR = path.join(__dirname, 'bench');

/**
 * A module in tools/bench exports `name`, `run({ seconds, parts })`, which resolves to rows, and
 * optionally `parts`, the names accepted by `--part`.
 * @typedef {{ what: string, value: string, goal?: string, refused?: string }} Row `refused`: why
 *   the value is not accepted; the exit code is 1 then
 */
const lineOf = ({ what, value, goal, refused }) =>
  `${what}: ${value}${goal ? ` (goal ${goal})` : ''}${refused ? ` REFUSED: ${refused}` : ''}`;

async function bench(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help'],
    values: ['only', 'seconds', 'part'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);
  const { ensureInstalled } = require('../scripts/lib/install');
  await ensureInstalled();
  const { ok } = await require('../scripts/lib/build/ensure').ensureBuilt([]);
  if (!ok) process.exit(1);

  const all = fs
    .readdirSync(DIR)
    .filter((file) => file.endsWith('.js'))
    .map((file) => path.basename(file, '.js'))
    .sort();
  const only = values.get('only')?.flatMap((list) => list.split(','));
  const unknown = only?.find((name) => !all.includes(name));
  if (unknown) fail(`There is no tools/bench/${unknown}.js; there are ${all.join(', ')}.`);

  const seconds = Number(values.get('seconds')?.at(-1) ?? 300);
  if (!(seconds > 0)) fail('--seconds needs a number above 0.');

  const parts = values.get('part')?.flatMap((list) => list.split(','));
  for (const file of only ?? all) {
    const { name, run, parts: known = [] } = require(path.join(DIR, file));
    const other = parts?.find((part) => !known.includes(part));
    if (other) fail(`${file} has no part ${other}; it has ${known.join(', ') || 'none'}.`);
    process.stdout.write(`${name} …\n`);
    const rows = await run({ seconds, parts });
    for (const row of rows) process.stdout.write(`  ${lineOf(row)}\n`);
    if (rows.some(({ refused }) => refused)) process.exitCode = 1;
  }
}

bench(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
