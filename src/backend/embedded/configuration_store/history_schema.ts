/** The table of changes, and what finds them, in `engine.sqlite` beside what it tells of. */
import type { Migration } from '../sqlite';

/**
 * `before` and `after` are bodies as stored, without hashes; `hash_before` is the password hash
 * that the change replaced or deleted. `audited`: the audit configuration wanted this change when
 * it was made.
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
  name: 'remember the request of a change',
  sql: 'ALTER TABLE history ADD COLUMN request TEXT;',
};

/** What a list asks of every change, in the list's order: bodies need not be passed on the way. */
export const HISTORY_LIST_MIGRATION: Migration = {
  name: 'list the history without its bodies',
  sql: 'CREATE INDEX history_list ON history (id, type, hidden, name, actor, action, at);',
};
