/**
 * Audit events on the disk: appending, finding, forgetting. Synchronous except for searches.
 *
 * An append survives the death of the process at once. Against a loss of power SQLite's log is forced to the
 * disk by `sync`, on another thread: a request never waits for the disk because of the audit log. After such a
 * loss the file is as it was at some moment before, whole, its delivery mark included, and the changes after
 * that mark come again from the history.
 */
import { closeSync, fsync, openSync } from 'node:fs';
import type { Database, SqlValue } from '../../storage';
import { toStoredName } from '../store/name_key';
import type { AuditPage, AuditQuery } from '../types';
import type { AuditDocument } from './event_document';

export interface NewEvent {
  readonly atMs: number;
  readonly document: AuditDocument;
}

export interface AuditRetention {
  readonly maxAgeDays: number;
  readonly maxSizeMib: number;
}

interface Row {
  readonly id: number;
  readonly body: string;
}

const DAY_MS = 86_400_000;
const MIB = 1_048_576;
const IDS_PER_MS = 1_024;
const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 1_000;
/** Totals and numbered pages reach this far. */
const MAX_WINDOW = 10_000;
/** A search looks at so many events, then lets other work in. */
const SEARCH_STEP = 2_000;
const PRUNE_STEP = 1_000;
/** More rows in a statement save nothing; each number of rows is a statement that is kept. */
const ROWS_AT_ONCE = 25;

export class AuditStore {
  private lastId: number;
  /** SQLite's log. It takes no locks, so that opening it besides is safe (sqlite.org/howtocorrupt.html, 2.2). */
  private logFile: number | undefined;
  private isSyncing = false;
  private isClosed = false;

  constructor(
    private readonly db: Database,
    private readonly retention: AuditRetention
  ) {
    // https://www.sqlite.org/pragma.html#pragma_synchronous: commits do not wait for the disk; checkpoints do.
    db.exec('PRAGMA synchronous = NORMAL');
    // Four times the default: checkpoints wait for the disk, and pages written often go there once.
    db.exec('PRAGMA wal_autocheckpoint = 4000');
    this.lastId = db.get<{ id: number | null }>('SELECT max(id) AS id FROM event')?.id ?? 0;
  }

  /** Number of the last change of the history that is in the log. */
  get deliveredUpTo(): number {
    return this.db.get<{ change_id: number }>('SELECT change_id FROM delivery')?.change_id ?? 0;
  }

  set deliveredUpTo(changeId: number) {
    this.db.run('UPDATE delivery SET change_id = ?', changeId);
  }

  /** In one transaction; all or nothing. */
  append(events: readonly NewEvent[], deliveredUpTo?: number): void {
    const lastId = this.lastId;
    try {
      this.db.transaction(() => {
        for (let at = 0; at < events.length; at += ROWS_AT_ONCE) {
          this.insert(events.slice(at, at + ROWS_AT_ONCE));
        }
        if (deliveredUpTo !== undefined) this.deliveredUpTo = deliveredUpTo;
      });
    } catch (error) {
      this.lastId = lastId;
      throw error;
    }
  }

  async find(query: AuditQuery): Promise<AuditPage> {
    const perPage = within(query.perPage ?? DEFAULT_PER_PAGE, 1, MAX_PER_PAGE);
    const words = query.search?.split(/\s+/).filter(Boolean).slice(0, 10) ?? [];
    const wanted = conditionOf(query);
    if (words.length > 0) return this.search(query, perPage, wanted, words);
    const cursor = cursorOf(query);
    const page = cursor === undefined ? Math.max(1, Math.trunc(query.page ?? 1) || 1) : 1;
    const offset = (page - 1) * perPage;
    const rows =
      offset >= MAX_WINDOW
        ? []
        : this.db.all<Row>(
            `SELECT id, body FROM event WHERE ${wanted.sql} AND id < ? ORDER BY id DESC LIMIT ? OFFSET ?`,
            ...wanted.params,
            cursor ?? Number.MAX_SAFE_INTEGER,
            perPage + 1,
            offset
          );
    return { ...pageOf(rows, perPage), ...this.total(wanted) };
  }

  /** Removes a step of what is too old, or too much. @returns whether there is more to remove */
  prune(nowMs: number): boolean {
    const firstKept = (nowMs - this.retention.maxAgeDays * DAY_MS) * IDS_PER_MS;
    const sql =
      'DELETE FROM event WHERE id IN (SELECT id FROM event WHERE id < ? ORDER BY id LIMIT ?)';
    const { changes } = this.db.run(sql, firstKept, PRUNE_STEP);
    if (changes === PRUNE_STEP) return true;
    if (this.usedBytes() <= this.retention.maxSizeMib * MIB) return false;
    return this.db.run(sql, Number.MAX_SAFE_INTEGER, PRUNE_STEP).changes === PRUNE_STEP;
  }

  /**
   * Forces what was appended to the disk. Calls while one is running do nothing.
   * @param done - with the failure, if there was one
   */
  sync(done: (error: unknown) => void): void {
    if (this.isSyncing || this.isClosed) return;
    this.isSyncing = true;
    this.logFile ??= openSync(`${this.db.file}-wal`, 'r');
    fsync(this.logFile, (error) => {
      this.isSyncing = false;
      if (this.isClosed) this.closeLog();
      else done(error ?? undefined);
    });
  }

