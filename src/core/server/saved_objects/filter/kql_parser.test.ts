import * as fc from 'fast-check';
import { KqlSyntaxError, type KqlNode } from './kql_nodes';
import { SAVED_OBJECTS_LIMITS } from '../../../common';
import { parseKql } from './kql_parser';

const word = (...pieces: string[]) => ({ pieces, isQuoted: false });
const quoted = (text: string) => ({ pieces: [text], isQuoted: true });
const is = (field: string, value: object) => ({ kind: 'is', field: word(field), value });

describe('parseKql', () => {
  it.each<[string, unknown]>([
    ['  \n ', undefined],
    ['a: b', is('a', word('b'))],
    ['a:b', is('a', word('b'))],
    ['a: two  words ', is('a', word('two  words'))],
    ['a: "two words"', is('a', quoted('two words'))],
    ['"a b": c', { kind: 'is', field: quoted('a b'), value: word('c') }],
    ['lonely', { kind: 'is', value: word('lonely') }],
    ['a: *', is('a', word('', ''))],
    ['a: x*y z*', is('a', word('x', 'y z', ''))],
    ['a: "x*"', is('a', quoted('x*'))],
    ['a: x\\*', is('a', word('x*'))],
    ['a\\:b: c\\ d', is('a:b', word('c d'))],
    ['a: "say \\"hi\\" \\\\ \\u00e9\\t"', is('a', quoted('say "hi" \\ é\t'))],
    ['a: this \\and that \\NOT', is('a', word('this and that NOT'))],
    ['a: nothing', is('a', word('nothing'))],
    ['a >= 5', { kind: 'range', field: word('a'), operator: '>=', value: word('5') }],
    ['a<"5"', { kind: 'range', field: word('a'), operator: '<', value: quoted('5') }],
    [
      'a: 1 OR b: 2 and not c: 3',
      {
        kind: 'or',
        nodes: [
          is('a', word('1')),
          {
            kind: 'and',
            nodes: [is('b', word('2')), { kind: 'not', node: is('c', word('3')) }],
          },
        ],
      },
    ],
    [
      '(a: 1 or b: 2) AND c: 3',
      {
        kind: 'and',
        nodes: [
          { kind: 'or', nodes: [is('a', word('1')), is('b', word('2'))] },
          is('c', word('3')),
        ],
      },
    ],
    [
      'a: (x or not (y and "z"))',
      {
        kind: 'or',
        nodes: [
          is('a', word('x')),
          {
            kind: 'not',
            node: { kind: 'and', nodes: [is('a', word('y')), is('a', quoted('z'))] },
          },
        ],
      },
    ],
    [
      'a: { b: 1 and c > 2 }',
      {
        kind: 'nested',
        field: word('a'),
        node: {
          kind: 'and',
          nodes: [
            is('b', word('1')),
            { kind: 'range', field: word('c'), operator: '>', value: word('2') },
          ],
        },
      },
    ],
  ])('parses %j', (text, expected) => {
    expect(parseKql(text)).toEqual(expected);
  });

  it.each([
    [
      'a: foo<bar',
      'KQLSyntaxError: Expected AND, OR, end of input but "<" found.\na: foo<bar\n------^',
    ],
    ['a:', 'KQLSyntaxError: Expected "(", "{", value but end of input found.\na:\n--^'],
    ['(a: 1', 'KQLSyntaxError: Expected AND, OR, ")" but end of input found.\n(a: 1\n-----^'],
    ['a: 1)', 'KQLSyntaxError: Expected AND, OR, end of input but ")" found.\na: 1)\n----^'],
    ['a > (1)', 'KQLSyntaxError: Expected literal but "(" found.\na > (1)\n----^'],
    [
      'a: 1 and',
      'KQLSyntaxError: Expected "(", NOT, field name, value but end of input found.\na: 1 and\n--------^',
    ],
    ['a: "x', 'KQLSyntaxError: Expected "\\"" but end of input found.\na: "x\n-----^'],
    [
      'a: x\\',
      'KQLSyntaxError: Expected a character after "\\" but end of input found.\na: x\\\n-----^',
    ],
    [
      'a: "\\u0000"',
      'KQLSyntaxError: Text must not hold U+0000 or half a character\na: "\\u0000"\n---^',
    ],
  ])('rejects %j', (text, message) => {
    expect(() => parseKql(text)).toThrow(new Error(message));
  });

  it('enforces its limits', () => {
    const clauses = (count: number) => Array.from({ length: count }, () => 'a: 1').join(' or ');
    const nested = (depth: number) => `${'('.repeat(depth)}a: 1${')'.repeat(depth)}`;
    expect(() => parseKql(clauses(SAVED_OBJECTS_LIMITS.filterClauses))).not.toThrow();
    expect(() => parseKql(clauses(SAVED_OBJECTS_LIMITS.filterClauses + 1))).toThrow(
      'Must not hold more than 16 clauses'
    );
    expect(() => parseKql(nested(SAVED_OBJECTS_LIMITS.filterDepth))).not.toThrow();
    expect(() => parseKql(nested(SAVED_OBJECTS_LIMITS.filterDepth + 1))).toThrow(
      'Must not be nested deeper than 32 levels'
    );
    expect(() => parseKql(`a: ${'not '.repeat(2_000)}b`)).toThrow(KqlSyntaxError);
    expect(() => parseKql(`a: ${'x'.repeat(SAVED_OBJECTS_LIMITS.filterLength)}`)).toThrow(
      'Must not be longer than 8192 characters'
    );
  });

  // @asvs V5.2/1
  it('throws only its own error, and creates no more nodes than characters (property)', () => {
    const syntax = fc.constantFrom(
      'a',
      'b.c',
      ':',
      ': ',
      ' and ',
      ' or ',
      'not ',
      '(',
      ')',
      '{',
      '}',
      '"',
      '\\',
      '*',
      '<',
      '>=',
      ' ',
      '\n',
      '\\u00',
      '\\u0041',
      '\ud800',
      '\u0000',
      'é',
      '5'
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(syntax, { maxLength: 60 }).map((parts) => parts.join('')),
          fc.string({ unit: 'binary' })
        ),
        (text) => {
          try {
            const node = parseKql(text);
            expect(node === undefined ? 0 : countNodes(node)).toBeLessThanOrEqual(text.length);
          } catch (error) {
            expect(error).toBeInstanceOf(KqlSyntaxError);
            expect((error as KqlSyntaxError).position).toBeLessThanOrEqual(text.length);
          }
        }
      ),
      { numRuns: 1_000 }
    );
  });

  it('returns any quoted or escaped text unchanged (property)', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((it) => !it.includes('\0'));
    fc.assert(
      fc.property(text, (value) => {
        const inQuotes = value.replaceAll(/["\\]/g, '\\$&');
        expect(parseKql(`a: "${inQuotes}"`)).toEqual(is('a', quoted(value)));
        const escaped = Array.from(value, (character) =>
          /[a-z0-9]/i.test(character) ? character : `\\${character}`
        ).join('');
        expect(parseKql(`a: x${escaped}`)).toEqual(is('a', word(`x${value}`)));
      })
    );
  });
});

function countNodes(node: KqlNode): number {
  if ('nodes' in node) return 1 + node.nodes.reduce((sum, part) => sum + countNodes(part), 0);
  return 'node' in node ? 1 + countNodes(node.node) : 1;
}
