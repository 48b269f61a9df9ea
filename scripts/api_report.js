'use strict';
require('./lib/node_version').requireNode();

const { takeOptions, refuseRest } = require('./lib/args');

const HELP = `npm run api:report -- [options]

Writes the reports of what plugins can import, one for each entry point: core_public, core_server and
ui_kit (docs/api/*.api.md). "npm test" fails while they are stale, or hold a name that nothing is said about.

  --check   only compare; exit code 1 when a report is stale or a name undocumented
  --help    this text
`;

async function report(argv) {
  const { flags, rest } = takeOptions(argv, { flags: ['check', 'help'] });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);
  const { ensureInstalled } = require('./lib/install');
  await ensureInstalled();
  const write = !flags.has('check');
  const { checkApiReports } = require('./lib/docs/api_reports');
  for (const { file, isStale, undocumented } of checkApiReports({ write })) {
    const state = isStale ? (write ? 'written' : 'STALE') : 'up to date';
    process.stdout.write(`  ${file}: ${state}\n`);
    if (isStale && !write) process.exitCode = 1;
    for (const name of undocumented)
      process.stdout.write(
        `  ${file}: nothing is said about ${name}; write what it is, in a comment above it\n`
      );
    if (undocumented.length > 0) process.exitCode = 1;
  }
}

report(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error?.message ?? error}\n`);
  process.exit(1);
});
