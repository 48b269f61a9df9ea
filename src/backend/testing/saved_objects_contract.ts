/** Contract suite for saved object stores. */
import type {
  OpenSavedObjects,
  SavedObjectsStore,
  StoredObject,
  StoreFilterTest,
  StoreOperation,
  StoreOutcome,
  StoreQuery,
} from '../api/saved_objects';

export interface SavedObjectsFixture {
  readonly openStore: OpenSavedObjects;
  dispose(): Promise<void>;
}

type Create = Extract<StoreOperation, { kind: 'create' }>;

const create = (id: string, given: Partial<Create> = {}): Create => ({
  kind: 'create',
  type: 'note',
  id,
  overwrite: false,
  titleField: 'title',
  attributes: { title: id },
  references: [],
  ...given,
});
const query = (given: Partial<StoreQuery> = {}): StoreQuery => ({
  types: [{ name: 'note', titleField: 'title' }],
  sort: { by: 'id', isDescending: false },
  offset: 0,
  limit: 100,
  ...given,
});
const written = (outcome: StoreOutcome | undefined): StoredObject => {
  if (!outcome?.ok) throw outcome?.error ?? new Error('There is no outcome.');
  return outcome.object;
};
const statusesOf = (outcomes: readonly StoreOutcome[]): number[] =>
  outcomes.map((outcome) => (outcome.ok ? 200 : outcome.error.statusCode));

