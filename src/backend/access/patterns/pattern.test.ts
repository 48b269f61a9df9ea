import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { expressions } from './expression';
import { compileMayMatch, compilePattern, patternProblem, PatternSet } from './pattern';
import { patternBudget } from './pattern_limits';
import { matchesWildcard } from './wildcard';
import { WildcardTable } from './wildcard_table';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
afterEach(nextTurn);

describe('wildcards', () => {
  it.each([
    ['a?c*x?z', 'abc-xyz', true],
    ['a?c*x?z', 'abcxy', false],
    ['*?b*', 'ab', true],
    ['*?b*', 'b', false],
    ['*a?c*', 'aacabc', true],
    ['*' + '?'.repeat(33) + 'z*', 'x'.repeat(40) + 'z', true],
    ['*' + '?'.repeat(33) + 'z*', 'x'.repeat(32) + 'z', false],
    ['a*a', 'a', false],
    ['**', '', true],
  ])('match %s on %s: %s', (pattern, value, expected) =>
    expect(matchesWildcard(pattern, value)).toBe(expected)
  );
  // A backtracking search needs 10^10 steps and more for these.
  it.each([
    ['a segment that almost matches everywhere', `*${'a'.repeat(100_000)}b*`, 'a'.repeat(200_000)],
    ['many segments', `${'*a'.repeat(100_000)}*b`, 'a'.repeat(200_000)],
    ['a segment with a ?', `*${'a'.repeat(500)}?${'a'.repeat(500)}b*`, 'a'.repeat(1_000_000)],
  ])('take linear time for %s', (_, pattern, value) =>
    expect(matchesWildcard(pattern, value)).toBe(false)
  );
});

