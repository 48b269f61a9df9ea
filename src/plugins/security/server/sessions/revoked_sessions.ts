/**
 * Ended sessions that may still be on disk: a full or read-only disk must not keep a user logged
 * in. They are rejected from memory, and deleted once the disk is writable again.
 */
import { isUnwritable, type Logger, type SessionStore } from '@sd/core/server';

const RETRY_EVERY_MS = 5_000;

export class RevokedSessions {
  private readonly keys = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: SessionStore,
    private readonly logger: Logger
  ) {}

  has(key: string): boolean {
    return this.keys.has(key);
  }

  /**
   * Rejects these sessions from now on; resolves once they are deleted from disk or the disk proves
   * read-only.
   */
  async end(keys: readonly string[]): Promise<void> {
    keys.forEach((key) => this.keys.add(key));
    try {
      await this.remove(keys);
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      if (!this.timer) {
        this.logger.error(
          'Ended sessions cannot be removed from the disk. They are rejected, and removed later.',
          { reason: String(error) }
        );
      }
      this.timer ??= setInterval(() => void this.retry(), RETRY_EVERY_MS).unref();
    }
  }

  /** Last attempt to delete the remaining sessions. */
  async stop(): Promise<void> {
    if (this.timer) await this.retry();
    clearInterval(this.timer);
  }

  private async retry(): Promise<void> {
    try {
      await this.remove([...this.keys]);
      clearInterval(this.timer);
      this.timer = undefined;
    } catch (error) {
      this.logger.debug('Ended sessions are still on the disk.', { reason: String(error) });
    }
  }

  private async remove(keys: readonly string[]): Promise<void> {
    await this.store.end(keys);
    keys.forEach((key) => this.keys.delete(key));
  }
}
