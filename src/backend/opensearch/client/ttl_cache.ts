/**
 * Caches responses of the cluster about callers for a limited time. Concurrent requests share one;
 * a configuration change clears the cache, and results of requests in flight are not cached then.
 */
import { CLUSTER_LIMITS } from '../../../contracts/limits';

interface CacheEntry<T> {
  readonly value: Promise<T>;
  readonly untilMs: number;
}

export class TtlCache<T> {
  private readonly known = new Map<string, CacheEntry<T>>();

  /**
   * @param now - milliseconds of a monotonic clock
   * @param capacity - maximum number of entries; the oldest is evicted first
   */
  constructor(
    private readonly now: () => number,
    private readonly capacity: number = CLUSTER_LIMITS.identities
  ) {}

  get(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.known.get(key);
    if (known && this.now() < known.untilMs) return known.value;
    this.known.delete(key);
    const entry = { value: load(), untilMs: this.now() + CLUSTER_LIMITS.staleMs };
    if (this.known.size >= this.capacity)
      this.known.delete(this.known.keys().next().value as string);
    this.known.set(key, entry);
    // Errors are returned to those waiting, but not cached.
    entry.value.catch(() => this.known.get(key) === entry && this.known.delete(key));
    return entry.value;
  }

  forget(key: string): void {
    this.known.delete(key);
  }

  clear(): void {
    this.known.clear();
  }
}
