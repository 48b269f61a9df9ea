'use strict';
require('./lib/node_version').requireNode();

const { takeOptions, refuseRest, fail } = require('./lib/args');

const HELP = `npm test -- [options]

Installs what is missing, then runs these steps side by side:

  build        the production build, if the sources changed
  lint         ESLint, formatting, import boundaries, unused code, texts and translations, tests named in documents,
               subjects and bodies of commits
  types        the TypeScript compiler on each zone: common, public, server, test
  journeys     the main journeys in Chromium, and every screen once
  unit         jest: src, examples and plugins, but for *.slow.test.ts
  api          jest: every call of the HTTP API on the built server
  budgets      bytes and requests of the first pages

npm run test:all also runs

  build-plugins, browser   a build with the plugins of the tests; all other journeys, every screen in both themes
  attack       npm run attack -- --short --ci
  integration  jest: the rest of test/integration
  unit-slow    jest: *.slow.test.ts, and the tests of our tools
  package      npm run package, unpacked in an empty folder and run
  api-reports  what plugins can import, compared with docs/api

Only when named:

  changed      unit tests that reach the files changed since the branch left main (npm run test:changed)
  cluster      test/cluster on a real OpenSearch; cluster-more: the journeys on it; two-clusters: a console
               over two releases (npm run test:cluster)
  keycloak     logins through a real Keycloak (npm run test:keycloak)
  differential 2000 calls and 2000 questions to the engine and to a real OpenSearch, compared
  nodes        the step package on every supported version of Node

The last three need Java and Maven Central, and are skipped where those are missing.

  --all        the steps of npm run test:all
  --only=A,B   only these steps
  --with=A     also this step
  --lanes=N    steps that run at the same time, one processor each; default 2
  --release=R  of OpenSearch in the steps cluster and cluster-more: 3.4 (default) or 2.19
  --until=M    start no step later than M minutes after the start
  --update     write snapshots and reports instead of comparing them
  --help       this text

The last line is "N passed, N failed", followed by ", N skipped" for steps that were not started in time.
`;

async function test(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help', 'all', 'update'],
    values: ['only', 'with', 'lanes', 'release', 'until'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);

  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const { MAIN_STEPS, MORE_STEPS, NAMED_STEPS } = require('./lib/tests/steps');
  const known = [...MAIN_STEPS, ...MORE_STEPS, ...NAMED_STEPS];
  const namesOf = (option) => (values.get(option) ?? []).flatMap((list) => list.split(','));
  const standard = flags.has('all') ? [...MAIN_STEPS, ...MORE_STEPS] : MAIN_STEPS;
  const only = values.has('only') ? namesOf('only') : standard.map(({ name }) => name);
  const names = [...only, ...namesOf('with')];
  const unknown = names.find((name) => !known.some((step) => step.name === name));
  if (unknown)
    fail(`There is no step "${unknown}". The steps: ${known.map(({ name }) => name).join(', ')}.`);

  const lanes = Number(values.get('lanes')?.at(-1) ?? 2);
  if (!Number.isInteger(lanes) || lanes < 1) fail('--lanes needs a whole number above 0.');
  const until = Number(values.get('until')?.at(-1) ?? Infinity);
  if (Number.isNaN(until)) fail('--until needs a number of minutes.');
  const release = values.get('release')?.at(-1);
  if (release !== undefined) process.env.SD_CLUSTER_RELEASE = release;

  const { runSteps, countsText } = require('./lib/tests/run_steps');
  const total = await runSteps(
    known.filter(({ name }) => names.includes(name)),
    { update: flags.has('update'), lanes, untilMs: until * 60_000 }
  );
  process.exitCode = total.failed > 0 ? 1 : 0;
  process.stdout.write(`\n${countsText(total)}\n`);
}

test(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
});
