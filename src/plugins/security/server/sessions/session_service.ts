/**
 * Sessions of signed-in people: opened at sign-in, found by the id in the cookie, extended by use,
 * ended by log-out, expiry, a changed password or an administrator.
 *
 * Instants are epoch milliseconds (`AtMs`), spans milliseconds (`Ms`). Opening, changing and ending
 * a session is in the store before the promise resolves. Extensions are written at most once a
 * minute and session, so that after a crash a session may end up to that much early, never late.
 *
 * Several servers may stand on one store: what this one remembers counts for a second, then the
 * store is asked again, and a session that ended elsewhere is refused.
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
import { SessionLimit } from './session_limit';
import { RevokedSessions } from './revoked_sessions';
import { type LastLogin, LastLogins } from './last_logins';

const CLEANUP_INTERVAL_MS = 10 * 60_000;

export interface SessionContents {
  readonly principal: Principal;
  /** Wire name of the tenant last chosen; absent: none chosen yet. */
  readonly tenant?: string;
}

export interface Session extends SessionContents {
  readonly id: SessionId;
  /** Of its row: `sessionKey` of the id, which is made once for each request. */
  readonly key: string;
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
  /** `contents` as the store has them. */
  readonly sealed: Uint8Array;
  readonly createdAtMs: number;
  expiresAtMs: number;
  /** When it was last in use. */
  usedAtMs: number;
  /** The last use that the store knows, or is about to. */
  storedUsedAtMs: number;
  /** When the store was last asked. */
  readonly readAtMs: number;
}

export class SessionService {
  /**
   * Least recently read first: what is in use is read once a second. Holds what the store holds,
   * plus extensions not yet written.
   */
  private readonly cache = new Map<string, Cached>();
  /**
   * What is being read. Taken away when the session changes or ends meanwhile: what was read is old
   * then.
   */
  private readonly reading = new Map<string, Promise<Cached | undefined>>();
  private readonly writeIntervalMs: number;
  private readonly ended: RevokedSessions;
  private readonly crowded: SessionLimit;
  private readonly lastLogins: LastLogins;
  private timer: NodeJS.Timeout | undefined;

  /** @param now - the wall clock, epoch milliseconds; handed in, so that tests own time */
  constructor(
    private readonly store: SessionStore,
    private readonly options: SessionServiceOptions,
    private readonly logger: Logger,
    private readonly now: () => number = Date.now
  ) {
    this.ended = new RevokedSessions(store, logger);
    this.crowded = new SessionLimit(store, (keys) => this.endKeys(keys), logger, now);
    this.lastLogins = new LastLogins(store, logger, now);
    this.writeIntervalMs = Math.min(SESSION_LIMITS.extensionMs, options.ttlMs / 10);
  }

  start(): void {
    this.timer = setInterval(() => void this.removeExpired(), CLEANUP_INTERVAL_MS);
    this.timer.unref();
    void this.removeExpired();
  }

  /** Writes the extensions that wait. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    const waiting = [...this.cache]
      .filter(([, entry]) => entry.usedAtMs !== entry.storedUsedAtMs)
      .map(([key, { expiresAtMs, usedAtMs }]) => ({ key, expiresAtMs, usedAtMs }));
    await this.crowded.stop();
    await this.lastLogins.stop();
    await this.ended.stop();
    if (waiting.length > 0) await this.store.touch(waiting);
    this.cache.clear();
  }

  /**
   * Opens a session under a fresh id.
   * @param replaces - id of the session it takes the place of; that one ends with it
   * @param origin - what it is shown by
   * @param createdAtMs - of the session that goes on in it, whose longest life stays
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
   * To be called when a user has signed in. A moment later that is noted, and the oldest sessions
   * of who has too many end.
   */
  loggedIn(userName: string, origin: SessionOrigin): void {
    this.lastLogins.note(userName, origin);
    this.crowded.opened(userName);
  }

  /** @returns `undefined`: none within a year */
  lastLoginOf(userName: string): Promise<LastLogin | undefined> {
    return this.lastLogins.of(userName);
  }

  /** For a user that is no more. */
  forgetLoginsOf(userName: string): Promise<void> {
    return this.lastLogins.forget(userName);
  }

  /** The session behind a cookie's value; `undefined` when there is none, or it has expired. */
  async find(cookieValue: string | undefined): Promise<Session | undefined> {
    const id = parseSessionId(cookieValue);
    if (!id) return undefined;
    const key = sessionKey(id);
    const known = this.entryOf(id, key);
    const entry = known instanceof Promise ? await known : known;
    if (!entry) return undefined;
    if (entry.expiresAtMs <= this.now()) {
      this.forget(key);
      return undefined;
    }
    const { createdAtMs, expiresAtMs } = entry;
    const { principal, tenant } = entry.contents;
    // Written out: this is done for every request, and spreading would be a tenth of all its work.
    return tenant === undefined
      ? { principal, id, key, createdAtMs, expiresAtMs }
      : { principal, tenant, id, key, createdAtMs, expiresAtMs };
  }

  /** As the store has it now, whatever this server remembers. */
  async findAnew(id: SessionId): Promise<Session | undefined> {
    this.forget(sessionKey(id));
    return this.find(id);
  }

  /** Notes that a session is in use; with `session.keepalive` that extends it. */
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
   * Changes what a session holds: the tenant last chosen, or the credential after it was prolonged.
   * @returns false when the session ended meanwhile
   */
  async change(session: Session, parts: Partial<SessionContents>): Promise<boolean> {
    const { id, key } = session;
    const entry = await this.entryOf(id, key);
    if (!entry) return false;
    const contents = { ...entry.contents, ...parts };
    const sealed = seal(id, key, contents);
    const isThere = await this.store.update(key, sealed);
    this.forget(key);
    if (isThere && !this.ended.has(key))
      this.remember(key, { ...entry, contents, sealed, readAtMs: this.now() });
    return isThere;
  }

