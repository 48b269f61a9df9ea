/**
 * Storage of the change history. A store does not check permissions: its callers decide which types
 * and which hidden entries a user may see. Bodies contain secrets of the configuration, which must
 * be masked for display. Password hashes are only in `hashBefore`.
 *
 * Every method rejects with `BackendError` if the store cannot be reached or written.
 */
import type { ChangeOrigin, HistoryAction, HistoryQuery, HistoryType } from './history';

type Body = Readonly<Record<string, unknown>>;

/** A change to be recorded. */
export interface NewChange {
  readonly origin: ChangeOrigin;
  readonly type: HistoryType;
  readonly name: string;
  readonly action: HistoryAction;
  /** Sequence number of the write, if the backend counts writes. */
  readonly revision?: number;
  /** Whether the entity is hidden, or was before it was deleted. */
  readonly isHidden: boolean;
  readonly isCredentialChanged: boolean;
  readonly before?: Body;
  readonly after?: Body;
  /** The replaced or deleted password hash, if the backend exposes it to the server. */
  readonly hashBefore?: string;
}

export interface RecordedChange extends NewChange {
  /** Ascending; never reused. */
  readonly id: number;
  /** Time of recording, in epoch milliseconds. */
  readonly atMs: number;
  /** Names of changed fields; absent in records of earlier versions. */
  readonly fields?: readonly string[];
}

/** A recorded change without its bodies. */
export type ListedChange = Omit<RecordedChange, 'before' | 'after' | 'hashBefore'>;

export interface HistoryStoreQuery extends HistoryQuery {
  readonly types: readonly HistoryType[];
  /** Types whose hidden entries are included. */
  readonly hiddenOf: readonly HistoryType[];
}

export interface HistoryStore {
  /**
   * Records changes in their order, all or none. They are durable and searchable once it resolves.
   */
  append(changes: readonly NewChange[]): Promise<readonly RecordedChange[]>;
  get(id: number): Promise<RecordedChange | undefined>;
  /**
   * Newest first. What a rename changed along is found by its own name only; the mapping that a
   * rename of its role moved, only without the type `roles`.
   * @throws {LimitExceededError} if the search exceeds the time limit of a request
   */
  find(query: HistoryStoreQuery): Promise<HistoryPage>;
  /**
   * Other changes of the same request by ascending number. Looks at `ENGINE_LIMITS.changeSetSize`
   * numbers before and after.
   */
  madeWith(change: RecordedChange): Promise<readonly ListedChange[]>;
}

/** The newest recorded change of an entity. */
export interface NewestChange extends Pick<RecordedChange, 'id' | 'atMs'> {
  /** `entryDigest` of the state after it; absent if it deleted the entity. */
  readonly digest?: string;
}

/** For a backend whose configuration also changes without this product. */
export interface WatchedHistoryStore extends HistoryStore {
  /**
   * By name, for the names that have recorded changes of this type. States are read once, so asking
   * again costs a search of numbers.
   */
  newest(type: HistoryType, names: readonly string[]): Promise<ReadonlyMap<string, NewestChange>>;
}

/**
 * A store whose changes can be migrated to another one. Sequence numbers of writes are not
 * migrated, because they belong to the original backend.
 */
export interface MovableHistoryStore extends HistoryStore {
  /**
   * Changes with their bodies, by ascending number: at most `limit` after a number, fewer if they
   * are large, empty at the end.
   */
  walk(afterId: number, limit: number): Promise<readonly MovedChange[]>;
  /**
   * Imports changes with their numbers and times. New numbers will be higher. Rejects if a number
   * belongs to another change; then any part of the changes may have been imported.
   */
  restore(changes: readonly MovedChange[]): Promise<void>;
}

export type MovedChange = Omit<RecordedChange, 'revision' | 'fields'>;

export interface HistoryPage {
  /** On all pages. */
  readonly total: number;
  readonly items: readonly ListedChange[];
}
