/**
 * Sessions of logged-in users: opened at login, found by the id in the cookie, extended by use,
 * ended by logout, expiry, a password change or an administrator.
 *
 * Points in time are epoch milliseconds (`AtMs`), durations milliseconds (`Ms`). Opening, changing
 * and ending a session is stored before the promise resolves. Extensions are written at most once
 * per minute and session, so after a crash a session may end up to a minute early, never late.
 *
 * Several servers can share a store: cached sessions are valid for one second, then the store is
 * asked again, and a session that ended elsewhere is rejected.
 */
import { SESSION_LIMITS } from '@sd/core/common';
import type {
  ListedSession,
  Logger,
  Principal,
  SessionOrigin,
  SessionPage,
  SessionStore,
  StoredSession,
} from '@sd/core/server';
import {
  newSessionId,
  open,
  parseSessionId,
  seal,
  sessionKey,
  type SessionId,
} from './session_crypto';
import type { TenantSource } from '../../common';
import { SessionLimit } from './session_limit';
import { RevokedSessions } from './revoked_sessions';
import { type LastLogin, LastLogins } from './last_logins';

const CLEANUP_INTERVAL_MS = 10 * 60_000;

export interface SessionContents {
  readonly principal: Principal;
  /** Wire name of the last chosen tenant; absent if none was chosen. */
  readonly tenant?: string;
  /**
   * Tenant of the address that the login led to, which the user cannot use, and who named it. The
   * request after a login through a provider comes from another website.
   */
  readonly refusedTenant?: { readonly name: string; readonly source: TenantSource };
  /** What plugins keep until the session ends, by name. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Version 0.3.0 and earlier stored the credentials for clusters beside the principal. */
function withValues({
  clusters,
  ...contents
}: SessionContents & { readonly clusters?: unknown }): SessionContents {
  const values = contents.values ?? (clusters === undefined ? undefined : { clusters });
  return { ...contents, ...(values && { values }) };
}

export interface Session extends SessionContents {
  readonly id: SessionId;
  /** Row key: `sessionKey` of the id, computed once per request. */
  readonly key: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface SessionServiceOptions {
  readonly ttlMs: number;
  readonly keepalive: boolean;
  /** Maximum lifetime of a session, regardless of activity. */
  readonly maxLifetimeMs?: number;
}

interface Cached {
  readonly contents: SessionContents;
  /** `contents` as stored. */
  readonly sealed: Uint8Array;
  readonly createdAtMs: number;
  expiresAtMs: number;
  /** Time of the last use. */
  usedAtMs: number;
  /** Time of the last use that was written or is being written. */
  storedUsedAtMs: number;
  /** Time of the last read from the store. */
  readonly readAtMs: number;
}

export class SessionService {
  /**
   * Least recently read first; sessions in use are read once per second. Contains stored sessions
   * plus extensions that are not yet written.
   */
  private readonly cache = new Map<string, Cached>();
  /**
   * Reads in progress. An entry is removed if the session changes or ends meanwhile, because its
   * result is outdated.
   */
  private readonly reading = new Map<string, Promise<Cached | undefined>>();
  private readonly writeIntervalMs: number;
  private readonly ended: RevokedSessions;
  private readonly sessionLimit: SessionLimit;
  private readonly lastLogins: LastLogins;
  private timer: NodeJS.Timeout | undefined;

  /** @param now - wall clock in epoch milliseconds, injectable for tests */
  constructor(
    private readonly store: SessionStore,
    private readonly options: SessionServiceOptions,
    private readonly logger: Logger,
    private readonly now: () => number = Date.now
  ) {
    this.ended = new RevokedSessions(store, logger);
    this.sessionLimit = new SessionLimit(store, (keys) => this.endKeys(keys), logger, now);
    this.lastLogins = new LastLogins(store, logger, now);
    this.writeIntervalMs = Math.min(SESSION_LIMITS.extensionMs, options.ttlMs / 10);
  }

