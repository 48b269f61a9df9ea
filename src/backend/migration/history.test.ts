/** The change history between two stores: what moves, and when two histories stay apart. */
import type { MovableHistoryStore, MovedChange } from '../api/engine';
import { walk } from './data_type';
import { historyKind } from './history';

const change = (id: number, name = `role-${id}`, reason?: string): MovedChange => ({
  id,
  atMs: id,
  type: 'roles',
  name,
  action: 'create',
  isHidden: false,
  isCredentialChanged: false,
  before: undefined,
  after: {},
  origin: {
    userName: 'jane',
    via: 'rest',
    ...(reason !== undefined && { request: { id: 'r', reason } }),
  },
});

function storeOf(...changes: MovedChange[]): MovableHistoryStore & { all: MovedChange[] } {
  const all = [...changes];
  const walkAll: MovableHistoryStore['walk'] = async (after, limit) =>
    all.filter(({ id }) => id > after).slice(0, limit);
  const restore: MovableHistoryStore['restore'] = async (more) => void all.push(...more);
  return { all, walk: walkAll, restore } as unknown as ReturnType<typeof storeOf>;
}

const moved = async (from: MovableHistoryStore, to: MovableHistoryStore) => {
  const { counts, leftOut, written } = await walk(historyKind(from, to), { isDryRun: false });
  return { ...counts, left: leftOut.count, written };
};

it('moves with its reasons, and a second time there is nothing to do', async () => {
  const from = storeOf(change(1), change(2, 'b', 'On request'), change(4));
  const to = storeOf();
  expect(await moved(from, to)).toMatchObject({ new: 3, written: 3, left: 0 });
  expect(to.all[1]?.origin.request?.reason).toBe('On request');
  expect(await moved(from, to)).toMatchObject({ new: 0, equal: 3, differs: 0, written: 0 });
});

it('is the same one without the traces of requests, which earlier releases did not move', async () => {
  const from = storeOf(change(1, 'a', 'On request'));
  expect(await moved(from, storeOf(change(1, 'a')))).toMatchObject({ equal: 1, written: 0 });
});

it('continues after an interruption', async () => {
  const to = storeOf(change(1));
  expect(await moved(storeOf(change(1), change(2)), to)).toMatchObject({ equal: 1, written: 1 });
});

it.each([
  ['that began with other changes', [change(1, 'own')], 1, 0],
  ['with other numbers', [change(7, 'own')], 1, 0],
  ['that went on with its own changes', [change(1), change(2, 'own')], 2, 1],
])('is not merged by number into a history %s', async (_which, there, left, equal) => {
  const to = storeOf(...there);
  const from = storeOf(change(1), change(2), change(3));
  expect(await moved(from, to)).toMatchObject({ left, equal, differs: 0, written: 0 });
  expect(to.all).toEqual(there);
});
