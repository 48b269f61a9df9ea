/**
 * Stores, searches and prunes audit events in SQLite. Everything but the search is synchronous.
 *
 * An appended event immediately survives a crash of the process. Against power loss, `sync` flushes
 * SQLite's write-ahead log on another thread, so requests never wait for the disk because of the
 * audit log. After a power loss the file is consistent as of some earlier moment, including its
 * delivery mark, and the changes after that mark are copied from the history again.
 */
import { closeSync, fsync, openSync } from 'node:fs';
import type { Database, SqlValue } from '../sqlite';
import { AUDIT_OTHER_SHARE, AUDIT_SHARES } from '../../../contracts/limits';
import { toStoredName } from '../configuration_store/name_key';
import type { AuditPage, AuditQuery } from '../../api/engine';
import { AuditSearch } from './audit_search';
import { IDS_PER_MS } from './audit_schema';
import type { AuditDocument } from '../../changes/audit/change_event';

export interface NewEvent {
  readonly atMs: number;
  readonly document: AuditDocument;
}

export interface AuditRetention {
  readonly maxAgeDays: number;
  readonly maxSizeMib: number;
}

interface PrunedEvent {
  readonly id: number;
  readonly category: string;
  readonly bytes: number;
}

const DAY_MS = 86_400_000;
const MIB = 1_048_576;
/** Rows deleted in one step. */
const PRUNE_STEP = 250;
/**
 * More rows per statement are no faster, and each row count needs a cached statement of its own.
 */
const ROWS_AT_ONCE = 25;
/** Events that are looked at to see whether a user did anything. */
const EVENTS_SEEN = 50;
const SEEN = `
  SELECT key FROM json_each(?) AS user WHERE (
    SELECT max(category <> 'FAILED_LOGIN') OR count(*) = ${EVENTS_SEEN} FROM (
      SELECT category FROM event WHERE user_name = user.value AND id >= ?
      ORDER BY id DESC LIMIT ${EVENTS_SEEN}))`;

export class AuditStore {
  private lastId: number;
  /**
   * SQLite's write-ahead log. It is never locked, so opening it separately is safe
   * (sqlite.org/howtocorrupt.html, 2.2).
   */
  private logFile: number | undefined;
  private isSyncing = false;
  private isClosed = false;
  private readonly events: AuditSearch;

  constructor(
    private readonly db: Database,
    private readonly retention: AuditRetention
  ) {
    // https://www.sqlite.org/pragma.html#pragma_synchronous: commits do not wait for the disk;
    // checkpoints do.
    db.exec('PRAGMA synchronous = NORMAL');
    // Four times the default: checkpoints wait for the disk, and frequently changed pages are then
    // written once.
    db.exec('PRAGMA wal_autocheckpoint = 4000');
    this.events = new AuditSearch(db);
    this.lastId = db.get<{ id: number | null }>('SELECT max(id) AS id FROM event')?.id ?? 0;
  }

  get isEmpty(): boolean {
    return this.lastId === 0;
  }

  /** Id of the last change of the history that is in the log. */
  get deliveredUpTo(): number {
    return this.db.get<{ change_id: number }>('SELECT change_id FROM delivery')?.change_id ?? 0;
  }

  set deliveredUpTo(changeId: number) {
    this.db.run('UPDATE delivery SET change_id = ?', changeId);
  }

  /**
   * Appends the events in one transaction.
   * @returns bytes written
   */
  append(events: readonly NewEvent[], deliveredUpTo?: number): number {
    const lastId = this.lastId;
    const bytes = new Map<string, number>();
    try {
      this.db.transaction(() => {
        for (let at = 0; at < events.length; at += ROWS_AT_ONCE) {
          this.insert(events.slice(at, at + ROWS_AT_ONCE), bytes);
        }
        this.use(bytes);
        if (deliveredUpTo !== undefined) this.deliveredUpTo = deliveredUpTo;
      });
    } catch (error) {
      this.lastId = lastId;
      throw error;
    }
    return [...bytes.values()].reduce((sum, one) => sum + one, 0);
  }

  /** Epoch milliseconds of the oldest login in the log; absent without any. */
  oldestLoginMs(): number | undefined {
    const sql = 'SELECT min(id) AS id FROM event WHERE category = ?';
    const id = this.db.get<{ id: number | null }>(sql, 'AUTHENTICATED')?.id;
    return typeof id === 'number' ? id / IDS_PER_MS : undefined;
  }

