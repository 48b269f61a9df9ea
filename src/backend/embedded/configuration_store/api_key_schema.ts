/**
 * API keys of internal users.
 *
 * - `digest`: SHA-256 of the whole key, which holds 256 random bits: who reads the table can
 *   neither call with it nor guess the key.
 * - `roles`: names as a JSON list, to which the key is narrowed; null: all that its owner has.
 */
import type { Migration } from '../sqlite';

export const API_KEY_MIGRATION: Migration = {
  name: 'create the table of API keys',
  sql: `
    CREATE TABLE api_key (
      id TEXT PRIMARY KEY,
      user_name TEXT NOT NULL,
      name TEXT NOT NULL,
      digest BLOB NOT NULL,
      roles TEXT,
      reads_only INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      last_used_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX api_key_by_user ON api_key (user_name, name);
  `,
};

/**
 * - `permissions`: what a key may at most, as JSON (`ApiKeyPermissions`); null: what the roles
 *   grant.
 */
export const API_KEY_PERMISSIONS_MIGRATION: Migration = {
  name: 'API keys have permissions of their own',
  sql: 'ALTER TABLE api_key ADD COLUMN permissions TEXT',
};
