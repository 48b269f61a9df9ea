'use strict';
require('./lib/node_version').requireNode();

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { takeOptions, refuseRest, fail } = require('./lib/args');
const { inRoot } = require('./lib/paths');

const HELP = `npm run bench -- [options]

Measures the built product on this machine and writes docs/benchmarks.md. Times depend on the
machine, so none of them is a test; keep it idle meanwhile.

  --only=A,B   only these files of scripts/bench, and print instead of writing
  --seconds=N  duration of user load on a cluster (300)
  --part=A,B   only these parts of a file with parts, for example of cluster: calls, people, memory
  --help       this text
`;

const DIR = inRoot('scripts', 'bench');
const REPORT = inRoot('docs', 'benchmarks.md');

/**
 * A module in scripts/bench exports `name`, `run({ seconds, parts })`, which resolves to rows, and
 * optionally `parts`, the names accepted by `--part`. With `columns`, each row has as many cells,
 * and the first cell names the measurement.
 * @typedef {{ what: string, value: string, goal?: string } | readonly string[]} Row
 */
const COLUMNS = ['What', 'Measured', 'Goal'];

/** @returns {readonly string[]} */
const cellsOf = (row) => (Array.isArray(row) ? row : [row.what, row.value, row.goal ?? '']);

const lineOf = (row) => {
  if (Array.isArray(row)) return row.join(' | ');
  const { what, value, goal } = row;
  return `${what}: ${value}${goal ? ` (goal ${goal})` : ''}`;
};

const machine = () => {
  const cpus = os.cpus();
  const memoryGib = Math.round(os.totalmem() / 2 ** 30);
  const node = process.versions.node.split('.').slice(0, 2).join('.');
  return `${cpus.length} cores, ${memoryGib} GiB, ${os.type()}, Node ${node}`;
};

const tableRow = (cells) => `| ${cells.join(' | ')} |`;

const section = ({ name, columns = COLUMNS, rows }) =>
  [
    `## ${name}`,
    '',
    tableRow(columns),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => tableRow(cellsOf(row))),
    '',
  ].join('\n');

async function bench(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help'],
    values: ['only', 'seconds', 'part'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);
  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { ok } = await require('./lib/build/ensure').ensureBuilt([]);
  if (!ok) process.exit(1);

  const all = fs
    .readdirSync(DIR)
    .filter((file) => file.endsWith('.js'))
    .map((file) => path.basename(file, '.js'))
    .sort();
  const only = values.get('only')?.flatMap((list) => list.split(','));
  const unknown = only?.find((name) => !all.includes(name));
  if (unknown) fail(`There is no scripts/bench/${unknown}.js; there are ${all.join(', ')}.`);

  const seconds = Number(values.get('seconds')?.at(-1) ?? 300);
  if (!(seconds > 0)) fail('--seconds needs a number above 0.');

  const parts = values.get('part')?.flatMap((list) => list.split(','));
  const sections = [];
  for (const file of only ?? all) {
    const { name, columns, run, parts: known = [] } = require(path.join(DIR, file));
    const other = parts?.find((part) => !known.includes(part));
    if (other) fail(`${file} has no part ${other}; it has ${known.join(', ') || 'none'}.`);
    process.stdout.write(`${name} …\n`);
    const rows = await run({ seconds, parts });
    if (columns) process.stdout.write(`  ${lineOf(columns)}\n`);
    for (const row of rows) process.stdout.write(`  ${lineOf(row)}\n`);
    sections.push(section({ name, columns, rows }));
  }
  if (only) return;
  const intro = `# Benchmarks\n\nWritten by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}.\nMachine: ${machine()}.\n`;
  fs.writeFileSync(REPORT, `${intro}\n${sections.join('\n')}`);
  process.stdout.write(`Written to ${path.relative(inRoot(), REPORT)}.\n`);
}

bench(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
