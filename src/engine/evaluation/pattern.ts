/**
 * The one pattern syntax of the security model, used for users, backend roles, hosts, actions, indices,
 * fields and tenants. Source: reference 4.1. Case-sensitive.
 *
 * | pattern | matches |
 * |---|---|
 * | blank | nothing |
 * | `*` | everything |
 * | `/regex/` | the whole text, slashes stripped |
 * | with `*` or `?` | wildcard over the whole text |
 * | other | itself |
 */

export type Matcher = (value: string) => boolean;

export type PatternKind = 'nothing' | 'everything' | 'regex' | 'wildcard' | 'exact';

export function patternKind(pattern: string): PatternKind {
  if (pattern.trim() === '') return 'nothing';
  if (pattern === '*') return 'everything';
  if (pattern.length >= 2 && pattern.startsWith('/') && pattern.endsWith('/')) return 'regex';
  return /[*?]/.test(pattern) ? 'wildcard' : 'exact';
}

/** Never throws: a regular expression that does not compile matches nothing. */
export function compilePattern(pattern: string): Matcher {
  switch (patternKind(pattern)) {
    case 'nothing':
      return () => false;
    case 'everything':
      return () => true;
    case 'regex':
      return compileRegex(pattern.slice(1, -1));
    case 'wildcard':
      return compileWildcard(pattern);
    case 'exact':
      return (value) => value === pattern;
  }
}

function compileRegex(source: string): Matcher {
  try {
    const expression = new RegExp(`^(?:${source})$`, 's');
    return (value) => expression.test(value);
  } catch {
    return () => false;
  }
}

function compileWildcard(pattern: string): Matcher {
  const prefix = pattern.slice(0, -1);
  if (pattern.endsWith('*') && !/[*?]/.test(prefix)) return (value) => value.startsWith(prefix);
  return (value) => matchesWildcard(pattern, value);
}

/** Greedy match with one point of return: at most pattern × value steps, never exponential. */
export function matchesWildcard(pattern: string, value: string): boolean {
  let p = 0;
  let v = 0;
  let starAt = -1;
  let resumeAt = 0;
  while (v < value.length) {
    const wanted = pattern[p];
    if (wanted === '*') {
      starAt = p++;
      resumeAt = v;
    } else if (wanted === '?' || wanted === value[v]) {
      p++;
      v++;
    } else if (starAt >= 0) {
      p = starAt + 1;
      v = ++resumeAt;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/**
 * Whether everything a requested wildcard expression may stand for is matched. Regular expressions are
 * taken to cover nothing but what they match literally: they cannot be compared in general.
 */
export function coversExpression(pattern: string, requested: string): boolean {
  if (!/[*?]/.test(requested)) return compilePattern(pattern)(requested);
  switch (patternKind(pattern)) {
    case 'everything':
      return true;
    case 'exact':
    case 'wildcard':
      // A `?` must not swallow a requested `*`; a `*` may.
      return matchesWildcard(
        pattern.replaceAll('?', '\u0001'),
        requested.replaceAll('?', '\u0001')
      );
    default:
      return false;
  }
}

/** Many patterns as one question: exact ones cost a hash look-up, only the others are tried in turn. */
export class PatternSet {
  private readonly exact = new Set<string>();
  private readonly others: { readonly pattern: string; readonly matches: Matcher }[] = [];
  /** Holds the pattern `*`. */
  readonly hasEverything: boolean;

  constructor(readonly patterns: readonly string[]) {
    for (const pattern of new Set(patterns)) {
      const kind = patternKind(pattern);
      if (kind === 'exact') this.exact.add(pattern);
      else if (kind !== 'nothing') this.others.push({ pattern, matches: compilePattern(pattern) });
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

  /** The pattern that makes `matches` true, the narrowest kind first; `undefined` when none does. */
  firstMatch(value: string): string | undefined {
    if (this.exact.has(value)) return value;
    const other = this.others.find(({ pattern, matches }) => pattern !== '*' && matches(value));
    return other?.pattern ?? (this.hasEverything ? '*' : undefined);
  }

  /** As `matches`, but a bare `*` does not count (reference 4.4, "explicit" check). */
  matchesExplicitly(value: string): boolean {
    return (
      this.exact.has(value) ||
      this.others.some(({ pattern, matches }) => pattern !== '*' && matches(value))
    );
  }
}
