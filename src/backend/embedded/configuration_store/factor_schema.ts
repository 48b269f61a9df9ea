/**
 * Second factors of internal users.
 *
 * - `factor`: `sealed` is JSON under the key of `factors.key`, which is no part of the database;
 *   `counter` is the last step of 30 seconds whose code was used, or the last signature count.
 * - `recovery_code`: keyed digests; a row goes when its code is used.
 * - `credential.must_change`: the next sign-in sets a new password.
 */
import type { Migration } from '../sqlite';

export const FACTOR_MIGRATION: Migration = {
  name: 'create the tables of second factors',
  sql: `
    CREATE TABLE factor (
      id TEXT PRIMARY KEY,
      user_name TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      last_used_at INTEGER,
      counter INTEGER NOT NULL,
      sealed BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX factor_by_user ON factor (user_name, created_at);
    CREATE TABLE recovery_code (
      user_name TEXT NOT NULL,
      digest TEXT NOT NULL,
      PRIMARY KEY (user_name, digest)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE credential ADD COLUMN must_change INTEGER NOT NULL DEFAULT 0;
  `,
};