  /**
   * Ends a session; ending one that is gone does nothing. It has ended when this is called, whether
   * the disk can be written or not: see `EndedSessions`.
   */
  async end(id: SessionId): Promise<void> {
    await this.endKeys([sessionKey(id)]);
  }

  /** Ends every session of a user, but for `keep`. @returns how many ended */
  async endAllOf(userName: string, keep?: SessionId): Promise<number> {
    const kept = keep && sessionKey(keep);
    const keys = (await this.store.list(userName))
      .map(({ key }) => key)
      .filter((key) => key !== kept);
    await this.endKeys(keys);
    return keys.length;
  }

  /**
   * How long a session lasts from now on.
   * @returns `isExtendable`: using it would make that longer
   */
  remainingOf(session: Session): {
    readonly remainingMs: number;
    readonly isExtendable: boolean;
  } {
    const nowMs = this.now();
    const expiresAtMs = this.cache.get(session.key)?.expiresAtMs ?? session.expiresAtMs;
    const { expiresAtMs: provenUntilMs, provider } = session.principal;
    // What proved the user runs out, and nothing prolongs it.
    const isLast = provenUntilMs !== undefined && provider?.refreshToken === undefined;
    const endsAtMs = isLast ? Math.min(expiresAtMs, provenUntilMs) : expiresAtMs;
    const extendedMs = this.expiryAfter(nowMs, session.createdAtMs);
    return {
      remainingMs: Math.max(0, endsAtMs - nowMs),
      isExtendable:
        this.options.keepalive &&
        (!isLast || endsAtMs < provenUntilMs) &&
        (extendedMs > endsAtMs || extendedMs === nowMs + this.options.ttlMs),
    };
  }

  /** What is shown of the sessions of a user, the newest first. */
  async pageOf(
    userName: string,
    { offset, limit }: { readonly offset: number; readonly limit: number }
  ): Promise<SessionPage> {
    const page = await this.store.page(userName, { aliveAtMs: this.now(), offset, limit });
    const sessions = page.sessions
      .filter(({ key }) => !this.ended.has(key))
      .map((session) => this.asUsedHere(session));
    return { total: page.total, sessions };
  }

  /**
   * Ends one session of a user, by the key that lists have.
   * @returns false when the user has no such session: nothing has ended then
   */
  async endOne(userName: string, key: string): Promise<boolean> {
    const isTheirs = (await this.store.list(userName)).some((head) => head.key === key);
    if (isTheirs) await this.endKeys([key]);
    return isTheirs;
  }

  /** The store learns of a use a moment later. */
  private asUsedHere(session: ListedSession): ListedSession {
    const known = this.cache.get(session.key);
    if (!known) return session;
    const expiresAtMs = Math.max(known.expiresAtMs, session.expiresAtMs);
    return { ...session, expiresAtMs, usedAtMs: Math.max(known.usedAtMs, session.usedAtMs) };
  }

  /** @param keys - as the store has them */
  async endKeys(keys: readonly string[]): Promise<void> {
    keys.forEach((key) => this.forget(key));
    await this.ended.end(keys);
    // A request that was under way may have put one back.
    keys.forEach((key) => this.forget(key));
  }

  /** At once while it counts what is remembered, as for most requests. */
  private entryOf(id: SessionId, key: string): Cached | undefined | Promise<Cached | undefined> {
    if (this.ended.has(key)) return undefined;
    const known = this.cache.get(key);
    // A clock that was set back must not make old knowledge last.
    const ageMs = known ? this.now() - known.readAtMs : -1;
    return !known || ageMs < 0 || ageMs >= SESSION_LIMITS.trustedMs ? this.read(id, key) : known;
  }

  /** Requests that ask for one session at the same time share one reading. */
  private read(id: SessionId, key: string): Promise<Cached | undefined> {
    const running = this.reading.get(key);
    if (running) return running;
    const askedAtMs = this.now();
    const mine: Promise<Cached | undefined> = this.store
      .get(key)
      .then((stored) => {
        if (this.reading.get(key) !== mine) return this.cache.get(key);
        const entry = stored && this.toEntry(id, stored, askedAtMs);
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
    const known = this.cache.get(key);
    const isSame = known && Buffer.compare(known.sealed, sealed) === 0;
    const contents = isSame
      ? known.contents
      : (open(id, key, sealed) as SessionContents | undefined);
    // What is between two rounds of a sign-in stands in the same store.
    if (!contents?.principal) return undefined;
    // Extensions may be on their way to the store.
    const expiresAtMs = Math.max(stored.expiresAtMs, known?.expiresAtMs ?? 0);
    const storedUsedAtMs = Math.max(stored.usedAtMs, known?.storedUsedAtMs ?? 0);
    const usedAtMs = Math.max(storedUsedAtMs, known?.usedAtMs ?? 0);
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
      // Extensions first: the store may know an older expiry than the cache.
      for (const [key, entry] of this.cache) if (entry.expiresAtMs <= nowMs) this.cache.delete(key);
      const count = await this.store.removeExpired(nowMs - this.writeIntervalMs);
      if (count > 0) this.logger.debug('Expired sessions were removed.', { count });
    } catch (error) {
      this.logger.error('Expired sessions could not be removed.', { reason: String(error) });
    }
  }
}
