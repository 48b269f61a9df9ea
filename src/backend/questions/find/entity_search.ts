/**
 * Pages of a collection: rows in memory say which entities and how many, the backend gives what is
 * shown of them.
 */
import { fold } from '../../model/entity_terms';
import type { Entity, ResourceType, RoleMapping } from '../../../contracts/entities';
import { FIND_LIMITS } from '../../../contracts/limits';
import { LimitExceededError } from '../../work/limit_exceeded';
import type { Steps } from '../../work/steps';
import type { FindQuery } from '../../contract/engine';
import { hasTerm, RowFilters, sizeOf, type RowFilter, type TermReader } from './row_filter';
import { RowCollection, type SearchRow } from './search_rows';

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
}

export interface FoundPage {
  readonly total: number;
  readonly hits: readonly SearchHit[];
}

export interface FoundEntities {
  /** Names, sort keys and texts of all entities. */
  rows(type: ResourceType): readonly SearchRow[];
  row(type: ResourceType, name: string): SearchRow | undefined;
  readonly terms: TermReader;
  /** Values of a facet that occur in what the asker may see, ascending. */
  facetValues(source: ResourceType, facet: string, showsHidden: boolean): Iterable<string>;
  /** What is shown of entities, in their order; gives up before it reads too many bytes. */
  hits(type: ResourceType, rows: readonly SearchRow[]): Steps<readonly SearchHit[]>;
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

const sourceOf = (type: ResourceType, facet: string): ResourceType =>
  type === 'roles' && MAPPING_FACETS.has(facet) ? 'rolesmapping' : type;

interface Collection {
  readonly rows: RowCollection;
  readonly filters: RowFilters;
}

export class EntitySearch {
  private readonly collections = new Map<ResourceType, Collection>();

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
  follow(changes: readonly { readonly type: ResourceType; readonly name: string }[]): void {
    for (const { type, name } of changes) {
      this.refresh(type, name);
      // A role is found by the words and facets of its mapping.
      if (type === 'rolesmapping') this.refresh('roles', name);
    }
  }

  /** Forgets what can be read again. */
  forget(): void {
    for (const { filters } of this.collections.values()) filters.clear();
  }

  /** @throws {LimitExceededError} */
  *page({ query, showsHidden, extra = [] }: SearchPlan): Steps<FoundPage> {
    const { rows, filters } = this.collection(query.type);
    const asked = Object.entries(query.filters ?? {}).filter(([, values]) => values.length > 0);
    const customization = customizationOf(asked);
    if (customization === 'none') return { total: 0, hits: [] };
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
    for (const condition of all) yield* filters.prepare(condition);
    const page = rows.page({
      type: query.type,
      words: wordsOf(query.search ?? ''),
      showsHidden,
      ...(customization === 'any' ? {} : { isReserved: customization === 'reserved' }),
      sets: all.map((condition) => filters.setOf(condition)),
      sort:
        query.sortField === 'description' || query.sortField === 'changed'
          ? query.sortField
          : 'name',
      isDescending: query.sortOrder === 'desc',
      offset: (query.page - 1) * query.perPage,
      limit: query.perPage,
    });
    return { total: page.total, hits: yield* this.entities.hits(query.type, page.rows) };
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
