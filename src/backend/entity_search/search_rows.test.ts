/** Compares pages from memory with a naive search over all rows, after arbitrary changes. */
import fc from 'fast-check';
import { cleanUp, clientOf, INTERNAL, startEngine } from '../testing/embedded';
import { runToCompletion } from '../scheduling/cooperative_task';
import { RowFilters } from './row_filter';
import { RowCollection, type RowQuery, type SearchRow, type SortOrder } from './search_rows';

afterEach(cleanUp);

/** Texts that are common, rare, or contain punctuation. */
const rowOf = (name: string, seed: number): SearchRow => ({
  id: seed,
  name,
  nameKey: name.toLowerCase(),
  descriptionKey: `d${seed % 3}`,
  changedAtMs: seed % 4,
  text: [
    name.toLowerCase(),
    `employee number ${seed}`,
    `team-${seed % 5}`,
    `anna.b${seed % 7}@site${seed}`,
    seed % 3 === 0 ? 'x..y\u00e9' : '',
  ].join('\n'),
  isHidden: seed % 7 === 0,
  isReserved: seed % 2 === 0,
});

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const naiveOrder: Record<SortOrder, (a: SearchRow, b: SearchRow) => number> = {
  name: (a, b) => compareText(a.nameKey, b.nameKey) || compareText(a.name, b.name),
  description: (a, b) => compareText(a.descriptionKey, b.descriptionKey) || naiveOrder.name(a, b),
  changed: (a, b) => a.changedAtMs - b.changedAtMs || naiveOrder.name(a, b),
  customization: (a, b) => Number(a.isReserved) - Number(b.isReserved) || naiveOrder.name(a, b),
};

type PlainQuery = Omit<WordQuery, 'sort'> & { readonly sort: SortOrder };

type WordQuery = RowQuery & { readonly words: readonly string[] };

const NO_TERMS = { namesWith: () => [], distinctValues: () => [], valuesOf: () => [] };

const found = (
  rows: RowCollection,
  { words, ...query }: WordQuery,
  filters = new RowFilters(rows, NO_TERMS)
) => {
  const page = rows.page({
    ...query,
    sets: words.map((word) => filters.getBitSet({ kind: 'text', word })),
  });
  return { total: page.total, names: page.rows.map(({ name }) => name) };
};

function naive(rows: readonly SearchRow[], query: PlainQuery) {
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

const WORDS = [
  'employee',
  'ploy',
  'number',
  'e',
  '1',
  '12',
  '123',
  'team',
  'team-1',
  'm-',
  '-',
  '.',
  '..',
  'x..y',
  'anna',
  'anna.',
  'anna.b3@s',
  'b3@site1',
  '@site12',
  'site',
  'site123',
  'y\u00e9',
  'nope',
  'na.b',
];
const queryOf = (count: number) =>
  fc.record({
    type: fc.constant('roles' as const),
    words: fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }),
    showsHidden: fc.boolean(),
    isReserved: fc.constantFrom(true, false, undefined),
    sort: fc.constantFrom<SortOrder[]>('name', 'description', 'changed', 'customization'),
    isDescending: fc.boolean(),
    offset: fc.nat(count),
    limit: fc.integer({ min: 1, max: count }),
  });

it('returns the results of a naive search after any changes (property)', () => {
  // Few names, so that entities are created, changed and deleted; enough rows to make texts common.
  const name = fc.oneof(
    fc.nat(60).map((n) => `n${n}`),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 })
  );
  const change = fc.record({ name, seed: fc.nat(200), isRemoved: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, fc.nat(200)), { maxLength: 80 }),
      fc.array(change, { maxLength: 80 }),
      fc.array(queryOf(30), { minLength: 1, maxLength: 5 }),
      (start, changes, queries) => {
        const model = new Map(start.map(([key, seed]) => [key, rowOf(key, seed)]));
        const rows = new RowCollection([...model.values()]);
        // Reads the texts of some words before the changes, and the others between them.
        const filters = new RowFilters(rows, NO_TERMS);
        const reads = WORDS.map((word) => filters.prepare({ kind: 'text', word }));
        reads.forEach((read, word) => word % 2 === 0 && runToCompletion(read));
        for (const { name: key, seed, isRemoved } of changes) {
          reads[seed % reads.length]?.next();
          const row = isRemoved ? undefined : rowOf(key, seed);
          const before = rows.slotOf(key);
          rows.put(key, row);
          const slot = rows.slotOf(key);
          if (slot !== undefined) filters.follow(key, slot);
          else if (before !== undefined) filters.remove(before);
          if (row) model.set(key, row);
          else model.delete(key);
        }
        for (const one of queries)
          expect(found(rows, one, filters)).toEqual(naive([...model.values()], one));
      }
    )
  );
});

it('applies changes to the rows of a word while the texts are being read (property)', () => {
  // Texts long enough that a step reads only one or two of them.
  const textOf = (isMatch: boolean) => `${'x'.repeat(300_000)}${isMatch ? 'wanted' : ''}`;
  const name = fc.nat(5).map((n) => `n${n}`);
  const action = fc.record({ name, matches: fc.constantFrom(true, false, undefined) });
  fc.assert(
    fc.property(fc.array(fc.boolean()), fc.array(action), (start, actions) => {
      const rowNamed = (key: string, isMatch: boolean) => ({
        ...rowOf(key, 1),
        text: textOf(isMatch),
      });
      const model = new Map(start.slice(0, 6).map((isMatch, i) => [`n${i}`, isMatch]));
      const rows = new RowCollection([...model].map((entry) => rowNamed(...entry)));
      const filters = new RowFilters(rows, NO_TERMS);
      const word = { kind: 'text', word: 'wanted' } as const;
      const read = filters.prepare(word);
      read.next();
      for (const { name: key, matches } of actions) {
        read.next();
        const before = rows.slotOf(key);
        if (matches === undefined) model.delete(key);
        else model.set(key, matches);
        rows.put(key, matches === undefined ? undefined : rowNamed(key, matches));
        const slot = rows.slotOf(key);
        if (slot !== undefined) filters.follow(key, slot);
        else if (before !== undefined) filters.remove(before);
      }
      runToCompletion(read);
      const wanted = [...model].flatMap(([key, isMatch]) => (isMatch ? key : []));
      expect(filters.getBitSet(word).toArray()).toEqual(rows.toBitSet(wanted).toArray());
    }),
    { numRuns: 50 }
  );
});

