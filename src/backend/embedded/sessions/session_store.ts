/** Sessions in a database of their own. Every promise resolves after the commit. */
import { createHmac, randomBytes } from 'node:crypto';
import type {
  NewSession,
  SessionHead,
  SessionOrigin,
  SessionPage,
  SessionPageQuery,
  SessionStore,
  SessionUse,
  StoredSession,
} from '../../api/sessions';
import type { Database, Migration } from '../sqlite';

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
  {
    name: 'record last use and origin of sessions',
    // 0 until the session is next used after this migration.
    sql: `
      ALTER TABLE sessions ADD COLUMN used_at_ms INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE sessions ADD COLUMN origin TEXT;
      DROP INDEX sessions_by_user;
      CREATE INDEX sessions_by_user ON sessions (user_tag, created_at_ms);`,
  },
];

const HEAD = 'key, created_at_ms AS createdAtMs, expires_at_ms AS expiresAtMs';
const USED = 'max(used_at_ms, created_at_ms) AS usedAtMs';

type ListedRow = SessionHead & { readonly usedAtMs: number; readonly origin: string | null };

export class EmbeddedSessionStore implements SessionStore {
  /** Key of the hashes that stand for user names, created with the store. */
  private readonly pepper: Uint8Array;

  /**
   * @param database - opened with `SESSION_MIGRATIONS`, closed by its owner
   * @param onLogin - called with the user of each new session, once it is stored
   */
  constructor(
    private readonly database: Database,
    private readonly onLogin: (userName: string) => void = () => undefined
  ) {
    this.pepper = database.transaction(() => {
      database.run(
        `INSERT OR IGNORE INTO store_secrets (name, value) VALUES ('pepper', ?)`,
        randomBytes(32)
      );
      const row = database.get<{ value: Uint8Array }>(
        `SELECT value FROM store_secrets WHERE name = 'pepper'`
      );
      return new Uint8Array((row as { value: Uint8Array }).value);
    });
  }

  /** Number of unexpired sessions; `undefined` while the database cannot be read. */
  count(nowMs: number): number | undefined {
    try {
      return this.database.get<{ n: number }>(
        'SELECT count(*) AS n FROM sessions WHERE expires_at_ms > ?',
        nowMs
      )?.n;
    } catch {
      return undefined;
    }
  }

  async get(key: string): Promise<StoredSession | undefined> {
    return this.database.get<StoredSession>(
      `SELECT ${HEAD}, ${USED}, contents FROM sessions WHERE key = ?`,
      key
    );
  }

  async put(session: NewSession, replaces?: string): Promise<void> {
    await this.database.write(() => {
      if (replaces !== undefined) this.database.run('DELETE FROM sessions WHERE key = ?', replaces);
      this.database.run(
        `INSERT INTO sessions (key, user_tag, contents, created_at_ms, expires_at_ms, used_at_ms, origin)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        session.key,
        this.toTag(session.userName),
        session.contents,
        session.createdAtMs,
        session.expiresAtMs,
        session.createdAtMs,
        session.origin ? JSON.stringify(session.origin) : null
      );
    });
    this.onLogin(session.userName);
  }

  update(key: string, contents: Uint8Array): Promise<boolean> {
    return this.database.write(
      () =>
        this.database.run('UPDATE sessions SET contents = ? WHERE key = ?', contents, key).changes >
        0
    );
  }

  touch(uses: readonly SessionUse[]): Promise<void> {
    return this.database.write(() => {
      for (const { key, expiresAtMs, usedAtMs } of uses) {
        this.database.run(
          `UPDATE sessions SET expires_at_ms = max(expires_at_ms, ?), used_at_ms = max(used_at_ms, ?)
           WHERE key = ?`,
          expiresAtMs,
          usedAtMs,
          key
        );
      }
    });
  }

  end(keys: readonly string[]): Promise<void> {
    return this.database.write(() => {
      for (const key of keys) this.database.run('DELETE FROM sessions WHERE key = ?', key);
    });
  }

  take(key: string): Promise<boolean> {
    return this.database.write(
      () => this.database.run('DELETE FROM sessions WHERE key = ?', key).changes > 0
    );
  }

  async list(userName: string): Promise<readonly SessionHead[]> {
    return this.database.all<SessionHead>(
      `SELECT ${HEAD} FROM sessions WHERE user_tag = ?`,
      this.toTag(userName)
    );
  }

  async page(userName: string, query: SessionPageQuery): Promise<SessionPage> {
    const { aliveAtMs, offset, limit } = query;
    const which = 'FROM sessions WHERE user_tag = ? AND expires_at_ms > ?';
    const tag = this.toTag(userName);
    const rows = this.database.all<ListedRow>(
      `SELECT ${HEAD}, ${USED}, origin ${which} ORDER BY created_at_ms DESC, key LIMIT ? OFFSET ?`,
      tag,
      aliveAtMs,
      limit,
      offset
    );
    const counted = this.database.get<{ total: number }>(
      `SELECT count(*) AS total ${which}`,
      tag,
      aliveAtMs
    );
    const sessions = rows.map(({ origin, ...session }) => ({
      ...session,
      ...(origin !== null && { origin: JSON.parse(origin) as SessionOrigin }),
    }));
    return { total: counted?.total ?? 0, sessions };
  }

  async newest(userNames: readonly string[], aliveAtMs: number) {
    const names = new Map(userNames.map((name) => [this.toTag(name), name]));
    const rows = this.database.all<{ tag: string; at: number }>(
      `SELECT user_tag AS tag, max(created_at_ms) AS at
       FROM (SELECT value FROM json_each(?)) asked CROSS JOIN sessions ON user_tag = asked.value
       WHERE expires_at_ms > ? GROUP BY user_tag`,
      JSON.stringify([...names.keys()]),
      aliveAtMs
    );
    return new Map(rows.map(({ tag, at }) => [names.get(tag) as string, at]));
  }

  removeExpired(beforeMs: number): Promise<number> {
    return this.database.write(
      () => this.database.run('DELETE FROM sessions WHERE expires_at_ms <= ?', beforeMs).changes
    );
  }

  private toTag(userName: string): string {
    return createHmac('sha256', this.pepper).update(userName).digest('base64url');
  }
}
