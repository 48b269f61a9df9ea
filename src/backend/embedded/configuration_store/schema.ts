/**
 * The tables of `engine.sqlite`.
 *
 * - `entity`: all entities of all types, including static ones; the body has the format of GET.
 *   Sort keys and search text are case-folded copies, loaded into memory at startup; `revision` is
 *   unique over all writes ever made.
 * - `credential`: password hashes, separate from everything that is returned to clients.
 * - `term`: facet values.
 * - `document`: single documents (`config`, `audit`); `meta`: counters and marks.
 */
import type { Migration } from '../sqlite';

/**
 * API keys of internal users.
 *
 * - `digest`: SHA-256 of the whole key, which contains 256 random bits, so that a reader of the
 *   table can neither use nor guess the key.
 * - `roles`: JSON list of the role names to which the key is limited; null: all roles of its owner.
 */
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
 * - `permissions`: upper limit of what a key may do, as JSON (`ApiKeyPermissions`); null: whatever
 *   the roles grant.
 */
export const API_KEY_PERMISSIONS_MIGRATION: Migration = {
  name: 'add permissions to API keys',
  sql: 'ALTER TABLE api_key ADD COLUMN permissions TEXT',
};

/**
 * Second factors of internal users.
 *
 * - `factor`: `sealed` is JSON encrypted with the key in `factors.key`, which is not part of the
 *   database; `counter` is the last 30-second step whose code was used, or the last signature
 *   count.
 * - `recovery_code`: keyed digests; a row is deleted when its code is used.
 * - `credential.must_change`: the next login requires a new password.
 */
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

/**
 * `before` and `after` are bodies as stored, without hashes; `hash_before` is the password hash
 * that the change replaced or deleted. `audited`: whether the audit configuration at that time
 * included the change.
 */
export const HISTORY_MIGRATION: Migration = {
  name: 'create the history of changes',
  sql: `
    CREATE TABLE history (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      remote TEXT,
      via TEXT NOT NULL,
      reverts INTEGER,
      type TEXT NOT NULL,
      name TEXT NOT NULL,
      action TEXT NOT NULL,
      revision INTEGER NOT NULL,
      hidden INTEGER NOT NULL,
      audited INTEGER NOT NULL,
      credential INTEGER NOT NULL,
      before TEXT,
      after TEXT,
      hash_before TEXT
    ) STRICT;
    CREATE INDEX history_by_entity ON history (type, name);
    CREATE INDEX history_by_actor ON history (actor);
    CREATE INDEX history_by_time ON history (at);
  `,
};

/** JSON of `ChangeOrigin.request`. */
export const HISTORY_REQUEST_MIGRATION: Migration = {
  name: 'record the request of each change',
  sql: 'ALTER TABLE history ADD COLUMN request TEXT;',
};

/**
 * An index with all columns that the list filters by, in the list's order, so that bodies need not
 * be read.
 */
export const HISTORY_LIST_MIGRATION: Migration = {
  name: 'index the history without its bodies',
  sql: 'CREATE INDEX history_list ON history (id, type, hidden, name, actor, action, at);',
};

/** `renamed_from`: the name before a rename. The list leaves out what changed along with one. */
export const HISTORY_RENAME_MIGRATION: Migration = {
  name: 'record the name before a rename',
  sql: `
    ALTER TABLE history ADD COLUMN renamed_from TEXT;
    DROP INDEX history_list;
    CREATE INDEX history_list ON history (id, type, hidden, name, actor, action, at, via);
  `,
};

export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'create the configuration tables',
    sql: `
      CREATE TABLE entity (
        id INTEGER PRIMARY KEY,
        type TEXT NOT NULL,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        description_key TEXT NOT NULL,
        reserved INTEGER NOT NULL,
        hidden INTEGER NOT NULL,
        is_static INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        search_text TEXT NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (type, name)
      ) STRICT;
      CREATE INDEX entity_by_name ON entity (type, name_key, name);
      CREATE INDEX entity_by_description ON entity (type, description_key, name_key, name);
      CREATE INDEX entity_by_change ON entity (type, changed_at, name_key, name);
      CREATE VIRTUAL TABLE entity_search USING fts5(
        search_text, content='', contentless_delete=1, tokenize='trigram', detail='full'
      );
      CREATE TABLE term (
        type TEXT NOT NULL,
        facet TEXT NOT NULL,
        value TEXT NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (type, facet, value, name)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX term_by_name ON term (type, name);
      CREATE TABLE credential (
        user_name TEXT PRIMARY KEY,
        hash TEXT NOT NULL,
        version INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE document (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        body TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      INSERT INTO meta (key, value) VALUES ('revision', '0');
    `,
  },
  HISTORY_MIGRATION,
  {
    name: 'drop the search and sort indexes, which memory replaces',
    sql: `
      DROP TABLE entity_search;
      DROP INDEX entity_by_name;
      DROP INDEX entity_by_description;
      DROP INDEX entity_by_change;
    `,
  },
  HISTORY_LIST_MIGRATION,
  FACTOR_MIGRATION,
  API_KEY_MIGRATION,
  API_KEY_PERMISSIONS_MIGRATION,
  HISTORY_REQUEST_MIGRATION,
  HISTORY_RENAME_MIGRATION,
  {
    name: 'index suspended users',
    sql: `
      INSERT OR IGNORE INTO term (type, facet, value, name)
      SELECT type, 'status', 'suspended', name FROM entity
      WHERE type = 'internalusers' AND lower(json_extract(body, '$.attributes.enabled')) = 'false';
    `,
  },
  {
    name: 'record the changed fields of each change',
    sql: 'ALTER TABLE history ADD COLUMN fields TEXT;',
  },
];
