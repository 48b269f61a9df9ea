/**
 * Sessions of signed-in people: opened at sign-in, found by the id in the cookie, extended by use, ended by
 * log-out, expiry, a changed password or an administrator.
 *
 * Instants are epoch milliseconds (`AtMs`), spans milliseconds (`Ms`). Opening, changing and ending a session is on
 * the disk before the promise resolves. Extensions are written at most once a minute and session, so that after a
 * crash a session may end up to that much early, never late.
 */
import type { Database, Logger, Principal } from '@sd/core/server';
import {
  newSessionId,
  open,
  parseSessionId,
  seal,
  sessionKey,
  userTag,
  type SessionId,
} from './session_crypto';
import { EndedSessions } from './ended_sessions';
import { SessionStore, type SessionRow } from './session_store';

const MAX_WRITE_INTERVAL_MS = 60_000;
const CLEANUP_INTERVAL_MS = 10 * 60_000;
const MAX_CACHED = 10_000;

export interface SessionContents {
  readonly principal: Principal;
  /** Wire name of the tenant last chosen; absent: none chosen yet. */
  readonly tenant?: string;
}

export interface Session extends SessionContents {
  readonly id: SessionId;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface SessionServiceOptions {
  readonly ttlMs: number;
  readonly keepalive: boolean;
  /** Longest life of a session however busy it is. */
  readonly maxLifetimeMs?: number;
}

interface Cached {
  readonly contents: SessionContents;
  readonly createdAtMs: number;
  expiresAtMs: number;
  /** Expiry as the store has it. */
  storedExpiresAtMs: number;
}

export class SessionService {
  private readonly store: SessionStore;
  private readonly pepper: Uint8Array;
  /** Least recently used first. Holds what the store holds, plus extensions not yet written. */
  private readonly cache = new Map<string, Cached>();
  private readonly writeIntervalMs: number;
  private readonly ended: EndedSessions;
  private timer: NodeJS.Timeout | undefined;

  /** @param now - the wall clock, epoch milliseconds; handed in, so that tests own time */
  constructor(
    database: Database,
    private readonly options: SessionServiceOptions,
    private readonly logger: Logger,
    private readonly now: () => number = Date.now
  ) {
    this.store = new SessionStore(database);
    this.pepper = this.store.pepper();
    this.ended = new EndedSessions(this.store, logger);
    this.writeIntervalMs = Math.min(MAX_WRITE_INTERVAL_MS, options.ttlMs / 10);
  }

  start(): void {
    this.timer = setInterval(() => void this.removeExpired(), CLEANUP_INTERVAL_MS);
    this.timer.unref();
    void this.removeExpired();
  }

  /** Writes the extensions that wait. The database is closed by its owner. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    const waiting = [...this.cache]
      .filter(([, entry]) => entry.expiresAtMs !== entry.storedExpiresAtMs)
      .map(([key, entry]) => [key, entry.expiresAtMs] as const);
    await this.ended.stop();
    if (waiting.length > 0) await this.store.extend(waiting);
    this.cache.clear();
  }

  /**
   * Opens a session under a fresh id.
   * @param replaces - id of the session it takes the place of; that one ends in the same transaction
   */
  async open(contents: SessionContents, replaces?: SessionId): Promise<Session> {
    const id = newSessionId();
    const key = sessionKey(id);
    const nowMs = this.now();
    const expiresAtMs = this.expiryAfter(nowMs, nowMs);
    const replacedKey = replaces && sessionKey(replaces);
    const row: SessionRow = {
      key,
      user_tag: userTag(this.pepper, contents.principal.userName),
      contents: seal(id, key, contents),
      created_at_ms: nowMs,
      expires_at_ms: expiresAtMs,
    };
    if (replacedKey) this.cache.delete(replacedKey);
    await this.store.put(row, replacedKey);
    if (replacedKey) this.cache.delete(replacedKey);
    this.remember(key, {
      contents,
      createdAtMs: nowMs,
      expiresAtMs,
      storedExpiresAtMs: expiresAtMs,
    });
    return { ...contents, id, createdAtMs: nowMs, expiresAtMs };
  }