  start(): void {
    this.timer = setInterval(() => void this.removeExpired(), CLEANUP_INTERVAL_MS);
    this.timer.unref();
    void this.removeExpired();
  }

  /** Writes pending extensions. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    const waiting = [...this.cache]
      .filter(([, entry]) => entry.usedAtMs !== entry.storedUsedAtMs)
      .map(([key, { expiresAtMs, usedAtMs }]) => ({ key, expiresAtMs, usedAtMs }));
    await this.sessionLimit.stop();
    await this.lastLogins.stop();
    await this.ended.stop();
    if (waiting.length > 0) await this.store.touch(waiting);
    this.cache.clear();
  }

  /**
   * Opens a session under a new id.
   * @param replaces - id of the session to end
   * @param origin - shown in session lists
   * @param createdAtMs - start of the continued session, whose maximum lifetime applies
   */
  async open(
    contents: SessionContents,
    replaces?: SessionId,
    origin?: SessionOrigin,
    createdAtMs = this.now()
  ): Promise<Session> {
    const id = newSessionId();
    const key = sessionKey(id);
    const nowMs = this.now();
    const expiresAtMs = this.expiryAfter(nowMs, createdAtMs);
    const replacedKey = replaces && sessionKey(replaces);
    const sealed = seal(id, key, contents);
    if (replacedKey) this.forget(replacedKey);
    await this.store.put(
      {
        key,
        userName: contents.principal.userName,
        contents: sealed,
        createdAtMs,
        expiresAtMs,
        ...(origin && { origin }),
      },
      replacedKey
    );
    if (replacedKey) this.forget(replacedKey);
    this.remember(key, {
      contents,
      sealed,
      createdAtMs,
      expiresAtMs,
      usedAtMs: nowMs,
      storedUsedAtMs: nowMs,
      readAtMs: nowMs,
    });
    return { ...contents, id, key, createdAtMs, expiresAtMs };
  }

  /**
   * Call it after a login. Records the last login and ends the oldest sessions beyond the limit,
   * both in the background.
   */
  loggedIn(userName: string, origin: SessionOrigin): void {
    this.lastLogins.record(userName, origin);
    this.sessionLimit.opened(userName);
  }

  /** @returns `undefined` if there was no login within a year */
  getLastLogin(userName: string): Promise<LastLogin | undefined> {
    return this.lastLogins.of(userName);
  }

  getLastLogins(userNames: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.lastLogins.ofUsers(userNames);
  }

  /** For deleted users. */
  forgetLogins(userName: string): Promise<void> {
    return this.lastLogins.forget(userName);
  }

  /** The session of a cookie value; `undefined` if it does not exist or has expired. */
  async find(cookieValue: string | undefined): Promise<Session | undefined> {
    const id = parseSessionId(cookieValue);
    if (!id) return undefined;
    const key = sessionKey(id);
    const cached = this.entryOf(id, key);
    const entry = cached instanceof Promise ? await cached : cached;
    if (!entry) return undefined;
    if (entry.expiresAtMs <= this.now()) {
      this.forget(key);
      return undefined;
    }
    const { createdAtMs, expiresAtMs } = entry;
    const { principal, tenant, refusedTenant, values } = entry.contents;
    // Written without spreading, which would take a tenth of the time of every request.
    const session: Session =
      tenant === undefined
        ? { principal, id, key, createdAtMs, expiresAtMs }
        : { principal, tenant, id, key, createdAtMs, expiresAtMs };
    if (!values && !refusedTenant) return session;
    return { ...session, ...(values && { values }), ...(refusedTenant && { refusedTenant }) };
  }

  /** Reads the session from the store, bypassing the cache. */
  async reload(id: SessionId): Promise<Session | undefined> {
    this.forget(sessionKey(id));
    return this.find(id);
  }

