import type { NewSession, SessionStore } from '../contract/sessions';

/**
 * A store of sessions that lives as long as the process: proves that the contract is no picture of
 * SQLite.
 */
export class MemorySessionStore implements SessionStore {
  constructor(private readonly sessions: Map<string, NewSession> = new Map()) {}

  async get(key: string) {
    const found = this.sessions.get(key);
    if (!found) return undefined;
    const { userName: _userName, ...stored } = found;
    return stored;
  }

  async put(session: NewSession, replaces?: string) {
    if (replaces !== undefined) this.sessions.delete(replaces);
    this.sessions.set(session.key, session);
  }

  async update(key: string, contents: Uint8Array) {
    const found = this.sessions.get(key);
    if (found) this.sessions.set(key, { ...found, contents });
    return found !== undefined;
  }

  async touch(expiries: ReadonlyArray<{ readonly key: string; readonly expiresAtMs: number }>) {
    for (const { key, expiresAtMs } of expiries) {
      const found = this.sessions.get(key);
      if (found && found.expiresAtMs < expiresAtMs)
        this.sessions.set(key, { ...found, expiresAtMs });
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

  async removeExpired(beforeMs: number) {
    const expired = [...this.sessions.values()].filter(
      ({ expiresAtMs }) => expiresAtMs <= beforeMs
    );
    await this.end(expired.map(({ key }) => key));
    return expired.length;
  }
}
