'use strict';
require('./lib/node_version').requireNode();

const fs = require('node:fs');
const path = require('node:path');
const { takeOptions, refuseRest } = require('./lib/args');
const { inRoot } = require('./lib/paths');

const HELP = `node scripts/openapi.js [options]

Writes docs/reference/openapi.json from the routes of the whole server and of the engine. A test fails
when the file is out of date.

  --check   write nothing; end with 1 when the file is out of date
  --help    this text
`;

const FILE = inRoot('docs', 'reference', 'openapi.json');

async function main(argv) {
  const { flags, rest } = takeOptions(argv, { flags: ['help', 'check'], values: [] });
  if (flags.has('help')) return void process.stdout.write(HELP);
  refuseRest(rest);
  require('./lib/typescript').registerTypeScript();
  const { documentText } = require(inRoot('src', 'dev', 'openapi', 'document.ts'));
  const text = await documentText();
  const isFresh = fs.existsSync(FILE) && fs.readFileSync(FILE, 'utf8') === text;
  if (isFresh) return void process.stdout.write('docs/reference/openapi.json is up to date.\n');
  if (flags.has('check')) {
    process.stderr.write(
      'docs/reference/openapi.json is out of date; run `node scripts/openapi.js`.\n'
    );
    process.exitCode = 1;
    return;
  }
  fs.mkdirSync(path.dirname(FILE), { recursive: true });
  fs.writeFileSync(FILE, text);
  process.stdout.write('Written: docs/reference/openapi.json\n');
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
