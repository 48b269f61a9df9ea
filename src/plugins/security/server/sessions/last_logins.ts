/**
 * When and from where each user signed in last, also after that session has ended. It stands where
 * sessions stand, as an entry that opens none, under a name that no user can have: every server
 * knows it, and it is removed by itself a year after the sign-in.
 */
import type { Logger, SessionOrigin, SessionStore } from '@sd/core/server';
import { newSessionId, sessionKey } from './session_crypto';

const KEPT_MS = 365 * 24 * 60 * 60_000;
/** Names of users have no control characters. */
const entryName = (userName: string): string => `\u0000last sign-in\u0000${userName}`;
/** Two that signed in at once at two servers leave two entries; the next sign-in removes them. */
const ENTRIES = 10;

export interface LastLogin {
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly origin: SessionOrigin | undefined;
}

export class LastLogins {
  /** What is being written, by user. */
  private readonly running = new Map<string, Promise<void>>();
  /** What comes after that: of several, the last one. */
  private readonly waiting = new Map<string, SessionOrigin>();

  /** @param now - epoch milliseconds */
  constructor(
    private readonly store: Pick<SessionStore, 'put' | 'page' | 'end' | 'list'>,
    private readonly logger: Pick<Logger, 'error'>,
    private readonly now: () => number
  ) {}

  /** Written a moment later: nobody waits for it to sign in, and nobody is kept out by it. */
  note(userName: string, origin: SessionOrigin): void {
    if (this.running.has(userName)) {
      this.waiting.set(userName, origin);
      return;
    }
    const work = this.write(userName, origin)
      .catch((error: unknown) =>
        this.logger.error('The last sign-in of a user could not be noted.', {
          reason: String(error),
        })
      )
      .finally(() => {
        this.running.delete(userName);
        const next = this.waiting.get(userName);
        this.waiting.delete(userName);
        if (next) this.note(userName, next);
      });
    this.running.set(userName, work);
  }

  /** @returns `undefined`: none within a year */
  async of(userName: string): Promise<LastLogin | undefined> {
    await this.running.get(userName);
    const [entry] = await this.entries(userName);
    return entry && { atMs: entry.createdAtMs, origin: entry.origin };
  }

  /** Whoever gets the name of a deleted user has not signed in yet. */
  async forget(userName: string): Promise<void> {
    await this.running.get(userName);
    await this.store.end((await this.store.list(entryName(userName))).map(({ key }) => key));
  }

  /** Waits for what is under way. */
  async stop(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  private async write(userName: string, origin: SessionOrigin): Promise<void> {
    const [previous, ...older] = await this.entries(userName);
    const createdAtMs = this.now();
    await this.store.put(
      {
        // Of an id that nobody has.
        key: sessionKey(newSessionId()),
        userName: entryName(userName),
        contents: new Uint8Array(0),
        createdAtMs,
        expiresAtMs: createdAtMs + KEPT_MS,
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
