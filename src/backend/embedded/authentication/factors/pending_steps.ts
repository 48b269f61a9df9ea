/**
 * Pending login steps: each can be taken once and within a time limit, and the oldest are evicted
 * beyond a maximum number. They are held in memory, so a restart means starting the login again.
 */
import { randomBytes } from 'node:crypto';
import { FACTOR_LIMITS } from '../../../../contracts/limits';
import { BoundedMap } from '../../../model/bounded_map';

export class PendingSteps<T> {
  private readonly entries = new BoundedMap<
    string,
    { readonly value: T; readonly untilMs: number }
  >(FACTOR_LIMITS.waiting);

  /** @param now - milliseconds of a monotonic clock */
  constructor(
    private readonly lifeMs: number,
    private readonly now: () => number
  ) {}

  put(value: T): string {
    const id = randomBytes(24).toString('base64url');
    this.entries.set(id, { value, untilMs: this.now() + this.lifeMs });
    return id;
  }

  take(id: string): T | undefined {
    const entry = this.entries.get(id);
    this.entries.delete(id);
    return entry && entry.untilMs > this.now() ? entry.value : undefined;
  }
}
