/**
 * One SQLite file: durable (WAL, `synchronous=FULL`), typed, with cached statements.
 *
 * All calls are synchronous and must come from the thread that owns the file; a point read costs
 * about 5 µs, a durable transaction one fsync. `write` groups concurrent writers into one fsync.
 *
 * Values: text must not contain U+0000 or lone surrogates (the driver silently truncates and
 * replaces them): store external text as JSON, whose escapes are safe. Booleans are 0 and 1.
 */
import { dirname, resolve } from 'node:path';
import Libsql from 'libsql';
import { ensurePrivateFile, ensurePrivateFolder } from './data_folder';
import { createBackgroundReader, type BackgroundReader } from './background_reader';
import { clearInUse, writeMark, type NewMark } from './mark';
import { migrate, type AppliedMigration, type Migration } from './migrations';
import { isUnwritable } from '../../api/backend_error';
import { ReadStatement } from './read_statement';
import type { SqlValue } from './sql_value';
import { StorageError, toStorageError } from './storage_errors';
import { createWriteQueue, type WriteQueue } from './write_queue';

interface RunResult {
  readonly changes: number;
  readonly lastInsertRowid: number;
}

interface Statement<Row> {
  get(...params: readonly SqlValue[]): Row | undefined;
  all(...params: readonly SqlValue[]): Row[];
  run(...params: readonly SqlValue[]): RunResult;
}

export interface OpenDatabaseOptions {
  /** Path of the file; its folder is created (0700) if missing, the file with mode 0600. */
  readonly file: string;
  readonly migrations: readonly Migration[];
  /** How long to wait for another process that locks the file, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number;
  /** Written when the database is opened; marked as not in use when it is closed. */
  readonly mark?: NewMark;
  /**
   * Called with the error when writes start to fail for lack of space or permissions, or the file
   * is damaged, and without one when a `probe` succeeds again.
   */
  readonly onHealth?: (failure: StorageError | undefined) => void;
  /** Called after each migration of an existing file. */
  readonly onMigration?: (applied: AppliedMigration) => void;
}

/** Every method throws `StorageError` for failures of the store. */
export interface Database {
  readonly file: string;
  /** A statement, compiled on first use of its text and cached until 500 others were used. */
  prepare<Row>(sql: string): Statement<Row>;
  get<Row>(sql: string, ...params: readonly SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...params: readonly SqlValue[]): Row[];
  run(sql: string, ...params: readonly SqlValue[]): RunResult;
  /** Runs statements without parameters or results. */
  exec(sql: string): void;
  /**
   * Runs `work` in one transaction, durable when this returns. An exception rolls it back. Inside
   * another transaction it is a savepoint: an exception undoes only its own part.
   */
  transaction<T>(work: () => T): T;
  /**
   * Durable write for concurrent callers: those waiting at the same time share one transaction and
   * one fsync. Resolves after the commit; if a `work` throws, only it is undone and rejected.
   */
  write<T>(work: () => T): Promise<T>;
  /**
   * Reads this file outside the event loop, for queries that may take long; closed with the
   * database.
   */
  openBackgroundReader(): BackgroundReader;
  /** Attempts a write without effect, to find out whether writing works. Never throws. */
  probe(): void;
  /**
   * Finishes queued writes, checkpoints the log into the file and closes it. May be called twice.
   */
  close(): void;
}

/**
 * @throws {StorageError} `storage.newer_schema`, `storage.migration_failed`,
 *   `storage.not_a_database`, `storage.read_only`, `storage.disk_full`, `storage.cannot_open`,
 *   `storage.busy`
 */
export function openDatabase(options: OpenDatabaseOptions): Database {
  const file = resolve(options.file);
  let connection: InstanceType<typeof Libsql> | undefined;
  try {
    ensurePrivateFolder(dirname(file));
    ensurePrivateFile(file);
    connection = new Libsql(file);
    configure(connection, options.busyTimeoutMs ?? 5_000);
    migrate(connection, options.migrations, file, options.onMigration);
    if (options.mark) writeMark(connection, options.mark);
    return new SqliteDatabase(file, connection, options);
  } catch (error) {
    if (connection) foldLog(connection, options.mark !== undefined);
    connection?.close();
    throw toStorageError(error, file);
  }
}

/**
 * Checkpoints the log into the file and empties it. SQLite does so when the last connection closes,
 * but the driver keeps the connection open until its statements are garbage-collected or the
 * process exits, and the mark would then say that the log is lost. If a reader in another process
 * keeps the log, it is used at the next start.
 */
function foldLog(connection: InstanceType<typeof Libsql>, isMarked: boolean): void {
  try {
    connection.pragma(`busy_timeout = ${FOLD_TIMEOUT_MS}`);
    if (isMarked) clearInUse(connection);
    connection.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The disk is full or damaged; no committed data is lost.
  }
}

function configure(connection: InstanceType<typeof Libsql>, busyTimeoutMs: number): void {
  connection.pragma(`busy_timeout = ${Math.trunc(busyTimeoutMs)}`);
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('journal_size_limit = 67108864');
}

/**
 * Far more than the product's own statements; those generated from queries of callers must not fill
 * the memory.
 */
const MAX_CACHED_STATEMENTS = 500;

/** Milliseconds that closing waits for readers of the log. */
const FOLD_TIMEOUT_MS = 1_000;

class SqliteDatabase implements Database {
  private readonly statements = new Map<string, SqliteStatement<unknown>>();
  private readonly queue: WriteQueue;
  private depth = 0;
  private readonly backgroundReaders: BackgroundReader[] = [];
  private failure: StorageError | undefined;
  private isOpen = true;

