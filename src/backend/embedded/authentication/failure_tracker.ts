/**
 * Slows guessing: counts failed logins per key and blocks the key for a while. State is in memory
 * and bounded; the oldest keys give way.
 */
import { BoundedMap } from '../../model/bounded_map';

export interface FailureLimit {
  /** Failures within the window that cause a block; at least 1. */
  readonly allowedTries: number;
  readonly windowMs: number;
  readonly blockMs: number;
  readonly maxTracked: number;
  readonly maxBlocked: number;
}

export class FailureTracker {
  /** Times of failures by key, oldest first. */
  private readonly failures: BoundedMap<string, number[]>;
  private readonly blockedUntil: BoundedMap<string, number>;

  /** @param now - milliseconds of a monotonic clock */
  constructor(
    private readonly limit: FailureLimit,
    private readonly now: () => number
  ) {
    this.failures = new BoundedMap(limit.maxTracked);
    this.blockedUntil = new BoundedMap(limit.maxBlocked);
  }

  /** Milliseconds until the key may try again; 0 if it may try now. */
  blockedForMs(key: string): number {
    const until = this.blockedUntil.get(key);
    if (until === undefined) return 0;
    const left = until - this.now();
    if (left <= 0) this.blockedUntil.delete(key);
    return Math.max(0, left);
  }

  fail(key: string): void {
    const oldest = this.now() - this.limit.windowMs;
    const recent = (this.failures.get(key) ?? []).filter((at) => at > oldest);
    recent.push(this.now());
    this.failures.delete(key);
    if (recent.length >= this.limit.allowedTries) {
      this.blockedUntil.set(key, this.now() + this.limit.blockMs);
    } else {
      this.failures.set(key, recent);
    }
  }

  /** A success clears earlier failures, so that occasional typing errors never lead to a block. */
  succeed(key: string): void {
    this.failures.delete(key);
  }
}
