/**
 * What waits for somebody's answer: each is taken once, in time, and the oldest give way beyond the
 * bound. In memory: with a restart a sign-in begins anew.
 */
import { randomBytes } from 'node:crypto';
import { FACTOR_LIMITS } from '../../../../contracts/limits';

export class PendingSteps<T> {
  private readonly entries = new Map<string, { readonly value: T; readonly untilMs: number }>();

  /** @param now - milliseconds of a clock that nobody sets */
  constructor(
    private readonly lifeMs: number,
    private readonly now: () => number
  ) {}

  put(value: T): string {
    const id = randomBytes(24).toString('base64url');
    this.entries.set(id, { value, untilMs: this.now() + this.lifeMs });
    if (this.entries.size > FACTOR_LIMITS.waiting)
      this.entries.delete(this.entries.keys().next().value as string);
    return id;
  }

  take(id: string): T | undefined {
    const entry = this.entries.get(id);
    this.entries.delete(id);
    return entry && entry.untilMs > this.now() ? entry.value : undefined;
  }
}