/** @param start - opens an empty store */
export function describeSavedObjectsStore(
  name: string,
  start: () => Promise<SavedObjectsFixture>
): void {
  describe(`SavedObjectsStore: ${name}`, () => {
    let fixture: SavedObjectsFixture;
    let store: SavedObjectsStore;
    const read = async (id: string, from = store) =>
      (await from.locate([{ type: 'note', id }]))[0]?.read();
    const idsOf = async (given: Partial<StoreQuery>): Promise<(string | undefined)[]> => {
      const { hits } = await store.find(query(given));
      return Promise.all(hits.map(async (hit) => (await hit.readHead())?.id));
    };

    beforeEach(async () => {
      fixture = await start();
      store = fixture.openStore({ kind: 'server' }, '');
    });
    afterEach(() => fixture.dispose());

    it('returns written objects unchanged, and the outcome of each operation in order', async () => {
      const content = {
        attributes: { title: 'A', ['__proto__']: 1, nested: { list: [1, null, 'é\u0000'] } },
        references: [{ name: 'n', type: 'index-pattern', id: 'i' }],
        migrationVersion: { note: '7.0.0' },
      };
      const outcomes = await store.write([
        create('a', content),
        create('a'),
        { kind: 'delete', type: 'note', id: 'gone' },
        create('b'),
      ]);
      expect(statusesOf(outcomes)).toEqual([200, 409, 404, 200]);
      expect(await read('a')).toEqual({ ...written(outcomes[0]), ...content, revision: 1 });
      const located = await store.locate([
        { type: 'note', id: 'b' },
        { type: 'other', id: 'a' },
        { type: 'note', id: 'b' },
      ]);
      expect(located.map((hit) => hit !== undefined)).toEqual([true, false, true]);
    });

    it('keeps a given update time', async () => {
      const updatedAt = '2020-02-02T02:02:02.020Z';
      await store.write([create('a', { updatedAt })]);
      expect((await read('a'))?.updatedAt).toBe(updatedAt);
      await store.write([create('a', { overwrite: true })]);
      expect((await read('a'))?.updatedAt).not.toBe(updatedAt);
    });

    it('writes conditionally on a version, which every write changes', async () => {
      const first = written((await store.write([create('a')]))[0]);
      const replace = (ifVersion: string, title: string): StoreOperation => ({
        ...create('a', { attributes: { title } }),
        kind: 'replace',
        ifVersion,
      });
      const outcomes = await store.write([
        replace(first.version, 'one'),
        replace(first.version, 'two'),
      ]);
      expect(statusesOf(outcomes)).toEqual([200, 409]);
      const second = written(outcomes[0]);
      expect(await read('a')).toMatchObject({ attributes: { title: 'one' }, revision: 2 });
      expect(second.version).not.toBe(first.version);
      const over = create('a', { overwrite: true, ifVersion: first.version });
      expect(statusesOf(await store.write([over]))).toEqual([409]);
      expect(statusesOf(await store.write([{ ...over, ifVersion: second.version }]))).toEqual([
        200,
      ]);
      await store.write([{ kind: 'delete', type: 'note', id: 'a' }]);
      expect(statusesOf(await store.write([replace(second.version, 'late')]))).toEqual([404]);
    });

    it('lets exactly one of several concurrent writes of the same version succeed', async () => {
      const { version } = written((await store.write([create('a')]))[0]);
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.write([
            { ...create('a', { attributes: { index } }), kind: 'replace', ifVersion: version },
          ])
        )
      );
      expect(statusesOf(all.flat()).filter((status) => status === 200)).toHaveLength(1);
    });

    it('rejects objects beyond the size limit, unless they became smaller', async () => {
      const text = (length: number) => ({ attributes: { text: 'x'.repeat(length) } });
      const { version } = written((await store.write([create('a', text(500))]))[0]);
      expect(statusesOf(await store.write([create('b', { ...text(500), maxBytes: 100 })]))).toEqual(
        [413]
      );
      const replace = { kind: 'replace', ifVersion: version, maxBytes: 100 } as const;
      expect(statusesOf(await store.write([{ ...create('a', text(400)), ...replace }]))).toEqual([
        200,
      ]);
    });

    it('separates the objects of different tenants', async () => {
      const private_ = fixture.openStore({ kind: 'server' }, 'user:jdoe');
      await store.write([create('a')]);
      await private_.write([create('a', { attributes: { title: 'mine' } }), create('b')]);
      expect((await read('a'))?.attributes).toEqual({ title: 'a' });
      expect((await read('a', private_))?.attributes).toEqual({ title: 'mine' });
      expect(await idsOf({})).toEqual(['a']);
      expect(await read('b')).toBeUndefined();
    });

    it('finds objects by words, references and filters, sorted and in pages', async () => {
      const references = [{ name: 'n', type: 'index-pattern', id: 'i' }];
      await store.write([
        create('a', { attributes: { title: 'Monthly Sales', size: 3 }, references }),
        create('b', { attributes: { title: 'Sales', note: 'monthly', size: 5 } }),
        create('c', { attributes: { title: 'Costs', size: 9 } }),
        create('d', { type: 'other' }),
      ]);
      const text = (value: string, isPrefix = false) =>
        ({ kind: 'text', text: value, isPrefix }) as const;
      const both = { kind: 'and', nodes: [text('sales'), text('MONTH', true)] } as const;
      const size = (test: StoreFilterTest) =>
        ({ kind: 'field', type: 'note', field: { attribute: ['size'] }, test }) as const;
      expect(await idsOf({ search: both })).toEqual(['a', 'b']);
      expect(await idsOf({ search: both, searchFields: ['title^3'] })).toEqual(['a']);
      expect(await idsOf({ search: text('sales monthly') })).toEqual([]);
      expect(
        await idsOf({ search: { kind: 'and', nodes: [{ kind: 'not', node: text('sales') }] } })
      ).toEqual(['c']);
      expect(await idsOf({ hasReference: { type: 'index-pattern', id: 'i' } })).toEqual(['a']);
      const large = size({ kind: 'range', operator: '>', number: 3 });
      expect(await idsOf({ filter: large })).toEqual(['b', 'c']);
      expect(await idsOf({ filter: { kind: 'not', node: large } })).toEqual(['a']);
      const sort = { by: 'title', isDescending: true } as const;
      expect(await idsOf({ sort, offset: 1, limit: 1 })).toEqual(['a']);
      const types = ['note', 'other'].map((type) => ({ name: type, titleField: 'title' }));
      expect(await store.find(query({ types, limit: 0 }))).toEqual({ total: 4, hits: [] });
    });

    it('finds written objects immediately, and deleted ones no longer', async () => {
      await store.write([create('a'), create('b')]);
      const { hits } = await store.find(query());
      await store.write([{ kind: 'delete', type: 'note', id: 'a' }]);
      expect(await Promise.all(hits.map((hit) => hit.read()))).toEqual([
        undefined,
        await read('b'),
      ]);
      expect(await idsOf({})).toEqual(['b']);
    });
  });
}
