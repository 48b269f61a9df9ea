/**
 * Nobody has more sessions than a limit: whoever signs in once more loses the oldest one. It is
 * done beside the sign-in, which does not wait, and once at a time for a user.
 */
import { SESSION_LIMITS } from '@sd/core/common';
import type { Logger, SessionStore } from '@sd/core/server';

/** Ended at a stretch; what is left goes with the next sign-in. */
const AT_ONCE = 100;

export class SessionLimit {
  private readonly running = new Map<string, Promise<void>>();

  /**
   * @param end - ends sessions by the keys that the store has
   * @param now - epoch milliseconds
   */
  constructor(
    private readonly store: Pick<SessionStore, 'page'>,
    private readonly end: (keys: readonly string[]) => Promise<void>,
    private readonly logger: Pick<Logger, 'info' | 'error'>,
    private readonly now: () => number
  ) {}

  /** To be called after a session of this user was opened. */
  opened(userName: string): void {
    if (this.running.has(userName)) return;
    const work = this.endOldest(userName)
      .catch((error: unknown) =>
        this.logger.error('The oldest sessions of a user could not be ended.', {
          reason: String(error),
        })
      )
      .finally(() => this.running.delete(userName));
    this.running.set(userName, work);
  }

  /** Waits for what is under way. */
  async stop(): Promise<void> {
    await Promise.all(this.running.values());
  }

  private async endOldest(userName: string): Promise<void> {
    // The newest come first: those beyond the limit are the oldest.
    const { sessions } = await this.store.page(userName, {
      aliveAtMs: this.now(),
      offset: SESSION_LIMITS.ofUser,
      limit: AT_ONCE,
    });
    if (sessions.length === 0) return;
    await this.end(sessions.map(({ key }) => key));
    this.logger.info('A user had more sessions than the limit; the oldest ended.', {
      user: userName,
      ended: sessions.length,
      limit: SESSION_LIMITS.ofUser,
    });
  }
}
