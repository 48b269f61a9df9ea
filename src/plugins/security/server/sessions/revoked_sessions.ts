/**
 * Sessions that have ended but may still be on the disk: a disk that is full or read-only must not
 * keep anybody signed in. They are remembered here, refused, and removed when the disk can be
 * written again.
 *
 * They are no more than the store holds. What this cannot outlive is the end of the process: should
 * the disk not be writable until then, a copied cookie works again after the next start, up to its
 * expiry.
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
   * From the call on these sessions are refused; resolves when they are gone from the disk, or
   * cannot be removed yet.
   */
  async end(keys: readonly string[]): Promise<void> {
    keys.forEach((key) => this.keys.add(key));
    try {
      await this.remove(keys);
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      if (!this.timer) {
        this.logger.error(
          'Sessions that ended cannot be removed from the disk. They are refused and removed later.',
          { reason: String(error) }
        );
      }
      this.timer ??= setInterval(() => void this.retry(), RETRY_EVERY_MS).unref();
    }
  }

  /** The last chance to remove what waits. */
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
      this.logger.debug('Sessions that ended are still on the disk.', { reason: String(error) });
    }
  }

  private async remove(keys: readonly string[]): Promise<void> {
    await this.store.end(keys);
    keys.forEach((key) => this.keys.delete(key));
  }
}
