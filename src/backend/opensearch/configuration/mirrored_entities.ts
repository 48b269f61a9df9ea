/** Rows and hits for entity lists, from the mirror. */
import type { Entity, ResourceType, RoleMapping } from '../../../contracts/entities';
import type { EntityChange } from '../../api';
import { FIND_LIMITS } from '../../../contracts/limits';
import { ClusterError } from '../client';
import { fold, toSearchText, getTerms } from '../../model/entity_terms';
import { within, type FoundEntities, type SearchHit } from '../../entity_search/entity_search';
import type { TermReader } from '../../entity_search/row_filter';
import type { SearchRow } from '../../entity_search/search_rows';
import type { TermPair } from '../../entity_search/multi_value_sort';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import type { Mirror } from './mirror';

/** Names of entities by facet value. */
type Names = Map<string, Set<string>>;

/** Longer texts are sorted by their beginning. */
const SORTED_LENGTH = 200;

export class MirroredEntities implements FoundEntities {
  /** By type and facet. */
  private readonly facets = new Map<string, Names>();
  private readonly sortedValues = new Map<string, readonly string[]>();

  constructor(private readonly mirror: Pick<Mirror, 'entities' | 'raw'>) {}

  /** Call this for every change of the mirror. */
  follow({ type, name, before, after }: EntityChange): void {
    for (const [facet, value] of before ? getTerms(type, before) : []) {
      const names = this.namesBy(type, facet);
      const having = names.get(value);
      having?.delete(name);
      if (having?.size === 0) names.delete(value);
      this.sortedValues.delete(toKey(type, facet));
    }
    for (const [facet, value] of after ? getTerms(type, after) : []) {
      const names = this.namesBy(type, facet);
      const having = names.get(value);
      if (having) having.add(name);
      else names.set(value, new Set([name]));
      this.sortedValues.delete(toKey(type, facet));
    }
  }

  rows(type: ResourceType): readonly SearchRow[] {
    return [...this.all(type)].map(([name, entity]) => this.toRow(type, name, entity));
  }

  row(type: ResourceType, name: string): SearchRow | undefined {
    const entity = this.all(type).get(name);
    return entity && this.toRow(type, name, entity);
  }

  readonly terms: TermReader = {
    namesWith: (source, facet, values) => {
      const names = this.namesBy(source, facet);
      return values.flatMap((value) => [...(names.get(value) ?? [])]);
    },
    distinctValues: (source, facet) => [...this.namesBy(source, facet).keys()],
    valuesOf: (source, facet, name) => {
      const entity = this.all(source).get(name);
      const terms = entity ? getTerms(source, entity) : [];
      return terms.filter(([of]) => of === facet).map(([, value]) => value);
    },
  };

  *facetValues(source: ResourceType, facet: string, showsHidden: boolean): Iterable<string> {
    const names = this.namesBy(source, facet);
    const isVisible = (name: string) => this.all(source).get(name)?.hidden !== true;
    for (const value of this.listSorted(source, facet))
      if (showsHidden || [...(names.get(value) ?? [])].some(isVisible)) yield value;
  }

  *termPairs(source: ResourceType, facet: string): Iterable<TermPair> {
    const names = this.namesBy(source, facet);
    for (const value of this.listSorted(source, facet))
      for (const name of [...(names.get(value) ?? [])].sort()) yield [value, name];
  }

  *hits(type: ResourceType, rows: readonly SearchRow[]): CooperativeTask<readonly SearchHit[]> {
    const hits: SearchHit[] = [];
    let bytes = 0;
    for (const { name, changedAtMs } of rows) {
      // The version is derived from the shown content, as with `GET`.
      const entity = this.mirror.raw(type, name) as Entity | undefined;
      const mapping = type === 'roles' ? this.getMapping(name) : undefined;
      if (!entity) continue;
      // Their roles are resolved here. Other kinds are only shown.
      if (type === 'internalusers' && !isWhole(entity, this.all(type).get(name)))
        throw new ClusterError('malformed', `The cluster answers ${type} in another form.`);
      bytes += Buffer.byteLength(JSON.stringify([entity, mapping]));
      within(`the ${rows.length} entries of this page`, 'bytes', bytes, FIND_LIMITS.pageBytes);
      hits.push({ name, entity, version: '', changedAtMs, ...(mapping && { mapping }) });
      yield;
    }
    return hits;
  }

  private all(type: ResourceType): ReadonlyMap<string, Entity> {
    return this.mirror.entities(type);
  }

  private getMapping(role: string): RoleMapping | undefined {
    return this.mirror.entities('rolesmapping').get(role);
  }

  private toRow(type: ResourceType, name: string, entity: Entity): SearchRow {
    const description = 'description' in entity ? (entity.description ?? '') : '';
    const mapping = type === 'roles' ? this.getMapping(name) : undefined;
    return {
      id: 0,
      name,
      nameKey: fold(name),
      descriptionKey: fold(description.slice(0, SORTED_LENGTH)),
      // A cluster does not report when an entry was changed.
      changedAtMs: 0,
      text: toSearchText(type, name, entity, mapping),
      isHidden: entity.hidden === true,
      isReserved: entity.reserved === true,
    };
  }

  private namesBy(type: ResourceType, facet: string): Names {
    const key = toKey(type, facet);
    const cached = this.facets.get(key);
    if (cached) return cached;
    const names: Names = new Map();
    // Facet names come from callers, so only existing ones are stored.
    if (FACETS.has(facet)) this.facets.set(key, names);
    return names;
  }

  private listSorted(type: ResourceType, facet: string): readonly string[] {
    const key = toKey(type, facet);
    const cached = this.sortedValues.get(key);
    if (cached) return cached;
    const values = [...this.namesBy(type, facet).keys()].sort();
    if (FACETS.has(facet)) this.sortedValues.set(key, values);
    return values;
  }
}

/** The facets of `getTerms`. */
const FACETS: ReadonlySet<string> = new Set([
  'backend_roles',
  'roles',
  'cluster_permissions',
  'index_patterns',
  'tenants',
  'users',
  'hosts',
  'type',
]);

const toKey = (type: ResourceType, facet: string): string => `${type} ${facet}`;

/** Whether an entity as shown has all lists that it has by the rules of its kind. */
const isWhole = (shown: Entity, known: Entity | undefined): boolean =>
  Object.entries(known ?? {}).every(
    ([key, value]) => !Array.isArray(value) || Array.isArray(shown[key as keyof Entity])
  );