  /** The session behind a cookie's value; `undefined` when there is none, or it has expired. */
  find(cookieValue: string | undefined): Session | undefined {
    const id = parseSessionId(cookieValue);
    if (!id) return undefined;
    const key = sessionKey(id);
    const entry = this.ended.has(key) ? undefined : (this.cache.get(key) ?? this.load(id, key));
    if (!entry || entry.expiresAtMs <= this.now()) {
      this.cache.delete(key);
      return undefined;
    }
    this.remember(key, entry);
    return {
      ...entry.contents,
      id,
      createdAtMs: entry.createdAtMs,
      expiresAtMs: entry.expiresAtMs,
    };
  }

  /** Extends a session that is in use. Does nothing without `session.keepalive`. */
  touch(session: Session): void {
    const key = sessionKey(session.id);
    const entry = this.cache.get(key);
    if (!entry || !this.options.keepalive) return;
    entry.expiresAtMs = this.expiryAfter(this.now(), entry.createdAtMs);
    if (entry.expiresAtMs - entry.storedExpiresAtMs < this.writeIntervalMs) return;
    this.writeExtension(key, entry);
  }

  /** @returns false when the session ended meanwhile */
  async setTenant(session: Session, tenant: string): Promise<boolean> {
    const key = sessionKey(session.id);
    const entry = this.ended.has(key)
      ? undefined
      : (this.cache.get(key) ?? this.load(session.id, key));
    if (!entry) return false;
    const contents = { ...entry.contents, tenant };
    const isThere = await this.store.update(
      key,
      seal(session.id, key, contents),
      entry.expiresAtMs
    );
    if (isThere) this.remember(key, { ...entry, contents, storedExpiresAtMs: entry.expiresAtMs });
    else this.cache.delete(key);
    return isThere;
  }

  /**
   * Ends a session; ending one that is gone does nothing. It has ended when this is called, whether the disk
   * can be written or not: see `EndedSessions`.
   */
  async end(id: SessionId): Promise<void> {
    await this.endKeys([sessionKey(id)]);
  }

  /** Ends every session of a user, but for `keep`. @returns how many ended */
  async endAllOf(userName: string, keep?: SessionId): Promise<number> {
    const keys = this.store.keysOfUser(userTag(this.pepper, userName), keep && sessionKey(keep));
    await this.endKeys(keys);
    return keys.length;
  }

  private async endKeys(keys: readonly string[]): Promise<void> {
    keys.forEach((key) => this.cache.delete(key));
    await this.ended.end(keys);
    // A request that was under way may have put one back.
    keys.forEach((key) => this.cache.delete(key));
  }

  private load(id: SessionId, key: string): Cached | undefined {
    const row = this.store.get(key);
    const contents = row && (open(id, key, row.contents) as SessionContents | undefined);
    if (!row || !contents) return undefined;
    const { created_at_ms: createdAtMs, expires_at_ms: expiresAtMs } = row;
    return { contents, createdAtMs, expiresAtMs, storedExpiresAtMs: expiresAtMs };
  }

  private remember(key: string, entry: Cached): void {
    this.cache.delete(key);
    this.cache.set(key, entry);
    if (this.cache.size <= MAX_CACHED) return;
    const [oldestKey, oldest] = this.cache.entries().next().value as [string, Cached];
    this.cache.delete(oldestKey);
    if (oldest.expiresAtMs !== oldest.storedExpiresAtMs) this.writeExtension(oldestKey, oldest);
  }

  private writeExtension(key: string, entry: Cached): void {
    entry.storedExpiresAtMs = entry.expiresAtMs;
    this.store.extend([[key, entry.expiresAtMs]]).catch((error: unknown) => {
      this.logger.error('A session could not be extended on disk.', { reason: String(error) });
    });
  }

  private expiryAfter(nowMs: number, createdAtMs: number): number {
    const { ttlMs, maxLifetimeMs } = this.options;
    return maxLifetimeMs === undefined
      ? nowMs + ttlMs
      : Math.min(nowMs + ttlMs, createdAtMs + maxLifetimeMs);
  }

  private async removeExpired(): Promise<void> {
    const nowMs = this.now();
    try {
      // Extensions first: the store may know an older expiry than the cache.
      for (const [key, entry] of this.cache) if (entry.expiresAtMs <= nowMs) this.cache.delete(key);
      const count = await this.store.deleteExpired(nowMs - this.writeIntervalMs);
      if (count > 0) this.logger.debug('Expired sessions were removed.', { count });
    } catch (error) {
      this.logger.error('Expired sessions could not be removed.', { reason: String(error) });
    }
  }
}
