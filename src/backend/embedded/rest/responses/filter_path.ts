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

interface PathNode {
  readonly id: number;
  /** Reached by `**`: any further key stays here. */
  readonly isDeep: boolean;
  /** A filter ends here and selects the whole value. */
  isEnd: boolean;
  readonly literals: Map<string, PathNode>;
  readonly wildcards: Map<string, { readonly matches: (key: string) => boolean; node: PathNode }>;
  deep?: PathNode;
}

/** The tree nodes that match the current path. Equal sets are the same object. */
interface NodeSet {
  readonly nodes: readonly PathNode[];
  readonly isHit: boolean;
  readonly below: Map<string, NodeSet>;
}

export class FilterPath {
  private readonly included = new PathTree();
  private readonly excluded = new PathTree();

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
    const included = this.included.isEmpty
      ? body
      : pick(this.included, body, this.included.start());
    const rest = this.excluded.isEmpty
      ? included
      : omit(this.excluded, included, this.excluded.start());
    return rest ?? {};
  }
}

const NO_NODES: NodeSet = { nodes: [], isHit: false, below: new Map() };

class PathTree {
  private count = 0;
  private readonly root = this.createNode(false);
  private readonly sets = new Map<string, NodeSet>();
  wildcards = 0;

  get isEmpty(): boolean {
    return this.count === 1;
  }

  add(filter: string): void {
    let at = this.root;
    for (const part of filter.split('.')) at = this.step(at, part);
    at.isEnd = true;
  }

  start(): NodeSet {
    return this.toNodeSet([this.root]);
  }

  below(from: NodeSet, key: string): NodeSet {
    const cached = from.below.get(key);
    if (cached) return cached;
    const next: PathNode[] = [];
    for (const node of from.nodes) {
      if (node.isDeep) next.push(node);
      const literal = node.literals.get(key);
      if (literal) next.push(literal);
      for (const { matches, node: other } of node.wildcards.values())
        if (matches(key)) next.push(other);
    }
    const set = next.length > 0 ? this.toNodeSet(next) : NO_NODES;
    from.below.set(key, set);
    return set;
  }

  /** Also adds what follows `**`, which can match zero levels. */
  private toNodeSet(reached: readonly PathNode[]): NodeSet {
    const all = new Map<number, PathNode>();
    for (let node of reached) {
      for (;;) {
        all.set(node.id, node);
        if (!node.deep) break;
        node = node.deep;
      }
    }
    const nodes = [...all.values()].sort((one, other) => one.id - other.id);
    const key = nodes.map(({ id }) => id).join();
    const cached = this.sets.get(key);
    if (cached) return cached;
    const set = { nodes, isHit: nodes.some(({ isEnd }) => isEnd), below: new Map() };
    this.sets.set(key, set);
    return set;
  }

  private step(at: PathNode, part: string): PathNode {
    if (part === '**') {
      if (at.isDeep) return at;
      if (!at.deep) {
        at.deep = this.createNode(true);
        this.wildcards++;
      }
      return at.deep;
    }
    if (part.includes('*') || part.includes('?')) {
      const cached = at.wildcards.get(part)?.node;
      if (cached) return cached;
      const node = this.createNode(false);
      at.wildcards.set(part, { matches: compileWildcard(part), node });
      this.wildcards++;
      return node;
    }
    const node = at.literals.get(part) ?? this.createNode(false);
    at.literals.set(part, node);
    return node;
  }

  private createNode(isDeep: boolean): PathNode {
    return {
      id: this.count++,
      isDeep,
      isEnd: false,
      literals: new Map(),
      wildcards: new Map(),
    };
  }
}

function pick(tree: PathTree, value: unknown, at: NodeSet): unknown {
  if (at.isHit) return value;
  if (at.nodes.length === 0) return undefined;
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

function omit(tree: PathTree, value: unknown, at: NodeSet): unknown {
  if (at.nodes.length === 0) return value;
  if (Array.isArray(value)) return value.map((element) => omit(tree, element, at));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value)
    .map(([key, child]) => [key, child, tree.below(at, key)] as const)
    .filter(([, , deeper]) => !deeper.isHit)
    .map(([key, child, deeper]) => [key, omit(tree, child, deeper)] as const);
  return Object.fromEntries(entries);
}
