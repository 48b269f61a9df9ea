/**
 * The global parameter `filter_path`, which selects parts of a response. Source: OpenSearch,
 * "Common REST parameters". Dots separate levels, `*` matches part of a name, `**` any number of
 * levels, a leading `-` excludes; several filters are separated by commas.
 *
 * All filters are compiled into one tree. The response is walked once with the set of tree nodes
 * that match the current path; each set is computed once per distinct key, so that the work is
 * proportional to the size of the response.
 */
import { ENGINE_LIMITS } from '../../../../contracts/limits';
import { compileWildcard } from '../../../access/patterns/wildcard';
import { isJsonObject } from '../../../model/entity_shape';

interface Place {
  readonly id: number;
  /** Reached by `**`: any further key stays here. */
  readonly isDeep: boolean;
  /** A filter ends here and selects the whole value. */
  isEnd: boolean;
  readonly literals: Map<string, Place>;
  readonly wildcards: Map<string, { readonly matches: (key: string) => boolean; place: Place }>;
  deep?: Place;
}

/** The tree nodes that match the current path. Equal sets are the same object. */
interface Places {
  readonly places: readonly Place[];
  readonly isHit: boolean;
  readonly below: Map<string, Places>;
}

export class FilterPath {
  private readonly included = new PlaceTree();
  private readonly excluded = new PlaceTree();

  private constructor(filters: readonly string[]) {
    for (const filter of filters) {
      if (filter.startsWith('-')) this.excluded.add(filter.slice(1));
      else this.included.add(filter);
    }
  }

  /** @returns the filter, or the limit that the text exceeds */
  static parse(text: string): FilterPath | { readonly problem: string } {
    const { filterPathLength, filterPathFilters, filterPathWildcards } = ENGINE_LIMITS;
    if (text.length > filterPathLength)
      return { problem: `filter_path has more than ${filterPathLength} characters` };
    const filters = text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    if (filters.length > filterPathFilters)
      return { problem: `filter_path has more than ${filterPathFilters} filters` };
    const parsed = new FilterPath(filters);
    return parsed.included.wildcards + parsed.excluded.wildcards > filterPathWildcards
      ? { problem: `filter_path has more than ${filterPathWildcards} parts with wildcards` }
      : parsed;
  }

  apply(body: unknown): unknown {
    const kept = this.included.isEmpty ? body : pick(this.included, body, this.included.start());
    const rest = this.excluded.isEmpty ? kept : omit(this.excluded, kept, this.excluded.start());
    return rest ?? {};
  }
}

const NOWHERE: Places = { places: [], isHit: false, below: new Map() };

class PlaceTree {
  private count = 0;
  private readonly root = this.place(false);
  private readonly sets = new Map<string, Places>();
  wildcards = 0;

  get isEmpty(): boolean {
    return this.count === 1;
  }

  add(filter: string): void {
    let at = this.root;
    for (const part of filter.split('.')) at = this.step(at, part);
    at.isEnd = true;
  }

  start(): Places {
    return this.setOf([this.root]);
  }

  below(from: Places, key: string): Places {
    const known = from.below.get(key);
    if (known) return known;
    const next: Place[] = [];
    for (const place of from.places) {
      if (place.isDeep) next.push(place);
      const literal = place.literals.get(key);
      if (literal) next.push(literal);
      for (const { matches, place: other } of place.wildcards.values())
        if (matches(key)) next.push(other);
    }
    const set = next.length > 0 ? this.setOf(next) : NOWHERE;
    from.below.set(key, set);
    return set;
  }

  /** Also adds what follows `**`, which can match zero levels. */
  private setOf(reached: readonly Place[]): Places {
    const all = new Map<number, Place>();
    for (let place of reached) {
      for (;;) {
        all.set(place.id, place);
        if (!place.deep) break;
        place = place.deep;
      }
    }
    const places = [...all.values()].sort((one, other) => one.id - other.id);
    const key = places.map(({ id }) => id).join();
    const known = this.sets.get(key);
    if (known) return known;
    const set = { places, isHit: places.some(({ isEnd }) => isEnd), below: new Map() };
    this.sets.set(key, set);
    return set;
  }

  private step(at: Place, part: string): Place {
    if (part === '**') {
      if (at.isDeep) return at;
      if (!at.deep) {
        at.deep = this.place(true);
        this.wildcards++;
      }
      return at.deep;
    }
    if (part.includes('*') || part.includes('?')) {
      const known = at.wildcards.get(part)?.place;
      if (known) return known;
      const place = this.place(false);
      at.wildcards.set(part, { matches: compileWildcard(part), place });
      this.wildcards++;
      return place;
    }
    const place = at.literals.get(part) ?? this.place(false);
    at.literals.set(part, place);
    return place;
  }

  private place(isDeep: boolean): Place {
    return {
      id: this.count++,
      isDeep,
      isEnd: false,
      literals: new Map(),
      wildcards: new Map(),
    };
  }
}

function pick(tree: PlaceTree, value: unknown, at: Places): unknown {
  if (at.isHit) return value;
  if (at.places.length === 0) return undefined;
  if (Array.isArray(value)) {
    const elements = value
      .map((element) => pick(tree, element, at))
      .filter((element) => element !== undefined);
    return elements.length > 0 ? elements : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value)
    .map(([key, child]) => [key, pick(tree, child, tree.below(at, key))] as const)
    .filter(([, child]) => child !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function omit(tree: PlaceTree, value: unknown, at: Places): unknown {
  if (at.places.length === 0) return value;
  if (Array.isArray(value)) return value.map((element) => omit(tree, element, at));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value)
    .map(([key, child]) => [key, child, tree.below(at, key)] as const)
    .filter(([, , deeper]) => !deeper.isHit)
    .map(([key, child, deeper]) => [key, omit(tree, child, deeper)] as const);
  return Object.fromEntries(entries);
}
