/**
 * Reads outside the event loop: separate connections whose queries run on driver threads and are
 * interrupted after a time limit. They see the data that is committed when they start.
 *
 * The driver runs only up to a query's first row on its thread. A query must therefore return
 * everything in a single row: `SELECT json_group_array(...)` over the actual query.
 */
import AsyncLibsql from 'libsql/promise';
import { readOnly } from './data_folder';
import { decodeText, queryTextAsBytes } from './read_statement';
import type { SqlValue } from './sql_value';
import { StorageError, toStorageError } from './storage_errors';

interface BackgroundQuery {
  /** Returns one row with one column of JSON. */
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** Statements that each connection runs once, before the first query that needs them. */
  readonly prepare?: string;
  /** Time limit of the query in milliseconds. */
  readonly timeLimitMs: number;
}

export interface BackgroundReader {
  /**
   * The parsed JSON of the query's only row.
   * @throws {StorageError} `storage.interrupted` after the time limit
   */
  read(query: BackgroundQuery): Promise<unknown>;
  close(): void;
}

type Connection = InstanceType<typeof AsyncLibsql>;
interface BackgroundStatement {
  raw(): BackgroundStatement;
  iterate(values: readonly SqlValue[]): Promise<Iterator<unknown[]>>;
}

const BUSY_TIMEOUT_MS = 5_000;
/** Milliseconds between two attempts to interrupt the same query. */
const INTERRUPT_AGAIN_MS = 20;
/** Queries after which a connection is closed, with everything it retains. */
const QUERIES_OF_ONE = 50;

/**
 * Each running query uses a connection of its own; the caller limits how many run concurrently.
 * @param file - a database that is already open, in WAL mode
 */
export function createBackgroundReader(file: string): BackgroundReader {
  const all = new Set<BackgroundConnection>();
  const idle: BackgroundConnection[] = [];
  let isClosed = false;
  return {
    read: async (query) => {
      if (isClosed) throw new StorageError('storage.closed', `The database ${file} is closed.`);
      const connection = idle.pop() ?? new BackgroundConnection(file);
      all.add(connection);
      try {
        return await connection.read(query);
      } finally {
        if (isClosed || connection.isExhausted) {
          all.delete(connection);
          connection.close();
        } else idle.push(connection);
      }
    },
    close: () => {
      isClosed = true;
      for (const connection of all) connection.interrupt();
      for (const connection of idle) connection.close();
    },
  };
}

class BackgroundConnection {
  private readonly connection: Connection;
  private readonly prepared = new Set<string>();
  /**
   * Retained results of queries. If they were collected as garbage, they would be finalized on the
   * event loop, which would wait for the connection's lock while a later query runs. On a closed
   * connection nothing runs.
   */
  private readonly retained: unknown[] = [];
  private isReady = false;
  private isOpen = true;
  private isReading = false;
  private interrupting: NodeJS.Timeout | undefined;

  constructor(private readonly file: string) {
    this.connection = new AsyncLibsql(readOnly(file), {});
  }

  get isExhausted(): boolean {
    return this.retained.length >= 2 * QUERIES_OF_ONE;
  }

  async read({ sql, values, prepare, timeLimitMs }: BackgroundQuery): Promise<unknown> {
    let isOver = false;
    this.isReading = true;
    const timer = setTimeout(() => {
      isOver = true;
      this.interrupt();
    }, timeLimitMs);
    try {
      await this.makeReady(prepare);
      const statement = (await this.connection.prepare(
        queryTextAsBytes(sql, 1)
      )) as unknown as BackgroundStatement;
      this.retained.push(statement);
      if (this.interrupting)
        throw new StorageError('storage.interrupted', 'A query was ended before it began.');
      const rows = await statement.raw().iterate(values);
      this.retained.push(rows);
      const row = rows.next();
      // Reads to the end: an open query would keep later ones from seeing new commits.
      rows.next();
      const json: unknown = row.done ? null : row.value[0];
      return JSON.parse(json instanceof Uint8Array ? decodeText(json, this.file) : String(json));
    } catch (error) {
      if (isOver) {
        throw new StorageError(
          'storage.interrupted',
          `A query took longer than ${timeLimitMs} ms.`,
          { cause: error }
        );
      }
      throw toStorageError(error, this.file);
    } finally {
      clearTimeout(timer);
      clearInterval(this.interrupting);
      this.interrupting = undefined;
      this.isReading = false;
    }
  }

  /**
   * Interrupts the running query. Repeated, because SQLite ignores an interrupt that arrives before
   * the thread has started the query, which would then run without end.
   */
  interrupt(): void {
    if (!this.isReading || this.interrupting) return;
    this.connection.interrupt();
    this.interrupting = setInterval(() => this.connection.interrupt(), INTERRUPT_AGAIN_MS);
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.connection.close();
  }

  private async makeReady(prepare: string | undefined): Promise<void> {
    if (!this.isReady) await this.connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    this.isReady = true;
    if (prepare === undefined || this.prepared.has(prepare)) return;
    await this.connection.exec(prepare);
    this.prepared.add(prepare);
  }
}
