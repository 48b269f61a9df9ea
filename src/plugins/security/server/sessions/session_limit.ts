/**
 * Limits the sessions of a user. A new login ends the oldest session, in the background and with
 * one run per user at a time.
 */
import { SESSION_LIMITS } from '@sd/core/common';
import type { Logger, SessionStore } from '@sd/core/server';

/** Sessions ended per run. The next login ends the remaining ones. */
const BATCH_SIZE = 100;

export class SessionLimit {
  private readonly running = new Map<string, Promise<void>>();

  /**
   * @param end - ends sessions by their store keys
   * @param now - epoch milliseconds
   */
  constructor(
    private readonly store: Pick<SessionStore, 'page'>,
    private readonly end: (keys: readonly string[]) => Promise<void>,
    private readonly logger: Pick<Logger, 'info' | 'error'>,
    private readonly now: () => number
  ) {}

  /** Call it after opening a session of the user. */
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

  /** Waits for runs in progress. */
  async stop(): Promise<void> {
    await Promise.all(this.running.values());
  }

  private async endOldest(userName: string): Promise<void> {
    // Newest first, so the rows beyond the limit are the oldest.
    const { sessions } = await this.store.page(userName, {
      aliveAtMs: this.now(),
      offset: SESSION_LIMITS.ofUser,
      limit: BATCH_SIZE,
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
