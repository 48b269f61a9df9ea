'use strict';
require('../scripts/lib/node_version').requireNode();

const fs = require('node:fs');
const path = require('node:path');
const { takeOptions, fail } = require('../scripts/lib/args');
const { run } = require('../scripts/lib/child');
const { CACHE, inRoot } = require('../scripts/lib/paths');
const { SeededRandom } = require('./lib/random');

/** Security-critical folders, and those of the tests that run for them. */
const AREAS = {
  access: { folders: ['src/backend/access'], tests: ['src/backend/access'] },
  http: { folders: ['src/core/server/http'], tests: ['src/core/server/http'] },
  authentication: {
    folders: [
      'src/plugins/security/server/auth',
      'src/plugins/security/server/sessions',
      'src/backend/embedded/authentication',
    ],
    tests: ['src/plugins/security/server', 'src/backend/embedded/authentication'],
  },
  findings: { folders: ['src/backend/findings'], tests: ['src/backend/findings'] },
  guardrails: {
    folders: ['src/backend/guardrails'],
    tests: ['src/backend/guardrails', 'src/backend/embedded/rest/lockout'],
  },
  activity: { folders: ['src/backend/activity'], tests: ['src/backend/activity'] },
  clusters: {
    folders: ['src/plugins/clusters/server'],
    tests: ['src/plugins/clusters/server'],
  },
  rest: {
    folders: ['src/backend/embedded/rest', 'src/backend/changes'],
    tests: ['src/backend/embedded/rest', 'src/backend/embedded/history', 'src/backend/decorators'],
  },
};
const CONFIGURATION = 'tools/mutate/stryker.config.js';
/** `--share` draws pieces of this many lines. */
const PIECE_LINES = 40;

const HELP = `npm run mutate -- [AREA, FILE or FILE:10-20 …] [options of Stryker]

Changes one thing after the other in the code (Stryker, tools/mutate/stryker.config.js) and runs the tests that reach it. A change that
no test notices survives and is listed, also in build/mutation.html. Results of unchanged code and tests are reused.
The tests are those of the area that holds the file, else all of the server. All areas take hours:
${Object.keys(AREAS).join(', ')}.

  --share=0.1      changes only this share of the lines, drawn in pieces of ${PIECE_LINES} by --seed=N, default 1
  --concurrency=N  processors to keep busy, default 2
  --force          runs all changes again
  --help           this text
`;

async function mutate(argv) {
  const { flags, values, rest } = takeOptions(argv, { flags: ['help'], values: ['share', 'seed'] });
  if (flags.has('help')) return void process.stdout.write(HELP);
  const share = Number(values.get('share')?.at(-1) ?? 1);
  if (!(share > 0 && share <= 1)) fail('--share needs a number above 0, at most 1.');
  const random = new SeededRandom(Number(values.get('seed')?.at(-1) ?? 1));
  const options = rest.filter((argument) => argument.startsWith('-'));
  const names = rest.filter((argument) => !argument.startsWith('-'));
  const targets = names.length > 0 ? names : Object.keys(AREAS);

  await require('../scripts/lib/install').ensureInstalled();
  for (const target of targets) {
    const area = target in AREAS ? target : areaOf(target);
    const { folders = [], tests = [] } = AREAS[area] ?? {};
    const mutate =
      target === area
        ? folders.flatMap(sourcesIn).flatMap((file) => piecesOf(file, share, random))
        : [target];
    const stryker = inRoot('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
    const results = path.join(CACHE, 'mutate', `${target.replace(/\W+/g, '-')}.json`);
    const args = [
      'run',
      CONFIGURATION,
      '--mutate',
      mutate.join(','),
      '--incrementalFile',
      results,
      ...options,
    ];
    const patterns = tests.map((folder) => `**/${folder}/**/*.test.ts`);
    const env = { ...process.env, MUTATE_TESTS: patterns.join(',') };
    const { code } = await run(process.execPath, [stryker, ...args], { cwd: inRoot(), env });
    if (code !== 0) process.exitCode = 1;
  }
}

const areaOf = (file) =>
  Object.keys(AREAS).find((name) =>
    AREAS[name].folders.some((folder) => file.startsWith(`${folder}/`))
  );

const isSource = (file) => /(?<!\.test|mocks|types)\.ts$/.test(file) && !file.includes('testing/');

const sourcesIn = (folder) =>
  fs
    .readdirSync(inRoot(folder), { recursive: true })
    .filter(isSource)
    .sort()
    .map((file) => `${folder}/${file}`);

/** @returns {string[]} the file, or the drawn pieces of it: `file.ts:41-80` */
function piecesOf(file, share, random) {
  if (share === 1) return [file];
  const lines = fs.readFileSync(inRoot(file), 'utf8').split('\n').length;
  const starts = Array.from({ length: Math.ceil(lines / PIECE_LINES) }, (_, i) => i * PIECE_LINES);
  return starts
    .filter(() => random.chance(share))
    .map((start) => `${file}:${start + 1}-${start + PIECE_LINES}`);
}

mutate(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
