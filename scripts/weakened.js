'use strict';
require('./lib/node_version').requireNode();

const { takeOptions, refuseRest, fail } = require('./lib/args');

const HELP = `npm run test:weakened -- [options]

Takes the guards of signing in out of the sources, one after the other, and runs the test that tries the attack each is for:
it has to fail. The table is scripts/lib/tests/weakened/guards.js; nothing is written into the product.

  --attack=WORDS  only attacks whose name holds these words
  --workers=N     processors to keep busy, default 2
  --help          this text
`;

async function main(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help'],
    values: ['attack', 'workers'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);
  const workers = Number(values.get('workers')?.at(-1) ?? 2);
  if (!Number.isInteger(workers) || workers < 1) fail('--workers needs a whole number above 0.');
  await require('./lib/install').ensureInstalled();
  const { runWeakened } = require('./lib/tests/weakened');
  const wanted = values.get('attack')?.at(-1) ?? '';
  process.exitCode = (await runWeakened({ workers, wanted })) ? 0 : 1;
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
