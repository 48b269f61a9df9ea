/**
 * Tables of the saved-objects store.
 *
 * With `title_sort` and the indexes over it, `updated_at` and `type`, a page can be read in order
 * without sorting. Rows are numbered by scope, a pair of partition and type: scope number times
 * 2^32 plus a counter. A scope is thus a range of row numbers, and the full-text index (which
 * stores no text itself) can be queried for one tenant's dashboards without reading those of other
 * tenants.
 */
import type { Migration } from '../../sqlite';
import { MERGE_ON_REQUEST } from '../full_text/segment_merge';

export const SAVED_OBJECTS_MIGRATIONS: readonly Migration[] = [
  {
    name: 'create saved objects',
    sql: `
      CREATE TABLE objects (
        row INTEGER PRIMARY KEY,
        partition TEXT NOT NULL,
        type TEXT NOT NULL,
        id TEXT NOT NULL,
        seq_no INTEGER NOT NULL,
        primary_term INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        updated_at TEXT NOT NULL,
        title_sort TEXT NOT NULL,
        attributes TEXT NOT NULL,
        object_references TEXT NOT NULL,
        migration_version TEXT
      );
      CREATE UNIQUE INDEX objects_by_key ON objects (partition, type, id);
      CREATE INDEX objects_by_title ON objects (partition, title_sort, row, type);
      CREATE INDEX objects_by_type_and_title ON objects (partition, type, title_sort, row);
      CREATE INDEX objects_by_change ON objects (partition, updated_at, row, type);

      CREATE TABLE object_links (
        row INTEGER NOT NULL REFERENCES objects (row) ON DELETE CASCADE,
        target_type TEXT NOT NULL,
        target_id TEXT NOT NULL,
        PRIMARY KEY (target_type, target_id, row)
      ) WITHOUT ROWID;
      CREATE INDEX object_links_by_row ON object_links (row);

      CREATE TABLE scopes (
        number INTEGER PRIMARY KEY,
        partition TEXT NOT NULL,
        type TEXT NOT NULL,
        last_row INTEGER NOT NULL DEFAULT 0,
        UNIQUE (partition, type)
      );

      CREATE TABLE sequence (next INTEGER NOT NULL, primary_term INTEGER NOT NULL);
      INSERT INTO sequence VALUES (0, 1);

      CREATE VIRTUAL TABLE object_words USING fts5 (
        every, title, description, rest, fields,
        content = '', contentless_delete = 1, prefix = '1 2 3',
        tokenize = 'unicode61 remove_diacritics 0'
      );
    `,
  },
  { name: 'merge search words on request', sql: MERGE_ON_REQUEST },
];
