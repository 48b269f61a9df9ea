/**
 * Pages of a collection. Searches without facets are answered by the rows in memory. With facets, in SQL: the
 * trigram index finds rare words, the sort indexes deliver common ones page by page, and exact totals are kept per
 * query until the collection changes.
 */
import type { Database, SqlValue } from '../../storage';
import { fold } from '../model/entity_terms';
import type { Entity, ResourceType, RoleMapping } from '../model/entity_types';
import type { FindQuery } from '../types';
import { fromStoredName, toStoredName } from './name_key';
import { SearchRows, type SearchRow } from './search_rows';

export interface SearchHit {
  readonly name: string;
  readonly entity: Entity;
  readonly revision: number;
  /** 0 for built-in entries. */
  readonly changedAtMs: number;
  /** Roles only. */
  readonly mapping?: RoleMapping;
}

/** A condition on `entity e` with its parameters. */
export interface SqlCondition {
  readonly sql: string;
  /** The same, to be tested row by row while a sort index is walked; same parameters. Default `sql`. */
  readonly walkSql?: string;
  readonly params: readonly SqlValue[];
}

export interface SearchPlan {
  readonly query: FindQuery;
  readonly showsHidden: boolean;
  /** Conditions the store cannot know: users by effective role. */
  readonly extra?: readonly SqlCondition[];
}

interface HitRow {
  readonly name: string;
  readonly revision: number;
  readonly changed_at: number;
  readonly body: string;
  readonly mapping: string | null;
}

interface KeyRow {
  readonly name: string;
  readonly name_key: string;
  readonly description_key: string;
  readonly changed_at: number;
  readonly hidden: number;
  readonly reserved: number;
  readonly search_text: string;
}

const KEY_COLUMNS = 'name, name_key, description_key, changed_at, hidden, reserved, search_text';
const TYPES: readonly ResourceType[] = [
  'internalusers',
  'roles',
  'rolesmapping',
  'actiongroups',
  'tenants',
];

const toSearchRow = (row: KeyRow): SearchRow => ({
  name: fromStoredName(row.name),
  nameKey: row.name_key,
  descriptionKey: row.description_key,
  changedAtMs: row.changed_at,
  text: row.search_text,
  isHidden: row.hidden === 1,
  isReserved: row.reserved === 1,
});

const MAX_FACET_VALUES = 100;
const MAX_WORDS = 10;
/** Shorter words have no trigram. */
const TRIGRAM = 3;
/** Above this many hits the sort index meets enough of them; below, sorting the hits is cheaper. */
const FEW_HITS = 2_000;
const MAX_TOTALS = 500;

/** Where a facet of roles lives in the mapping of the same name. */
const MAPPING_FACETS = new Set(['users', 'backend_roles', 'hosts']);

export class EntitySearch {
  private readonly totals = new Map<string, number>();
  private readonly rows = new SearchRows();

  constructor(private readonly db: Database) {}

  /** Reads names, sort keys and search texts into memory; before that, and with filters, SQL answers alone. */
  load(): void {
    for (const type of TYPES) {
      const rows = this.db.all<KeyRow>(
        `SELECT ${KEY_COLUMNS} FROM entity WHERE type = ? ORDER BY name_key, name`,
        type
      );
      this.rows.load(type, rows.map(toSearchRow));
    }
  }

  /** To be called after every change of the configuration. */
  follow(changes: readonly { readonly type: ResourceType; readonly name: string }[]): void {
    for (const { type, name } of changes) {
      this.refresh(type, name);
      // A role is found by the words of its mapping.
      if (type === 'rolesmapping') this.refresh('roles', name);
    }
    this.forgetTotals();
  }

  /** Names of a collection that a predicate accepts. */
  namesThat(type: ResourceType, matches: (name: string) => boolean): readonly string[] {
    return this.rows.namesThat(type, matches);
  }

  forgetTotals(): void {
    this.totals.clear();
  }

  page(plan: SearchPlan): { readonly total: number; readonly hits: readonly SearchHit[] } {
    const known = this.pageInMemory(plan);
    if (known) return known;
    const total = this.total(plan);
    const { query } = plan;
    const offset = (query.page - 1) * query.perPage;
    if (offset >= total) return { total, hits: [] };
    const isWalk = total > FEW_HITS;
    const where = conditionOf(plan, isWalk);
    const mapping = query.type === 'roles';
    const rows = this.db.all<HitRow>(
      `SELECT e.name, e.revision, e.changed_at, e.body, ${mapping ? 'm.body' : 'NULL'} AS mapping
       FROM entity e ${mapping ? "LEFT JOIN entity m ON m.type = 'rolesmapping' AND m.name = e.name" : ''}
       WHERE ${where.sql} ORDER BY ${orderOf(query, isWalk)} LIMIT ? OFFSET ?`,
      ...where.params,
      query.perPage,
      offset
    );
    return { total, hits: rows.map(toHit) };
  }

