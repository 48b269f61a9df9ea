/**
 * Resolves the index names of a request to the targets to check: existing indices that the request
 * lists, with aliases and data streams, otherwise the literal names.
 */
import { runToCompletion, type CooperativeTask } from '../../scheduling/cooperative_task';
import { isDateMath, resolveDateMath } from './date_math';
import { compileWildcard } from '../patterns/wildcard';

/** An index that exists. */
export interface KnownIndex {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** The data stream that this index backs. */
  readonly dataStream?: string;
}

type TargetKind = 'index' | 'alias' | 'data_stream' | 'expression' | 'remote';

export interface IndexTarget {
  /** Concrete name, or a wildcard expression without known matches. */
  readonly name: string;
  readonly kind?: TargetKind;
  /** Other names that permissions can match: its data stream and its aliases. */
  readonly otherNames?: readonly string[];
  /**
   * Indices behind an alias or data stream. Permission on all of them is permission on the alias.
   */
  readonly members?: readonly IndexTarget[];
  /** An alias that needs its own grant; grants on its members do not count. */
  readonly isAsNamed?: boolean;
  /** Not among the known indices; a write creates it. */
  readonly isMissing?: boolean;
}

export const resolveTargets = (
  requested: readonly string[],
  known: readonly KnownIndex[],
  nowMs: number
): readonly IndexTarget[] => runToCompletion(targetSteps(requested, known, nowMs));

/**
 * @param requested - names, wildcards, `_all`, date math, `-excluded` after a wildcard
 * @returns distinct targets in the order of the request; none for wildcards without known matches
 */
export function* targetSteps(
  requested: readonly string[],
  known: readonly KnownIndex[],
  nowMs: number
): CooperativeTask<readonly IndexTarget[]> {
  const [only] = requested;
  // Fast path: most requests name one index.
  if (known.length === 0 && requested.length === 1 && only !== undefined && isPlainName(only)) {
    return [{ name: only, kind: 'index' }];
  }
  const catalogue = new IndexCatalogue(known);
  if (known.length > 0 && requested.length === 1 && isEverything(only)) return catalogue.all();
  const found = new Map<string, IndexTarget>();
  let hasWildcard = false;
  for (const raw of requested) {
    const name = isEverything(raw) ? '*' : (resolveDateMath(raw, nowMs) ?? raw);
    if (name.startsWith('-') && hasWildcard) {
      const excluded = name.slice(1);
      const candidates = [...found.keys()];
      for (const excludedName of yield* matching(excluded, candidates, String))
        found.delete(excludedName);
    } else {
      hasWildcard ||= isExpression(name);
      for (const target of yield* catalogue.resolve(name)) found.set(target.name, target);
    }
  }
  return [...found.values()];
}

/** All aliases that a name or wildcard of the request matches. */
export function* matchingAliases(
  requested: readonly string[],
  known: readonly KnownIndex[],
  nowMs: number
): CooperativeTask<ReadonlySet<string>> {
  const aliases = [...new Set(known.flatMap(({ aliases: own = [] }) => own))];
  const found = new Set<string>();
  for (const raw of requested) {
    const name = resolveDateMath(raw, nowMs) ?? raw;
    const matches = isExpression(name)
      ? yield* matching(name, aliases, String)
      : aliases.filter((alias) => alias === name);
    for (const alias of matches) found.add(alias);
  }
  return found;
}

export const isEverything = (name: string | undefined): boolean =>
  name === '_all' || name === '' || name === '*';

/** In requests only `*` is a wildcard; permission patterns also have `?`. */
const isExpression = (name: string): boolean => name.includes('*') && !isDateMath(name);

/** Whether a name stands only for itself. */
export const isPlainName = (name: string): boolean =>
  /^[^*?<:-][^*?:]*$/.test(name) && name !== '_all';

/** Names compared with a wildcard per time slice. */
const NAMES_AT_ONCE = 50;

function* matching<T>(
  wildcard: string,
  values: readonly T[],
  nameOf: (value: T) => string
): CooperativeTask<T[]> {
  const found: T[] = [];
  // Index names contain no question marks.
  if (wildcard.includes('?')) return found;
  const matches = compileWildcard(wildcard);
  for (const [at, value] of values.entries()) {
    if (matches(nameOf(value))) found.push(value);
    if (at % NAMES_AT_ONCE === NAMES_AT_ONCE - 1) yield;
  }
  return found;
}

class IndexCatalogue {
  private readonly targets = new Map<string, IndexTarget>();
  /** Data streams by their backing indices. */
  private readonly streams = new Map<IndexTarget, string>();

  constructor(known: readonly KnownIndex[]) {
    const groups = new Map<string, { kind: TargetKind; members: IndexTarget[] }>();
    for (const { name, aliases = [], dataStream } of known) {
      const otherNames = [...(dataStream === undefined ? [] : [dataStream]), ...aliases];
      const target: IndexTarget = { name, kind: 'index', otherNames };
      this.targets.set(name, target);
      const add = (group: string, kind: TargetKind) => {
        const entry = groups.get(group);
        if (entry) entry.members.push(target);
        else groups.set(group, { kind, members: [target] });
      };
      for (const alias of aliases) add(alias, 'alias');
      if (dataStream === undefined) continue;
      add(dataStream, 'data_stream');
      this.streams.set(target, dataStream);
    }
    for (const [name, { kind, members }] of groups) this.targets.set(name, { name, kind, members });
  }

  *resolve(name: string): CooperativeTask<readonly IndexTarget[]> {
    if (name.includes(':')) return [{ name, kind: 'remote' }];
    if (!isExpression(name)) return [this.targets.get(name) ?? this.unknown(name)];
    if (this.targets.size === 0) return [{ name, kind: 'expression' }];
    const hits = yield* matching(name, [...this.targets.values()], (one) => one.name);
    // Wildcards resolve to indices: an alias to its members, a data stream to itself.
    const all = new Set<IndexTarget>();
    for (const hit of hits) {
      if (hit.kind === 'alias') for (const member of hit.members ?? []) all.add(member);
      else if (hit.kind === 'data_stream' || this.isVisibleTo(name, hit, hits)) all.add(hit);
    }
    return [...all];
  }

  private unknown(name: string): IndexTarget {
    return { name, kind: 'index', ...(this.targets.size > 0 && { isMissing: true }) };
  }

  /** All indices, including backing indices of data streams, but not the streams. */
  all(): readonly IndexTarget[] {
    return [...this.targets.values()].filter(({ kind }) => kind === 'index');
  }

  /**
   * Backing indices of data streams are hidden. Measured: a wildcard matches them if it begins with
   * a dot, or if it also matches their stream.
   */
  private isVisibleTo(name: string, index: IndexTarget, hits: readonly IndexTarget[]): boolean {
    const stream = this.streams.get(index);
    return stream === undefined || name.startsWith('.') || hits.some((hit) => hit.name === stream);
  }
}
