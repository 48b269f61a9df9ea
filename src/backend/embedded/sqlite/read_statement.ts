/**
 * Reads rows whose text may be damaged. When the driver reads text that is not UTF-8, it aborts the
 * process, which no handler survives. So SQLite hands text over as bytes, decoded here.
 */
import { isUtf8 } from 'node:buffer';
import type Libsql from 'libsql';
import type { SqlValue } from './sql_value';
import { damagedFile } from './storage_errors';

type Connection = InstanceType<typeof Libsql>;
type DriverStatement = ReturnType<Connection['prepare']>;
type Values = readonly SqlValue[];

/** Only a query can stand inside another; a pragma or `RETURNING` gives no stored text here. */
const QUERY = /^\s*(SELECT|WITH)\b/i;

/** @returns the query, with every text as bytes; `CAST` keeps the bytes as they are stored */
export function queryTextAsBytes(sql: string, columns: number): string {
  const names = Array.from({ length: columns }, (_, at) => `c${at}`);
  const values = names.map(
    (name) => `CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) ELSE ${name} END`
  );
  return `WITH result(${names.join()}) AS (${sql}\n) SELECT ${values.join()} FROM result`;
}

/** @throws {StorageError} `storage.corrupt` if the bytes are not UTF-8 */
export function decodeText(bytes: Uint8Array, file: string): string {
  if (!isUtf8(bytes)) throw damagedFile(file);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** A query that returns rows as arrays; columns declared `BLOB` stay bytes. */
export class ReadStatement {
  readonly columns: readonly string[];
  private readonly inner: DriverStatement;
  private readonly isBytes: readonly boolean[];

  /**
   * @param statement - compiled from `sql`
   * @param file - the database, named by errors
   */
  constructor(
    connection: Connection,
    statement: DriverStatement,
    sql: string,
    private readonly file: string
  ) {
    const columns = statement.columns();
    const isQuery = QUERY.test(sql);
    this.columns = columns.map(({ name }) => name);
    this.isBytes = columns.map(({ type }) => !isQuery || type === 'BLOB');
    this.inner = isQuery ? connection.prepare(queryTextAsBytes(sql, columns.length)) : statement;
    this.inner.raw(true);
  }

  get(params: Values): Values | undefined {
    const row = this.inner.get(params) as SqlValue[] | undefined;
    return row && this.decode(row);
  }

  all(params: Values): Values[] {
    const rows = this.inner.all(params) as SqlValue[][];
    for (const row of rows) this.decode(row);
    return rows;
  }

  private decode(row: SqlValue[]): Values {
    for (const [at, value] of row.entries()) {
      if (value instanceof Uint8Array && !this.isBytes[at]) row[at] = decodeText(value, this.file);
    }
    return row;
  }
}

/** Compiles a query for a connection that is used without a `Database`. */
export const prepareRead = (connection: Connection, sql: string, file: string): ReadStatement =>
  new ReadStatement(connection, connection.prepare(sql), sql, file);
