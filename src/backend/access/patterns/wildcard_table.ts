/**
 * Which of many wildcards may match a value, without trying each: a wildcard can only match what
 * contains its literal parts, so it is filed under one piece of them, and a value asks for its own
 * pieces.
 */

/** Characters of a piece; shorter ones only of wildcards that have no longer literal part. */
const PIECE = 4;

type Bucket<T> = Set<T>;
type Buckets<T> = Map<number, Bucket<T>>;

export class WildcardTable<T> {
  /** By the length of the piece, from 1. Those without any literal part are at 0. */
  private readonly byLength: readonly Buckets<T>[] = Array.from(
    { length: PIECE + 1 },
    () => new Map()
  );
  private readonly filed = new Map<string, { readonly length: number; readonly key: number }>();

  set(pattern: string, entry: T): void {
    const place = this.filed.get(pattern) ?? this.leastCrowded(pattern);
    this.filed.set(pattern, place);
    const buckets = this.byLength[place.length] as Buckets<T>;
    const bucket = buckets.get(place.key);
    if (bucket) bucket.add(entry);
    else buckets.set(place.key, new Set([entry]));
  }

  delete(pattern: string, entry: T): void {
    const place = this.filed.get(pattern);
    if (!place) return;
    this.filed.delete(pattern);
    const buckets = this.byLength[place.length] as Buckets<T>;
    const bucket = buckets.get(place.key);
    if (bucket?.delete(entry) && bucket.size === 0) buckets.delete(place.key);
  }

  /** At least those that match; each once. */
  candidates(value: string): ReadonlySet<T> {
    const found = new Set<T>(this.byLength[0]?.get(0));
    const seen = new Set<Bucket<T>>();
    for (let length = 1; length <= PIECE; length++) {
      const buckets = this.byLength[length] as Buckets<T>;
      if (buckets.size === 0) continue;
      for (let at = 0; at + length <= value.length; at++) {
        const bucket = buckets.get(keyOf(value, at, length));
        if (!bucket || seen.has(bucket)) continue;
        seen.add(bucket);
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
        const key = keyOf(literal, at, length);
        const size = buckets.get(key)?.size ?? 0;
        if (size < best.size) best = { key, size };
      }
    }
    return { length, key: best.key };
  }
}

/** Two pieces may have the same: then there are candidates that do not match. */
function keyOf(text: string, at: number, length: number): number {
  let key = 0;
  for (let offset = 0; offset < length; offset++) key = (key << 7) ^ text.charCodeAt(at + offset);
  return key;
}
