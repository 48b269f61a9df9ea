'use strict';
require('./lib/node_version').requireNode();

const { takeOptions, refuseRest, fail } = require('./lib/args');

const HELP = `npm test -- [options]

Installs what is missing, then runs these steps in order:

  types        the TypeScript compiler on each zone (common, public, server, test), reports of the public API
  lint         ESLint, import boundaries and cycles, unused exports and files, texts, what documents claim, formatting
  unit         jest: *.test.ts(x) of src, examples and plugins
  build        the production build, when it is stale
  integration  jest: test/integration, the built server over HTTP
  attack       npm run attack -- --short --ci: at most two minutes of attacks on the built product
  package      npm run package, unpacked in an empty folder: over HTTP, in Chromium, its end by SIGTERM
  browser      journeys in Chromium: test/e2e
  budgets      what the first pages download, measured in Chromium

Only when it is named:

  changed      jest: tests of src, examples and plugins that reach what git says has changed (npm run test:changed)
  nodes        the step package on every supported line of Node, which npm brings

  --only=A,B   only these steps
  --update     write snapshots and reports anew instead of comparing
  --help       this text

The last line is "N passed, N failed". By hand: npx jest --selectProjects server public.
`;

const seconds = (sinceMs) => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;

async function test(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help', 'update'],
    values: ['only'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);

  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { STEPS, EXTRA_STEPS } = require('./lib/test_steps');
  const known = { ...STEPS, ...EXTRA_STEPS };
  const names = (values.get('only') ?? [Object.keys(STEPS).join(',')]).flatMap((list) =>
    list.split(',')
  );
  const unknown = names.find((name) => !(name in known));
  if (unknown)
    fail(`There is no step "${unknown}"; the steps are ${Object.keys(known).join(', ')}.`);

  const total = { passed: 0, failed: 0 };
  for (const name of Object.keys(known).filter((step) => names.includes(step))) {
    const startedAtMs = Date.now();
    process.stdout.write(`\n== ${name}\n`);
    const { passed, failed } = await known[name]({ update: flags.has('update') });
    total.passed += passed;
    total.failed += failed;
    process.stdout.write(
      `== ${name}: ${passed} passed, ${failed} failed, ${seconds(startedAtMs)}\n`
    );
  }
  process.exitCode = total.failed > 0 ? 1 : 0;
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
}

test(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
});