  constructor(
    readonly file: string,
    private readonly connection: InstanceType<typeof Libsql>,
    private readonly options: OpenDatabaseOptions
  ) {
    this.queue = createWriteQueue((work) => this.transaction(work));
  }

  prepare<Row>(sql: string): Statement<Row> {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.guard(() => this.compile(sql));
      if (this.statements.size >= MAX_CACHED_STATEMENTS) this.forgetOldest();
      this.statements.set(sql, statement);
    }
    return statement as unknown as Statement<Row>;
  }

  private compile(sql: string): SqliteStatement<unknown> {
    const statement = this.connection.prepare(sql);
    const reader = statement.reader
      ? new ReadStatement(this.connection, statement, sql, this.file)
      : undefined;
    return new SqliteStatement(statement, reader, this.guard);
  }

  get<Row>(sql: string, ...params: readonly SqlValue[]): Row | undefined {
    return this.prepare<Row>(sql).get(...params);
  }

  all<Row>(sql: string, ...params: readonly SqlValue[]): Row[] {
    return this.prepare<Row>(sql).all(...params);
  }

  run(sql: string, ...params: readonly SqlValue[]): RunResult {
    return this.prepare(sql).run(...params);
  }

  exec(sql: string): void {
    this.guard(() => this.connection.exec(sql));
  }

  transaction<T>(work: () => T): T {
    return this.depth === 0 ? this.watchErrors(() => this.nested(work)) : this.nested(work);
  }

  private nested<T>(work: () => T): T {
    const level = this.depth;
    if (level > 0 && !this.connection.inTransaction) {
      // On a full disk, SQLite rolls back the whole transaction; a savepoint would then start a new
      // one.
      throw new StorageError('storage.failed', `The transaction on ${this.file} was rolled back.`);
    }
    this.exec(level === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT level_${level}`);
    this.depth++;
    try {
      const result = work();
      this.exec(level === 0 ? 'COMMIT' : `RELEASE level_${level}`);
      return result;
    } catch (error) {
      this.undo(level);
      throw error;
    } finally {
      this.depth--;
    }
  }

  write<T>(work: () => T): Promise<T> {
    return this.queue.add(work);
  }

  close(): void {
    if (!this.isOpen) return;
    this.queue.close();
    for (const reader of this.backgroundReaders) reader.close();
    foldLog(this.connection, this.options.mark !== undefined);
    this.isOpen = false;
    this.statements.clear();
    this.connection.close();
  }

  openBackgroundReader(): BackgroundReader {
    const reader = createBackgroundReader(this.file);
    this.backgroundReaders.push(reader);
    const read: BackgroundReader['read'] = (query) =>
      reader.read(query).catch((error: unknown) => {
        throw this.noted(error);
      });
    return { read, close: () => reader.close() };
  }

  probe(): void {
    try {
      this.transaction(() => {
        const [version] = this.connection.prepare('PRAGMA user_version').raw().get() as [number];
        this.exec(`PRAGMA user_version = ${version}`);
      });
      this.setFailure(undefined);
    } catch {
      // `onHealth` has been called with the error.
    }
  }

  private watchErrors<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isUnwritable(error)) this.setFailure(error as StorageError);
      throw error;
    }
  }

  /** Damage lasts until the file is restored; a successful probe does not clear it. */
  private noted(error: unknown): unknown {
    if (error instanceof StorageError && error.isDamage) this.setFailure(error);
    return error;
  }

  private setFailure(failure: StorageError | undefined): void {
    if (failure?.code === this.failure?.code || this.failure?.isDamage) return;
    this.failure = failure;
    this.options.onHealth?.(failure);
  }

  private forgetOldest(): void {
    for (const sql of this.statements.keys()) {
      this.statements.delete(sql);
      return;
    }
  }

  /** SQLite may already have rolled back by itself, for example on a full disk. */
  private undo(level: number): void {
    if (!this.connection.inTransaction) return;
    this.exec(level === 0 ? 'ROLLBACK' : `ROLLBACK TO level_${level}; RELEASE level_${level}`);
  }

  private readonly guard = <T>(work: () => T): T => {
    if (!this.isOpen)
      throw new StorageError('storage.closed', `The database ${this.file} is closed.`);
    try {
      return work();
    } catch (error) {
      throw this.noted(toStorageError(error, this.file));
    }
  };
}

/**
 * Passes parameters as one array: the driver would take a lone object or null for named parameters.
 * Requests rows as arrays: objects take a third longer.
 */
class SqliteStatement<Row> implements Statement<Row> {
  constructor(
    private readonly inner: ReturnType<InstanceType<typeof Libsql>['prepare']>,
    /** Set if the statement returns rows. */
    private readonly reader: ReadStatement | undefined,
    private readonly guard: <T>(work: () => T) => T
  ) {}

  get(...params: readonly SqlValue[]): Row | undefined {
    const values = this.guard(() => this.reader?.get(params));
    return values && this.named(values);
  }

  all(...params: readonly SqlValue[]): Row[] {
    const rows = this.guard(() => this.reader?.all(params)) ?? [];
    return rows.map((values) => this.named(values));
  }

  private named(values: readonly SqlValue[]): Row {
    const row: Record<string, SqlValue> = {};
    for (const [at, name] of this.reader!.columns.entries()) row[name] = values[at] as SqlValue;
    return row as Row;
  }

  run(...params: readonly SqlValue[]): RunResult {
    const { changes, lastInsertRowid } = this.guard(() => this.inner.run(params));
    return { changes, lastInsertRowid: Number(lastInsertRowid) };
  }
}
