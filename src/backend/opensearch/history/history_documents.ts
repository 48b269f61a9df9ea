/** Converts recorded changes to documents, and history queries to searches. */
import type { HistoryStoreQuery, ListedChange, NewChange, RecordedChange } from '../../api/engine';
import { changedFields } from '../../changes/audit/action';
import { parseSearchTerms } from '../../scheduling/search_terms';

/** The fields that are searched; the change itself is stored without being indexed. */
export interface HistoryDocument {
  readonly id: number;
  readonly at_ms: number;
  readonly type: string;
  readonly name: string;
  readonly name_lower: string;
  readonly actor: string;
  readonly actor_lower: string;
  readonly action: string;
  readonly via: string;
  readonly hidden: boolean;
  readonly change: ListedChange;
  readonly bodies: Pick<RecordedChange, 'before' | 'after' | 'hashBefore'>;
}

/** Longer values are stored but not searchable: a term has at most 32,766 bytes. */
const KEYWORD = { type: 'keyword', ignore_above: 8_000 };
const UNINDEXED = { type: 'object', enabled: false };

export const HISTORY_PROPERTIES = {
  id: { type: 'long' },
  at_ms: { type: 'long' },
  type: KEYWORD,
  name: KEYWORD,
  name_lower: KEYWORD,
  actor: KEYWORD,
  actor_lower: KEYWORD,
  action: KEYWORD,
  via: KEYWORD,
  hidden: { type: 'boolean' },
  change: UNINDEXED,
  bodies: UNINDEXED,
  /** For the counter document: the next id, and the reservation that took the previous ones. */
  next: { type: 'long', index: false },
  taken_by: { type: 'keyword', index: false, doc_values: false },
  /** For an unfinished rename: the new name. */
  rename_to: { type: 'keyword', index: false, doc_values: false },
};

export function toHistoryDocument(change: NewChange, id: number, atMs: number): HistoryDocument {
  const { before, after, hashBefore, ...about } = change;
  const { userName, via } = change.origin;
  return {
    id,
    at_ms: atMs,
    type: change.type,
    name: change.name,
    name_lower: change.name.toLowerCase(),
    actor: userName,
    actor_lower: userName.toLowerCase(),
    action: change.action,
    via,
    hidden: change.isHidden,
    change: { ...about, id, atMs, fields: changedFields(change) },
    bodies: { before, after, hashBefore },
  };
}

export const toRecordedChange = ({ change, bodies }: HistoryDocument): RecordedChange => ({
  ...change,
  ...bodies,
});

/** @throws {LimitExceededError} */
export function toHistoryQuery(query: HistoryStoreQuery): object {
  const { types, hiddenOf, name, actor, actions, fromMs, toMs } = query;
  const visibleOnly = types.filter((type) => !hiddenOf.includes(type));
  const filter: object[] = [{ terms: { type: types } }];
  if (name !== undefined) filter.push({ term: { name } });
  if (actor !== undefined) filter.push({ term: { actor } });
  if (actions?.length) filter.push({ terms: { action: actions } });
  if (fromMs !== undefined || toMs !== undefined)
    filter.push({ range: { at_ms: { gte: fromMs, lte: toMs } } });
  for (const term of parseSearchTerms(query.search)) {
    const value = `*${term.toLowerCase().replaceAll(/[\\*?]/g, String.raw`\$&`)}*`;
    const should = ['name_lower', 'actor_lower'].map((field) => ({
      wildcard: { [field]: { value } },
    }));
    filter.push({ bool: { should } });
  }
  const hidden = {
    bool: { filter: [{ term: { hidden: true } }, { terms: { type: visibleOnly } }] },
  };
  const must_not: object[] = visibleOnly.length > 0 ? [hidden] : [];
  // What changed along with a rename shows in the history of its own entity only.
  if (name === undefined) must_not.push({ term: { via: 'rename' } });
  // The entry of the role says it.
  else if (types.includes('roles'))
    must_not.push({
      bool: {
        filter: [
          { term: { via: 'rename' } },
          { term: { type: 'rolesmapping' } },
          { terms: { action: ['create', 'delete'] } },
        ],
      },
    });
  return { bool: { filter, must_not } };
}
