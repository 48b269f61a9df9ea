/** Filter conditions on entities beyond search words, and the sets of matching rows. */
import { compilePattern, patternKind } from '../access/patterns/pattern';
import type { ResourceType } from '../../contracts/entities';
import { runToCompletion, type CooperativeTask } from '../scheduling/cooperative_task';
import type { RowCollection } from './search_rows';
import { BitSet } from './bit_set';
import { BoundedMap } from '../model/bounded_map';

/** One property of an entity. The sets of matching rows are cached. */
export type RowProperty =
  | { readonly kind: 'name'; readonly pattern: string }
  /** The search text contains a case-folded word. */
  | { readonly kind: 'text'; readonly word: string }
  | {
      readonly kind: 'term';
      /**
       * The collection with the facet: that of the entity, or another one with an entity of the
       * same name.
       */
      readonly source: ResourceType;
      readonly facet: string;
      /** A literal value or a pattern. */
      readonly value: string;
      readonly isPattern: boolean;
    };

export type RowFilter =
  | RowProperty
  | { readonly kind: 'names'; readonly names: readonly string[] }
  /** Literal values, read together and not cached, because a mapping may list thousands. */
  | {
      readonly kind: 'terms';
      readonly source: ResourceType;
      readonly facet: string;
      readonly values: readonly string[];
    }
  | { readonly kind: 'any' | 'all'; readonly of: readonly RowFilter[] };

/** @param values - one of them must match */
export const hasTerm = (
  source: ResourceType,
  facet: string,
  values: readonly string[]
): RowFilter => ({
  kind: 'any',
  of: values.map((value) => ({ kind: 'term', source, facet, value, isPattern: false })),
});

/** @param patterns - one of them must match */
export function hasTermLike(
  source: ResourceType,
  facet: string,
  patterns: readonly string[]
): RowFilter {
  const isExact = (value: string) => patternKind(value) === 'exact';
  const others = patterns.filter((value) => !isExact(value));
  return {
    kind: 'any',
    of: [
      { kind: 'terms', source, facet, values: patterns.filter(isExact) },
      ...others.map((value) => ({ kind: 'term', source, facet, value, isPattern: true }) as const),
    ],
  };
}

/** Number of sets that a filter needs. */
export const measureSize = (filter: RowFilter): number =>
  filter.kind === 'any' || filter.kind === 'all'
    ? filter.of.reduce((sum, one) => sum + measureSize(one), 0)
    : 1;

/** Reads terms that are not in the rows of the collection. */
export interface TermReader {
  /** Names of entities with one of the values. */
  namesWith(source: ResourceType, facet: string, values: readonly string[]): readonly string[];
  distinctValues(source: ResourceType, facet: string): readonly string[];
  valuesOf(source: ResourceType, facet: string, name: string): readonly string[];
}

interface CachedSet {
  readonly property: RowProperty;
  readonly accepts: (value: string) => boolean;
  readonly set: BitSet;
  /** The set is complete up to this slot. */
  end: number;
}

/** Cached sets; more than one request can use (`FIND_LIMITS.filterValues`). */
const MAX_CACHED_SETS = 500;

/** Characters of texts per step, and what a row costs besides them: a fraction of a millisecond. */
const STEP_CHARACTERS = 500_000;
const ROW_CHARACTERS = 50;

/** Sets by property, read once and then updated on every change. */
export class RowFilters {
  private readonly cache = new BoundedMap<string, CachedSet>(MAX_CACHED_SETS);

  constructor(
    private readonly rows: RowCollection,
    private readonly terms: TermReader
  ) {}

  /** Reads the sets of a filter one per step, so that `setOf` is fast. */
  *prepare(filter: RowFilter): CooperativeTask<void> {
    if (filter.kind === 'any' || filter.kind === 'all') {
      for (const one of filter.of) yield* this.prepare(one);
    } else if (filter.kind === 'name' || filter.kind === 'term' || filter.kind === 'text') {
      const cached = this.cachedSet(filter);
      yield;
      yield* this.readTexts(cached);
    }
  }

  /** Read-only; valid until the next change. */
  getBitSet(filter: RowFilter): BitSet {
    switch (filter.kind) {
      case 'names':
        return this.rows.toBitSet(filter.names);
      case 'terms':
        return this.rows.toBitSet(this.terms.namesWith(filter.source, filter.facet, filter.values));
      case 'any': {
        const [only] = filter.of;
        if (only && filter.of.length === 1) return this.getBitSet(only);
        const joined = new BitSet();
        for (const one of filter.of) joined.addAll(this.getBitSet(one));
        return joined;
      }
      case 'all': {
        const [first, ...others] = filter.of;
        if (!first) return new BitSet();
        const common = this.getBitSet(first).copy();
        for (const one of others) common.keepAll(this.getBitSet(one));
        return common;
      }
      default:
        return this.complete(this.cachedSet(filter));
    }
  }

  /**
   * Must be called after a change of the entity, or of the entity of the same name that has its
   * facet.
   */
  follow(name: string, slot: number): void {
    const read = new Map<string, readonly string[]>();
    const listValues = ({ source, facet }: Extract<RowProperty, { kind: 'term' }>) => {
      const key = `${source} ${facet}`;
      const values = read.get(key) ?? this.terms.valuesOf(source, facet, name);
      read.set(key, values);
      return values;
    };
    const text = this.rows.textAt(slot) ?? '';
    for (const { property, accepts, set } of this.cache.values()) {
      if (property.kind === 'term') set.put(slot, listValues(property).some(accepts));
      else set.put(slot, accepts(property.kind === 'name' ? name : text));
    }
  }

  /** Removes a deleted entity, whose slot may be reused. */
  remove(slot: number): void {
    for (const { set } of this.cache.values()) set.delete(slot);
  }

  clear(): void {
    this.cache.clear();
  }

  /** A set that was evicted after `prepare` is read again. */
  private complete(cached: CachedSet): BitSet {
    runToCompletion(this.readTexts(cached));
    return cached.set;
  }

  /** Changes between two steps reach the set by `follow` and `remove`. */
  private *readTexts(cached: CachedSet): CooperativeTask<void> {
    while (cached.end < this.rows.length) {
      for (let read = 0; read < STEP_CHARACTERS && cached.end < this.rows.length; cached.end++) {
        const text = this.rows.textAt(cached.end) ?? '';
        if (cached.accepts(text)) cached.set.add(cached.end);
        read += text.length + ROW_CHARACTERS;
      }
      yield;
    }
  }

  private cachedSet(property: RowProperty): CachedSet {
    const key = JSON.stringify(property);
    const known = this.cache.get(key);
    if (known) return known;
    const made = this.make(property);
    this.cache.set(key, made);
    return made;
  }

  private make(property: RowProperty): CachedSet {
    const end = Infinity;
    if (property.kind === 'text') {
      const accepts = (text: string) => text.includes(property.word);
      return { property, accepts, set: new BitSet(this.rows.length), end: 0 };
    }
    if (property.kind === 'name') {
      const accepts = compilePattern(property.pattern);
      return { property, accepts, set: this.rows.setThat(accepts), end };
    }
    const { source, facet, value, isPattern } = property;
    const accepts = isPattern ? compilePattern(value) : (other: string) => other === value;
    const values = isPattern ? this.terms.distinctValues(source, facet).filter(accepts) : [value];
    const set = this.rows.toBitSet(this.terms.namesWith(source, facet, values));
    return { property, accepts, set, end };
  }
}
