/** Contract suite for history stores. */
import type {
  HistoryStore,
  HistoryStoreQuery,
  NewChange,
  WatchedHistoryStore,
} from '../api/engine';
import { entryDigest } from '../changes/history/entry_digest';

export interface HistoryStoreFixture<Store = HistoryStore> {
  readonly store: Store;
  /** Clock of the store, in epoch milliseconds. */
  setTime(atMs: number): void;
  dispose(): Promise<void>;
}

export const SPECIAL_CHARACTERS = 'a\0b\\ud800\ud800/ü%_';

export const change = (name: string, given: Partial<NewChange> = {}): NewChange => ({
  origin: { userName: 'jdoe', via: 'rest' },
  type: 'roles',
  name,
  action: 'update',
  isHidden: false,
  isCredentialChanged: false,
  before: { description: 'one' },
  after: { description: 'two' },
  ...given,
});

/** @param start - opens an empty store */
export function describeHistoryStore(
  name: string,
  start: () => Promise<HistoryStoreFixture>
): void {
  describe(`HistoryStore: ${name}`, () => {
    let fixture: HistoryStoreFixture;
    let store: HistoryStore;
    beforeEach(async () => {
      fixture = await start();
      ({ store } = fixture);
      fixture.setTime(1_000);
    });
    afterEach(() => fixture.dispose());

    const find = async (query: Partial<HistoryStoreQuery> = {}) =>
      store.find({ types: ['roles'], hiddenOf: [], page: 1, perPage: 100, ...query });
    const names = async (query: Partial<HistoryStoreQuery> = {}) =>
      (await find(query)).items.map((item) => item.name);

    it('lists what changed along with a rename in the history of its own entity only', async () => {
      await store.append([
        change('new', { origin: { userName: 'jdoe', via: 'rest', renamedFrom: 'old' } }),
        change('jane', { origin: { userName: 'jdoe', via: 'rename' }, type: 'internalusers' }),
      ]);
      const types = ['roles', 'internalusers'] as const;
      expect(await names({ types })).toEqual(['new']);
      expect(await names({ types, name: 'jane' })).toEqual(['jane']);
    });

    it('lists a mapping that was renamed with its role once, as the rename of the role', async () => {
      const part = { origin: { userName: 'jdoe', via: 'rename' }, type: 'rolesmapping' } as const;
      await store.append([
        change('new', { origin: { userName: 'jdoe', via: 'rest', renamedFrom: 'old' } }),
        change('new', { ...part, action: 'create' }),
        change('old', { ...part, action: 'delete' }),
        change('other', part),
      ]);
      const both = ['roles', 'rolesmapping'] as const;
      expect((await find({ types: both, name: 'new' })).items).toMatchObject([{ type: 'roles' }]);
      expect((await find({ types: both, name: 'old' })).total).toBe(0);
      expect((await find({ types: ['rolesmapping'], name: 'old' })).total).toBe(1);
      expect((await find({ types: both, name: 'other' })).total).toBe(1);
    });

    it('finds the other changes of a request', async () => {
      const by = (userName: string, id?: string) => ({
        origin: { userName, via: 'rest' as const, ...(id !== undefined && { request: { id } }) },
      });
      const [first] = await store.append([change('a', by('jdoe', 'r1'))]);
      await store.append([change('alone', by('jdoe')), change('foreign', by('other', 'r2'))]);
      await store.append([change('b', { ...by('jdoe', 'r1'), type: 'internalusers' })]);
      const found = await store.madeWith(first!);
      expect(found).toMatchObject([{ name: 'b', type: 'internalusers' }]);
      const [, foreign] = (await find()).items;
      expect(await store.madeWith({ ...first!, ...foreign! })).toEqual([]);
    });

    it('returns recorded changes with an id and the time', async () => {
      const added = change(SPECIAL_CHARACTERS, {
        origin: {
          userName: SPECIAL_CHARACTERS,
          via: 'revert',
          remoteAddress: '192.0.2.1',
          reverts: 7,
        },
        type: 'internalusers',
        revision: 12,
        isCredentialChanged: true,
        hashBefore: '$2y$12$x',
        before: { nested: { list: [1, null, 'ü'] } },
        after: undefined,
        action: 'delete',
      });
      const [recorded] = await store.append([added]);
      const { after: _none, ...withoutAfter } = added;
      expect(recorded).toMatchObject({ ...withoutAfter, id: expect.any(Number), atMs: 1_000 });
      expect(await store.get(recorded!.id)).toMatchObject({
        ...withoutAfter,
        id: recorded!.id,
        atMs: 1_000,
      });
      expect((await store.get(recorded!.id))!.after).toBeUndefined();
      expect(await store.get(recorded!.id + 1)).toBeUndefined();
    });

    it('lists changes without bodies, newest first, in the order in which they were appended', async () => {
      const [one, two] = await store.append([change('a'), change('b')]);
      const [three] = await store.append([change('c')]);
      expect(one!.id < two!.id && two!.id < three!.id).toBe(true);
      const { total, items } = await find();
      expect([total, items.map((item) => item.name)]).toEqual([3, ['c', 'b', 'a']]);
      expect(JSON.stringify(items)).not.toMatch(/one|two/);
      expect(items[0]).toMatchObject({ id: three!.id, action: 'update', origin: { via: 'rest' } });
    });

    it('filters by type, name, actor, action, time and words', async () => {
      const by = (userName: string) => ({ origin: { userName, via: 'rest' } as const });
      await store.append([
        change('sales_read', { action: 'create', ...by('ada') }),
        change('sales', { type: 'tenants', ...by('ada') }),
      ]);
      fixture.setTime(2_000);
      await store.append([change('hr_read', by('bob')), change('hr%', by('bob'))]);
      expect(await names({ types: ['tenants'] })).toEqual(['sales']);
      expect(await names({ types: [] })).toEqual([]);
      expect(await names({ types: ['roles', 'tenants'], actor: 'ada' })).toEqual([
        'sales',
        'sales_read',
      ]);
      expect(await names({ name: 'hr_read' })).toEqual(['hr_read']);
      expect(await names({ actions: ['create', 'delete'] })).toEqual(['sales_read']);
      expect(await names({ actions: [] })).toHaveLength(3);
      expect(await names({ toMs: 1_999 })).toEqual(['sales_read']);
      expect(await names({ fromMs: 2_000, toMs: 2_000 })).toEqual(['hr%', 'hr_read']);
      expect(await names({ search: 'READ bob' })).toEqual(['hr_read']);
      expect(await names({ search: 'r%' })).toEqual(['hr%']);
      expect(await names({ search: 'r_r' })).toEqual(['hr_read']);
    });

    it('returns hidden entries only for requested types', async () => {
      await store.append([
        change('r', { isHidden: true }),
        change('t', { type: 'tenants', isHidden: true }),
        change('open'),
      ]);
      const types = ['roles', 'tenants'] as const;
      expect(await names({ types })).toEqual(['open']);
      expect(await names({ types, hiddenOf: ['tenants'] })).toEqual(['open', 't']);
    });

    it('returns pages without gaps or duplicates, with the total', async () => {
      await store.append(Array.from({ length: 5 }, (_, index) => change(`n${index}`)));
      const page = async (number: number) => names({ page: number, perPage: 2 });
      expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
        ['n4', 'n3'],
        ['n2', 'n1'],
        ['n0'],
        [],
      ]);
      expect((await find({ page: 9, perPage: 2 })).total).toBe(5);
    });
  });
}

