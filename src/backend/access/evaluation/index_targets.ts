/**
 * From the index names of a request to what is checked. The engine holds no indices: whoever asks may say
 * which there are, with aliases and data streams; everything else is taken by its literal name.
 * Source: reference 4.5.
 */
import { finish, type Steps } from '../../work/steps';
import { isDateMath, resolveDateMath } from './date_math';
import { compileWildcard } from '../patterns/wildcard';

/** An index that exists. */
export interface KnownIndex {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** The data stream this is a backing index of. */
  readonly dataStream?: string;
}

export type TargetKind = 'index' | 'alias' | 'data_stream' | 'expression' | 'remote';

export interface IndexTarget {
  /** Concrete name, or a wildcard expression that nothing known matches. */
  readonly name: string;
  readonly kind?: TargetKind;
  /** Names under which permissions also hold: its data stream, its aliases. */
  readonly otherNames?: readonly string[];
  /** Indices behind an alias or data stream: permission on each of them is permission on it. */
  readonly members?: readonly IndexTarget[];
}

export const resolveTargets = (
  requested: readonly string[],
  known: readonly KnownIndex[],
  nowMs: number
): readonly IndexTarget[] => finish(targetSteps(requested, known, nowMs));

/**
 * @param requested - names, wildcards, `_all`, date math, `-excluded` after a wildcard
 * @returns distinct targets in order of request
 */
export function* targetSteps(
  requested: readonly string[],
  known: readonly KnownIndex[],
  nowMs: number
): Steps<readonly IndexTarget[]> {
  const [only] = requested;
  // The usual question is about one name.
  if (known.length === 0 && requested.length === 1 && only !== undefined && isPlainName(only)) {
    return [{ name: only, kind: 'index' }];
  }
  const catalogue = new IndexCatalogue(known);
  const found = new Map<string, IndexTarget>();
  let hasWildcard = false;
  for (const raw of requested) {
    const name = raw === '_all' || raw === '' ? '*' : (resolveDateMath(raw, nowMs) ?? raw);
    if (name.startsWith('-') && hasWildcard) {
      const excluded = name.slice(1);
      const kept = [...found.keys()];
      for (const gone of yield* matching(excluded, kept, String)) found.delete(gone);
    } else {
      hasWildcard ||= isExpression(name);
      for (const target of yield* catalogue.resolve(name)) found.set(target.name, target);
    }
  }
  return [...found.values()];
}

export const isExpression = (name: string): boolean => /[*?]/.test(name) && !isDateMath(name);

/** Means just itself. */
export const isPlainName = (name: string): boolean =>
  /^[^*?<:-][^*?:]*$/.test(name) && name !== '_all';

/** Names of which one wildcard is tried at a stretch. */
const NAMES_AT_ONCE = 50;

function* matching<T>(
  wildcard: string,
  values: readonly T[],
  nameOf: (value: T) => string
): Steps<T[]> {
  const found: T[] = [];
  const matches = compileWildcard(wildcard);
  for (const [at, value] of values.entries()) {
    if (matches(nameOf(value))) found.push(value);
    if (at % NAMES_AT_ONCE === NAMES_AT_ONCE - 1) yield;
  }
  return found;
}

class IndexCatalogue {
  private readonly targets = new Map<string, IndexTarget>();

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
      if (dataStream !== undefined) add(dataStream, 'data_stream');
    }
    for (const [name, { kind, members }] of groups) this.targets.set(name, { name, kind, members });
  }

  *resolve(name: string): Steps<readonly IndexTarget[]> {
    if (name.includes(':')) return [{ name, kind: 'remote' }];
    if (!isExpression(name)) return [this.targets.get(name) ?? { name, kind: 'index' }];
    const hits = yield* matching(name, [...this.targets.values()], (one) => one.name);
    // Wildcards stand for indices; an alias is reached through what is behind it.
    const all = new Set(hits.filter(({ members }) => !members));
    for (const { members = [] } of hits) for (const member of members) all.add(member);
    return all.size > 0 ? [...all] : [{ name, kind: 'expression' }];
  }
}
