/** Reads rows and hits for lists from the store. */
import type { Database } from '../sqlite';
import type { EntityStore } from '../configuration_store/entity_store';
import type { Entity, ResourceType, RoleMapping } from '../../../contracts/entities';
import { FIND_LIMITS } from '../../../contracts/limits';
import { within, type FoundEntities, type SearchHit } from '../../entity_search/entity_search';
import type { TermReader } from '../../entity_search/row_filter';
import type { SearchRow } from '../../entity_search/search_rows';
import type { TermPair } from '../../entity_search/multi_value_sort';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { entityTag } from '../rest/responses/entity_tag';
import { fromStoredName, toStoredName } from '../configuration_store/name_key';

interface HitRow {
  readonly id: number;
  readonly name: string;
  readonly revision: number;
  readonly changed_at: number;
  readonly body: string;
  readonly mapping: string | null;
}

const KEY_COLUMNS =
  'id, name, name_key, description_key, changed_at, hidden, reserved, search_text';
/** Read in batches, so that no large text stays in memory. */
const LOAD_STEP = 5_000;
const PAIRS_STEP = 1_000;

/** The columns of a `KeyRow`. */
type KeyValues = readonly [number, string, string, string, number, number, number, string];

export class StoredEntities implements FoundEntities {
  private readonly cache = new HitCache();

  /** @param store - over the same database */
  constructor(
    private readonly db: Database,
    private readonly store: EntityStore
  ) {}

  rows(type: ResourceType): readonly SearchRow[] {
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

  row(type: ResourceType, name: string): SearchRow | undefined {
    const row = this.db.get<{ row: string }>(
      `SELECT json_array(${KEY_COLUMNS}) AS row FROM entity WHERE type = ? AND name = ?`,
      type,
      toStoredName(name)
    )?.row;
    return row === undefined ? undefined : toSearchRow(JSON.parse(row) as KeyValues);
  }

  readonly terms: TermReader = {
    namesWith: (source, facet, values) =>
      // As one JSON text: the driver would take six times as long for as many rows.
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

  facetValues(type: ResourceType, facet: string, showsHidden: boolean): Iterable<string> {
    return this.store.facetValues(type, facet, showsHidden);
  }

  *termPairs(type: ResourceType, facet: string): Iterable<TermPair> {
    let [value, name] = ['', ''];
    for (;;) {
      const text = this.db.get<{ pairs: string }>(
        `SELECT json_group_array(json_array(value, name)) AS pairs FROM (
           SELECT value, name FROM term WHERE type = ? AND facet = ? AND (value, name) > (?, ?)
           ORDER BY value, name LIMIT ?)`,
        type,
        facet,
        value,
        name,
        PAIRS_STEP
      )?.pairs;
      const pairs = JSON.parse(text ?? '[]') as [string, string][];
      for (const pair of pairs) yield [pair[0], fromStoredName(pair[1])];
      const last = pairs.at(-1);
      if (!last || pairs.length < PAIRS_STEP) return;
      [value, name] = last;
    }
  }

  /** Entities whose revision has not changed since they were last read are not read again. */
  *hits(type: ResourceType, rows: readonly SearchRow[]): CooperativeTask<readonly SearchHit[]> {
    const isRole = type === 'roles';
    const join = isRole ? "LEFT JOIN entity m ON m.type = 'rolesmapping' AND m.name = e.name" : '';
    const revision = isRole ? 'm.revision' : 'NULL';
    const mapping = isRole ? 'm.body' : 'NULL';
    const inPage = `FROM json_each(?) page CROSS JOIN entity e ON e.id = page.value ${join}`;
    const marks = JSON.parse(
      this.db.get<{ marks: string }>(
        `SELECT json_group_array(json_array(e.id, e.revision, ${revision},
           octet_length(e.body) + ifnull(octet_length(${mapping}), 0))) AS marks ${inPage}`,
        JSON.stringify(rows.map(({ id }) => id))
      )?.marks ?? '[]'
    ) as readonly HitMark[];
    within(
      `the ${rows.length} entries of this page`,
      'bytes',
      marks.reduce((sum, [, , , bytes]) => sum + bytes, 0),
      FIND_LIMITS.pageBytes
    );
    const hits = new Map<number, SearchHit>();
    for (const mark of marks) {
      const known = this.cache.get(mark);
      if (known) hits.set(mark[ID], known);
    }
    const missing = marks.filter(([id]) => !hits.has(id));
    const found =
      missing.length === 0
        ? []
        : this.db.all<HitRow>(
            `SELECT e.id, e.name, e.revision, e.changed_at, e.body, ${mapping} AS mapping ${inPage}`,
            JSON.stringify(missing.map(([id]) => id))
          );
    const markOf = new Map(missing.map((mark) => [mark[ID], mark]));
    for (const row of found) {
      const hit = toHit(row);
      hits.set(row.id, hit);
      this.cache.set(markOf.get(row.id) as HitMark, hit);
      yield;
    }
    return rows.flatMap(({ id }) => hits.get(id) ?? []);
  }
}

/** Row id, revision of the entity, revision of a role's mapping, and bytes of both. */
type HitMark = readonly [id: number, revision: number, mapping: number | null, bytes: number];
const ID = 0;

/** Bytes of stored JSON; in memory it takes about three times as much. */
const MAX_CACHED_BYTES = 4 * 1024 * 1024;

/** The most recently read entities, by row and revision. */
class HitCache {
  private readonly entries = new Map<number, { readonly mark: HitMark; readonly hit: SearchHit }>();
  private bytes = 0;

  get(mark: HitMark): SearchHit | undefined {
    const entry = this.entries.get(mark[ID]);
    return entry?.mark[1] === mark[1] && entry.mark[2] === mark[2] ? entry.hit : undefined;
  }

  set(mark: HitMark, hit: SearchHit): void {
    this.remove(mark[ID]);
    this.entries.set(mark[ID], { mark, hit });
    this.bytes += mark[3];
    for (const id of this.entries.keys()) {
      if (this.bytes <= MAX_CACHED_BYTES) return;
      this.remove(id);
    }
  }

  private remove(id: number): void {
    this.bytes -= this.entries.get(id)?.mark[3] ?? 0;
    this.entries.delete(id);
  }
}

function toSearchRow(values: KeyValues): SearchRow {
  const [id, name, nameKey, descriptionKey, changedAtMs, hidden, reserved, text] = values;
  const flags = { isHidden: hidden === 1, isReserved: reserved === 1 };
  return { id, name: fromStoredName(name), nameKey, descriptionKey, changedAtMs, text, ...flags };
}

const jsonTexts = (text: string | undefined): readonly string[] =>
  JSON.parse(text ?? '[]') as string[];

const toHit = (row: HitRow): SearchHit => ({
  name: fromStoredName(row.name),
  entity: JSON.parse(row.body) as Entity,
  version: entityTag(row.revision),
  changedAtMs: row.changed_at,
  ...(row.mapping === null ? {} : { mapping: JSON.parse(row.mapping) as RoleMapping }),
});
