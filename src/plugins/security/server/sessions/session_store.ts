/** Rows of the session database. Knows nothing of what a session contains. */
import { randomBytes } from 'node:crypto';
import type { Database, Migration } from '@sd/core/server';

export const SESSION_MIGRATIONS: readonly Migration[] = [
  {
    name: 'create sessions',
    sql: `
      CREATE TABLE sessions (
        key TEXT PRIMARY KEY,
        user_tag TEXT NOT NULL,
        contents BLOB NOT NULL,
        created_at_ms INTEGER NOT NULL,
        expires_at_ms INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX sessions_by_user ON sessions (user_tag);
      CREATE INDEX sessions_by_expiry ON sessions (expires_at_ms);
      CREATE TABLE store_secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;`,
  },
];

export interface SessionRow {
  readonly key: string;
  readonly user_tag: string;
  readonly contents: Uint8Array;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
}

/** Every promise resolves after the commit. */
export class SessionStore {
  constructor(private readonly database: Database) {}

  /** The key of user tags, made at the first start. */
  pepper(): Uint8Array {
    return this.database.transaction(() => {
      this.database.run(
        `INSERT OR IGNORE INTO store_secrets (name, value) VALUES ('pepper', ?)`,
        randomBytes(32)
      );
      const row = this.database.get<{ value: Uint8Array }>(
        `SELECT value FROM store_secrets WHERE name = 'pepper'`
      );
      return new Uint8Array((row as { value: Uint8Array }).value);
    });
  }

  get(key: string): SessionRow | undefined {
    return this.database.get<SessionRow>('SELECT * FROM sessions WHERE key = ?', key);
  }

  /** Writes a session; `replaces` goes in the same transaction, so that no moment has both or neither. */
  put(row: SessionRow, replaces?: string): Promise<void> {
    return this.database.write(() => {
      if (replaces !== undefined) this.database.run('DELETE FROM sessions WHERE key = ?', replaces);
      this.database.run(
        `INSERT INTO sessions (key, user_tag, contents, created_at_ms, expires_at_ms) VALUES (?, ?, ?, ?, ?)`,
        row.key,
        row.user_tag,
        row.contents,
        row.created_at_ms,
        row.expires_at_ms
      );
    });
  }

  /** @returns false when the session is gone: an update never brings one back */
  update(key: string, contents: Uint8Array, expiresAtMs: number): Promise<boolean> {
    return this.database.write(
      () =>
        this.database.run(
          'UPDATE sessions SET contents = ?, expires_at_ms = ? WHERE key = ?',
          contents,
          expiresAtMs,
          key
        ).changes > 0
    );
  }

  extend(expiries: ReadonlyArray<readonly [key: string, expiresAtMs: number]>): Promise<void> {
    return this.database.write(() => {
      for (const [key, expiresAtMs] of expiries) {
        this.database.run('UPDATE sessions SET expires_at_ms = ? WHERE key = ?', expiresAtMs, key);
      }
    });
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.database.write(() => {
      for (const key of keys) this.database.run('DELETE FROM sessions WHERE key = ?', key);
    });
  }

  /** Keys of a user's sessions. */
  keysOfUser(userTag: string, exceptKey: string | undefined): readonly string[] {
    return this.database
      .all<{ key: string }>(
        'SELECT key FROM sessions WHERE user_tag = ? AND key <> ?',
        userTag,
        exceptKey ?? ''
      )
      .map(({ key }) => key);
  }

  /** @returns how many had expired */
  deleteExpired(nowMs: number): Promise<number> {
    return this.database.write(
      () => this.database.run('DELETE FROM sessions WHERE expires_at_ms <= ?', nowMs).changes
    );
  }
}