  /**
   * Those of the users who did anything since then. After many failed logins in a row this is
   * unknown, and the user counts as seen.
   */
  seen(userNames: readonly string[], sinceMs: number): readonly string[] {
    const stored = JSON.stringify(userNames.map(toStoredName));
    return this.db
      .all<{ key: number }>(SEEN, stored, Math.trunc(sinceMs) * IDS_PER_MS)
      .map(({ key }) => userNames[key] as string);
  }

  find(query: AuditQuery): Promise<AuditPage> {
    return this.events.find(query);
  }

  eachRequestOfKey(...search: Parameters<AuditSearch['eachRequestOfKey']>): Promise<boolean> {
    return this.events.eachRequestOfKey(...search);
  }

  eachAction(...search: Parameters<AuditSearch['eachAction']>): Promise<boolean> {
    return this.events.eachAction(...search);
  }

  /**
   * Removes one batch of events that are too old or exceed the size limit. @returns whether there
   * is more to remove
   */
  prune(nowMs: number): boolean {
    const minId = (nowMs - this.retention.maxAgeDays * DAY_MS) * IDS_PER_MS;
    const old = this.remove('id < ?', minId);
    if (old === PRUNE_STEP) return true;
    if (this.usedBytes() <= this.retention.maxSizeMib * MIB) return false;
    const category = this.mostOverShare();
    if (category === undefined) return false;
    // A wrong count must not keep the store full.
    if (this.remove('category = ?', category) === 0) {
      this.db.run('DELETE FROM used WHERE category = ?', category);
    }
    return true;
  }

  /** Removes the oldest events that match the condition. */
  private remove(condition: string, param: SqlValue): number {
    return this.db.transaction(() => {
      const pruned = this.db.all<PrunedEvent>(
        `SELECT id, category, octet_length(body) AS bytes FROM event WHERE ${condition} ORDER BY id LIMIT ${PRUNE_STEP}`,
        param
      );
      const ids = JSON.stringify(pruned.map(({ id }) => id));
      this.db.run('DELETE FROM event WHERE id IN (SELECT value FROM json_each(?))', ids);
      const bytes = new Map<string, number>();
      for (const one of pruned) bytes.set(one.category, (bytes.get(one.category) ?? 0) - one.bytes);
      this.use(bytes);
      return pruned.length;
    });
  }

  private use(bytes: ReadonlyMap<string, number>): void {
    for (const [category, more] of bytes) {
      this.db.run(
        `INSERT INTO used VALUES (?1, max(0, ?2))
         ON CONFLICT (category) DO UPDATE SET bytes = max(0, bytes + ?2)`,
        category,
        more
      );
    }
  }

  /** The category that exceeds its share the most. */
  private mostOverShare(): string | undefined {
    const used = this.db.all<{ category: string; bytes: number }>('SELECT * FROM used');
    const excess = ({ category, bytes }: { category: string; bytes: number }) =>
      bytes / (AUDIT_SHARES[category] ?? AUDIT_OTHER_SHARE);
    return used.sort((a, b) => excess(b) - excess(a))[0]?.category;
  }

  /**
   * Flushes appended events to disk. Ignored while a flush is running.
   * @param done - called with the error, if there was one
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

  /** Checkpoints the write-ahead log into the file and flushes it to disk. */
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

  /** Size of the pages in use. Free pages are reused before the file grows. */
  private usedBytes(): number {
    const { pages, free, size } = this.db.get<{ pages: number; free: number; size: number }>(
      `SELECT p.page_count AS pages, f.freelist_count AS free, s.page_size AS size
       FROM pragma_page_count AS p, pragma_freelist_count AS f, pragma_page_size AS s`
    ) ?? { pages: 0, free: 0, size: 0 };
    return (pages - free) * size;
  }

  private insert(events: readonly NewEvent[], bytes: Map<string, number>): void {
    const values: SqlValue[] = [];
    for (const { atMs, document } of events) {
      this.lastId = Math.max(this.lastId + 1, atMs * IDS_PER_MS);
      const category = String(document['audit_category']);
      const body = JSON.stringify(document);
      bytes.set(category, (bytes.get(category) ?? 0) + Buffer.byteLength(body));
      values.push(
        this.lastId,
        category,
        storedText(document['audit_request_effective_user']),
        storedText(document['audit_request_remote_address']),
        body
      );
    }
    const rows = events.map(() => '(?, ?, ?, ?, ?)').join(', ');
    this.db.run(
      `INSERT INTO event (id, category, user_name, remote, body) VALUES ${rows}`,
      ...values
    );
  }
}

const storedText = (value: unknown): string | null =>
  typeof value === 'string' ? toStoredName(value) : null;