  /** Values of a facet that occur, ascending, at most 100. */
  facetValues(type: ResourceType, facet: string): readonly string[] {
    const source = type === 'roles' && MAPPING_FACETS.has(facet) ? 'rolesmapping' : type;
    const values: string[] = [];
    // One index seek per value: the cost follows the values shown, not the entities.
    let value = this.nextFacetValue(source, facet, '');
    while (value !== undefined && values.length < MAX_FACET_VALUES) {
      values.push(fromStoredName(value));
      value = this.nextFacetValue(source, facet, value);
    }
    return values;
  }

  /** All distinct values of a facet; for facets with few values, backend roles for example. */
  distinctValues(type: ResourceType, facet: string): readonly string[] {
    return this.db
      .all<{ value: string }>(
        'SELECT DISTINCT value FROM term WHERE type = ? AND facet = ?',
        type,
        facet
      )
      .map(({ value }) => fromStoredName(value));
  }

  private nextFacetValue(type: ResourceType, facet: string, after: string): string | undefined {
    return this.db.get<{ value: string }>(
      'SELECT value FROM term WHERE type = ? AND facet = ? AND value > ? ORDER BY value LIMIT 1',
      type,
      facet,
      after
    )?.value;
  }

  private refresh(type: ResourceType, name: string): void {
    const row = this.db.get<KeyRow>(
      `SELECT ${KEY_COLUMNS} FROM entity WHERE type = ? AND name = ?`,
      type,
      toStoredName(name)
    );
    this.rows.put(type, name, row && toSearchRow(row));
  }

  /** Searches without facets, but for the one that the rows know. */
  private pageInMemory({
    query,
    showsHidden,
    extra = [],
  }: SearchPlan): ReturnType<EntitySearch['page']> | undefined {
    const filters = Object.entries(query.filters ?? {}).filter(([, values]) => values.length > 0);
    if (extra.length > 0 || filters.some(([facet]) => facet !== 'customization')) return undefined;
    const wanted = new Set(
      filters
        .flatMap(([, values]) => values)
        .filter((one) => one === 'custom' || one === 'reserved')
    );
    if (filters.length > 0 && wanted.size === 0) return { total: 0, hits: [] };
    const page = this.rows.page({
      type: query.type,
      words: wordsOf(query.search ?? ''),
      showsHidden,
      ...(wanted.size === 1 ? { isReserved: wanted.has('reserved') } : {}),
      sort:
        query.sortField === 'description' || query.sortField === 'changed'
          ? query.sortField
          : 'name',
      isDescending: query.sortOrder === 'desc',
      offset: (query.page - 1) * query.perPage,
      limit: query.perPage,
    });
    return page && { total: page.total, hits: this.hitsOf(query.type, page.names) };
  }

  private hitsOf(type: ResourceType, names: readonly string[]): readonly SearchHit[] {
    const sql =
      type === 'roles'
        ? `SELECT e.name, e.revision, e.changed_at, e.body, m.body AS mapping FROM entity e
           LEFT JOIN entity m ON m.type = 'rolesmapping' AND m.name = e.name WHERE e.type = ? AND e.name = ?`
        : 'SELECT name, revision, changed_at, body, NULL AS mapping FROM entity WHERE type = ? AND name = ?';
    return names
      .map((name) => this.db.get<HitRow>(sql, type, toStoredName(name)))
      .filter((row) => row !== undefined)
      .map(toHit);
  }

  private total(plan: SearchPlan): number {
    const where = conditionOf(plan, false);
    const key = JSON.stringify([where.sql, where.params]);
    const known = this.totals.get(key);
    if (known !== undefined) return known;
    const row = this.db.get<{ total: number }>(
      `SELECT count(*) AS total FROM entity e WHERE ${where.sql}`,
      ...where.params
    );
    const total = row?.total ?? 0;
    if (this.totals.size >= MAX_TOTALS)
      this.totals.delete(this.totals.keys().next().value as string);
    this.totals.set(key, total);
    return total;
  }
}

