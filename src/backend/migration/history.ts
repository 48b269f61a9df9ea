/** The change history as a data type of a migration, with its ids and times. */
import { isEqual } from 'lodash';
import type { MovableHistoryStore, MovedChange } from '../api/engine';
import type { Batch, Kind } from './data_type';

/** Changes per batch. */
const STEP = 200;

export const historyKind = (from: MovableHistoryStore, to: MovableHistoryStore): Kind => ({
  title: 'history',
  batches: async function* () {
    for (let last = 0; ;) {
      const changes = await from.walk(last, STEP);
      const end = changes.at(-1);
      if (!end) return;
      yield batchOf(changes, await present(to, last, changes), to);
      last = end.id;
    }
  },
});

/** The changes with the same ids in the target. */
async function present(
  store: MovableHistoryStore,
  after: number,
  changes: readonly MovedChange[]
): Promise<ReadonlyMap<number, MovedChange>> {
  const ids = new Set(changes.map(({ id }) => id));
  const end = changes.at(-1)?.id ?? after;
  const found = new Map<number, MovedChange>();
  for (let last = after; last < end;) {
    const stretch = await store.walk(last, STEP);
    for (const change of stretch) if (ids.has(change.id)) found.set(change.id, change);
    last = stretch.at(-1)?.id ?? end;
  }
  return found;
}

function batchOf(
  changes: readonly MovedChange[],
  there: ReadonlyMap<number, MovedChange>,
  to: MovableHistoryStore
): Batch {
  const compared = changes.map((change) => {
    const { id, type, name, action } = change;
    const other = there.get(id);
    const state = !other ? 'new' : isEqual(plain(other), plain(change)) ? 'equal' : 'differs';
    return { name: `${id} (${action} ${type}/${name})`, state } as const;
  });
  return {
    compared,
    write: async (indexes) => {
      const chosen = (state: 'new' | 'differs') =>
        indexes.flatMap((at) => (compared[at]?.state === state ? (changes[at] ?? []) : []));
      await to.restore(chosen('new'), 'new');
      await to.restore(chosen('differs'), 'replace');
      return [];
    },
  };
}

/** Drops `undefined` members, which are equal to absent ones. */
const plain = (change: MovedChange): unknown => JSON.parse(JSON.stringify(change));
