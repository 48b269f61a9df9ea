/**
 * Pages of a collection: rows in memory say which entities and how many, the backend gives what is
 * shown of them.
 */
import { fold } from '../model/entity_terms';
import type { Entity, ResourceType, RoleMapping } from '../../contracts/entities';
import { FIND_LIMITS } from '../../contracts/limits';
import { LimitExceededError } from '../scheduling/limit_exceeded';
import { runToCompletion, type CooperativeTask } from '../scheduling/cooperative_task';
import type { FindQuery } from '../api/engine';
import { hasTerm, RowFilters, sizeOf, type RowFilter, type TermReader } from './row_filter';
import { RowCollection, type RowCondition, type SearchRow, type SortOrder } from './search_rows';
import { termOrder, type MultiValueSortOrder, type TermPair } from './multi_value_sort';

export interface SearchHit {
  readonly name: string;
  readonly entity: Entity;
  /** Entity tag, where the backend has one; else ''. */
  readonly version: string;
  /** 0 for built-in entries. */
  readonly changedAtMs: number;
  /** Roles only. */
  readonly mapping?: RoleMapping;
}

export interface SearchPlan {
  readonly query: FindQuery;
  readonly showsHidden: boolean;
  /** Conditions the store cannot know: users by effective role. */
  readonly extra?: readonly RowFilter[];
  /** Values to sort by that the store cannot know. */
  readonly sortedBy?: () => CooperativeTask<Iterable<TermPair>>;
  /** They change without a change of the configuration: the order is not kept. */
  readonly isSortedAnew?: boolean;
}

export interface FoundPage {
  readonly total: number;
  /** Without search and filters. */
  readonly unfilteredTotal: number;
  readonly hits: readonly SearchHit[];
}

export interface FoundEntities {
  /** Names, sort keys and texts of all entities. */
  rows(type: ResourceType): readonly SearchRow[];
  row(type: ResourceType, name: string): SearchRow | undefined;
  readonly terms: TermReader;
  /** Values of a facet that occur in what the asker may see, ascending. */
  facetValues(source: ResourceType, facet: string, showsHidden: boolean): Iterable<string>;
  /** Every value of a facet with every entity that has it, hidden ones too. */
  termPairs(source: ResourceType, facet: string): Iterable<TermPair>;
  /** What is shown of entities, in their order; gives up before it reads too many bytes. */
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

/** Where a facet of roles lives in the mapping of the same name. */
const MAPPING_FACETS = new Set(['users', 'backend_roles', 'hosts']);

/** Sorted by in memory; every other column by the first of its values. */
const ROW_ORDERS: readonly string[] = ['name', 'description', 'changed', CUSTOMIZATION];
const TERM_ORDERS: Readonly<Record<ResourceType, readonly string[]>> = {
  internalusers: ['backend_roles', 'roles', 'attributes', 'factors'],
  roles: ['cluster_permissions', 'index_patterns', 'users', 'backend_roles', 'tenants'],
  rolesmapping: [],
  actiongroups: ['type', 'allowed_actions', 'cluster', 'index'],
  tenants: [],
};

const sourceOf = (type: ResourceType, facet: string): ResourceType =>
  type === 'roles' && MAPPING_FACETS.has(facet) ? 'rolesmapping' : type;

interface Changed {
  readonly type: ResourceType;
  readonly name: string;
}

interface Collection {
  readonly rows: RowCollection;
  readonly filters: RowFilters;
}

export class EntitySearch {
  private readonly collections = new Map<ResourceType, Collection>();
  /** By type and field, until something changes. */
  private readonly orders = new Map<string, MultiValueSortOrder>();
  private changes = 0;
  /** Changed, and not yet as they are now in the collections. */
  private readonly behind = new Map<string, Changed>();

  constructor(private readonly entities: FoundEntities) {}

  /**
   * Reads names, sort keys and search texts into memory. To be called before anything is searched.
   */
  load(): void {
    for (const type of TYPES) {
      const rows = new RowCollection(this.entities.rows(type));
      this.collections.set(type, { rows, filters: new RowFilters(rows, this.entities.terms) });
    }
  }

  /** To be called after every change of the configuration. */
  follow(changes: readonly Changed[]): void {
    runToCompletion(this.followInSteps(changes));
  }

  /** The same in pieces; whoever searches meanwhile does first what is left of it. */
  *followInSteps(changes: readonly Changed[]): CooperativeTask<void> {
    for (const { type, name } of changes) this.behind.set(`${type} ${name}`, { type, name });
    yield* this.catchUp();
  }

  /** Forgets what can be read again. */
  forget(): void {
    this.orders.clear();
    for (const { filters } of this.collections.values()) filters.clear();
  }

