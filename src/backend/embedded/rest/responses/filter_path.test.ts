import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ENGINE_LIMITS } from '../../../../contracts/limits';
import { matchesWildcard } from '../../../access/patterns/wildcard';
import { FilterPath } from './filter_path';

function filtered(body: unknown, text: string): unknown {
  const filter = FilterPath.parse(text);
  if ('problem' in filter) throw new Error(filter.problem);
  return filter.apply(body);
}

type Path = readonly string[];

/** Reference implementation: whether a filter matches the value at a path of keys. */
function names([part, ...rest]: Path, keys: Path): boolean {
  if (part === undefined) return keys.length === 0;
  if (part === '**')
    return names(rest, keys) || (keys.length > 0 && names([part, ...rest], keys.slice(1)));
  const [key, ...deeper] = keys;
  return key !== undefined && matchesWildcard(part, key) && names(rest, deeper);
}

/** Paths of keys to all leaves. */
function leaves(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, child]) => leaves(child, [...at, key]));
}

const key = fc.constantFrom('a', 'b', 'ab', 'ba');
const part = fc.constantFrom('a', 'b', '*', '**', 'a*', '?b');
const { body } = fc.letrec<{ body: Record<string, unknown> }>((tie) => ({
  body: fc.dictionary(key, fc.oneof({ depthSize: 'small' }, fc.constant(1), tie('body')), {
    minKeys: 1,
  }),
}));
const filter = fc.array(part, { minLength: 1, maxLength: 5 });

describe('filter_path', () => {
  it('keeps the leaves at and below the paths that any filter matches', () => {
    fc.assert(
      fc.property(body, fc.array(filter, { minLength: 1, maxLength: 3 }), (value, filters) => {
        const isIncluded = (keys: Path) =>
          filters.some((parts) => keys.some((_, end) => names(parts, keys.slice(0, end + 1))));
        const text = filters.map((parts) => parts.join('.')).join();
        expect(leaves(filtered(value, text)).filter((keys) => keys.length > 0)).toEqual(
          leaves(value).filter(isIncluded)
        );
      })
    );
  });
  it('excludes the leaves of negated filters', () => {
    fc.assert(
      fc.property(body, filter, (value, parts) => {
        const isLeftOut = (keys: Path) =>
          keys.some((_, end) => names(parts, keys.slice(0, end + 1)));
        const left = leaves(filtered(value, `-${parts.join('.')}`)).map(String);
        expect(left.filter((one) => isLeftOut(one.split(',')))).toEqual([]);
        const expected = leaves(value).filter((keys) => !isLeftOut(keys));
        expect(left).toEqual(expect.arrayContaining(expected.map(String)));
      })
    );
  });

  const deep = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as unknown;
  it.each([
    ['levels without number', '**.'.repeat(400) + 'a'],
    ['levels and names by turns', '**.a.'.repeat(30) + 'z'],
    ['the same to be left out', '-' + '**.a.'.repeat(30) + 'z'],
  ])('processes %s in bounded time', (_, text) =>
    expect(['{}', JSON.stringify(deep)]).toContain(JSON.stringify(filtered(deep, text)))
  );

  it.each([
    ['characters', 'a'.repeat(ENGINE_LIMITS.filterPathLength + 1)],
    [
      'filters',
      Array(ENGINE_LIMITS.filterPathFilters + 1)
        .fill('a')
        .join(),
    ],
    [
      'parts with wildcards',
      Array(ENGINE_LIMITS.filterPathWildcards + 1)
        .fill('a*')
        .join('.'),
    ],
  ])("rejects too many %s with the limit's name", (what, text) =>
    expect(FilterPath.parse(text)).toEqual({
      problem: expect.stringMatching(new RegExp(`^filter_path has more than \\d+ ${what}$`)),
    })
  );
});