/** @param isWalk - test row by row in sort order; otherwise find the few hits through the trigram and term indexes */
function conditionOf(
  { query, showsHidden, extra = [] }: SearchPlan,
  isWalk: boolean
): SqlCondition {
  const conditions: SqlCondition[] = [...wordConditions(query.search ?? '', isWalk)];
  for (const [facet, values] of Object.entries(query.filters ?? {})) {
    if (values.length > 0) conditions.push(facetCondition(query.type, facet, values));
  }
  conditions.push(...extra);
  // The plus keeps the planner from reading the whole collection where row ids are known.
  const isByRowId = conditions.some(({ sql }) => sql === MATCHING);
  conditions.unshift({ sql: isByRowId ? '+e.type = ?' : 'e.type = ?', params: [query.type] });
  if (!showsHidden) conditions.push({ sql: 'e.hidden = 0', params: [] });
  return {
    sql: conditions.map(({ sql, walkSql = sql }) => (isWalk ? walkSql : sql)).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
}

const MATCHING = 'e.id IN (SELECT rowid FROM entity_search WHERE entity_search MATCH ?)';

const wordsOf = (search: string): readonly string[] =>
  fold(search.slice(0, 1_000))
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);

function wordConditions(search: string, isWalk: boolean): readonly SqlCondition[] {
  const words = wordsOf(search);
  const indexed = isWalk ? [] : words.filter((word) => [...word].length >= TRIGRAM);
  const tested = words.filter((word) => !indexed.includes(word));
  const conditions: SqlCondition[] = tested.map((word) => ({
    sql: 'instr(e.search_text, ?) > 0',
    params: [word],
  }));
  if (indexed.length === 0) return conditions;
  const match = indexed.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');
  return [...conditions, { sql: MATCHING, params: [match] }];
}

function facetCondition(
  type: ResourceType,
  facet: string,
  values: readonly string[]
): SqlCondition {
  if (facet === 'customization') return customization(values);
  const source = type === 'roles' && MAPPING_FACETS.has(facet) ? 'rolesmapping' : type;
  return termCondition(source, facet, values);
}

/** Entities whose name has one of the terms. */
export function termCondition(
  type: ResourceType,
  facet: string,
  values: readonly string[]
): SqlCondition {
  const terms =
    'FROM term t WHERE t.type = ? AND t.facet = ? AND t.value IN (SELECT value FROM json_each(?))';
  return {
    sql: `e.name IN (SELECT t.name ${terms})`,
    walkSql: `EXISTS (SELECT 1 ${terms} AND t.name = e.name)`,
    params: [type, facet, JSON.stringify(values.map(toStoredName))],
  };
}

/** Entities with one of the names; any number of them, in one parameter. */
export const nameCondition = (names: readonly string[]): SqlCondition => ({
  sql: 'e.name IN (SELECT value FROM json_each(?))',
  params: [JSON.stringify(names.map(toStoredName))],
});

/** Entities that meet any of the conditions. */
export function anyOf(type: ResourceType, conditions: readonly SqlCondition[]): SqlCondition {
  return {
    // One set of names, so that the rows are found by it instead of being tested one after the other.
    sql: `e.name IN (${conditions.map(({ sql }) => `SELECT e.name FROM entity e WHERE e.type = ? AND ${sql}`).join(' UNION ')})`,
    walkSql: `(${conditions.map(({ sql, walkSql = sql }) => `(? IS NOT NULL AND ${walkSql})`).join(' OR ')})`,
    params: conditions.flatMap(({ params }) => [type, ...params]),
  };
}

/** `reserved` covers static entries, which are all reserved. */
function customization(values: readonly string[]): SqlCondition {
  const wanted = new Set(values);
  if (wanted.has('reserved') && wanted.has('custom')) return { sql: '1', params: [] };
  if (wanted.has('reserved')) return { sql: 'e.reserved = 1', params: [] };
  return { sql: wanted.has('custom') ? 'e.reserved = 0' : '0', params: [] };
}

/** @param isWalk - deliver rows from the sort index; otherwise sort the hits, which the plus enforces */
function orderOf({ sortField, sortOrder }: FindQuery, isWalk: boolean): string {
  const direction = sortOrder === 'desc' ? 'DESC' : 'ASC';
  const keys = {
    name: ['name_key', 'name'],
    description: ['description_key', 'name_key', 'name'],
    changed: ['changed_at', 'name_key', 'name'],
  }[sortField === 'description' || sortField === 'changed' ? sortField : 'name'];
  return keys.map((key) => `${isWalk ? '' : '+'}e.${key} ${direction}`).join(', ');
}

const toHit = (row: HitRow): SearchHit => ({
  name: fromStoredName(row.name),
  entity: JSON.parse(row.body) as Entity,
  revision: row.revision,
  changedAtMs: row.changed_at,
  ...(row.mapping === null ? {} : { mapping: JSON.parse(row.mapping) as RoleMapping }),
});
