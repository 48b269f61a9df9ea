import type { NewSession, SessionPageQuery, SessionStore, SessionUse } from '../api/sessions';

/** A session as the store keeps it. */
export type StoredSession = NewSession & { readonly usedAtMs: number };

/** A session store in memory. Shows that the contract does not depend on SQLite. */
export class MemorySessionStore implements SessionStore {
  constructor(private readonly sessions: Map<string, StoredSession> = new Map()) {}

  async get(key: string) {
    const found = this.sessions.get(key);
    if (!found) return undefined;
    const { userName: _userName, origin: _origin, ...stored } = found;
    return stored;
  }

  async put(session: NewSession, replaces?: string) {
    if (replaces !== undefined) this.sessions.delete(replaces);
    this.sessions.set(session.key, { ...session, usedAtMs: session.createdAtMs });
  }

  async update(key: string, contents: Uint8Array) {
    const found = this.sessions.get(key);
    if (found) this.sessions.set(key, { ...found, contents });
    return found !== undefined;
  }

  async touch(uses: readonly SessionUse[]) {
    for (const { key, ...use } of uses) {
      const found = this.sessions.get(key);
      if (!found) continue;
      const expiresAtMs = Math.max(found.expiresAtMs, use.expiresAtMs);
      const usedAtMs = Math.max(found.usedAtMs, use.usedAtMs);
      this.sessions.set(key, { ...found, expiresAtMs, usedAtMs });
    }
  }

  async end(keys: readonly string[]) {
    keys.forEach((key) => this.sessions.delete(key));
  }

  async take(key: string) {
    return this.sessions.delete(key);
  }

  async list(userName: string) {
    return [...this.sessions.values()]
      .filter((session) => session.userName === userName)
      .map(({ key, createdAtMs, expiresAtMs }) => ({ key, createdAtMs, expiresAtMs }));
  }

  async page(userName: string, { aliveAtMs, offset, limit }: SessionPageQuery) {
    const alive = [...this.sessions.values()]
      .filter((session) => session.userName === userName && session.expiresAtMs > aliveAtMs)
      .sort((one, other) => other.createdAtMs - one.createdAtMs || (one.key < other.key ? -1 : 1));
    const sessions = alive
      .slice(offset, offset + limit)
      .map(({ userName: _userName, contents: _contents, ...listed }) => listed);
    return { total: alive.length, sessions };
  }

  async newest(userNames: readonly string[], aliveAtMs: number) {
    const times = new Map<string, number>();
    for (const { userName, createdAtMs, expiresAtMs } of this.sessions.values())
      if (userNames.includes(userName) && expiresAtMs > aliveAtMs)
        times.set(userName, Math.max(createdAtMs, times.get(userName) ?? 0));
    return times;
  }

  async removeExpired(beforeMs: number) {
    const expired = [...this.sessions.values()].filter(
      ({ expiresAtMs }) => expiresAtMs <= beforeMs
    );
    await this.end(expired.map(({ key }) => key));
    return expired.length;
  }
}
