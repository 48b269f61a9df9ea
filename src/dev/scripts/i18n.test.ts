import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkI18n, expectedOf, readCatalogue } from '../../../scripts/lib/i18n/check';
import { extractMessages } from '../../../scripts/lib/i18n/extract';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

let root: string;
beforeEach(() => void (root = temporaryFolder()));

function write(file: string, content: unknown): void {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
}

/**
 * Writes a project with core, which has the texts of the design system, and one plugin. Returns the
 * problems found.
 */
function project(source: string, german?: unknown): string[] {
  write('src/core/public/empty.ts', 'export {};');
  write('src/plugins/notes/plugin.json', { id: 'notes' });
  write('src/plugins/notes/public/screen.tsx', source);
  if (german !== undefined) {
    const [core] = readCatalogue(root).owners;
    const eui = [...expectedOf(core!)].map(([token, { needs }]) => [
      token,
      [...needs().placeholders].map((name) => `{${name}}`).join(' ') || 'x',
    ]);
    write('src/core/translations/de.json', { messages: Object.fromEntries(eui) });
    write('src/plugins/notes/translations/de.json', german);
  }
  return checkI18n(root).problems;
}

const SOURCE = `
  export const a = t('notes.a', 'Hello {name}', { name });
  export const b = defineMessage('notes.b', { defaultMessage: 'One ' + \`two\` });
  export const c = <FormattedMessage id="notes.c" defaultMessage="See <link>more</link>" values={{ link }} />;
  export const d = translator.translate('notes.d', {
    defaultMessage: '{count, plural, one {# note of {name}} other {# notes of {name}}}',
    values: { count, name },
  });
`;
const GERMAN = {
  'notes.a': 'Hallo {name}',
  'notes.b': 'Eins zwei',
  'notes.c': '<link>Mehr</link> lesen',
  'notes.d': 'Von {name}: {count, plural, one {# Notiz} other {# Notizen}}',
};

it('collects all kinds of messages', () => {
  const { messages, problems } = extractMessages(SOURCE, 'public/screen.tsx');
  expect(problems).toEqual([]);
  expect(messages).toEqual([
    {
      id: 'notes.a',
      defaultMessage: 'Hello {name}',
      hasTags: false,
      valueNames: ['name'],
      at: 'public/screen.tsx:2',
    },
    expect.objectContaining({ id: 'notes.b', defaultMessage: 'One two', valueNames: undefined }),
    expect.objectContaining({ id: 'notes.c', hasTags: true, valueNames: ['link'] }),
    expect.objectContaining({ id: 'notes.d', valueNames: ['count', 'name'] }),
  ]);
});

it('rejects unknown text ids in strangers.txt', () => {
  write('src/plugins/notes/translations/strangers.txt', '# Names.\nnotes.a\nnotes.gone\n');
  expect(project(SOURCE, { messages: GERMAN })).toEqual([
    expect.stringMatching(/strangers\.txt: no id begins with "notes\.gone"; remove it\./),
  ]);
});

it('accepts complete translations', () => {
  expect(project(SOURCE, { messages: GERMAN })).toEqual([]);
});

it.each([
  ['an id computed at run time', 't(`notes.${x}`, "A")', /id of a message has to be a literal/],
  [
    'options in a variable',
    'i18n.translate("notes.a", options)',
    /defaultMessage of a message has to be a literal/,
  ],
  ['an id of another plugin', 't("core.a", "A")', /has to begin with "notes\."/],
  [
    'two texts under one id',
    't("notes.a", "A"); i18n.translate("notes.a", { defaultMessage: "B" })',
    /another default message at src\/plugins\/notes\/public\/screen\.tsx:1/,
  ],
  ['a message with invalid syntax', 't("notes.a", "{n, plural, }")', /not valid ICU MessageFormat/],
  [
    'a placeholder without a value',
    'i18n.translate("notes.a", { defaultMessage: "{a} {b}", values: { a } })',
    /asks for b,/,
  ],
  [
    'a tag without a function',
    '<FormattedMessage id="notes.a" defaultMessage="<b>x</b>" />',
    /asks for b,/,
  ],
])('rejects %s', (_what, source, problem) => {
  expect(project(source)).toEqual([expect.stringMatching(problem)]);
});

it.each([
  [
    'a missing text',
    { 'notes.a': undefined },
    /"notes\.a" is not translated\. English \(src.*:2\): Hello/,
  ],
  ['an empty text', { 'notes.a': '' }, /"notes\.a" is not translated/],
  ['an unused text', { 'notes.z': 'x' }, /nothing uses "notes\.z"; remove it/],
  [
    'another placeholder',
    { 'notes.a': 'Hallo {nam}' },
    /placeholders and tags \{nam\}, the English text has \{name\}/,
  ],
  ['a lost tag', { 'notes.c': 'Mehr' }, /placeholders and tags none, the English text has <link>/],
  [
    'broken ICU syntax',
    { 'notes.d': '{count, plural, one {x}}' },
    /"notes\.d" is not valid ICU MessageFormat/,
  ],
  ['a value that is not a text', { 'notes.a': 1 }, /"notes\.a" has to be a text/],
])('rejects translations with %s', (_what, change, problem) => {
  expect(project(SOURCE, { messages: { ...GERMAN, ...change } })).toEqual([
    expect.stringMatching(problem),
  ]);
});

it.each([
  ['invalid JSON', '{', /this is not valid JSON/],
  ['no messages', [], /has to be \{ "messages"/],
])('rejects a file with %s', (_what, german, problem) => {
  expect(project(SOURCE, german)).toEqual([expect.stringMatching(problem)]);
});

it('requires all texts of the design system', () => {
  project(SOURCE, { messages: GERMAN });
  write('src/core/translations/de.json', { messages: { 'euiModal.closeModal': 'Schließen' } });
  const { problems } = checkI18n(root);
  expect(problems.length).toBeGreaterThan(300);
  expect(problems[0]).toMatch(/de\.json: "eui.*" is not translated\. English \(EUI\)/);
});
