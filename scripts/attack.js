'use strict';
require('./lib/node_version').requireNode();

const { takeOptions, refuseRest, fail } = require('./lib/args');

const HELP = `npm run attack -- [options]

Starts the built product with a data folder of its own and tries to stop it, to open it and to lock
everybody out, from several loopback addresses; nothing else is ever called. Meanwhile it measures how
long the event loop is held, how much memory the process takes and how long a bystander waits. Fails
above 50 ms, 512 MiB and 250 ms (p99), for a crash, a 5xx that nobody means, and a refused request
that changed something. A witness uses a second product, which is not attacked. Its waiting time at
the same moment is subtracted, so that a busy machine does not count as a successful attack.

  --only=A,B   only these attacks
  --list       names of all attacks
  --seed=N     of the generated requests; printed at each run
  --calls=N    how many requests are generated, default 2000
  --short      about three minutes: leaves out what needs long waits
  --ci         for slow and shared machines: limits ten times wider (memory apart); what counts is how work grows
  --json=FILE  writes all figures there
  --root=DIR   attacks the build of another checkout
  --help       this text

The last line is "N passed, N failed".
`;

async function attack(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help', 'list', 'short', 'ci'],
    values: ['only', 'seed', 'calls', 'json', 'root'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);
  const { ATTACKS } = require('./lib/attack/attacks');
  if (flags.has('list')) {
    for (const { name, what } of ATTACKS) process.stdout.write(`${name.padEnd(26)} ${what}\n`);
    return;
  }
  const only = values.get('only')?.flatMap((list) => list.split(','));
  const unknown = only?.find((name) => !ATTACKS.some((one) => one.name === name));
  if (unknown) fail(`There is no attack "${unknown}"; --list shows all.`);

  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { ok } = await require('./lib/build/ensure').ensureBuilt([]);
  if (!ok) process.exit(1);

  const { passed, failed } = await require('./lib/attack').attackProduct({
    only,
    seed: numberOf(values, 'seed', Date.now() % 2 ** 32),
    calls: numberOf(values, 'calls', 2_000),
    isShort: flags.has('short'),
    isCi: flags.has('ci'),
    jsonFile: values.get('json')?.at(-1),
    root: values.get('root')?.at(-1),
  });
  process.exitCode = failed > 0 ? 1 : 0;
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
}

function numberOf(values, name, otherwise) {
  const text = values.get(name)?.at(-1);
  if (text === undefined) return otherwise;
  if (!/^\d{1,10}$/.test(text)) fail(`--${name} needs a whole number.`);
  return Number(text);
}

attack(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
});
