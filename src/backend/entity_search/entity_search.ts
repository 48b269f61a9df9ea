/**
 * Searches collections of entities: rows in memory determine the matches and their number, and the
 * backend supplies the entities of the page.
 */
import { fold } from '../model/entity_terms';
import type { Entity, ResourceType, RoleMapping } from '../../contracts/entities';
import { FIND_LIMITS } from '../../contracts/limits';
import { LimitExceededError } from '../scheduling/limit_exceeded';
import { runToCompletion, type CooperativeTask } from '../scheduling/cooperative_task';
import type { FindQuery } from '../api/engine';
import { hasTerm, RowFilters, measureSize, type RowFilter, type TermReader } from './row_filter';
import { RowCollection, type RowCondition, type SearchRow, type SortOrder } from './search_rows';
import { TermOrder, type MultiValueSortOrder, type TermPair } from './multi_value_sort';

export interface SearchHit {
  readonly name: string;
  readonly entity: Entity;
  /** Entity tag; '' if the backend has no versions. */
  readonly version: string;
  /** 0 for built-in entities. */
  readonly changedAtMs: number;
  /** For roles only. */
  readonly mapping?: RoleMapping;
}

export interface SearchPlan {
  readonly query: FindQuery;
  readonly showsHidden: boolean;
  /** Conditions that the store cannot evaluate, such as effective roles of users. */
  readonly extra?: readonly RowFilter[];
  /** Sort values that the store does not have: of all entities, and the first one of an entity. */
  readonly sortedBy?: {
    readonly pairs: () => CooperativeTask<Iterable<TermPair>>;
    readonly valueOf: (name: string) => string | undefined;
  };
  /**
   * Whether the values can change without a configuration change, so that the order must not be
   * cached.
   */
  readonly isOrderVolatile?: boolean;
}

export interface FoundPage {
  readonly total: number;
  /** Number of entities without search and filters. */
  readonly unfilteredTotal: number;
  readonly hits: readonly SearchHit[];
}

export interface FoundEntities {
  /** Names, sort keys and texts of all entities. */
  rows(type: ResourceType): readonly SearchRow[];
  row(type: ResourceType, name: string): SearchRow | undefined;
  readonly terms: TermReader;
  /** Values of a facet in entities that the caller may see, ascending. */
  facetValues(source: ResourceType, facet: string, showsHidden: boolean): Iterable<string>;
  /** All pairs of a value and an entity with it, including hidden entities. */
  termPairs(source: ResourceType, facet: string): Iterable<TermPair>;
  /** The entities of these rows, in order. Throws before it reads too many bytes. */
  hits(type: ResourceType, rows: readonly SearchRow[]): CooperativeTask<readonly SearchHit[]>;
}

const TYPES: readonly ResourceType[] = [
  'internalusers',
  'roles',
  'rolesmapping',
  'actiongroups',
  'tenants',
];

const CUSTOMIZATION = 'customization';

/** Facets of roles that are stored in the mapping of the same name. */
const MAPPING_FACETS = new Set(['users', 'backend_roles', 'hosts']);

/** Columns with a sort order in memory. All other columns sort by the first of their values. */
const ROW_ORDERS: readonly string[] = ['name', 'description', 'changed', CUSTOMIZATION];
const TERM_ORDERS: Readonly<Record<ResourceType, readonly string[]>> = {
  internalusers: ['backend_roles', 'roles', 'attributes', 'factors'],
  roles: ['cluster_permissions', 'index_patterns', 'users', 'backend_roles', 'tenants'],
  rolesmapping: [],
  actiongroups: ['type', 'allowed_actions', 'cluster', 'index'],
  tenants: [],
};

const getSource = (type: ResourceType, facet: string): ResourceType =>
  type === 'roles' && MAPPING_FACETS.has(facet) ? 'rolesmapping' : type;

interface Changed {
  readonly type: ResourceType;
  readonly name: string;
}

interface KeptOrder {
  readonly order: TermOrder;
  readonly valueOf: (name: string) => string | undefined;
}

interface Collection {
  readonly rows: RowCollection;
  readonly filters: RowFilters;
}

export class EntitySearch {
  private readonly collections = new Map<ResourceType, Collection>();
  /** Sort orders by type and field. */
  private readonly orders = new Map<ResourceType, Map<string, KeptOrder>>();
  private changes = 0;
  /** Changed entities that have not been applied to the collections yet. */
  private readonly behind = new Map<string, Changed>();

