import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');
/** Matches `t('id'`, `defineMessage('id'`, `defineError('id'` and `<FormattedMessage id="id"`. */
const IDS =
  /(?:\b(?:t|defineMessage|defineError)\(\s*'|<FormattedMessage\s+id=")(fieldNotes\.[^'"]+)/g;

const idsInCode = (): string[] => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name)
  );
  const texts = files.map((name) => readFileSync(path.join(ROOT, name), 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(IDS)].map(([, id]) => id!)))].sort();
};

it('has a German translation for every text in use and no others', () => {
  const file = path.join(ROOT, 'translations', 'de.json');
  const { messages } = JSON.parse(readFileSync(file, 'utf8'));
  expect(Object.keys(messages).sort()).toEqual(idsInCode());
});
