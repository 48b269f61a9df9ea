'use strict';
require('./lib/node_version').requireNode();

const { takeOptions, refuseRest, fail } = require('./lib/args');

const HELP = `npm test -- [options]

Installs what is missing, then runs these steps; those of the first group two at a time:

  build        the production build, when it is stale, and one with the plugins that tests bring
  lint         ESLint, import boundaries and cycles, unused exports and files, texts, what documents claim, formatting
  attack       npm run attack -- --short --ci: at most two minutes of attacks on the built product
  package      npm run package, unpacked in an empty folder: over HTTP, in Chromium, its end by SIGTERM
  budgets      what the first pages download, measured in Chromium
  types        the TypeScript compiler on each zone (common, public, server, test), reports of the public API

  unit         jest: *.test.ts(x) of src, examples and plugins
  integration  jest: test/integration, the built server over HTTP
  browser      journeys in Chromium: test/e2e

Only when it is named:

  changed      jest: tests of src, examples and plugins that reach what git says has changed (npm run test:changed)
  nodes        the step package on every supported line of Node, which npm brings
  differential npm run differential, 2000 calls and 2000 questions; skipped where Java or Maven Central are missing
  cluster      jest: test/cluster, the product against a real cluster; skipped as the one above (npm run test:cluster: with the next one)
  cluster-more jest: test/cluster/more, the other journeys of test/e2e against a real cluster; continuous integration has no time for them
  keycloak     jest: test/keycloak, signing in over a real Keycloak; skipped without Java 17 or Maven Central (npm run test:keycloak)

  --only=A,B   only these steps
  --with=A     also this one
  --workers=N  processors to keep busy, default 2
  --release=R  of OpenSearch in the steps cluster and cluster-more: 3.4 (default) or 2.19
  --until=M    be over M minutes after the start: differential, keycloak and cluster are skipped when they cannot
               end before, and ended when they have not; any other step has failed then
  --update     write snapshots and reports anew instead of comparing
  --help       this text

A test file that fails beside others is tried once more, alone, and named; what fails twice has failed.
The last line is "N passed, N failed", followed by ", N skipped" when time was short. By hand: npx jest --selectProjects server public.
`;

async function test(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help', 'update'],
    values: ['only', 'with', 'workers', 'release', 'until'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);

  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { STEPS, EXTRA_STEPS } = require('./lib/tests/steps');
  const known = { ...STEPS, ...EXTRA_STEPS };
  const names = [
    ...(values.get('only') ?? [Object.keys(STEPS).join(',')]),
    ...(values.get('with') ?? []),
  ].flatMap((list) => list.split(','));
  const unknown = names.find((name) => !(name in known));
  if (unknown)
    fail(`There is no step "${unknown}"; the steps are ${Object.keys(known).join(', ')}.`);

  const workers = Number(values.get('workers')?.at(-1) ?? 2);
  if (!Number.isInteger(workers) || workers < 1) fail('--workers needs a whole number above 0.');

  const release = values.get('release')?.at(-1);
  // Steps beside others are processes of their own.
  if (release !== undefined) process.env.SD_CLUSTER_RELEASE = release;

  const until = values.get('until')?.at(-1);
  if (until !== undefined && !Number.isFinite(Number(until)))
    fail('--until needs a number of minutes.');

  const { runSteps, toldCounts } = require('./lib/tests/schedule');
  const { timeLimit, NO_LIMIT } = require('./lib/tests/time_limit');
  const chosen = Object.entries(known).filter(([name]) => names.includes(name));
  const total = await runSteps(Object.fromEntries(chosen), {
    update: flags.has('update'),
    workers,
    limit: until === undefined ? NO_LIMIT : timeLimit(Number(until)),
  });
  process.exitCode = total.failed > 0 ? 1 : 0;
  process.stdout.write(`\n${toldCounts(total)}\n`);
}

test(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
});
