'use strict';
require('./lib/node_version').requireNode();

const { takeOptions, refuseRest, fail } = require('./lib/args');

const HELP = `npm run differential -- [options]

Asks the product with its embedded engine and a real cluster the same, and tells where they differ.
Needs what \`npm run cluster\` needs, and a build.

  --release=3.4      2.19 or 3.4; the product announces the same
  --seed=…           default: a new one, printed
  --calls=2000       of the management API
  --share=99.5       percent of the calls that must be equal in status and body, or differ on purpose
                     (docs/decisions/0004)
  --questions=2000   about permissions: requests of random people against what the engine would decide
  --question-share=99.9
  --port=9250        of the cluster
  --most=40          causes shown, of each kind
  --help             this text

Exits with 1 below a share.
`;

const print = (line) => process.stdout.write(`${line}\n`);

async function differential(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help'],
    values: ['release', 'seed', 'calls', 'share', 'questions', 'question-share', 'port', 'most'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);
  const numberOf = (name, otherwise) => Number(values.get(name)?.at(-1) ?? otherwise);
  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  await require('./lib/build/ensure').ensureBuilt([]);
  const { releaseOf } = require('./lib/cluster/versions');
  const { runCalls, runRequests } = require('./lib/differential/runs');
  const release = releaseOf(values.get('release')?.at(-1) ?? '3.4');
  const run = {
    release,
    say: print,
    port: numberOf('port', 9_250),
    seed: numberOf('seed', Math.floor(Math.random() * 2 ** 31)),
    most: numberOf('most', 40),
  };
  const results = [
    await runCalls(run, numberOf('calls', 2_000), numberOf('share', 99.5)),
    await runRequests(run, numberOf('questions', 2_000), numberOf('question-share', 99.9)),
  ];
  if (results.includes(false)) process.exitCode = 1;
}

differential(process.argv.slice(2)).catch((error) => fail(error.stack ?? String(error)));
