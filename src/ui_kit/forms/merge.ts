/** Merges two changes of the same entity. */
import { stableStringify } from './stable_stringify';

type Fields = Readonly<Record<string, unknown>>;

export interface Versions {
  /** The common base of both changes, as the server returned it. */
  readonly original: object;
  /**
   * The base as the form would save it unchanged: forms omit some fields and format others
   * differently.
   */
  readonly unchanged: object;
  readonly mine: object;
  readonly theirs: object;
}

/** A field that both users changed differently. */
export interface MergeConflict {
  /** Path, for example `description` or `attributes.department`. */
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merge {
  /** Includes both changes; conflicting fields have my value. */
  readonly merged: Fields;
  readonly collisions: readonly MergeConflict[];
}

/**
 * Merges field by field. A field changed by one user takes that value; lists of names apply the
 * additions and removals of both; maps are merged entry by entry. Any other field that both changed
 * is a conflict.
 * @param chooseTheirs - paths of conflicts in which their value wins
 */
export function merge(versions: Versions, chooseTheirs: ReadonlySet<string> = new Set()): Merge {
  const collisions: MergeConflict[] = [];
  const mergeFields = (prefix: string, { original, unchanged, mine, theirs }: Versions): Fields => {
    const [o, u, m, t] = [
      original as Fields,
      unchanged as Fields,
      mine as Fields,
      theirs as Fields,
    ];
    const merged: Record<string, unknown> = {};
    for (const key of new Set([...Object.keys(m), ...Object.keys(t)])) {
      const field = `${prefix}${key}`;
      const value = mergeValue(field, o[key], u[key], m[key], t[key]);
      if (value !== undefined) merged[key] = value;
    }
    return merged;
  };
  const mergeValue = (field: string, o: unknown, u: unknown, m: unknown, t: unknown): unknown => {
    const isMineChanged = !isSame(u, m);
    const isTheirsChanged = !isSame(o, t);
    if (!isMineChanged) return isTheirsChanged ? t : m;
    if (!isTheirsChanged || isSame(m, t)) return m;
    if (isNames(m) && isNames(t)) return mergeNames(isNames(u) ? u : [], m, t);
    if (isMap(m) && isMap(t))
      return mergeFields(`${field}.`, {
        original: isMap(o) ? o : {},
        unchanged: isMap(u) ? u : {},
        mine: m,
        theirs: t,
      });
    collisions.push({ field, mine: m, theirs: t });
    return chooseTheirs.has(field) ? t : m;
  };
  return { merged: mergeFields('', versions), collisions };
}

const isSame = (a: unknown, b: unknown): boolean => stableStringify(a) === stableStringify(b);

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isMap = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function mergeNames(
  unchanged: readonly string[],
  mine: readonly string[],
  theirs: readonly string[]
): readonly string[] {
  const removed = unchanged.filter((name) => !mine.includes(name));
  const added = mine.filter((name) => !unchanged.includes(name) && !theirs.includes(name));
  return [...theirs.filter((name) => !removed.includes(name)), ...added];
}