  /** Records a use, which extends the session if `session.keepalive` is set. */
  touch({ key }: Session): void {
    const entry = this.cache.get(key);
    if (!entry) return;
    entry.usedAtMs = this.now();
    if (this.options.keepalive)
      entry.expiresAtMs = this.expiryAfter(entry.usedAtMs, entry.createdAtMs);
    if (entry.usedAtMs - entry.storedUsedAtMs < this.writeIntervalMs) return;
    this.writeUse(key, entry);
  }

  /**
   * Changes the contents of a session: the chosen tenant, or the renewed credentials.
   * @returns false if the session has ended meanwhile
   */
  async change(session: Session, parts: Partial<SessionContents>): Promise<boolean> {
    const { id, key } = session;
    const entry = await this.entryOf(id, key);
    if (!entry) return false;
    const contents = { ...entry.contents, ...parts };
    const sealed = seal(id, key, contents);
    const isStored = await this.store.update(key, sealed);
    this.forget(key);
    if (isStored && !this.ended.has(key))
      this.remember(key, { ...entry, contents, sealed, readAtMs: this.now() });
    return isStored;
  }

  /**
   * Ends a session; does nothing if it has already ended. Effective immediately, even if the disk
   * is not writable: see `RevokedSessions`.
   */
  async end(id: SessionId): Promise<void> {
    await this.endKeys([sessionKey(id)]);
  }

  /**
   * Ends every session of a user except `keep`.
   * @returns the number of ended sessions
   */
  async endAllOf(userName: string, keep?: SessionId): Promise<number> {
    const storedKey = keep && sessionKey(keep);
    const keys = (await this.store.list(userName))
      .map(({ key }) => key)
      .filter((key) => key !== storedKey);
    await this.endKeys(keys);
    return keys.length;
  }

  /**
   * Remaining lifetime of a session.
   * @returns `isExtendable`: whether further use extends it
   */
  getRemaining(session: Session): {
    readonly remainingMs: number;
    readonly isExtendable: boolean;
  } {
    const nowMs = this.now();
    const expiresAtMs = this.cache.get(session.key)?.expiresAtMs ?? session.expiresAtMs;
    const { expiresAtMs: credentialsExpireAtMs, provider } = session.principal;
    // The credentials expire and cannot be renewed.
    const cannotRenew = credentialsExpireAtMs !== undefined && provider?.refreshToken === undefined;
    const endsAtMs = cannotRenew ? Math.min(expiresAtMs, credentialsExpireAtMs) : expiresAtMs;
    const extendedMs = this.expiryAfter(nowMs, session.createdAtMs);
    return {
      remainingMs: Math.max(0, endsAtMs - nowMs),
      isExtendable:
        this.options.keepalive &&
        (!cannotRenew || endsAtMs < credentialsExpireAtMs) &&
        (extendedMs > endsAtMs || extendedMs === nowMs + this.options.ttlMs),
    };
  }

  /** Sessions of a user for display, newest first. */
  async getPage(
    userName: string,
    { offset, limit }: { readonly offset: number; readonly limit: number }
  ): Promise<SessionPage> {
    const page = await this.store.page(userName, { aliveAtMs: this.now(), offset, limit });
    const sessions = page.sessions
      .filter(({ key }) => !this.ended.has(key))
      .map((session) => this.withUnwrittenUse(session));
    return { total: page.total, sessions };
  }

  /**
   * Ends one session of a user by its key in lists.
   * @returns false if the user has no such session
   */
  async endOne(userName: string, key: string): Promise<boolean> {
    const isOwned = (await this.store.list(userName)).some((head) => head.key === key);
    if (isOwned) await this.endKeys([key]);
    return isOwned;
  }

  /** Adds uses that are not yet written to the store. */
  private withUnwrittenUse(session: ListedSession): ListedSession {
    const cached = this.cache.get(session.key);
    if (!cached) return session;
    const expiresAtMs = Math.max(cached.expiresAtMs, session.expiresAtMs);
    return { ...session, expiresAtMs, usedAtMs: Math.max(cached.usedAtMs, session.usedAtMs) };
  }

