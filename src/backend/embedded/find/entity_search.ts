/**
 * Pages of a collection: rows in memory say which entities and how many, the store gives what is
 * shown of them.
 */
import type { Database } from '../storage';
import { fold } from '../../model/entity_terms';
import type { Entity, ResourceType, RoleMapping } from '../../../contracts/entities';
import { FIND_LIMITS } from '../../../contracts/limits';
import { LimitExceededError } from '../../work/limit_exceeded';
import type { Steps } from '../../work/steps';
import type { FindQuery } from '../../contract/engine';
import { fromStoredName, toStoredName } from '../store/name_key';
import { hasTerm, RowFilters, sizeOf, type RowFilter, type TermReader } from './row_filter';
import { RowCollection, type SearchRow } from './search_rows';

export interface SearchHit {
  readonly name: string;
  readonly entity: Entity;
  readonly revision: number;
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

interface HitRow {
  readonly name: string;
  readonly revision: number;
  readonly changed_at: number;
  readonly body: string;
  readonly mapping: string | null;
}

const KEY_COLUMNS =
  'id, name, name_key, description_key, changed_at, hidden, reserved, search_text';
const TYPES: readonly ResourceType[] = [
  'internalusers',
  'roles',
  'rolesmapping',
  'actiongroups',
  'tenants',
];
/** Read in steps, so that no long text stays behind in memory. */
const LOAD_STEP = 5_000;

/** The columns of a `KeyRow`. */
type KeyValues = readonly [number, string, string, string, number, number, number, string];

function toSearchRow(values: KeyValues): SearchRow {
  const [id, name, nameKey, descriptionKey, changedAtMs, hidden, reserved, text] = values;
  const flags = { isHidden: hidden === 1, isReserved: reserved === 1 };
  return { id, name: fromStoredName(name), nameKey, descriptionKey, changedAtMs, text, ...flags };
}

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

  constructor(private readonly db: Database) {}