it('returns any page of a large collection in any order (property)', () => {
  const all = Array.from({ length: 5_000 }, (_, i) => rowOf(`n${(i * 7919) % 5_000}`, i));
  const rows = new RowCollection(all);
  for (const removed of all.splice(1_000, 500)) rows.put(removed.name, undefined);
  for (let i = 0; i < 200; i++) {
    const added = rowOf(`later${i}`, i * 13);
    all.push(added);
    rows.put(added.name, added);
  }
  fc.assert(
    fc.property(queryOf(6_000), (query) => {
      expect(found(rows, query)).toEqual(naive(all, query));
    }),
    { numRuns: 40 }
  );
});

it('stops walking an order whose matches are at its end', () => {
  // Exactly the matches were changed last.
  const all = Array.from({ length: 8_000 }, (_, i) => ({
    ...rowOf(`n${i}`, 1),
    changedAtMs: i,
    text: i < 7_000 ? 'other' : 'wanted',
  }));
  const query: PlainQuery = {
    type: 'roles',
    words: ['wanted'],
    showsHidden: true,
    sort: 'changed',
    isDescending: false,
    offset: 10,
    limit: 10,
  };
  expect(found(new RowCollection(all), query)).toEqual(naive(all, query));
});

it('filters by facets, mapped roles and patterns like a naive filter after every change', async () => {
  const { engine } = await startEngine();
  const ask = clientOf(engine, INTERNAL);
  const internal = async (...call: Parameters<typeof ask>) => {
    expect((await ask(...call)).statusCode).toBeLessThan(300);
  };
  const random = (
    (state) => () =>
      (state = (state * 48_271) % 2_147_483_647)
  )(7);
  const pickOf = <T>(list: readonly T[]): T => list[random() % list.length] as T;
  const users = new Map<string, { teams: string[]; roles: string[] }>();
  let mapping = {
    users: ['u1*', 'u7'],
    backend_roles: ['team-a', '/team-[cd]/'],
    and_backend_roles: ['team-b', 'lead'],
  };
  await internal('PUT', '/api/roles/mapped', { cluster_permissions: [] });
  await internal('PUT', '/api/rolesmapping/mapped', mapping);
  const isMapped = (name: string, { teams, roles }: { teams: string[]; roles: string[] }) =>
    roles.includes('mapped') ||
    mapping.users.some((user) => name === user || (user === 'u1*' && name.startsWith('u1'))) ||
    teams.some((team) => mapping.backend_roles.includes(team)) ||
    (mapping.backend_roles.length > 1 && teams.some((team) => /^team-[cd]$/.test(team))) ||
    (mapping.and_backend_roles.length > 0 && teams.includes('team-b') && teams.includes('lead'));
  const names = async (filters: Record<string, string[]>) => {
    const page = await engine.find(INTERNAL, {
      type: 'internalusers',
      search: 'person',
      filters,
      page: 1,
      perPage: 100,
    });
    if (!page.ok) throw new Error('refused');
    expect(page.result.total).toBe(page.result.items.length);
    return page.result.items.map(({ name }) => name);
  };
  const expected = (isIn: (name: string, one: { teams: string[]; roles: string[] }) => boolean) =>
    [...users]
      .filter(([name, one]) => isIn(name, one))
      .map(([name]) => name)
      .sort();
  for (let step = 0; step < 40; step++) {
    const name = `u${random() % 20}`;
    if (users.has(name) && random() % 3 === 0) {
      await internal('DELETE', `/api/internalusers/${name}`);
      users.delete(name);
    } else {
      const teams = ['team-a', 'team-b', 'team-c', 'lead'].filter(() => random() % 3 === 0);
      const roles = random() % 5 === 0 ? ['mapped'] : [];
      const body = {
        backend_roles: teams,
        opendistro_security_roles: roles,
        description: 'person',
      };
      await internal('PUT', `/api/internalusers/${name}`, {
        hash: `$2y$12$${'.'.repeat(53)}`,
        ...body,
      });
      users.set(name, { teams, roles });
    }
    if (step === 20) {
      mapping = { users: ['u7'], backend_roles: ['team-a'], and_backend_roles: [] };
      await internal('PUT', '/api/rolesmapping/mapped', mapping);
    }
    const team = pickOf(['team-a', 'team-b', 'lead']);
    expect(await names({ backend_roles: [team, 'lead'] })).toEqual(
      expected((_name, { teams }) => teams.includes(team) || teams.includes('lead'))
    );
    expect(await names({ roles: ['mapped'] })).toEqual(expected(isMapped));
    expect(await names({ roles: ['mapped'], backend_roles: [team] })).toEqual(
      expected((one, user) => isMapped(one, user) && user.teams.includes(team))
    );
  }
}, 30_000);

it('reflects every write, and finds users by a regular expression in a mapping', async () => {
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
      hash: `$2y$12$${'.'.repeat(53)}`,
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
