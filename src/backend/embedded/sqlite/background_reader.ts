/**
 * Reads beside the event loop: connections of their own, whose queries run on threads of the driver
 * and are interrupted when their time is over. They see what is committed when they begin.
 *
 * The driver steps off the loop up to a query's first row only. Whatever a query reads must
 * therefore be in its one row: `SELECT json_group_array(...)` over everything else.
 */
import LibsqlAside from 'libsql/promise';
import type { SqlValue } from './sql_value';
import { StorageError, toStorageError } from './storage_errors';

interface AsideQuery {
  /** Gives one row with one column of JSON. */
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** Statements that each connection needs once, before the first query that names them. */
  readonly prepare?: string;
  /** Milliseconds the query may run. */
  readonly timeLimitMs: number;
}

export interface BackgroundReader {
  /**
   * The JSON of the query's one row, parsed.
   * @throws {StorageError} `storage.interrupted` when the time is over
   */
  read(query: AsideQuery): Promise<unknown>;
  close(): void;
}

type Connection = InstanceType<typeof LibsqlAside>;
interface AsideStatement {
  raw(): AsideStatement;
  iterate(values: readonly SqlValue[]): Promise<Iterator<unknown[]>>;
}

const BUSY_TIMEOUT_MS = 5_000;
/** Milliseconds between two calls that end the same query. */
const INTERRUPT_AGAIN_MS = 20;
/** Queries after which a connection is given up, with all that it has kept. */
const QUERIES_OF_ONE = 50;

/**
 * Each query under way has a connection of its own: how many there may be at a time is the caller's
 * matter.
 * @param file - of a database that is open already, in WAL mode
 */
export function createBackgroundReader(file: string): BackgroundReader {
  const all = new Set<AsideConnection>();
  const idle: AsideConnection[] = [];
  let isClosed = false;
  return {
    read: async (query) => {
      if (isClosed) throw new StorageError('storage.closed', `The database ${file} is closed.`);
      const connection = idle.pop() ?? new AsideConnection(file);
      all.add(connection);
      try {
        return await connection.read(query);
      } finally {
        if (isClosed || connection.isWorn) {
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

class AsideConnection {
  private readonly connection: Connection;
  private readonly prepared = new Set<string>();
  /**
   * What queries leave behind. As garbage it would be finalized on the event loop, which then waits
   * for the lock of the connection as long as a later query runs there; of a closed connection
   * nothing runs.
   */
  private readonly kept: unknown[] = [];
  private isReady = false;
  private isOpen = true;
  private isReading = false;
  private interrupting: NodeJS.Timeout | undefined;

  constructor(private readonly file: string) {
    this.connection = new LibsqlAside(file, {});
  }

  get isWorn(): boolean {
    return this.kept.length >= 2 * QUERIES_OF_ONE;
  }

  async read({ sql, values, prepare, timeLimitMs }: AsideQuery): Promise<unknown> {
    let isOver = false;
    this.isReading = true;
    const timer = setTimeout(() => {
      isOver = true;
      this.interrupt();
    }, timeLimitMs);
    try {
      await this.makeReady(prepare);
      const statement = (await this.connection.prepare(sql)) as unknown as AsideStatement;
      this.kept.push(statement);
      if (this.interrupting)
        throw new StorageError('storage.interrupted', 'A query was ended before it began.');
      const rows = await statement.raw().iterate(values);
      this.kept.push(rows);
      const row = rows.next();
      // To its end: an open query would keep later ones from seeing what is committed.
      rows.next();
      return JSON.parse(String(row.done ? 'null' : (row.value[0] ?? 'null')));
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
   * Ends the query under way. Again and again: SQLite passes over a call that comes before the
   * thread has begun with it, and the query would run without end.
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