/**
 * For stores of backends whose configuration also changes without this product.
 * @param start - opens an empty store
 */
export function describeNewestChanges(
  name: string,
  start: () => Promise<HistoryStoreFixture<WatchedHistoryStore>>
): void {
  describe(`WatchedHistoryStore: ${name}`, () => {
    let fixture: HistoryStoreFixture<WatchedHistoryStore>;
    beforeEach(async () => {
      fixture = await start();
      fixture.setTime(1_000);
    });
    afterEach(() => fixture.dispose());
    const newest = async (names: readonly string[], type: NewChange['type'] = 'roles') =>
      Object.fromEntries(await fixture.store.newest(type, names));
    const digest = (description: string) => entryDigest('roles', { description });

    it('tells the newest change of each name, and what it left', async () => {
      const { store } = fixture;
      expect(await newest(['a'])).toEqual({});
      const [, left, deleted] = await store.append([
        change('a', { after: { description: 'first' } }),
        change('a', { after: { description: 'second' } }),
        change(SPECIAL_CHARACTERS, { action: 'delete', after: undefined }),
        change('a', { type: 'tenants', after: { description: 'of a tenant' } }),
        change('other'),
      ]);
      const names = ['a', SPECIAL_CHARACTERS, 'unknown'];
      const expected = { id: left?.id, atMs: 1_000, digest: digest('second') };
      expect(await newest(names)).toEqual({
        a: expected,
        [SPECIAL_CHARACTERS]: { id: deleted?.id, atMs: 1_000, digest: undefined },
      });
      expect(await newest(['a'], 'tenants')).toMatchObject({
        a: { digest: digest('of a tenant') },
      });
      fixture.setTime(2_000);
      await store.append([change('a', { after: { description: 'third' } })]);
      expect(await newest(names)).toMatchObject({ a: { atMs: 2_000, digest: digest('third') } });
    });

    it('tells them for more names than are read at once', async () => {
      const names = Array.from({ length: 60 }, (_, n) => `role_${n}`);
      await fixture.store.append(names.map((one) => change(one, { after: { description: one } })));
      const found = await newest(names);
      expect(Object.keys(found)).toHaveLength(60);
      for (const one of names) expect(found[one]?.digest).toBe(digest(one));
    });
  });
}
