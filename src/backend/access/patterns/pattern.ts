/**
 * The pattern syntax of the security model, for users, backend roles, hosts, actions, indices,
 * fields and tenants. Case-sensitive.
 *
 * | pattern | matches |
 * |---|---|
 * | blank | nothing |
 * | `*` | everything |
 * | `/regex/` | the whole text, slashes stripped |
 * | with `*` or `?` | wildcard over the whole text |
 * | other | itself |
 *
 * Evaluation time is bounded for every pattern and value. Therefore regular expressions can be
 * undecided ("doubt"). Grants use `matches`, restrictions use `mayMatch`.
 */
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { expressions, type MatchResult } from './expression';
import { compileWildcard } from './wildcard';

export type { MatchResult } from './expression';
export type Matcher = (value: string) => boolean;

export type PatternKind = 'nothing' | 'everything' | 'regex' | 'wildcard' | 'exact';

export function patternKind(pattern: string): PatternKind {
  if (pattern.trim() === '') return 'nothing';
  if (pattern === '*') return 'everything';
  if (isRegex(pattern)) return 'regex';
  return isWildcard(pattern) ? 'wildcard' : 'exact';
}

export const isRegex = (pattern: string): boolean =>
  pattern.length >= 2 && pattern.startsWith('/') && pattern.endsWith('/');

/** A pattern that matches this text alone. */
export const literalPattern = (text: string): string =>
  patternKind(text) === 'exact' ? text : `/${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}/`;

/** @returns why a pattern is invalid, as text for its author; `undefined` for a valid one */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > PATTERN_LIMITS.length) {
    return `The pattern ${abbreviate(pattern)} is longer than ${PATTERN_LIMITS.length} characters.`;
  }
  if (!isRegex(pattern)) return undefined;
  const { problem } = expressions.of(pattern.slice(1, -1));
  return problem && `The regular expression ${abbreviate(pattern)} cannot be used: ${problem}.`;
}

const abbreviate = (pattern: string): string =>
  pattern.length > 100 ? `${pattern.slice(0, 100)}…` : pattern;

/**
 * Whether a backend role pattern matches this list. As on a cluster, a bare `*` also matches users
 * without backend roles; `?*` and `/.*\/` do not.
 */
export const matchesAmong = (pattern: string, values: readonly string[]): boolean =>
  patternKind(pattern) === 'everything' || values.some(compilePattern(pattern));

/** Never throws. Invalid and undecided patterns match nothing. */
export function compilePattern(pattern: string): Matcher {
  const matchResult = matchRegex(pattern);
  return matchResult ? (value) => matchResult(value) === 'yes' : compileSure(pattern);
}

/** Like `compilePattern`, but undecided patterns match. For restrictions. */
export function compileMayMatch(pattern: string): Matcher {
  const matchResult = matchRegex(pattern);
  return matchResult ? (value) => matchResult(value) !== 'no' : compileSure(pattern);
}

/** Returns all three results. */
export function compileMatcher(pattern: string): (value: string) => MatchResult {
  const matchResult = matchRegex(pattern);
  if (matchResult) return matchResult;
  const matches = compileSure(pattern);
  return (value) => (matches(value) ? 'yes' : 'no');
}

/** @returns `undefined` for the kinds of patterns that are always decided */
function matchRegex(pattern: string): ((value: string) => MatchResult) | undefined {
  if (!isRegex(pattern)) return undefined;
  const expression = expressions.of(pattern.slice(1, -1));
  return (value) => expression.matchResult(value);
}

function compileSure(pattern: string): Matcher {
  switch (patternKind(pattern)) {
    case 'nothing':
      return () => false;
    case 'everything':
      return () => true;
    case 'wildcard':
      return compileWildcard(pattern);
    default:
      return (value) => value === pattern;
  }
}

/**
 * Whether a pattern matches everything that a requested wildcard expression can stand for. Regular
 * expressions cannot be compared in general, so they cover only what they match literally.
 */
export function compileCover(pattern: string): Matcher {
  const matches = compilePattern(pattern);
  const kind = patternKind(pattern);
  // A `?` must not match a requested `*`; a `*` may.
  const covers =
    kind === 'exact' || kind === 'wildcard'
      ? compileWildcard(pattern.replaceAll('?', '\u0001'))
      : () => kind === 'everything';
  return (requested) =>
    isWildcard(requested) ? covers(requested.replaceAll('?', '\u0001')) : matches(requested);
}

const isWildcard = (text: string): boolean => /[*?]/.test(text);

export const coversExpression = (pattern: string, requested: string): boolean =>
  compileCover(pattern)(requested);

/** A set of patterns: a hash lookup for exact ones, then the others one by one. */
export class PatternSet {
  private readonly exact = new Set<string>();
  private readonly others: { readonly pattern: string; readonly matches: Matcher }[] = [];
  /** Patterns that can be undecided. */
  private readonly doubtful: Matcher[] = [];
  /** Whether the set contains `*`. */
  readonly hasEverything: boolean;

  constructor(readonly patterns: readonly string[]) {
    for (const pattern of new Set(patterns)) {
      const kind = patternKind(pattern);
      if (kind === 'exact') this.exact.add(pattern);
      else if (kind !== 'nothing') this.others.push({ pattern, matches: compilePattern(pattern) });
      if (kind === 'regex') this.doubtful.push(compileMayMatch(pattern));
    }
    this.hasEverything = patterns.includes('*');
  }

  matches(value: string): boolean {
    return (
      this.hasEverything ||
      this.exact.has(value) ||
      this.others.some(({ matches }) => matches(value))
    );
  }

  /** Like `matches`, but undecided patterns count as matches. For restrictions. */
  mayMatch(value: string): boolean {
    return this.matches(value) || this.doubtful.some((mayMatch) => mayMatch(value));
  }

  /** The matching pattern of the narrowest kind; `undefined` if none matches. */
  firstMatch(value: string): string | undefined {
    if (this.exact.has(value)) return value;
    const other = this.others.find(({ pattern, matches }) => pattern !== '*' && matches(value));
    return other?.pattern ?? (this.hasEverything ? '*' : undefined);
  }

  /**
   * Like `matches`, but a bare `*` does not count (docs/reference/engine.md#cluster-permissions).
   */
  matchesExplicitly(value: string): boolean {
    return (
      this.exact.has(value) ||
      this.others.some(({ pattern, matches }) => pattern !== '*' && matches(value))
    );
  }

  /** Like `matchesExplicitly`, but undecided patterns count as matches. */
  mayMatchExplicitly(value: string): boolean {
    return this.matchesExplicitly(value) || this.doubtful.some((mayMatch) => mayMatch(value));
  }
}