describe('Java regular expressions', () => {
  // These matches are fast, but a busy machine may exceed the time limit.
  beforeEach(() => {
    const limits: { turnMs: number; backtrackingMs: number } = PATTERN_LIMITS;
    jest.replaceProperty(limits, 'turnMs', 10_000);
    jest.replaceProperty(limits, 'backtrackingMs', 5_000);
  });

  it.each([
    ['/team-[a-z]+/', ['team-search'], ['team-1', 'xteam-a', 'team-a ']],
    ['/a.b/', ['a\nb', 'a😀b'], ['ab']],
    ['/(?i)Admin\\d{2}/', ['ADMIN12'], ['admin1']],
    ['/\\Qa.b\\E+/', ['a.b', 'a.bb'], ['axb']],
    ['/\\p{Alpha}+[\\p{Digit}_-]*/', ['ab12_-'], ['1']],
    ['/[\\w.]+\\.\\p{Lu}\\x41\\u0042\\0103/', ['a.XABC'], ['a.xABC']],
    ['/\\Aab\\z/', ['ab'], ['abc']],
    ['/x{y/', ['x{y'], ['x']],
    ['/(?!kibana)[a-z]+/', ['logs'], ['kibana', 'kibana1']],
    ['/^(?!\\.)(?=.*z).*$/', ['az'], ['.az', 'a']],
    ['/(?:(?!tmp).)*/', ['a-tm-p'], ['a-tmp']],
    ['/.*(?<!-old)/', ['logs'], ['logs-old']],
    ['/.*(?<=-(a|b))/', ['x-a'], ['x-c']],
    ['/(\\w+)-\\1/', ['ab-ab'], ['ab-ac']],
    ['/(?<n>\\w)\\k<n>/', ['aa'], ['ab']],
    ['/(?>a|ab)c/', ['ac'], ['abc']],
    ['/a*+a/', [], ['aaa']],
    ['/[a]++b/', ['aab'], ['aa']],
    ['/a|b(?=c)c/', ['a', 'bc'], ['b']],
    ['/\\A(a)\\1\\z/', ['aa'], ['a', 'Aaaz']],
    ['/(a)\\1\\Z/', ['aa'], ['aaZ']],
    ['/\\h+x/', [' \tx', '\u00a0x', '\u2003\u3000x'], ['\nx', 'x', 'hx']],
    ['/[\\hz]+/', ['z \t'], ['\n', 'h']],
    ['/\\cA\\cz\\e\\a\\f\\t\\n\\r/', ['\x01\x1a\x1b\x07\f\t\n\r'], ['cAczeaftnr']],
    ['/\\x{1F600}\\u0041\\0101\\07/', ['😀AA\x07'], ['xuAA7']],
    ['/\\P{Alpha}\\pL\\p{IsGreek}\\PL/', ['1éλ2'], ['aéλ2', '1éa2', '11λ2', '1éλb']],
    ['/a\\Bb\\b/', ['ab'], ['a-b']],
    ['/a{2}b{2,}c{2,3}/', ['aabbcc', 'aabbbbccc'], ['abbcc', 'aabcc', 'aabbc', 'aabbcccc']],
    ['/a?b*?c+?/', ['c', 'abbcc'], ['ab', 'aac']],
    ['/[a-]+[^a-c][\\d-x][a\\]]/', ['-ad-]', 'a-x1a'], ['aad1b', 'bdx]', 'aabx]']],
    ['/[\\t-\\r]/', ['\n'], ['t', 'r', '-']],
    ['/(?i:a)b(?-i)c/', ['Abc'], ['ABc']],
    ['/\\Qa|b/', ['a|b'], ['a', 'b']],
    ['/\\//', ['/'], ['\\/']],
  ])('%s', (pattern, yes, no) => {
    expect(patternProblem(pattern)).toBeUndefined();
    expect(yes.filter((value) => !compilePattern(pattern)(value))).toEqual([]);
    expect(no.filter(compilePattern(pattern))).toEqual([]);
    expect(no.filter(compileMayMatch(pattern))).toEqual([]);
  });

  it.each([
    ['/[/', 'a `[` is not closed'],
    ['/[a-/', 'a `[` is not closed'],
    ['/(a/', 'a `(` is not closed'],
    ['/a)/', 'a `)` closes nothing'],
    ['/+a/', 'nothing to repeat'],
    ['/a{3,2}/', 'ends before it begins'],
    ['/a**/', 'repeats a repetition'],
    ['/[a-z&&[^b]]/', '`&&` are not supported'],
    ['/\\p{Nonsense}/', '`\\p` is not supported'],
    ['/[z-a]/', 'the range `z-a` ends'],
    ['/(?:(?:){900}){900}/', 'larger than 500'],
    ['/\\2(a)/', 'Invalid'],
    ['/\\R/', '`\\R` is not supported'],
    ['/(?x)a b/', '`(?x)` is not supported'],
    ['/(?:(?:.?){40}){40}z/', 'larger than 500'],
    ['/a{501}/', 'larger than 500'],
    ['/(?:ab){3,251}/', 'larger than 500'],
    ['/a{500,}/', 'larger than 500'],
    ['/[]/', 'an empty `[]`'],
    ['/[[a]/', 'classes inside classes'],
    ['/a\\/', 'it ends with a backslash'],
    ['/\\c1/', '`\\c` is not supported'],
    ['/\\x{110000}/', '`\\x` is not supported'],
    ['/[\\P{Alpha}]/', '`\\P` is not supported'],
    ['/(?>a)(b)\\1/', 'atomic groups go with no back-references'],
    ['/(?i:a)b(?=c)c/', 'flags inside go with no look-around'],
    [`/${'('.repeat(60)}${')'.repeat(60)}/`, 'more than 50 groups'],
  ])('reject %s: %s', (pattern, reason) => {
    expect(patternProblem(pattern)).toContain(reason);
    expect(compilePattern(pattern)('a')).toBe(false);
  });

  it.each(['/a{500}/', '/(?:ab){2,250}/', `/${'('.repeat(50)}a${')'.repeat(50)}/`])(
    'accept %s, which has the maximum size',
    (pattern) => expect(patternProblem(pattern)).toBeUndefined()
  );

  // In Java's `Pattern`, POSIX classes are US-ASCII only.
  const between = (from: string, to: string) => (char: string) => char >= from && char <= to;
  const isLetter = (char: string) => /^[A-Za-z]$/.test(char);
  const isDigit = between('0', '9');
  const isVisible = between('!', '~');
  it.each<[string, (char: string) => boolean]>([
    ['Lower', between('a', 'z')],
    ['Upper', between('A', 'Z')],
    ['ASCII', between('\0', '\x7f')],
    ['Alpha', isLetter],
    ['Digit', isDigit],
    ['Alnum', (char) => isLetter(char) || isDigit(char)],
    ['Punct', (char) => isVisible(char) && !isLetter(char) && !isDigit(char)],
    ['Graph', isVisible],
    ['Print', between(' ', '~')],
    ['Blank', (char) => char === ' ' || char === '\t'],
    ['Cntrl', (char) => char < ' ' || char === '\x7f'],
    ['XDigit', (char) => isDigit(char) || between('a', 'f')(char) || between('A', 'F')(char)],
    ['Space', (char) => char === ' ' || between('\t', '\r')(char)],
  ])('match the same characters as in Java for \\p{%s}', (name, isMeant) => {
    const chars = Array.from({ length: 300 }, (_, code) => String.fromCharCode(code));
    const meant = chars.filter((char) => char <= '\x7f' && isMeant(char));
    expect(chars.filter(compilePattern(`/\\p{${name}}/`))).toEqual(meant);
    expect(chars.filter(compilePattern(`/[\\p{${name}}]/`))).toEqual(meant);
  });

  it.each([
    ['(?!kibana)[a-z]+', false],
    ['^(?=a)(?!ab).*', false],
    ['.*(?<!-old)', false],
    ['(?:(?!a).)*', true],
    ['a|(?!x)b', true],
    ['(a)\\1', true],
    ['(?!(a)\\1)b', true],
    ['(?>a)b', true],
    ['a++', true],
  ])('need backtracking for %s: %s', (source, isBacktracking) =>
    expect(expressions.of(source).isBacktracking).toBe(isBacktracking)
  );

  it('reject patterns longer than the limit', () => {
    const long = 'a'.repeat(PATTERN_LIMITS.length);
    for (const pattern of [`/${long}/`, `${long}*`, `${long}a`])
      expect(patternProblem(pattern)).toContain('is longer than 1024 characters');
  });

  it('are decided where other engines backtrack endlessly', () => {
    const long = 'x'.repeat(250);
    expect(compilePattern('/(x+x+)+y/')(long)).toBe(false);
    expect(compileMayMatch('/(x+x+)+y/')(long)).toBe(false);
    expect(compilePattern('/(?:(?:.?){20}){20}z/')(long)).toBe(false);
  });
});

