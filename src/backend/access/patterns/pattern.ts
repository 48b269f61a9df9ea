/**
 * The one pattern syntax of the security model, used for users, backend roles, hosts, actions,
 * indices, fields and tenants. Source: docs/reference/engine.md#patterns. Case-sensitive.
 *
 * | pattern | matches |
 * |---|---|
 * | blank | nothing |
 * | `*` | everything |
 * | `/regex/` | the whole text, slashes stripped |
 * | with `*` or `?` | wildcard over the whole text |
 * | other | itself |
 *
 * No pattern and no value can make an answer slow. The price is a third answer of regular
 * expressions: "in doubt". What grants asks `matches`, what takes something away asks `mayMatch`.
 */
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { expressions, type Verdict } from './expression';
import { compileWildcard } from './wildcard';

export type { Verdict } from './expression';
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

/**
 * @returns why a pattern cannot be used, in words for whoever wrote it; `undefined` for a good one
 */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > PATTERN_LIMITS.length) {
    return `The pattern ${shown(pattern)} is longer than ${PATTERN_LIMITS.length} characters.`;
  }
  if (!isRegex(pattern)) return undefined;
  const { problem } = expressions.of(pattern.slice(1, -1));
  return problem && `The regular expression ${shown(pattern)} cannot be used: ${problem}.`;
}

const shown = (pattern: string): string =>
  pattern.length > 100 ? `${pattern.slice(0, 100)}…` : pattern;

/**
 * Whether a pattern among backend roles holds for this list. A bare `*` holds for users without any
 * as well, as it does on a cluster; `?*` and `/.*\/` do not.
 */
export const holdsAmong = (pattern: string, values: readonly string[]): boolean =>
  patternKind(pattern) === 'everything' || values.some(compilePattern(pattern));

/** Never throws: a pattern that cannot be used, or is in doubt, matches nothing. */
export function compilePattern(pattern: string): Matcher {
  const verdict = regexVerdict(pattern);
  return verdict ? (value) => verdict(value) === 'yes' : compileSure(pattern);
}

/** As `compilePattern`, for what takes something away: in doubt it matches. */
export function compileMayMatch(pattern: string): Matcher {
  const verdict = regexVerdict(pattern);
  return verdict ? (value) => verdict(value) !== 'no' : compileSure(pattern);
}

/** For who needs to tell all three answers apart. */
export function compileVerdict(pattern: string): (value: string) => Verdict {
  const verdict = regexVerdict(pattern);
  if (verdict) return verdict;
  const matches = compileSure(pattern);
  return (value) => (matches(value) ? 'yes' : 'no');
}

/** @returns `undefined` for the kinds of patterns that are never in doubt */
function regexVerdict(pattern: string): ((value: string) => Verdict) | undefined {
  if (!isRegex(pattern)) return undefined;
  const expression = expressions.of(pattern.slice(1, -1));
  return (value) => expression.verdict(value);
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
 * Whether everything a requested wildcard expression may stand for is matched. Regular expressions
 * are taken to cover nothing but what they match literally: they cannot be compared in general.
 */
export function compileCover(pattern: string): Matcher {
  const matches = compilePattern(pattern);
  const kind = patternKind(pattern);
  // A `?` must not swallow a requested `*`; a `*` may.
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

/**
 * Many patterns as one question: exact ones cost a hash look-up, only the others are tried in turn.
 */
export class PatternSet {
  private readonly exact = new Set<string>();
  private readonly others: { readonly pattern: string; readonly matches: Matcher }[] = [];
  /** Those that may be in doubt. */
  private readonly doubtful: Matcher[] = [];
  /** Holds the pattern `*`. */
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

  /** As `matches`, for what takes something away: a pattern in doubt counts as well. */
  mayMatch(value: string): boolean {
    return this.matches(value) || this.doubtful.some((mayMatch) => mayMatch(value));
  }

  /**
   * The pattern that makes `matches` true, the narrowest kind first; `undefined` when none does.
   */
  firstMatch(value: string): string | undefined {
    if (this.exact.has(value)) return value;
    const other = this.others.find(({ pattern, matches }) => pattern !== '*' && matches(value));
    return other?.pattern ?? (this.hasEverything ? '*' : undefined);
  }

  /** As `matches`, but a bare `*` does not count (docs/reference/engine.md#cluster-permissions). */
  matchesExplicitly(value: string): boolean {
    return (
      this.exact.has(value) ||
      this.others.some(({ pattern, matches }) => pattern !== '*' && matches(value))
    );
  }

  /** As `matchesExplicitly`, for what takes something away. */
  mayMatchExplicitly(value: string): boolean {
    return this.matchesExplicitly(value) || this.doubtful.some((mayMatch) => mayMatch(value));
  }
}
