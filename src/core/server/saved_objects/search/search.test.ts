import * as fc from 'fast-check';
import { toFtsExpression } from './fts_expression';
import { parseSearch } from './query_parser';
import { sortKey, tokenize, wordsOf } from './tokens';

const EVERYWHERE = { kind: 'everywhere' } as const;
const words = (...list: string[]) => ({ kind: 'words', words: list, isPrefix: false });

describe('tokenize', () => {
  it('splits at everything that is neither letter nor digit', () => {
    expect(tokenize('kibana_sample-data: Logs (2024)')).toEqual([
      'kibana',
      'sample',
      'data',
      'logs',
      '2024',
    ]);
  });

  it('ignores case and accents', () => {
    expect(tokenize('Übersicht Café')).toEqual(['ubersicht', 'cafe']);
  });

  it('splits scripts without spaces into characters', () => {
    expect(tokenize('売上report')).toEqual(['売', '上', 'report']);
  });

  it('leaves JSON text out of what is searched', () => {
    expect(
      wordsOf({ title: 'A', panelsJSON: '[{"x":1}]', nested: { note: 'deep' } }, 'title')
    ).toEqual({
      title: 'a',
      description: '',
      rest: 'deep',
      fields: expect.stringMatching(/^f\w{7}deep$/) as string,
    });
  });

  it('sorts titles without regard to case, accents and control characters', () => {
    expect(sortKey('  École\u0000x ')).toBe('ecole x');
  });
});

describe('parseSearch', () => {
  it.each([
    ['', 'OR', { kind: 'all' }],
    ['*', 'OR', { kind: 'all' }],
    ['!!!', 'OR', { kind: 'none' }],
    ['sales', 'OR', words('sales')],
    ['sales report', 'OR', { kind: 'or', nodes: [words('sales'), words('report')] }],
    ['sales report', 'AND', { kind: 'and', nodes: [words('sales'), words('report')] }],
    ['sales +report', 'OR', { kind: 'and', nodes: [words('sales'), words('report')] }],
    ['sales | report', 'AND', { kind: 'or', nodes: [words('sales'), words('report')] }],
    ['"monthly closing"~2', 'OR', words('monthly', 'closing')],
    ['mon*', 'OR', { kind: 'words', words: ['mon'], isPrefix: true }],
    ['logstash-2024*', 'OR', { kind: 'words', words: ['logstash', '2024'], isPrefix: true }],
    ['-old', 'OR', { kind: 'and', nodes: [{ kind: 'all' }, { kind: 'not', node: words('old') }] }],
    [
      'sales -old',
      'OR',
      { kind: 'and', nodes: [words('sales'), { kind: 'not', node: words('old') }] },
    ],
    [
      'a (b | c)',
      'AND',
      { kind: 'and', nodes: [words('a'), { kind: 'or', nodes: [words('b'), words('c')] }] },
    ],
    ['R & D', 'AND', { kind: 'and', nodes: [words('r'), words('d')] }],
    ['un\\(closed', 'OR', words('un', 'closed')],
  ] as const)('reads %j with %s', (text, operator, expected) => {
    expect(parseSearch(text, operator)).toEqual(expected);
  });

  it('never fails, and never makes an expression from foreign syntax (property)', () => {
    const syntax = fc.string({
      unit: fc.constantFrom(
        '"',
        '(',
        ')',
        '+',
        '-',
        '|',
        '*',
        '\\',
        '~',
        ' ',
        'a',
        'é',
        '^',
        ':',
        '{'
      ),
    });
    fc.assert(
      fc.property(
        fc.oneof(syntax, fc.string({ unit: 'grapheme' })),
        fc.constantFrom('AND' as const, 'OR' as const),
        (text, operator) => {
          const expression = toFtsExpression(parseSearch(text, operator), EVERYWHERE);
          if (expression === undefined || expression === 'all') return;
          expect(
            expression.text.replaceAll(
              /"[\p{L}\p{N} ]*"|\{title description rest\} :|every : any|AND|OR|NOT|[ ()*]/gu,
              ''
            )
          ).toBe('');
        }
      )
    );
  });
});

describe('toFtsExpression', () => {
  it('looks in the columns and fields asked for', () => {
    const target = { kind: 'fields', columns: ['title'], paths: ['note'] } as const;
    expect(toFtsExpression(parseSearch('sale*', 'OR'), target)).toEqual({
      text: expect.stringMatching(
        /^\(fields : "f\w{7}sale" \*\) OR \(\{title\} : "sale" \*\)$/
      ) as string,
      isCheapToProbe: false,
    });
  });

  it('excludes from what the rest finds', () => {
    expect(toFtsExpression(parseSearch('a -b', 'OR'), EVERYWHERE)).toEqual({
      text: '(({title description rest} : "a")) NOT ({title description rest} : "b")',
      isCheapToProbe: true,
    });
  });
});
