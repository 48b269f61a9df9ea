/**
 * Pages of a collection, in SQL. The trigram index finds rare words, the sort indexes deliver common ones
 * page by page; exact totals are kept per query until the collection changes.
 */
import type { Database, SqlValue } from '../../storage';
import { fold } from '../model/entity_terms';
import type { Entity, ResourceType, RoleMapping } from '../model/entity_types';
import type { FindQuery } from '../types';
import { fromStoredName, toStoredName } from './name_key';

export interface SearchHit {
  readonly name: string;
  readonly entity: Entity;
  readonly revision: number;
  /** 0 for built-in entries. */
  readonly changedAtMs: number;
  /** Roles only. */
  readonly mapping?: RoleMapping;
}

/** A condition with its parameters. */
export interface SqlCondition {
  readonly sql: string;
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

  constructor(private readonly db: Database) {}

  /** To be called after every change of the configuration. */
  forgetTotals(): void {
    this.totals.clear();
  }

  page(plan: SearchPlan): { readonly total: number; readonly hits: readonly SearchHit[] } {
    const total = this.total(plan);
    const { query } = plan;
    const offset = (query.page - 1) * query.perPage;
    if (offset >= total) return { total, hits: [] };
    const usesIndex = total <= FEW_HITS;
    const where = conditionOf(plan, usesIndex);
    const mapping = query.type === 'roles';
    const rows = this.db.all<HitRow>(
      `SELECT e.name, e.revision, e.changed_at, e.body, ${mapping ? 'm.body' : 'NULL'} AS mapping
       FROM entity e ${mapping ? "LEFT JOIN entity m ON m.type = 'rolesmapping' AND m.name = e.name" : ''}
       WHERE ${where.sql} ORDER BY ${orderOf(query)} LIMIT ? OFFSET ?`,
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
      .all<{ value: string }>('SELECT DISTINCT value FROM term WHERE type = ? AND facet = ?', type, facet)
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

  private total(plan: SearchPlan): number {
    const where = conditionOf(plan, true);
    const key = JSON.stringify([where.sql, where.params]);
    const known = this.totals.get(key);
    if (known !== undefined) return known;
    const row = this.db.get<{ total: number }>(`SELECT count(*) AS total FROM entity e WHERE ${where.sql}`, ...where.params);
    const total = row?.total ?? 0;
    if (this.totals.size >= MAX_TOTALS) this.totals.delete(this.totals.keys().next().value as string);
    this.totals.set(key, total);
    return total;
  }
}

/** @param usesIndex - find words through the trigram index; otherwise test row by row in sort order */
function conditionOf({ query, showsHidden, extra = [] }: SearchPlan, usesIndex: boolean): SqlCondition {
  const conditions: SqlCondition[] = [{ sql: 'e.type = ?', params: [query.type] }];
  if (!showsHidden) conditions.push({ sql: 'e.hidden = 0', params: [] });
  conditions.push(...wordConditions(query.search ?? '', usesIndex));
  for (const [facet, values] of Object.entries(query.filters ?? {})) {
    if (values.length > 0) conditions.push(facetCondition(query.type, facet, values));
  }
  conditions.push(...extra);
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
}

function wordConditions(search: string, usesIndex: boolean): readonly SqlCondition[] {
  const words = fold(search.slice(0, 1_000)).split(/\s+/).filter((word) => word !== '').slice(0, MAX_WORDS);
  const indexed = usesIndex ? words.filter((word) => [...word].length >= TRIGRAM) : [];
  const tested = words.filter((word) => !indexed.includes(word));
  const conditions: SqlCondition[] = tested.map((word) => ({ sql: 'instr(e.search_text, ?) > 0', params: [word] }));
  if (indexed.length > 0) {
    const match = indexed.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');
    conditions.push({ sql: 'e.id IN (SELECT rowid FROM entity_search WHERE entity_search MATCH ?)', params: [match] });
  }
  return conditions;
}

function facetCondition(type: ResourceType, facet: string, values: readonly string[]): SqlCondition {
  if (facet === 'customization') return customization(values);
  const source = type === 'roles' && MAPPING_FACETS.has(facet) ? 'rolesmapping' : type;
  return termCondition(source, facet, values);
}

/** Entities whose name has one of the terms. */
export function termCondition(type: ResourceType, facet: string, values: readonly string[]): SqlCondition {
  return {
    sql: 'e.name IN (SELECT name FROM term WHERE type = ? AND facet = ? AND value IN (SELECT value FROM json_each(?)))',
    params: [type, facet, JSON.stringify(values.map(toStoredName))],
  };
}

/** Entities with one of the names; any number of them, in one parameter. */
export const nameCondition = (names: readonly string[]): SqlCondition => ({
  sql: 'e.name IN (SELECT value FROM json_each(?))',
  params: [JSON.stringify(names.map(toStoredName))],
});

/** `reserved` covers static entries, which are all reserved. */
function customization(values: readonly string[]): SqlCondition {
  const wanted = new Set(values);
  if (wanted.has('reserved') && wanted.has('custom')) return { sql: '1', params: [] };
  if (wanted.has('reserved')) return { sql: 'e.reserved = 1', params: [] };
  return { sql: wanted.has('custom') ? 'e.reserved = 0' : '0', params: [] };
}

function orderOf({ sortField, sortOrder }: FindQuery): string {
  const direction = sortOrder === 'desc' ? 'DESC' : 'ASC';
  const keys = {
    name: ['name_key', 'name'],
    description: ['description_key', 'name_key', 'name'],
    changed: ['changed_at', 'name_key', 'name'],
  }[sortField === 'description' || sortField === 'changed' ? sortField : 'name'];
  return keys.map((key) => `e.${key} ${direction}`).join(', ');
}

const toHit = (row: HitRow): SearchHit => ({
  name: fromStoredName(row.name),
  entity: JSON.parse(row.body) as Entity,
  revision: row.revision,
  changedAtMs: row.changed_at,
  ...(row.mapping === null ? {} : { mapping: JSON.parse(row.mapping) as RoleMapping }),
});
