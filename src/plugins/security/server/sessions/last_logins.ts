/**
 * Last login of each user, also after the session has ended. Stored among the sessions for a year,
 * as an entry that cannot be opened, so that all servers share it.
 */
import type { Logger, SessionOrigin, SessionStore } from '@sd/core/server';
import { newSessionId, sessionKey } from './session_crypto';

const RETENTION_MS = 365 * 24 * 60 * 60_000;
/** User names contain no control characters. */
const entryName = (userName: string): string => `\u0000last sign-in\u0000${userName}`;
/** Concurrent logins at two servers leave two entries; the next login removes the older one. */
const ENTRIES = 10;

export interface LastLogin {
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly origin: SessionOrigin | undefined;
}

export class LastLogins {
  /** Writes in progress, by user. */
  private readonly running = new Map<string, Promise<void>>();
  /** The next write per user; a later one replaces it. */
  private readonly waiting = new Map<string, SessionOrigin>();

  /** @param now - epoch milliseconds */
  constructor(
    private readonly store: Pick<SessionStore, 'put' | 'page' | 'end' | 'list' | 'newest'>,
    private readonly logger: Pick<Logger, 'error'>,
    private readonly now: () => number
  ) {}

  /** Writes in the background. Neither its duration nor an error affects the login. */
  record(userName: string, origin: SessionOrigin): void {
    if (this.running.has(userName)) {
      this.waiting.set(userName, origin);
      return;
    }
    const work = this.write(userName, origin)
      .catch((error: unknown) =>
        this.logger.error('The last login of a user could not be stored.', {
          reason: String(error),
        })
      )
      .finally(() => {
        this.running.delete(userName);
        const next = this.waiting.get(userName);
        this.waiting.delete(userName);
        if (next) this.record(userName, next);
      });
    this.running.set(userName, work);
  }

  /** @returns `undefined` if there was no login within a year */
  async of(userName: string): Promise<LastLogin | undefined> {
    await this.running.get(userName);
    const [entry] = await this.entries(userName);
    return entry && { atMs: entry.createdAtMs, origin: entry.origin };
  }

  /** @returns epoch milliseconds; users without a login within a year are missing */
  async ofUsers(userNames: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const users = new Map(userNames.map((name) => [entryName(name), name]));
    const newest = await this.store.newest([...users.keys()], this.now());
    return new Map([...newest].map(([entry, atMs]) => [users.get(entry) as string, atMs]));
  }

  /** A new user with the name of a deleted one has no previous login. */
  async forget(userName: string): Promise<void> {
    await this.running.get(userName);
    await this.store.end((await this.store.list(entryName(userName))).map(({ key }) => key));
  }

  /** Waits for writes in progress. */
  async stop(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  private async write(userName: string, origin: SessionOrigin): Promise<void> {
    const [previous, ...older] = await this.entries(userName);
    const createdAtMs = this.now();
    await this.store.put(
      {
        // Key of a random id that is never used.
        key: sessionKey(newSessionId()),
        userName: entryName(userName),
        contents: new Uint8Array(0),
        createdAtMs,
        expiresAtMs: createdAtMs + RETENTION_MS,
        origin,
      },
      previous?.key
    );
    if (older.length > 0) await this.store.end(older.map(({ key }) => key));
  }

  private async entries(userName: string) {
    const query = { aliveAtMs: this.now(), offset: 0, limit: ENTRIES };
    return (await this.store.page(entryName(userName), query)).sessions;
  }
}