  /** Folds everything into the file, and that onto the disk. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.db.close();
    if (!this.isSyncing) this.closeLog();
  }

  private closeLog(): void {
    if (this.logFile !== undefined) closeSync(this.logFile);
    this.logFile = undefined;
  }

  /** Pages in use; free ones are used again before the file grows. */
  private usedBytes(): number {
    const { pages, free, size } = this.db.get<{ pages: number; free: number; size: number }>(
      `SELECT p.page_count AS pages, f.freelist_count AS free, s.page_size AS size
       FROM pragma_page_count AS p, pragma_freelist_count AS f, pragma_page_size AS s`
    ) ?? { pages: 0, free: 0, size: 0 };
    return (pages - free) * size;
  }

  private insert(events: readonly NewEvent[]): void {
    const values: SqlValue[] = [];
    for (const { atMs, document } of events) {
      this.lastId = Math.max(this.lastId + 1, atMs * IDS_PER_MS);
      values.push(
        this.lastId,
        String(document['audit_category']),
        storedText(document['audit_request_effective_user']),
        storedText(document['audit_request_remote_address']),
        JSON.stringify(document)
      );
    }
    const rows = events.map(() => '(?, ?, ?, ?, ?)').join(', ');
    this.db.run(
      `INSERT INTO event (id, category, user_name, remote, body) VALUES ${rows}`,
      ...values
    );
  }

  private total({ sql, params }: Condition): Pick<AuditPage, 'total' | 'totalRelation'> {
    const limited = `SELECT 1 FROM event WHERE ${sql} LIMIT ${MAX_WINDOW + 1}`;
    const n =
      this.db.get<{ n: number }>(`SELECT count(*) AS n FROM (${limited})`, ...params)?.n ?? 0;
    return n > MAX_WINDOW
      ? { total: MAX_WINDOW, totalRelation: 'gte' }
      : { total: n, totalRelation: 'eq' };
  }

  private async search(
    query: AuditQuery,
    perPage: number,
    { sql, params }: Condition,
    words: readonly string[]
  ): Promise<AuditPage> {
    const likes = words.map((word) => `%${asJsonText(word).replace(/[\\%_]/g, '\\$&')}%`);
    const matches = words.map(() => "body LIKE ? ESCAPE '\\'").join(' AND ');
    const skipped = (Math.max(1, Math.trunc(query.page ?? 1) || 1) - 1) * perPage;
    const found: Row[] = [];
    for (let before = cursorOf(query) ?? Number.MAX_SAFE_INTEGER; ;) {
      const step = `SELECT id, body FROM event WHERE ${sql} AND id < ? ORDER BY id DESC LIMIT ${SEARCH_STEP}`;
      const reach = this.db.get<{ n: number; last: number | null }>(
        `SELECT count(*) AS n, min(id) AS last FROM (${step})`,
        ...params,
        before
      );
      found.push(
        ...this.db.all<Row>(
          `SELECT id, body FROM (${step}) WHERE ${matches} ORDER BY id DESC`,
          ...params,
          before,
          ...likes
        )
      );
      if (found.length > skipped + perPage || (reach?.n ?? 0) < SEARCH_STEP) {
        return pageOf(found.slice(skipped, skipped + perPage + 1), perPage);
      }
      before = reach?.last ?? 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

function conditionOf(query: AuditQuery): Condition {
  const parts: [string, readonly SqlValue[]][] = [['1', []]];
  if (query.fromMs !== undefined) parts.push(['id >= ?', [Math.trunc(query.fromMs) * IDS_PER_MS]]);
  if (query.toMs !== undefined) parts.push(['id < ?', [(Math.trunc(query.toMs) + 1) * IDS_PER_MS]]);
  if (query.categories?.length) {
    parts.push([
      `category IN (${query.categories.map(() => '?').join(', ')})`,
      query.categories.map(toStoredName),
    ]);
  }
  if (query.user !== undefined) parts.push(['user_name = ?', [toStoredName(query.user)]]);
  if (query.remote !== undefined) parts.push(['remote = ?', [toStoredName(query.remote)]]);
  return {
    sql: parts.map(([sql]) => sql).join(' AND '),
    params: parts.flatMap(([, params]) => params),
  };
}

const pageOf = (rows: readonly Row[], perPage: number): AuditPage => ({
  events: rows
    .slice(0, perPage)
    .map(({ id, body }) => ({ _id: String(id), ...(JSON.parse(body) as AuditDocument) })),
  ...(rows.length > perPage ? { nextCursor: String(rows[perPage - 1]?.id) } : {}),
});

/** A cursor that is none starts over. */
function cursorOf({ cursor }: AuditQuery): number | undefined {
  const id = cursor === undefined || !/^\d{1,16}$/.test(cursor) ? NaN : Number(cursor);
  return Number.isSafeInteger(id) ? id : undefined;
}

const within = (value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, Math.trunc(value) || min));

const storedText = (value: unknown): string | null =>
  typeof value === 'string' ? toStoredName(value) : null;

/** Events are searched as JSON text, where quotes and control characters are escaped. */
const asJsonText = (word: string): string => JSON.stringify(word).slice(1, -1);
