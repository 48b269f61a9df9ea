/**
 * Index permissions of all roles as verbs, by index pattern. What a pattern opens also depends on
 * the other patterns: those that cover it grant the same on it, and those that overlap with it can
 * grant or restrict a part.
 */
import { type EffectiveRole, INDEX_VERBS, type IndexVerb } from '@sd/contracts';

export interface OwnIndices {
  /** On everything that the pattern matches. */
  readonly verbs: readonly IndexVerb[];
  /** `part`: of the indices, documents or fields, as far as patterns tell. */
  readonly sees: 'everything' | 'part' | 'nothing';
  readonly roles: readonly string[];
}

interface Entry {
  readonly role: string;
  /** With attributes and dates substituted. */
  readonly pattern: string;
  readonly verbs: readonly IndexVerb[];
  readonly isRestricted: boolean;
}

/** Index patterns of all roles. A pattern is compared with all others only when it is shown. */
export class OwnIndexAccess {
  /** Sorted, without those that the product and plugins use for themselves. */
  readonly patterns: readonly string[];
  private readonly entries: readonly Entry[];
  private readonly known = new Map<string, OwnIndices>();

  constructor(roles: readonly EffectiveRole[]) {
    this.entries = roles.flatMap(({ role, index }) =>
      index.flatMap(({ rendered_patterns: patterns, verbs, dls, fls, masked_fields: masked }) =>
        patterns.map((pattern): Entry => ({
          role,
          pattern,
          verbs,
          isRestricted: dls !== undefined || fls.length + masked.length > 0,
        }))
      )
    );
    const patterns = new Set(this.entries.map(({ pattern }) => pattern));
    this.patterns = [...patterns].filter((pattern) => !isOfSystem(pattern)).sort();
  }

  of(pattern: string): OwnIndices {
    const known = this.known.get(pattern) ?? ownIndex(pattern, this.entries);
    this.known.set(pattern, known);
    return known;
  }
}

const isOfSystem = (pattern: string): boolean => /^[.%]/.test(pattern);

function ownIndex(pattern: string, entries: readonly Entry[]): OwnIndices {
  const covering = entries.filter((one) => covers(one.pattern, pattern));
  const overlapping = entries.filter((one) => mayOverlap(one.pattern, pattern));
  const verbs = INDEX_VERBS.filter((verb) => covering.some((one) => one.verbs.includes(verb)));
  const isRestricted = overlapping.some((one) => one.isRestricted);
  const seesSome = overlapping.some((one) => one.verbs.includes('read'));
  return {
    verbs,
    sees: !seesSome ? 'nothing' : verbs.includes('read') && !isRestricted ? 'everything' : 'part',
    roles: [...new Set(covering.map(({ role }) => role))],
  };
}

const isRegex = (pattern: string): boolean => pattern.startsWith('/');
const isWildcard = (pattern: string): boolean => /[*?]/.test(pattern);

/** Whether one pattern matches all that the other does; a regular expression only itself. */
const covers = (wide: string, narrow: string): boolean =>
  wide === narrow || (!isRegex(wide) && !isRegex(narrow) && matches(wide, narrow));

/** Whether some name may match both; true where that is not known. */
function mayOverlap(one: string, other: string): boolean {
  if (isRegex(one) || isRegex(other)) return true;
  if (!isWildcard(one)) return covers(other, one);
  if (!isWildcard(other)) return covers(one, other);
  const [a, b] = [literalStart(one), literalStart(other)];
  return a.startsWith(b) || b.startsWith(a);
}

const literalStart = (pattern: string): string => pattern.replace(/[*?].*$/, '');

/** In time that grows with the product of both lengths. Wildcards of the text are characters. */
function matches(pattern: string, text: string): boolean {
  let [at, star, from] = [0, -1, 0];
  for (let position = 0; position < text.length;) {
    if (pattern[at] === '*') {
      star = at++;
      from = position;
    } else if (at < pattern.length && fits(pattern[at], text[position])) {
      at++;
      position++;
    } else if (star >= 0) {
      at = star + 1;
      position = ++from;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

const fits = (sign: string | undefined, character: string | undefined): boolean =>
  sign === character || (sign === '?' && character !== '*');
