/** Contract suite for history stores whose changes can be migrated to another store. */
import type { MovableHistoryStore, MovedChange, NewChange } from '../api/engine';
import { change, SPECIAL_CHARACTERS, type HistoryStoreFixture } from './history_store_contract';

const moved = (id: number, given: Partial<NewChange> = {}): MovedChange => ({
  ...change(`moved-${id}`, given),
  id,
  atMs: id * 10,
});

/** @param start - opens an empty store */
export function describeMovedHistory(
  name: string,
  start: () => Promise<HistoryStoreFixture<MovableHistoryStore>>
): void {
  describe(`MovableHistoryStore: ${name}`, () => {
    let fixture: HistoryStoreFixture<MovableHistoryStore>;
    let store: MovableHistoryStore;
    beforeEach(async () => {
      fixture = await start();
      ({ store } = fixture);
      fixture.setTime(1_000);
    });
    afterEach(() => fixture.dispose());

    it('imports changes unchanged, and continues after their ids', async () => {
      const special = moved(40, {
        origin: {
          userName: SPECIAL_CHARACTERS,
          via: 'revert',
          remoteAddress: '192.0.2.1',
          reverts: 7,
          request: { id: 'request-1', reason: 'On request' },
        },
        isHidden: true,
        hashBefore: '$2y$12$x',
      });
      const [own] = await store.append([change('own', { revision: 5 })]);
      await store.restore([moved(30), special, moved(50)]);
      expect(await walked(store, 2)).toEqual([
        { ...change('own'), id: own!.id, atMs: 1_000 },
        moved(30),
        special,
        moved(50),
      ]);
      expect((await store.append([change('next')]))[0]!.id).toBeGreaterThan(50);
      const page = { types: ['roles'], hiddenOf: [], page: 1, perPage: 10 } as const;
      expect((await store.find({ ...page, name: 'moved-50' })).items).toMatchObject([
        { id: 50, atMs: 500 },
      ]);
    });

    it('does not replace a change', async () => {
      await store.restore([moved(30)]);
      await expect(store.restore([moved(30, { name: 'other' })])).rejects.toThrow();
      expect((await store.get(30))!.name).toBe('moved-30');
    });
  });
}

async function walked(store: MovableHistoryStore, step: number): Promise<readonly MovedChange[]> {
  const all: MovedChange[] = [];
  for (let last = 0; ;) {
    const stretch = await store.walk(last, step);
    const end = stretch.at(-1);
    if (!end) return all;
    all.push(...stretch);
    last = end.id;
  }
}