  constructor(private readonly entities: FoundEntities) {}

  /**
   * Reads names, sort keys and search texts into memory. Must be called before the first search.
   */
  load(): void {
    for (const type of TYPES) {
      const rows = new RowCollection(this.entities.rows(type));
      this.collections.set(type, { rows, filters: new RowFilters(rows, this.entities.terms) });
    }
  }

  /** Must be called after every change of the configuration. */
  follow(changes: readonly Changed[]): void {
    runToCompletion(this.followInSteps(changes));
  }

  /** Like `follow`, in time slices. A search in between first applies the remaining changes. */
  *followInSteps(changes: readonly Changed[]): CooperativeTask<void> {
    for (const { type, name } of changes) this.behind.set(`${type} ${name}`, { type, name });
    yield* this.catchUp();
  }

  /** Clears the caches. */
  forget(): void {
    this.orders.clear();
    for (const { filters } of this.collections.values()) filters.clear();
  }

  /** Another number after each change that has been applied. */
  get state(): number {
    return this.changes;
  }

  /** Number of entities that match a filter. */
  *count(type: ResourceType, filter: RowFilter, showsHidden: boolean): CooperativeTask<number> {
    const { rows, filters } = this.collection(type);
    do {
      yield* this.catchUp();
      yield* filters.prepare(filter);
    } while (this.behind.size > 0);
    return rows.find({ type, showsHidden, sets: [filters.getBitSet(filter)] }).size;
  }

  /** @throws {LimitExceededError} */
  *page(plan: SearchPlan): CooperativeTask<FoundPage> {
    const { query, showsHidden } = plan;
    yield* this.catchUp();
    const { rows } = this.collection(query.type);
    const unfilteredTotal = rows.count(showsHidden);
    const sort = yield* this.toSort(plan);
    // Evaluated last, because the sets are valid only until the next change.
    const condition = yield* this.condition(plan);
    if (!condition) return { total: 0, unfilteredTotal, hits: [] };
    const page = rows.page({
      ...condition,
      sort,
      isDescending: query.sortOrder === 'desc',
      offset: (query.page - 1) * query.perPage,
      limit: query.perPage,
    });
    const hits = yield* this.entities.hits(query.type, page.rows);
    return { total: page.total, unfilteredTotal, hits };
  }

  /**
   * Counts the matches for each value of a facet.
   * @param plan - without the filter of this facet
   * @param values - with a filter for values that the store does not have
   * @throws {LimitExceededError}
   */
  *counts(
    plan: SearchPlan,
    facet: string,
    values: readonly (readonly [value: string, filter: RowFilter | undefined])[]
  ): CooperativeTask<Readonly<Record<string, number>>> {
    const { type } = plan.query;
    const { rows, filters } = this.collection(type);
    const condition = yield* this.condition(plan);
    const found = condition && rows.find(condition);
    const counts: [string, number][] = [];
    for (const [value, filter] of values) {
      const having = filter ?? {
        ...({ kind: 'terms', source: getSource(type, facet), facet } as const),
        values: [value],
      };
      yield* filters.prepare(having);
      counts.push([value, found?.sizeWith(filters.getBitSet(having)) ?? 0]);
      yield;
    }
    return Object.fromEntries(counts);
  }

  /** Counts for the facet `customization`, whose values are not in the store. */
  *customizationCounts(plan: SearchPlan): CooperativeTask<Readonly<Record<string, number>>> {
    const { rows } = this.collection(plan.query.type);
    const condition = yield* this.condition(plan);
    const size = (isReserved: boolean) =>
      condition ? rows.find({ ...condition, isReserved }).size : 0;
    return { custom: size(false), reserved: size(true) };
  }

  /** @returns `undefined` if no entity can match */
  private *condition({
    query,
    showsHidden,
    extra = [],
  }: SearchPlan): CooperativeTask<RowCondition | undefined> {
    const { filters } = this.collection(query.type);
    const requested = Object.entries(query.filters ?? {}).filter(([, values]) => values.length > 0);
    const customization = getCustomization(requested);
    if (customization === 'none') return undefined;
    const conditions = requested
      .filter(([facet]) => facet !== CUSTOMIZATION)
      .map(([facet, values]) => hasTerm(getSource(query.type, facet), facet, values));
    const all: RowFilter[] = [...conditions, ...extra];
    within(
      'filters',
      'values and patterns',
      measureSize({ kind: 'all', of: all }),
      FIND_LIMITS.filterValues
    );
    for (const word of toWords(query.search ?? '')) all.push({ kind: 'text', word });
    do {
      yield* this.catchUp();
      for (const condition of all) yield* filters.prepare(condition);
    } while (this.behind.size > 0);
    return {
      type: query.type,
      showsHidden,
      ...(customization === 'any' ? {} : { isReserved: customization === 'reserved' }),
      sets: all.map((condition) => filters.getBitSet(condition)),
    };
  }

