/**
 * Where changes of the configuration are kept, whoever makes them. A store knows neither callers
 * nor rights: who asks it has decided which types, and which hidden entries, may be seen. Bodies
 * hold secrets of the configuration, but never a password or its hash beside `hashBefore`; whoever
 * shows them masks them.
 *
 * Every call rejects with `BackendError` when the store cannot be reached or written.
 */
import type { ChangeOrigin, HistoryAction, HistoryQuery, HistoryType } from './history';

type Body = Readonly<Record<string, unknown>>;

/** A change as it is told to the store. */
export interface NewChange {
  readonly origin: ChangeOrigin;
  readonly type: HistoryType;
  readonly name: string;
  readonly action: HistoryAction;
  /** Number of the write, where the backend counts them. */
  readonly revision?: number;
  /** The entity is, or was before it was deleted, one that only some may see. */
  readonly isHidden: boolean;
  readonly isCredentialChanged: boolean;
  readonly before?: Body;
  readonly after?: Body;
  /** Password hash that was replaced or deleted, where the backend shows it to the server. */
  readonly hashBefore?: string;
}

export interface RecordedChange extends NewChange {
  /** Grows with every change; never given twice. */
  readonly id: number;
  /** When it was recorded, epoch milliseconds. */
  readonly atMs: number;
}

/** A change without its bodies. */
export type ListedChange = Omit<RecordedChange, 'before' | 'after' | 'hashBefore'>;

export interface HistoryStoreQuery extends HistoryQuery {
  readonly types: readonly HistoryType[];
  /** Of these also changes of hidden entries. */
  readonly hiddenOf: readonly HistoryType[];
}

export interface HistoryStore {
  /** Records changes in their order; they are durable, and found, when it resolves. All or none. */
  append(changes: readonly NewChange[]): Promise<readonly RecordedChange[]>;
  get(id: number): Promise<RecordedChange | undefined>;
  /**
   * Newest first.
   * @throws {LimitExceededError} when the search takes longer than a request may
   */
  find(query: HistoryStoreQuery): Promise<HistoryPage>;
}

/**
 * A store whose changes can be moved to another one. Numbers of writes stay behind: they are those
 * of the backend that made the changes.
 */
export interface MovableHistoryStore extends HistoryStore {
  /**
   * Changes with their bodies, in the order of their numbers: at most `limit` after a number, fewer
   * when they are large, none at the end.
   */
  walk(afterId: number, limit: number): Promise<readonly MovedChange[]>;
  /**
   * Takes changes over with their numbers and times; numbers given later are higher. Nothing is
   * said of how many of them are there when it rejects.
   * @param how - `new`: rejects when a number is that of another change; `replace`: takes its place
   */
  restore(changes: readonly MovedChange[], how: 'new' | 'replace'): Promise<void>;
}

export type MovedChange = Omit<RecordedChange, 'revision'>;

export interface HistoryPage {
  /** Of all pages. */
  readonly total: number;
  readonly items: readonly ListedChange[];
}
