/** Finds the route of a path. Segments stay encoded until they are matched. */
import type { HttpMethod } from '../../../api/engine';
import type { Route } from './request_context';

export type RouteMatch =
  | {
      readonly kind: 'found';
      readonly route: Route;
      readonly params: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'wrong_method'; readonly allowed: readonly HttpMethod[] }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed' };

interface Node {
  readonly literals: Map<string, Node>;
  parameter?: { readonly name: string; readonly node: Node };
  readonly routes: Map<HttpMethod, Route>;
}

const newNode = (): Node => ({ literals: new Map(), routes: new Map() });

export class RouteTable {
  private readonly root = newNode();

  constructor(prefix: string, routes: readonly Route[]) {
    for (const route of routes) {
      const path = route.path.startsWith('//') ? route.path.slice(1) : prefix + route.path;
      const node = toSegments(path).reduce(descend, this.root);
      for (const method of route.methods) node.routes.set(method, route);
    }
  }

  /** @param prefix - the prefix of the path as sent; some routes are served under one only */
  match(method: HttpMethod, path: string, prefix: NonNullable<Route['prefix']>): RouteMatch {
    const values: string[] = [];
    const names: string[] = [];
    let node = this.root;
    for (const segment of toSegments(path)) {
      const decoded = decode(segment);
      if (decoded === undefined) return { kind: 'malformed' };
      const literal = node.literals.get(decoded);
      if (literal) {
        node = literal;
      } else if (node.parameter) {
        names.push(node.parameter.name);
        values.push(decoded);
        node = node.parameter.node;
      } else {
        return { kind: 'unknown' };
      }
    }
    const served = [...node.routes.values()].filter((route) => (route.prefix ?? prefix) === prefix);
    if (served.length === 0) return { kind: 'unknown' };
    const route = node.routes.get(method);
    if (!route || !served.includes(route))
      return {
        kind: 'wrong_method',
        allowed: [...new Set(served.flatMap(({ methods }) => methods))].sort(),
      };
    return {
      kind: 'found',
      route,
      params: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
    };
  }
}

/** Trailing slashes are ignored; two slashes in a row enclose an empty segment. */
function toSegments(path: string): readonly string[] {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return end === 0 ? [] : path.slice(1, end).split('/');
}

function descend(node: Node, segment: string): Node {
  if (segment.startsWith('{')) {
    node.parameter ??= { name: segment.slice(1, -1), node: newNode() };
    return node.parameter.node;
  }
  const next = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, next);
  return next;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
