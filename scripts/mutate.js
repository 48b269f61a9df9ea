'use strict';
require('./lib/node_version').requireNode();

const { takeOptions, refuseRest, fail } = require('./lib/args');

const HELP = `npm run mutate -- [FILE, FILE:10-20 (lines of it) or FOLDER …]

Changes one thing after the other in the code (Stryker) and runs the tests that reach it, the nearest first; a change that
no test notices survives and is listed. Default: all areas. What has been judged is remembered in node_modules/.cache/mutate:
what has not changed since is not judged again. Never part of npm test: all of it takes hours.

  --area=A,B   sign_in (sign-in and sessions), http (the HTTP gate), access, rest (the engine's REST interface and what changes pass)
  --share=0.1  only this share of the changes, drawn by --seed=N, default 1
  --workers=N  processors to keep busy, default 2
  --help       this text
`;

async function mutate(argv) {
  const { flags, values, rest } = takeOptions(argv, {
    flags: ['help'],
    values: ['area', 'share', 'seed', 'workers'],
  });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest.filter((argument) => argument.startsWith('-')));
  const last = (name, otherwise) => values.get(name)?.at(-1) ?? otherwise;
  const workers = Number(last('workers', 2));
  if (!Number.isInteger(workers) || workers < 1) fail('--workers needs a whole number above 0.');
  const share = Number(last('share', 1));
  if (!(share > 0 && share <= 1)) fail('--share needs a number above 0, at most 1.');

  await require('./lib/install').ensureInstalled();
  const { runMutation, AREAS } = require('./lib/tests/mutation');
  const names = values.get('area')?.flatMap((list) => list.split(',')) ?? Object.keys(AREAS);
  const unknown = names.find((name) => !(name in AREAS));
  if (unknown)
    fail(`There is no area "${unknown}"; the areas are ${Object.keys(AREAS).join(', ')}.`);
  const areas =
    rest.length > 0
      ? { files: { places: rest } }
      : Object.fromEntries(names.map((name) => [name, AREAS[name]]));
  const seed = String(last('seed', 1));
  process.exitCode = (await runMutation(areas, { workers, share, seed })) ? 0 : 1;
}

mutate(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
