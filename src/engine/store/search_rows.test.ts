/** Pages from memory equal what a naive search over all rows gives, whatever was changed before. */
import fc from 'fast-check';
import { cleanUp, clientOf, INTERNAL, startEngine } from '../testing';
import { SearchRows, type RowQuery, type SearchRow, type SortOrder } from './search_rows';

afterEach(cleanUp);

const rowOf = (name: string, seed: number): SearchRow => ({
  name,
  nameKey: name.toLowerCase(),
  descriptionKey: `d${seed % 3}`,
  changedAtMs: seed % 4,
  text: `${name.toLowerCase()} w${seed % 2} x${seed % 5}`,
  isHidden: seed % 7 === 0,
  isReserved: seed % 2 === 0,
});

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const naiveOrder: Record<SortOrder, (a: SearchRow, b: SearchRow) => number> = {
  name: (a, b) => compareText(a.nameKey, b.nameKey) || compareText(a.name, b.name),
  description: (a, b) => compareText(a.descriptionKey, b.descriptionKey) || naiveOrder.name(a, b),
  changed: (a, b) => a.changedAtMs - b.changedAtMs || naiveOrder.name(a, b),
};

function naive(rows: readonly SearchRow[], query: RowQuery) {
  const found = rows
    .filter(
      (row) =>
        (query.showsHidden || !row.isHidden) && query.words.every((word) => row.text.includes(word))
    )
    .filter((row) => query.isReserved === undefined || row.isReserved === query.isReserved)
    .sort(naiveOrder[query.sort]);
  if (query.isDescending) found.reverse();
  return {
    total: found.length,
    names: found.slice(query.offset, query.offset + query.limit).map(({ name }) => name),
  };
}

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 });
const query = fc.record({
  type: fc.constant('roles' as const),
  words: fc.array(fc.constantFrom('w0', 'w1', 'x3', 'a', 'nope'), { maxLength: 2 }),
  showsHidden: fc.boolean(),
  isReserved: fc.constantFrom(true, false, undefined),
  sort: fc.constantFrom<SortOrder[]>('name', 'description', 'changed'),
  isDescending: fc.boolean(),
  offset: fc.nat(5),
  limit: fc.integer({ min: 1, max: 20 }),
});

it('finds what a naive search finds, after any changes (property)', () => {
  const change = fc.record({ name, seed: fc.nat(100), isGone: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, fc.nat(100)), { maxLength: 30 }),
      fc.array(change, { maxLength: 30 }),
      query,
      (start, changes, asked) => {
        const model = new Map(start.map(([key, seed]) => [key, rowOf(key, seed)]));
        const rows = new SearchRows();
        rows.load('roles', [...model.values()]);
        for (const { name: key, seed, isGone } of changes) {
          const row = isGone ? undefined : rowOf(key, seed);
          rows.put('roles', key, row);
          if (row) model.set(key, row);
          else model.delete(key);
        }
        expect(rows.page(asked)).toEqual(naive([...model.values()], asked));
      }
    )
  );
});

it.each(['name', 'description', 'changed'] as const)(
  'walks large collections by %s to the same page',
  (sort) => {
    const all = Array.from({ length: 10_000 }, (_, i) => rowOf(`n${(i * 7919) % 10_000}`, i));
    const rows = new SearchRows();
    rows.load('roles', all);
    for (const isDescending of [false, true]) {
      const asked: RowQuery = {
        type: 'roles',
        words: ['w1'],
        showsHidden: false,
        sort,
        isDescending,
        offset: 150,
        limit: 100,
      };
      expect(rows.page(asked)).toEqual(naive(all, asked));
    }
  }
);

it('follows every write, and finds users by a regular expression of a mapping', async () => {
  const { engine } = await startEngine();
  const internal = clientOf(engine, INTERNAL);
  const found = async (more: object) => {
    const page = await engine.find(INTERNAL, {
      type: 'internalusers',
      page: 1,
      perPage: 10,
      ...more,
    });
    if (!page.ok) throw new Error('refused');
    return { total: page.result.total, names: page.result.items.map((item) => item.name) };
  };
  for (const user of ['emp-1', 'emp-2', 'other']) {
    await internal('PUT', `/api/internalusers/${user}`, {
      hash: '$2y$12$x',
      description: `Common ${user}`,
    });
  }
  expect(await found({ search: 'common' })).toEqual({
    total: 3,
    names: ['emp-1', 'emp-2', 'other'],
  });
  await internal('PUT', '/api/rolesmapping/readall', { users: ['/emp-[0-9]/'] });
  expect(await found({ filters: { roles: ['readall'] } })).toEqual({
    total: 2,
    names: ['emp-1', 'emp-2'],
  });
  expect(await found({ type: 'roles', search: 'emp-[0-9]' })).toEqual({
    total: 1,
    names: ['readall'],
  });
  await internal('DELETE', '/api/internalusers/emp-1');
  expect(await found({ search: 'common' })).toEqual({ total: 2, names: ['emp-2', 'other'] });
  expect(await found({ filters: { roles: ['readall'] } })).toEqual({ total: 1, names: ['emp-2'] });
  await internal('DELETE', '/api/rolesmapping/readall');
  expect((await found({ type: 'roles', search: 'emp-[0-9]' })).total).toBe(0);
});
