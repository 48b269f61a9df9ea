/** The tables of `audit.sqlite`. */
import type { Migration } from '../sqlite';

export const IDS_PER_MS = 1_024;

/**
 * `id` grows with time (epoch milliseconds times 1,024, plus a running number), so it serves as
 * time index and paging cursor; the other indexes have it as their second column. `delivery` stores
 * the id of the last change copied from the history. `used` stores the bytes of event bodies per
 * category.
 */
export const AUDIT_MIGRATIONS: readonly Migration[] = [
  {
    name: 'create the audit tables',
    sql: `
      CREATE TABLE event (
        id INTEGER PRIMARY KEY,
        category TEXT NOT NULL,
        user_name TEXT,
        remote TEXT,
        body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX event_by_category ON event (category);
      CREATE INDEX event_by_user ON event (user_name) WHERE user_name IS NOT NULL;
      CREATE TABLE delivery (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), change_id INTEGER NOT NULL) STRICT;
      INSERT INTO delivery VALUES (1, 0);
    `,
  },
  {
    name: 'count bytes by category, search by address',
    sql: `
      CREATE INDEX event_by_remote ON event (remote) WHERE remote IS NOT NULL;
      CREATE TABLE used (category TEXT PRIMARY KEY, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      INSERT INTO used SELECT category, sum(octet_length(body)) FROM event GROUP BY category;
    `,
  },
];
