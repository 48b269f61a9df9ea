/**
 * The tables of `engine.sqlite`.
 *
 * - `entity`: all entities of all types, static ones included, body in the shape of GET. Sort keys
 *   and search text are folded copies, read into memory at the start; `revision` is unique over all
 *   writes ever made.
 * - `credential`: password hashes, apart from everything that is read and shown.
 * - `term`: facet values.
 * - `document`: single documents (`config`, `audit`); `meta`: counters and marks.
 */
import type { Migration } from '../sqlite';
import { API_KEY_MIGRATION, API_KEY_PERMISSIONS_MIGRATION } from './api_key_schema';
import { FACTOR_MIGRATION } from './factor_schema';
import {
  HISTORY_LIST_MIGRATION,
  HISTORY_MIGRATION,
  HISTORY_REQUEST_MIGRATION,
} from './history_schema';

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
];
