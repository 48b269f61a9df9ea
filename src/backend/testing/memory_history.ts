import type {
  HistoryStoreQuery,
  HistoryType,
  NewChange,
  RecordedChange,
  WatchedHistoryStore,
} from '../api/engine';
import { entryDigest } from '../changes/history/entry_digest';
import { parseSearchTerms } from '../scheduling/search_terms';

/** A history store in memory. Shows that the contract does not depend on SQLite. */
export class MemoryHistoryStore implements WatchedHistoryStore {
  private readonly changes: RecordedChange[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  async append(changes: readonly NewChange[]) {
    const added = changes.map((change, index) => ({
      ...structuredClone(change),
      id: this.changes.length + index + 1,
      atMs: this.now(),
    }));
    this.changes.push(...added);
    return added;
  }

  async get(id: number) {
    return this.changes[id - 1];
  }

  async find(query: HistoryStoreQuery) {
    const { page, perPage } = query;
    const found = this.changes.filter((change) => isMatch(change, query)).reverse();
    const items = found.slice((page - 1) * perPage, page * perPage).map(withoutBodies);
    return { total: found.length, items };
  }

  async madeWith({ id, origin: { request } }: RecordedChange) {
    return this.changes
      .filter((one) => one.id !== id && request && one.origin.request?.id === request.id)
      .map(withoutBodies);
  }

  async newest(type: HistoryType, names: readonly string[]) {
    const ofNames = this.changes.filter((one) => one.type === type && names.includes(one.name));
    return new Map(
      ofNames.map(({ id, atMs, name, after }) => [
        name,
        { id, atMs, digest: entryDigest(type, after) },
      ])
    );
  }
}

const withoutBodies = ({ before: _b, after: _a, hashBefore: _h, ...listed }: RecordedChange) =>
  listed;

function isMatch(change: RecordedChange, query: HistoryStoreQuery): boolean {
  const { type, name, action, isHidden, atMs, origin } = change;
  const { types, hiddenOf, actions, fromMs = 0, toMs = Infinity } = query;
  const text = [name, origin.userName].map((one) => one.toLowerCase());
  return (
    types.includes(type) &&
    (!isHidden || hiddenOf.includes(type)) &&
    (query.name === undefined ? origin.via !== 'rename' : query.name === name) &&
    !(
      types.includes('roles') &&
      origin.via === 'rename' &&
      type === 'rolesmapping' &&
      action !== 'update'
    ) &&
    (query.actor ?? origin.userName) === origin.userName &&
    (!actions?.length || actions.includes(action)) &&
    atMs >= fromMs &&
    atMs <= toMs &&
    parseSearchTerms(query.search).every((word) =>
      text.some((one) => one.includes(word.toLowerCase()))
    )
  );
}
