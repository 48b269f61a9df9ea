'use strict';
require('./lib/node_version').requireNode();

const fs = require('node:fs');
const path = require('node:path');
const { fail, refuseRest, takeOptions } = require('./lib/args');
const { checkI18n, expectedOf, readCatalogue } = require('./lib/i18n/check');
const { inRoot } = require('./lib/paths');

const HELP = `npm run i18n -- check | table [--locale=LOCALE] | extract [--locale=LOCALE]

  check                     ids, placeholders and translations of all messages; npm test does it too
  table                     prints every message as a line for review: id, English, place
  table --locale=LOCALE     … with the translation before the place
  extract                   prints every message with its English text as JSON
  extract --locale=LOCALE   brings translations/LOCALE.json of core, plugins and examples in step with
                            the sources: new ids come with an empty text, unused ones go
  --help                    this text

The language of a page: i18n.locale in config/security-dashboards.yml.
`;

const LOCALE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

function check() {
  const { problems, count, locales } = checkI18n(inRoot());
  problems.forEach((problem) => process.stderr.write(`${problem}\n`));
  if (problems.length > 0) fail(`${problems.length} problems.`);
  process.stdout.write(`${count} messages, in ${['en', ...locales].join(', ')}.\n`);
}

function extract(locale) {
  const { owners, problems } = readCatalogue(inRoot());
  problems.forEach((problem) => process.stderr.write(`${problem}\n`));
  if (problems.length > 0) fail('Nothing was written.');
  if (locale === undefined) {
    const all = owners.flatMap(({ messages }) => [...messages.values()]);
    const texts = all.map(({ id, defaultMessage }) => [id, defaultMessage]).sort(byId);
    process.stdout.write(`${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`);
    return;
  }
  if (!LOCALE.test(locale) || locale === 'en')
    fail(`"${locale}" is no locale to translate to; write de or pt-BR for instance.`);
  owners.forEach((owner) => update(owner, locale));
}

/** One line per message, columns separated by tabs, line breaks written as \\n. */
function table(locale) {
  const { owners } = readCatalogue(inRoot());
  for (const owner of owners) {
    const translated = locale ? translationsOf(owner, locale) : undefined;
    for (const { id, defaultMessage, at } of owner.messages.values()) {
      const cells = [id, defaultMessage, ...(translated ? [translated[id] ?? ''] : []), at];
      process.stdout.write(`${cells.map((cell) => cell.replaceAll('\n', '\\n')).join('\t')}\n`);
    }
  }
}

function translationsOf(owner, locale) {
  const file = path.join(owner.translationsDir, `${locale}.json`);
  if (!fs.existsSync(file)) fail(`${path.relative(inRoot(), file)} is missing.`);
  return JSON.parse(fs.readFileSync(file, 'utf8')).messages;
}

function update(owner, locale) {
  const file = path.join(owner.translationsDir, `${locale}.json`);
  const expected = expectedOf(owner);
  if (expected.size === 0) return;
  const { messages: known = {}, ...rest } = fs.existsSync(file)
    ? JSON.parse(fs.readFileSync(file, 'utf8'))
    : {};
  const texts = [...expected.keys()].map((id) => [id, known[id] ?? '']).sort(byId);
  const empty = texts.filter(([, text]) => text === '').length;
  fs.mkdirSync(owner.translationsDir, { recursive: true });
  fs.writeFileSync(
    file,
    `${JSON.stringify({ ...rest, messages: Object.fromEntries(texts) }, null, 2)}\n`
  );
  process.stdout.write(
    `${path.relative(inRoot(), file)}: ${texts.length} texts, ${empty} to translate.\n`
  );
}

const byId = ([a], [b]) => (a < b ? -1 : 1);

function main(argv) {
  const { flags, values, rest } = takeOptions(argv, { flags: ['help'], values: ['locale'] });
  const [command, ...more] = rest;
  if (flags.has('help') || command === undefined) return void process.stdout.write(HELP);
  refuseRest(more);
  if (command === 'check') return check();
  if (command === 'table') return table(values.get('locale')?.at(-1));
  if (command === 'extract') return extract(values.get('locale')?.at(-1));
  return fail(`There is no command ${command}. --help lists what there is.`);
}

main(process.argv.slice(2));