  /** @param keys - keys in the store */
  async endKeys(keys: readonly string[]): Promise<void> {
    keys.forEach((key) => this.forget(key));
    await this.ended.end(keys);
    // A request in flight may have put one back into the cache.
    keys.forEach((key) => this.forget(key));
  }

  /** Synchronous while the cached entry is valid, as for most requests. */
  private entryOf(id: SessionId, key: string): Cached | undefined | Promise<Cached | undefined> {
    if (this.ended.has(key)) return undefined;
    const cached = this.cache.get(key);
    // If the clock was set back, cached entries must not live longer.
    const ageMs = cached ? this.now() - cached.readAtMs : -1;
    return !cached || ageMs < 0 || ageMs >= SESSION_LIMITS.trustedMs ? this.read(id, key) : cached;
  }

  /** Concurrent requests for one session share a read. */
  private read(id: SessionId, key: string): Promise<Cached | undefined> {
    const running = this.reading.get(key);
    if (running) return running;
    const requestedAtMs = this.now();
    const mine: Promise<Cached | undefined> = this.store
      .get(key)
      .then((stored) => {
        if (this.reading.get(key) !== mine) return this.cache.get(key);
        const entry = stored && this.toEntry(id, stored, requestedAtMs);
        if (entry) this.remember(key, entry);
        else this.cache.delete(key);
        return entry;
      })
      .finally(() => {
        if (this.reading.get(key) === mine) this.reading.delete(key);
      });
    this.reading.set(key, mine);
    return mine;
  }

  private toEntry(id: SessionId, stored: StoredSession, readAtMs: number): Cached | undefined {
    const { key, contents: sealed, createdAtMs } = stored;
    const cached = this.cache.get(key);
    const isSame = cached && Buffer.compare(cached.sealed, sealed) === 0;
    const opened = isSame
      ? cached.contents
      : (open(id, key, sealed) as SessionContents | undefined);
    // Pending logins are in the same store.
    if (!opened?.principal) return undefined;
    const contents = isSame ? opened : withValues(opened);
    // Extensions may not be written yet.
    const expiresAtMs = Math.max(stored.expiresAtMs, cached?.expiresAtMs ?? 0);
    const storedUsedAtMs = Math.max(stored.usedAtMs, cached?.storedUsedAtMs ?? 0);
    const usedAtMs = Math.max(storedUsedAtMs, cached?.usedAtMs ?? 0);
    return { contents, sealed, createdAtMs, expiresAtMs, usedAtMs, storedUsedAtMs, readAtMs };
  }

  private forget(key: string): void {
    this.cache.delete(key);
    this.reading.delete(key);
  }

  private remember(key: string, entry: Cached): void {
    this.cache.delete(key);
    this.cache.set(key, entry);
    if (this.cache.size <= SESSION_LIMITS.remembered) return;
    const [oldestKey, oldest] = this.cache.entries().next().value as [string, Cached];
    this.cache.delete(oldestKey);
    if (oldest.usedAtMs !== oldest.storedUsedAtMs) this.writeUse(oldestKey, oldest);
  }

  private writeUse(key: string, entry: Cached): void {
    const { expiresAtMs, usedAtMs } = entry;
    entry.storedUsedAtMs = usedAtMs;
    this.store.touch([{ key, expiresAtMs, usedAtMs }]).catch((error: unknown) => {
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
      // Extensions are written first: the store may have an older expiry than the cache.
      for (const [key, entry] of this.cache) if (entry.expiresAtMs <= nowMs) this.cache.delete(key);
      const count = await this.store.removeExpired(nowMs - this.writeIntervalMs);
      if (count > 0) this.logger.debug('Expired sessions were removed.', { count });
    } catch (error) {
      this.logger.error('Expired sessions could not be removed.', { reason: String(error) });
    }
  }
}
