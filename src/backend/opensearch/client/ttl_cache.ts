/**
 * Caches responses of the cluster about callers for a limited time. Concurrent requests share one;
 * a configuration change clears the cache, and results of requests in flight are not cached then.
 */
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import { BoundedMap } from '../../model/bounded_map';

interface CacheEntry<T> {
  readonly value: Promise<T>;
  readonly untilMs: number;
}

export class TtlCache<T> {
  private readonly entries: BoundedMap<string, CacheEntry<T>>;

  /**
   * @param now - milliseconds of a monotonic clock
   * @param capacity - maximum number of entries; the oldest is evicted first
   */
  constructor(
    private readonly now: () => number,
    capacity: number = CLUSTER_LIMITS.identities
  ) {
    this.entries = new BoundedMap(capacity);
  }

  get(key: string, load: () => Promise<T>): Promise<T> {
    const cached = this.entries.get(key);
    if (cached && this.now() < cached.untilMs) return cached.value;
    this.entries.delete(key);
    const entry = { value: load(), untilMs: this.now() + CLUSTER_LIMITS.staleMs };
    this.entries.set(key, entry);
    // Errors are returned to those waiting, but not cached.
    entry.value.catch(() => this.entries.get(key) === entry && this.entries.delete(key));
    return entry.value;
  }

  forget(key: string): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }
}