describe('expressions without a linear-time algorithm', () => {
  const evil = (mark: string): string => `/(x+x+)+(${mark})\\2/`;
  const value = (attempt: number): string => 'x'.repeat(200 + attempt);

  it('are interrupted and undecided, and disabled after repeated timeouts', async () => {
    const pattern = evil('disarm');
    const disarmed: string[] = [];
    const end = expressions.onDisarmed((source) => disarmed.push(source));
    const set = new PatternSet([pattern]);
    for (let attempt = 0; attempt < PATTERN_LIMITS.timeouts; attempt++) {
      expect(disarmed).toEqual([]);
      expect(set.matches(value(attempt))).toBe(false);
      expect(set.mayMatch(value(attempt))).toBe(true);
      await nextTurn();
    }
    end();
    expect(disarmed).toEqual([pattern.slice(1, -1)]);
    expect(expressions.of(pattern.slice(1, -1)).trouble).toContain('not tried any more');
    // Values that would match quickly are not tried either.
    expect(set.matches('y')).toBe(false);
    expect(set.mayMatch('y')).toBe(true);
  });

  it('share the time of an event loop turn, so that hundreds wait for the next one', async () => {
    const all = Array.from({ length: 300 }, (_, index) => evil(String(index)));
    const account = jest.spyOn(patternBudget, 'account');
    const tried = jest.spyOn(patternBudget, 'interruptible');
    expect(new PatternSet(all).matches(value(0))).toBe(false);
    const { turnMs, backtrackingMs } = PATTERN_LIMITS;
    expect(account).toHaveBeenCalledTimes(all.length);
    expect(tried.mock.calls.length).toBeLessThanOrEqual(Math.ceil(turnMs / backtrackingMs));
    await nextTurn();
    expect(compilePattern('/(y)\\1/')('yy')).toBe(true);
  });
});

const text = (units: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...units), maxLength });

it('returns every matching wildcard, after any changes (property)', () => {
  const pattern = text('ab*?', 9).filter((one) => /[*?]/.test(one));
  fc.assert(
    fc.property(
      fc.uniqueArray(pattern),
      fc.array(pattern),
      text('ab', 12),
      (stored, removed, value) => {
        const table = new WildcardTable<string>();
        for (const one of stored) table.set(one, one);
        for (const one of removed) table.delete(one, one);
        const remaining = stored.filter((one) => !removed.includes(one));
        const candidates = table.candidates(value);
        for (const one of remaining) {
          if (matchesWildcard(one, value)) expect(candidates).toContain(one);
        }
        for (const one of candidates) expect(remaining).toContain(one);
      }
    )
  );
});

it.each([
  ['beginnings', (i: number) => `department_finance_team_${i}_*`],
  ['middles', (i: number) => `*_team_${i}_*`],
  ['ends', (i: number) => `*team_${i}_members`],
])('returns few candidates of many wildcards that differ in their %s', (_position, pattern) => {
  const table = new WildcardTable<number>();
  const count = 10_000;
  for (let i = 0; i < count; i++) table.set(pattern(i), i);
  for (const i of [0, 4_711, count - 1]) {
    const candidates = table.candidates(`department_finance_team_${i}_members`);
    expect(candidates).toContain(i);
    expect(candidates.size).toBeLessThan(count / 20);
  }
});