  /** @throws {LimitExceededError} */
  *page(plan: SearchPlan): CooperativeTask<FoundPage> {
    const { query, showsHidden } = plan;
    yield* this.catchUp();
    const { rows } = this.collection(query.type);
    const unfilteredTotal = rows.count(showsHidden);
    const sort = yield* this.sortOf(plan);
    // Last: what it holds is valid until the next change.
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
   * How many of what is found have each value of a facet.
   * @param plan - without the filter of the facet itself
   * @param values - with what having them means, where the store does not know
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
        ...({ kind: 'terms', source: sourceOf(type, facet), facet } as const),
        values: [value],
      };
      yield* filters.prepare(having);
      counts.push([value, found?.sizeWith(filters.setOf(having)) ?? 0]);
      yield;
    }
    return Object.fromEntries(counts);
  }

  /** The same for Reserved and Custom, which are no values of the store. */
  *customizationCounts(plan: SearchPlan): CooperativeTask<Readonly<Record<string, number>>> {
    const { rows } = this.collection(plan.query.type);
    const condition = yield* this.condition(plan);
    const size = (isReserved: boolean) =>
      condition ? rows.find({ ...condition, isReserved }).size : 0;
    return { custom: size(false), reserved: size(true) };
  }

  /** @returns `undefined` when nothing can meet it */
  private *condition({
    query,
    showsHidden,
    extra = [],
  }: SearchPlan): CooperativeTask<RowCondition | undefined> {
    const { filters } = this.collection(query.type);
    const asked = Object.entries(query.filters ?? {}).filter(([, values]) => values.length > 0);
    const customization = customizationOf(asked);
    if (customization === 'none') return undefined;
    const conditions = asked
      .filter(([facet]) => facet !== CUSTOMIZATION)
      .map(([facet, values]) => hasTerm(sourceOf(query.type, facet), facet, values));
    const all = [...conditions, ...extra];
    within(
      'filters',
      'values and patterns',
      sizeOf({ kind: 'all', of: all }),
      FIND_LIMITS.filterValues
    );
    do {
      yield* this.catchUp();
      for (const condition of all) yield* filters.prepare(condition);
    } while (this.behind.size > 0);
    return {
      type: query.type,
      words: wordsOf(query.search ?? ''),
      showsHidden,
      ...(customization === 'any' ? {} : { isReserved: customization === 'reserved' }),
      sets: all.map((condition) => filters.setOf(condition)),
    };
  }

  private *sortOf({
    query: { type, sortField = 'name' },
    sortedBy,
    isSortedAnew = false,
  }: SearchPlan): CooperativeTask<SortOrder | MultiValueSortOrder> {
    if (ROW_ORDERS.includes(sortField)) return sortField as SortOrder;
    if (!TERM_ORDERS[type].includes(sortField)) return 'name';
    const key = `${type} ${sortField}`;
    for (;;) {
      const known = this.orders.get(key);
      if (known) return known;
      const { changes } = this;
      const pairs = sortedBy
        ? yield* sortedBy()
        : this.entities.termPairs(sourceOf(type, sortField), sortField);
      const made = yield* termOrder(this.collection(type).rows, pairs);
      if (isSortedAnew) return made;
      // What came between may have moved rows: made anew then, as long as the work may take.
      if (changes === this.changes) this.orders.set(key, made);
    }
  }

  /** Values of a facet that occur in what the asker may see, ascending, at most 100. */
  facetValues(type: ResourceType, facet: string, showsHidden: boolean): readonly string[] {
    const source = sourceOf(type, facet);
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
      this.orders.clear();
      this.refresh(type, name);
      // A role is found by the words and facets of its mapping.
      if (type === 'rolesmapping') this.refresh('roles', name);
      yield;
    }
  }

  private refresh(type: ResourceType, name: string): void {
    const collection = this.collections.get(type);
    // What is written before the collections are loaded is loaded with them.
    if (!collection) return;
    const { rows, filters } = collection;
    const before = rows.slotOf(name);
    rows.put(name, this.entities.row(type, name));
    const slot = rows.slotOf(name);
    if (slot !== undefined) filters.follow(name, slot);
    else if (before !== undefined) filters.remove(before);
  }
}

/** @throws {LimitExceededError} */
export function within(what: string, unit: string, value: number, max: number): void {
  if (value > max)
    throw new LimitExceededError(`[${what}]: at most ${max} ${unit} at a time, got ${value}.`);
}

/** Which entries the facet `customization` asks for; static ones are all reserved. */
function customizationOf(
  filters: readonly (readonly [facet: string, values: readonly string[]])[]
): 'any' | 'reserved' | 'custom' | 'none' {
  const wanted = filters.find(([facet]) => facet === CUSTOMIZATION)?.[1];
  if (!wanted) return 'any';
  const isReserved = wanted.includes('reserved');
  if (wanted.includes('custom')) return isReserved ? 'any' : 'custom';
  return isReserved ? 'reserved' : 'none';
}

const wordsOf = (search: string): readonly string[] => [
  ...new Set(
    fold(search.slice(0, FIND_LIMITS.searchLength))
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, FIND_LIMITS.searchWords)
  ),
];
