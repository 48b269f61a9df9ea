/** Index names in requests: date math and wildcards. */
import fc from 'fast-check';
import { resolveDateMath } from './date_math';
import { resolveTargets } from './index_targets';
import { coversExpression } from '../patterns/pattern';
import { matchesWildcard } from '../patterns/wildcard';
import { NOW } from './mocks';

describe('date math', () => {
  it.each([
    ['plain', 'plain'],
    ['<x-{now/M{yyyy.MM}}>', 'x-2024.03'],
    ['<x-{now-1M{yyyy.MM.dd}}>', 'x-2024.02.29'],
    ['<x-{now/d{yyyy.MM.dd|+02:00}}>', 'x-2024.04.01'],
    ['<x-{now/w}>', 'x-2024.03.25'],
    ['<a\\{b-{now/y{yyyy}}>', 'a{b-2024'],
    ['<x-{now+1h{HH:mm}}>', 'x-00:30'],
    ['<x-{now{xxxx-ww}}>', 'x-2024-13'],
    ['<x-{now/d{yyyy.MM.dd|Europe/Berlin}}>', 'x-2024.04.01'],
    ['<x-{later}>', undefined],
    ['<x-{now/q}>', undefined],
    ['<x-{now{yyyy QQ}}>', undefined],
    ['<x-{now|Nowhere/City}>', undefined],
    ['<x-{now{HH:mm|Nowhere/City}}>', undefined],
    ['<x-{now{HH:mm|UTC}}>', 'x-23:30'],
    ['<x-{now{HH:mm|-05:30}}>', 'x-18:00'],
    ['<x-{now{HH:mm|GMT+0100}}>', 'x-00:30'],
    ['<x-{now{HH:mm|America/New_York}}>', 'x-19:30'],
    ['<x-{now/h{HH:mm:ss}}>', 'x-23:00:00'],
    ['<x-{now-90s{HH:mm:ss}}>', 'x-23:28:30'],
    ['<x-{now/m-1s{H:m:s}}>', 'x-23:29:59'],
    ['<x-{now+1m/H{HH:mm}}>', 'x-23:00'],
    ['<x-{now+1y/y{yyyy.MM.dd}}>', 'x-2025.01.01'],
    ['<x-{now/M-1d{yyyy.MM.dd}}>', 'x-2024.02.29'],
    ['<x-{now-1y-1M{yyyy.MM.dd}}>', 'x-2023.02.28'],
    ['<x-{now+1w{M.d}}>', 'x-4.7'],
    ['<x-{now-2d/w{MM.dd}}>', 'x-03.25'],
    ['<x-{now-7d/w{MM.dd}}>', 'x-03.18'],
    ['<x-{now{yy}}>', 'x-24'],
    ['<x-{now+9M{YYYY-ww}}>', 'x-2025-01'],
    ['<x-{now+9M{yyyy-ww uuuu}}>', 'x-2024-01 2024'],
    ["<x-{now{yyyy'T'ww}}>", 'x-2024T13'],
    ["<x-{now{yyyy'T}}>", undefined],
    ['<x-{now{MMM}}>', undefined],
    ['<x-{now+999999y}>', undefined],
    ['<x-{now>', undefined],
    ['<x-{now1d}>', undefined],
    ['<x}>', 'x}'],
    ['<now', '<now'],
  ])('resolves %s to %s', (text, expected) => expect(resolveDateMath(text, NOW)).toBe(expected));
});

const small = (letters: string, minLength = 0) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength: 6 });

describe('wildcards in requests', () => {
  const known = fc.uniqueArray(small('ab', 1), { maxLength: 6 });
  it('resolve to the matches of a naive search (property)', () => {
    fc.assert(
      fc.property(
        known,
        small('ab*?', 1).filter((text) => text.includes('*')),
        (names, pattern) => {
          const targets = resolveTargets(
            [pattern],
            names.map((name) => ({ name })),
            NOW
          );
          const expression = new RegExp(
            `^${[...pattern].map((c) => (c === '*' ? '.*' : c === '?' ? '\\?' : c)).join('')}$`
          );
          const expected = names.filter((name) => expression.test(name));
          // Without known indices, a wildcard stands for itself.
          const stands = names.length === 0 ? [pattern] : expected;
          expect(targets.map(({ name }) => name)).toEqual(stands);
        }
      )
    );
  });
  it('omit excluded names', () => {
    const names = ['a1', 'a2', 'b'].map((name) => ({ name }));
    expect(resolveTargets(['a*', '-a2'], names, NOW).map(({ name }) => name)).toEqual(['a1']);
    expect(resolveTargets(['_all', '-a*'], names, NOW).map(({ name }) => name)).toEqual(['b']);
  });
  it('are covered only by patterns that match all their possible names (property)', () => {
    fc.assert(
      fc.property(small('ab*?'), small('ab*?'), small('ab'), (pattern, requested, name) => {
        if (coversExpression(pattern, requested) && matchesWildcard(requested, name)) {
          expect(matchesWildcard(pattern, name)).toBe(true);
        }
      }),
      { numRuns: 5_000 }
    );
    expect(coversExpression('logs-*', 'logs-2024*')).toBe(true);
    expect(coversExpression('logs-?', 'logs-*')).toBe(false);
  });
});
