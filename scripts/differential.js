'use strict';
require('./lib/node_version').requireNode();

const { takeOptions, refuseRest, fail } = require('./lib/args');

const HELP = `npm run differential -- [options]

Sends the same calls to the product with its embedded engine and to a real cluster, and tells where they differ.
Needs what \`npm run cluster\` needs, and a build.

  --release=3.4      2.19 or 3.4; the product announces the same
  --seed=…           default: a new one, printed
  --calls=2000       of the management API
  --share=99.5       percent of the calls that must be equal in status and body, or differ on purpose
                     (docs/decisions/0004)
  --port=9250        of the cluster
  --most=40          causes shown
  --help             this text

Exits with 1 below the share.
`;

async function differential(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help'],
    values: ['release', 'seed', 'calls', 'share', 'port', 'most'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);
  const numberOf = (name, otherwise) => Number(values.get(name)?.at(-1) ?? otherwise);
  await require('./lib/install').ensureInstalled();
  await require('./lib/build_ensure').ensureBuilt([]);
  const { releaseOf } = require('./lib/cluster/versions');
  const { startPeers } = require('./lib/differential/peers');
  const { compareCalls } = require('./lib/differential/rest');
  const { causes, told, waivers } = require('./lib/differential/causes');
  const say = (line) => process.stdout.write(`${line}\n`);
  const release = releaseOf(values.get('release')?.at(-1) ?? '3.4');
  const seed = numberOf('seed', Math.floor(Math.random() * 2 ** 31));
  const calls = numberOf('calls', 2_000);
  const peers = await startPeers({ release, port: numberOf('port', 9_250), say });
  try {
    say(`${calls} calls, seed ${seed}, against OpenSearch ${release.version}`);
    const findings = await compareCalls({ ...peers, seed, calls });
    for (const cause of causes(findings).slice(0, numberOf('most', 40))) say(told(cause));
    const count = (verdict) => findings.filter((one) => one.verdict === verdict).length;
    const share = (100 * (count('equal') + count('waived'))) / findings.length;
    for (const [name, times] of waivers(findings)) say(`${times} × on purpose: ${name}`);
    say(
      `${share.toFixed(2)} % equal of ${findings.length} calls, ${count('waived')} of them on purpose otherwise; ${count('body')} differ in the body, ` +
        `${count('status')} in the status, ${count('outcome')} are success against failure (seed ${seed})`
    );
    if (share < numberOf('share', 99.5)) process.exitCode = 1;
  } finally {
    await peers.stop();
  }
}

differential(process.argv.slice(2)).catch((error) => fail(error.stack ?? String(error)));
