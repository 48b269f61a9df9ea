/** The change history as a data type of a migration, with its ids and times. */
import { isEqual } from 'lodash';
import type { MovableHistoryStore, MovedChange } from '../api/engine';
import type { Batch, Compared, Kind } from './data_type';

/** Changes per batch. */
const STEP = 200;

/**
 * Numbers of changes are those of one history. Where the target has another one, or went on with
 * its own changes, the histories stay apart: merged by number, they would tell a wrong story.
 */
export const historyKind = (from: MovableHistoryStore, to: MovableHistoryStore): Kind => ({
  title: 'history',
  batches: async function* () {
    if (!(await isSameHistory(from, to))) return yield unmoved;
    let isApart = false;
    for (let last = 0; ;) {
      const changes = await from.walk(last, STEP);
      const end = changes.at(-1);
      if (!end) return;
      const batch = makeBatch(changes, await present(to, last, changes), to, isApart);
      isApart ||= batch.compared.some(({ blocker }) => blocker !== undefined);
      yield batch;
      last = end.id;
    }
  },
});

/** Whether the oldest change of one side is in the other, too, or a side has none. */
async function isSameHistory(from: MovableHistoryStore, to: MovableHistoryStore): Promise<boolean> {
  const [[first], [other]] = [await from.walk(0, 1), await to.walk(0, 1)];
  if (!first || !other) return true;
  const older = first.id < other.id ? from : to;
  const [there] = await older.walk(Math.max(first.id, other.id) - 1, 1);
  return there !== undefined && isEqual(plain(there), plain(first.id < other.id ? other : first));
}

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

function makeBatch(
  changes: readonly MovedChange[],
  there: ReadonlyMap<number, MovedChange>,
  to: MovableHistoryStore,
  isApart: boolean
): Batch {
  let blocker = isApart ? APART : undefined;
  const compared = changes.map((change): Compared => {
    const { id, type, name, action } = change;
    const other = there.get(id);
    const title = `${id} (${action} ${type}/${name})`;
    if (other && isEqual(plain(other), plain(change))) return { name: title, state: 'equal' };
    if (other) blocker = APART;
    return { name: title, state: 'new', ...(blocker !== undefined && { blocker }) };
  });
  return {
    compared,
    write: async (indexes) => {
      await to.restore(indexes.flatMap((at) => changes[at] ?? []));
      return [];
    },
  };
}

const OTHER = 'the target has a history of its own, and histories are not merged';
const unmoved: Batch = {
  compared: [{ name: 'all', state: 'new', blocker: OTHER }],
  write: async () => [],
};

const APART = 'the target went on with changes of its own, and histories are not merged';

/**
 * Drops `undefined` members, which are equal to absent ones, and the trace of the request: earlier
 * releases did not move it.
 */
const plain = ({ origin: { request: _request, ...origin }, ...change }: MovedChange): unknown =>
  JSON.parse(JSON.stringify({ ...change, origin }));
