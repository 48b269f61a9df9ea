import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSavedObjects } from '../../../testing/stores';

const dir = mkdtempSync(join(tmpdir(), 'sd-word-merges-'));
const { database, openStore } = openSavedObjects(dir);
const store = openStore({ kind: 'server' }, '');

afterAll(() => {
  database.close();
  rmSync(dir, { recursive: true });
});

const write = (numbers: readonly number[], word: string) =>
  store.write(
    numbers.map((number) => ({
      kind: 'create',
      type: 'dashboard',
      id: `d${number}`,
      overwrite: true,
      attributes: { title: `${word} ${number}`, description: `${word}${number}`.repeat(40) },
      references: [],
      titleField: 'title',
      maxBytes: 10_000,
    }))
  );

const segments = () =>
  database.get<{ count: number }>('SELECT count(DISTINCT segid) AS count FROM object_words_idx')
    ?.count;

it('keeps the number of segments small, for single and bulk writes', async () => {
  for (let number = 0; number < 300; number++) await write([number], 'before');
  expect(segments()).toBeLessThan(20);
  const all = Array.from({ length: 1_000 }, (_, number) => number);
  for (const word of ['again', 'after']) await write(all, word);
  expect(segments()).toBeLessThan(20);
});
