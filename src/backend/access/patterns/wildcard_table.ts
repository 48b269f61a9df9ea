/**
 * Index of many wildcards. Each is stored under one n-gram of its literal parts, so that a value
 * only tries the wildcards of its own n-grams.
 */

/**
 * Length of the n-grams. Shorter ones are used only for wildcards without a longer literal part.
 */
const PIECE = 4;

type Bucket<T> = Set<T>;
type Buckets<T> = Map<number, Bucket<T>>;

export class WildcardTable<T> {
  /** Buckets by n-gram length, from 1. Wildcards without any literal part are at index 0. */
  private readonly byLength: readonly Buckets<T>[] = Array.from(
    { length: PIECE + 1 },
    () => new Map()
  );
  private readonly filed = new Map<string, { readonly length: number; readonly key: number }>();

  set(pattern: string, entry: T): void {
    const bucketId = this.filed.get(pattern) ?? this.leastCrowded(pattern);
    this.filed.set(pattern, bucketId);
    const buckets = this.byLength[bucketId.length] as Buckets<T>;
    const bucket = buckets.get(bucketId.key);
    if (bucket) bucket.add(entry);
    else buckets.set(bucketId.key, new Set([entry]));
  }

  delete(pattern: string, entry: T): void {
    const bucketId = this.filed.get(pattern);
    if (!bucketId) return;
    this.filed.delete(pattern);
    const buckets = this.byLength[bucketId.length] as Buckets<T>;
    const bucket = buckets.get(bucketId.key);
    if (bucket?.delete(entry) && bucket.size === 0) buckets.delete(bucketId.key);
  }

  /** A superset of the matching entries, without duplicates. */
  candidates(value: string): ReadonlySet<T> {
    const found = new Set<T>(this.byLength[0]?.get(0));
    const visited = new Set<Bucket<T>>();
    for (let length = 1; length <= PIECE; length++) {
      const buckets = this.byLength[length] as Buckets<T>;
      if (buckets.size === 0) continue;
      for (let at = 0; at + length <= value.length; at++) {
        const bucket = buckets.get(toKey(value, at, length));
        if (!bucket || visited.has(bucket)) continue;
        visited.add(bucket);
        for (const entry of bucket) found.add(entry);
      }
    }
    return found;
  }

  private leastCrowded(pattern: string): { readonly length: number; readonly key: number } {
    const literals = pattern.split(/[*?]+/);
    const length = Math.min(PIECE, Math.max(...literals.map((literal) => literal.length)));
    if (length === 0) return { length, key: 0 };
    const buckets = this.byLength[length] as Buckets<T>;
    let best = { key: 0, size: Infinity };
    for (const literal of literals) {
      for (let at = 0; at + length <= literal.length && best.size > 0; at++) {
        const key = toKey(literal, at, length);
        const size = buckets.get(key)?.size ?? 0;
        if (size < best.size) best = { key, size };
      }
    }
    return { length, key: best.key };
  }
}

/** Hash of an n-gram. Collisions only add candidates that do not match. */
function toKey(text: string, at: number, length: number): number {
  let key = 0;
  for (let offset = 0; offset < length; offset++) key = (key << 7) ^ text.charCodeAt(at + offset);
  return key;
}
