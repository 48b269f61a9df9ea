'use strict';
require('../scripts/lib/node_version').requireNode();

const { takeOptions, refuseRest, fail } = require('../scripts/lib/args');

const HELP = `npm run attack -- [options]

Starts the built product with its own data folder and tries to crash it, to break in and to lock
all users out, from several loopback addresses; it contacts nothing else. Meanwhile it measures how
long the event loop is blocked, the memory of the process and the latency of a bystander. Fails
above 50 ms, 512 MiB and 250 ms (p99), on a crash, an unexpected 5xx, and a rejected request that
changed data. A witness uses a second product, which is not attacked. Its latency at the same time
is subtracted, so that a busy machine does not count as a successful attack.

  --only=A,B   only these attacks
  --list       names of all attacks
  --seed=N     seed of the generated requests; printed by each run
  --calls=N    number of generated requests, default 2000
  --short      about three minutes: skips attacks with long waits
  --ci         for slow and shared machines: time limits times ten; judges mainly the growth of work
  --json=FILE  writes all measurements to FILE
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
  const { ATTACKS } = require('./attack/attacks');
  if (flags.has('list')) {
    for (const { name, what } of ATTACKS) process.stdout.write(`${name.padEnd(26)} ${what}\n`);
    return;
  }
  const only = values.get('only')?.flatMap((list) => list.split(','));
  const unknown = only?.find((name) => !ATTACKS.some((one) => one.name === name));
  if (unknown) fail(`There is no attack "${unknown}"; --list shows all.`);

  const { ensureInstalled } = require('../scripts/lib/install');
  await ensureInstalled();
  const { ok } = await require('../scripts/lib/build/ensure').ensureBuilt([]);
  if (!ok) process.exit(1);

  const seed = numberOf(values, 'seed', Date.now() % 2 ** 32);
  const calls = numberOf(values, 'calls', 2_000);
  process.stdout.write(`Seed ${seed}, ${calls} generated requests.\n`);
  const { runAttacks, p999Of } = require('./attack/run');
  const { results, turns, held } = await runAttacks(
    ATTACKS.filter(({ name }) => only?.includes(name) ?? true),
    {
      seed,
      calls,
      isShort: flags.has('short'),
      isCi: flags.has('ci'),
      root: values.get('root')?.at(-1),
    },
    printResult
  );
  const longestMs = Math.max(0, ...held);
  process.stdout.write(
    `Event loop held: ${p999Of({ turns, held })} ms (p99.9), ${longestMs} ms (longest)\n`
  );
  const jsonFile = values.get('json')?.at(-1);
  if (jsonFile) require('node:fs').writeFileSync(jsonFile, `${JSON.stringify(results, null, 2)}\n`);
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  const skipped = results.filter(({ skipped: why }) => why !== undefined).length;
  process.exitCode = failed > 0 ? 1 : 0;
  process.stdout.write(`\n${results.length - failed - skipped} passed, ${failed} failed\n`);
}

/** @param {import('./attack/run').Result} result */
function printResult({
  name,
  what,
  problems,
  skipped,
  heldMs,
  rssMib,
  p99Ms,
  witnessMs,
  statuses,
  seconds,
}) {
  if (skipped) {
    process.stdout.write(`  SKIPPED ${name}: ${skipped}\n`);
    return;
  }
  const figures =
    `loop ${Math.round(heldMs)} ms, ${Math.round(rssMib)} MiB, bystander ${Math.round(p99Ms)} ms, ` +
    `witness ${Math.round(witnessMs)} ms, ${seconds.toFixed(1)} s; answers ${Object.entries(
      statuses
    )
      .map(([key, count]) => `${key}×${count}`)
      .join(' ')}`;
  const mark = problems.length > 0 ? 'FAILED' : 'held  ';
  process.stdout.write(`  ${mark} ${name} (${what})\n         ${figures}\n`);
  for (const problem of problems) process.stdout.write(`         - ${problem}\n`);
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
