/**
 * Versioned schema migrations. A migration and its version (SQLite's `user_version`) are written in
 * one transaction, so a crash never leaves a file between two versions.
 */
import type Libsql from 'libsql';
import { StorageError, errorText } from './storage_errors';

export interface Migration {
  /** Description for log and error messages, such as `create sessions`. */
  readonly name: string;
  /** One or more SQL statements. Migrations are append-only: never change a released one. */
  readonly sql: string;
}

type Connection = InstanceType<typeof Libsql>;

/** What happened to a file that an older version wrote. */
export interface AppliedMigration {
  readonly name: string;
  /** Of the file, after this migration. */
  readonly version: number;
}

/**
 * Migrates a file to the newest version.
 * @param onApplied - called after each migration of an existing file, not of a new one
 * @throws {StorageError} `storage.newer_schema` if a newer version wrote the file, and
 *   `storage.migration_failed` (file unchanged) if a statement fails
 */
export function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  file: string,
  onApplied?: (applied: AppliedMigration) => void
): void {
  const before = schemaVersion(connection);
  if (before > migrations.length) {
    throw new StorageError(
      'storage.newer_schema',
      `${file} was written by a newer version of this product ` +
        `(schema ${before}, this version knows ${migrations.length}). Start that version, or restore a backup.`
    );
  }
  for (const [at, migration] of migrations.entries()) {
    if (at < before) continue;
    const version = at + 1;
    applyMigration(connection, migration, version, file);
    if (before > 0) onApplied?.({ name: migration.name, version });
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