  private *toSort({
    query: { type, sortField = 'name' },
    sortedBy,
    isOrderVolatile = false,
  }: SearchPlan): CooperativeTask<SortOrder | MultiValueSortOrder> {
    if (ROW_ORDERS.includes(sortField)) return sortField as SortOrder;
    if (!TERM_ORDERS[type].includes(sortField)) return 'name';
    for (;;) {
      const known = this.orders.get(type)?.get(sortField);
      if (known) return known.order;
      const { changes } = this;
      const source = getSource(type, sortField);
      const pairs = sortedBy ? yield* sortedBy.pairs() : this.entities.termPairs(source, sortField);
      const order = yield* TermOrder.of(this.collection(type).rows, pairs);
      if (isOrderVolatile) return order;
      // A change in between may have moved rows. The order is then built again, until the time
      // limit.
      if (changes !== this.changes) continue;
      const firstTerm = (name: string) =>
        [...this.entities.terms.valuesOf(source, sortField, name)].sort()[0];
      const kept = { order, valueOf: sortedBy?.valueOf ?? firstTerm };
      const ofType = this.orders.get(type);
      if (ofType) ofType.set(sortField, kept);
      else this.orders.set(type, new Map([[sortField, kept]]));
    }
  }

  /** Values of a facet in entities that the caller may see, ascending, at most 100. */
  facetValues(type: ResourceType, facet: string, showsHidden: boolean): readonly string[] {
    const source = getSource(type, facet);
    const values: string[] = [];
    for (const value of this.entities.facetValues(source, facet, showsHidden)) {
      values.push(value);
      if (values.length === FIND_LIMITS.facetValues) break;
    }
    return values;
  }

  private collection(type: ResourceType): Collection {
    const known = this.collections.get(type);
    if (!known) throw new Error(`The collection ${type} is not loaded.`);
    return known;
  }

  private *catchUp(): CooperativeTask<void> {
    for (const [key, { type, name }] of this.behind) {
      this.behind.delete(key);
      this.changes++;
      this.refresh(type, name);
      if (type === 'rolesmapping') {
        // The search text of a role, and what it is sorted by, include its mapping.
        this.refresh('roles', name);
        // Users sort by roles that mappings give.
        this.orders.get('internalusers')?.delete('roles');
      }
      yield;
    }
  }

  private refresh(type: ResourceType, name: string): void {
    const collection = this.collections.get(type);
    // Changes before `load` are part of the loaded rows.
    if (!collection) return;
    const { rows, filters } = collection;
    const orders = [...(this.orders.get(type)?.values() ?? [])];
    const before = rows.slotOf(name);
    if (before !== undefined) for (const { order } of orders) order.takeOut(before);
    rows.put(name, this.entities.row(type, name));
    const slot = rows.slotOf(name);
    if (slot !== undefined)
      for (const { order, valueOf } of orders) order.place(slot, valueOf(name));
    if (slot !== undefined) filters.follow(name, slot);
    else if (before !== undefined) filters.remove(before);
  }
}

/** @throws {LimitExceededError} */
export function within(what: string, unit: string, value: number, max: number): void {
  if (value > max)
    throw new LimitExceededError(`[${what}]: at most ${max} ${unit} at a time, got ${value}.`);
}

/** The entities that the facet `customization` selects. Static entities count as reserved. */
function getCustomization(
  filters: readonly (readonly [facet: string, values: readonly string[]])[]
): 'any' | 'reserved' | 'custom' | 'none' {
  const selected = filters.find(([facet]) => facet === CUSTOMIZATION)?.[1];
  if (!selected) return 'any';
  const isReserved = selected.includes('reserved');
  if (selected.includes('custom')) return isReserved ? 'any' : 'custom';
  return isReserved ? 'reserved' : 'none';
}

const toWords = (search: string): readonly string[] => [
  ...new Set(
    fold(search.slice(0, FIND_LIMITS.searchLength))
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, FIND_LIMITS.searchWords)
  ),
];
