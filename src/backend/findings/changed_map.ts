/**
 * A large map with a few other entries, made without a copy of all of them. Two of the same origin
 * are compared by these entries alone.
 */

/** With more, the next one is a copy, so that reading stays as fast. */
const MAX_CHANGES = 1_000;

type Changes<V> = ReadonlyMap<string, V | undefined>;

export class ChangedMap<V> implements ReadonlyMap<string, V> {
  private constructor(
    private readonly origin: ReadonlyMap<string, V>,
    /** `undefined` removes an entry. */
    private readonly changes: Changes<V>,
    readonly size: number
  ) {}

  /** The map with these changes; `undefined` removes an entry. */
  static of<V>(map: ReadonlyMap<string, V>, changes: Changes<V>): ReadonlyMap<string, V> {
    const [origin, all] =
      map instanceof ChangedMap
        ? [
            map.origin as ReadonlyMap<string, V>,
            new Map([...(map.changes as Changes<V>), ...changes]),
          ]
        : [map, new Map(changes)];
    let { size } = origin;
    for (const [name, value] of all) size += Number(value !== undefined) - Number(origin.has(name));
    const changed = new ChangedMap(origin, all, size);
    return all.size > MAX_CHANGES ? new Map(changed) : changed;
  }

  /** Names of entries that can differ; `undefined` if the maps are not of the same origin. */
  static namesBetween<V>(
    before: ReadonlyMap<string, V>,
    after: ReadonlyMap<string, V>
  ): ReadonlySet<string> | undefined {
    const [then, now] = [before, after].map((map) =>
      map instanceof ChangedMap ? (map as ChangedMap<V>) : undefined
    );
    const origin = then?.origin ?? before;
    if (origin !== (now?.origin ?? after)) return undefined;
    return new Set([...(then?.changes.keys() ?? []), ...(now?.changes.keys() ?? [])]);
  }

  get(name: string): V | undefined {
    return this.changes.has(name) ? this.changes.get(name) : this.origin.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *[Symbol.iterator](): MapIterator<[string, V]> {
    for (const [name, value] of this.origin) {
      const changed = this.changes.has(name) ? this.changes.get(name) : value;
      if (changed !== undefined) yield [name, changed];
    }
    for (const [name, value] of this.changes)
      if (value !== undefined && !this.origin.has(name)) yield [name, value];
  }

  entries(): MapIterator<[string, V]> {
    return this[Symbol.iterator]();
  }

  *keys(): MapIterator<string> {
    for (const [name] of this) yield name;
  }

  *values(): MapIterator<V> {
    for (const [, value] of this) yield value;
  }

  forEach(work: (value: V, name: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [name, value] of this) work(value, name, this);
  }
}
