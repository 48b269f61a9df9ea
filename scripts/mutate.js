'use strict';
require('./lib/node_version').requireNode();

const { takeOptions, refuseRest, fail } = require('./lib/args');

const HELP = `npm run mutate -- [FILE, FILE:10-20 (lines of it) or FOLDER …]

Changes one thing after the other in the code (Stryker) and runs the tests that reach it; a change that no test
notices survives and is listed. Default: the HTTP gate, sign-in, sessions, the engine's REST interface and access.
What has been judged is remembered in node_modules/.cache/mutate, file by file: what has not changed since is not
judged again, also when a run was ended half-way. Never part of npm test: all of it takes hours.

  --workers=N  processors to keep busy, default 2
  --help       this text
`;

async function mutate(argv) {
  const { flags, values, rest } = takeOptions(argv, { flags: ['help'], values: ['workers'] });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest.filter((argument) => argument.startsWith('-')));
  const workers = Number(values.get('workers')?.at(-1) ?? 2);
  if (!Number.isInteger(workers) || workers < 1) fail('--workers needs a whole number above 0.');
  await require('./lib/install').ensureInstalled();
  const { runMutation } = require('./lib/tests/mutation');
  process.exitCode = (await runMutation(rest, workers)) ? 0 : 1;
}

mutate(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
