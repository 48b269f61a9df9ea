/**
 * Versioned schema migrations. A migration and its version (SQLite's `user_version`) are written in
 * one transaction, so a crash never leaves a file between two versions.
 */
import type Libsql from 'libsql';
import { StorageError, errorText } from './storage_errors';

export interface Migration {
  /** Description for error messages, such as `create sessions`. */
  readonly name: string;
  /** One or more SQL statements. Migrations are append-only: never change a released one. */
  readonly sql: string;
}

type Connection = InstanceType<typeof Libsql>;

/**
 * Migrates a file to the newest version.
 * @throws {StorageError} `storage.newer_schema` if a newer version wrote the file, and
 *   `storage.migration_failed` (file unchanged) if a statement fails
 */
export function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  file: string
): void {
  if (schemaVersion(connection) > migrations.length) {
    throw new StorageError(
      'storage.newer_schema',
      `${file} was written by a newer version of this product ` +
        `(schema ${schemaVersion(connection)}, this version knows ${migrations.length}). Start that version, or restore a backup.`
    );
  }
  for (let version = schemaVersion(connection); version < migrations.length; version++) {
    applyMigration(connection, migrations[version] as Migration, version + 1, file);
  }
}

function applyMigration(
  connection: Connection,
  migration: Migration,
  version: number,
  file: string
): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    connection.exec(migration.sql);
    connection.exec(`PRAGMA user_version = ${version}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    const code = String((error as { code?: unknown }).code);
    if (/^SQLITE_(FULL|READONLY|IOERR|BUSY|CORRUPT|NOTADB)/.test(code)) throw error;
    throw new StorageError(
      'storage.migration_failed',
      `Cannot bring ${file} to schema ${version} (${migration.name}): ${errorText(error)}.`,
      { cause: error }
    );
  }
}

function schemaVersion(connection: Connection): number {
  const row = connection.prepare('PRAGMA user_version').raw().get() as [number];
  return row[0];
}
