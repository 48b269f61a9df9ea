'use strict';
require('../scripts/lib/node_version').requireNode();

const { takeOptions, refuseRest, fail } = require('../scripts/lib/args');

const HELP = `npm run differential -- [options]

Sends the same requests to the product with its embedded engine and to a real cluster, and reports
the differences. Has the requirements of \`npm run cluster\`, and needs a build.

  --release=3.4      2.19 or 3.4; the product reports the same version
  --seed=…           default: a new one, printed
  --calls=2000       requests to the management API
  --share=99.5       required percentage of equal responses, intentional differences included
                     (docs/decisions/0004)
  --questions=2000   access decisions: requests of random users, compared with explanations of the engine
  --question-share=99.9
  --port=9250        port of the cluster
  --most=40          causes shown per kind
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
  const { ensureInstalled } = require('../scripts/lib/install');
  await ensureInstalled();
  await require('../scripts/lib/build/ensure').ensureBuilt([]);
  const { releaseOf } = require('../scripts/lib/cluster/versions');
  const { runCalls, runRequests } = require('./differential/runs');
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