  /**
   * Reads names, sort keys and search texts into memory. To be called before anything is searched.
   */
  load(): void {
    for (const type of TYPES) {
      const rows = new RowCollection(this.readRows(type));
      this.collections.set(type, { rows, filters: new RowFilters(rows, this.terms) });
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
    return { total: page.total, hits: yield* this.hitsOf(query.type, page.rows) };
  }

  /** Values of a facet that occur in what the asker may see, ascending, at most 100. */
  facetValues(type: ResourceType, facet: string, showsHidden: boolean): readonly string[] {
    const source = sourceOf(type, facet);
    const values: string[] = [];
    // One index seek per value: the cost follows the values shown, not the entities.
    let value = this.nextFacetValue(source, facet, '', showsHidden);
    while (value !== undefined && values.length < FIND_LIMITS.facetValues) {
      values.push(fromStoredName(value));
      value = this.nextFacetValue(source, facet, value, showsHidden);
    }
    return values;
  }

  private nextFacetValue(
    type: ResourceType,
    facet: string,
    after: string,
    showsHidden: boolean
  ): string | undefined {
    return this.db.get<{ value: string }>(
      `SELECT value FROM term
       WHERE type = ? AND facet = ? AND value > ? AND (? OR NOT EXISTS (
         SELECT 1 FROM entity WHERE entity.type = term.type AND entity.name = term.name AND hidden
       ))
       ORDER BY value LIMIT 1`,
      type,
      facet,
      after,
      Number(showsHidden)
    )?.value;
  }

  private readonly terms: TermReader = {
    namesWith: (source, facet, values) =>
      // In one text: as many rows of the driver would take six times as long.
      jsonTexts(
        this.db.get<{ names: string }>(
          `SELECT json_group_array(name) AS names FROM term
           WHERE type = ? AND facet = ? AND value IN (SELECT value FROM json_each(?))`,
          source,
          facet,
          JSON.stringify(values.map(toStoredName))
        )?.names
      ).map(fromStoredName),
    distinctValues: (source, facet) =>
      this.db
        .all<{ value: string }>(
          'SELECT DISTINCT value FROM term WHERE type = ? AND facet = ?',
          source,
          facet
        )
        .map(({ value }) => fromStoredName(value)),
    valuesOf: (source, facet, name) =>
      this.db
        .all<{ value: string }>(
          'SELECT value FROM term WHERE type = ? AND name = ? AND facet = ?',
          source,
          toStoredName(name),
          facet
        )
        .map(({ value }) => fromStoredName(value)),
  };

  private collection(type: ResourceType): Collection {
    const known = this.collections.get(type);
    if (!known) throw new Error(`The collection ${type} is not loaded.`);
    return known;
  }

  private readRows(type: ResourceType): readonly SearchRow[] {
    const rows: SearchRow[] = [];
    for (let after = '', comparison = '>='; ; comparison = '>') {
      const text = this.db.get<{ rows: string }>(
        `SELECT json_group_array(json_array(${KEY_COLUMNS})) AS rows FROM (
           SELECT ${KEY_COLUMNS} FROM entity WHERE type = ? AND name ${comparison} ? ORDER BY name LIMIT ?)`,
        type,
        after,
        LOAD_STEP
      )?.rows;
      const step = JSON.parse(text ?? '[]') as KeyValues[];
      for (const values of step) rows.push(toSearchRow(values));
      if (step.length < LOAD_STEP) return rows;
      after = step.at(-1)?.[1] as string;
    }
  }

  private refresh(type: ResourceType, name: string): void {
    const collection = this.collections.get(type);
    // What is written before the collections are loaded is loaded with them.
    if (!collection) return;
    const { rows, filters } = collection;
    const before = rows.slotOf(name);
    const row = this.db.get<{ row: string }>(
      `SELECT json_array(${KEY_COLUMNS}) AS row FROM entity WHERE type = ? AND name = ?`,
      type,
      toStoredName(name)
    )?.row;
    rows.put(name, row === undefined ? undefined : toSearchRow(JSON.parse(row) as KeyValues));
    const slot = rows.slotOf(name);
    if (slot !== undefined) filters.follow(name, slot);
    else if (before !== undefined) filters.remove(before);
  }

  private *hitsOf(type: ResourceType, rows: readonly SearchRow[]): Steps<readonly SearchHit[]> {
    const isRole = type === 'roles';
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const wanted = `FROM json_each(?) wanted CROSS JOIN entity e ON e.id = wanted.value
      ${isRole ? "LEFT JOIN entity m ON m.type = 'rolesmapping' AND m.name = e.name" : ''}`;
    const mapping = isRole ? 'm.body' : 'NULL';
    const size = this.db.get<{ bytes: number | null }>(
      `SELECT sum(octet_length(e.body) + ifnull(octet_length(${mapping}), 0)) AS bytes ${wanted}`,
      ids
    );
    within(
      `the ${rows.length} entries of this page`,
      'bytes',
      size?.bytes ?? 0,
      FIND_LIMITS.pageBytes
    );
    const found = this.db.all<HitRow>(
      `SELECT e.name, e.revision, e.changed_at, e.body, ${mapping} AS mapping ${wanted}
       ORDER BY wanted.key`,
      ids
    );
    const hits: SearchHit[] = [];
    for (const row of found) {
      hits.push(toHit(row));
      yield;
    }
    return hits;
  }
}

function within(what: string, unit: string, value: number, max: number): void {
  if (value > max)
    throw new LimitExceededError(`[${what}]: at most ${max} ${unit} at a time, got ${value}.`);
}

const jsonTexts = (text: string | undefined): readonly string[] =>
  JSON.parse(text ?? '[]') as string[];

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

const toHit = (row: HitRow): SearchHit => ({
  name: fromStoredName(row.name),
  entity: JSON.parse(row.body) as Entity,
  revision: row.revision,
  changedAtMs: row.changed_at,
  ...(row.mapping === null ? {} : { mapping: JSON.parse(row.mapping) as RoleMapping }),
});
