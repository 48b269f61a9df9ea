import * as fc from 'fast-check';
import { SAVED_OBJECTS_LIMITS } from '../../../../contracts/limits';
import type { SearchNode } from '../../../api/saved_objects';
import { toFtsExpression } from './fts_expression';
import { sortKey, tokenize, toWords } from '../../../text_search/tokens';
import { toWordNode } from '../../../text_search/word_node';
import { assertFewWords, toWordPatterns } from '../../../text_search/word_patterns';
import { openSavedObjects } from '../../../testing/stores';
import { temporaryFolder } from '../../../../../test/helpers/temporary_folder';

const EVERYWHERE = { kind: 'everywhere' } as const;
const text = (value: string, isPrefix = false): SearchNode => ({
  kind: 'text',
  text: value,
  isPrefix,
});
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

  it('excludes JSON text from the search', () => {
    expect(
      toWords({ title: 'A', panelsJSON: '[{"x":1}]', nested: { note: 'deep' } }, 'title')
    ).toEqual({
      title: 'a',
      description: '',
      rest: 'deep',
      fields: expect.stringMatching(/^f\w{7}deep$/) as string,
    });
  });

  it('creates sort keys that ignore case, accents and control characters', () => {
    expect(sortKey('  École\u0000x ')).toBe('ecole x');
  });
});

describe('toWordNode', () => {
  it.each<[string, SearchNode, unknown]>([
    ['a phrase', text('monthly-closing'), words('monthly', 'closing')],
    ['a prefix', text('Mon', true), { kind: 'words', words: ['mon'], isPrefix: true }],
    ['text without words', text('!!!'), { kind: 'none' }],
    [
      'text without words beside others',
      { kind: 'and', nodes: [text('r'), text('&'), text('d')] },
      { kind: 'and', nodes: [words('r'), words('d')] },
    ],
    ['one word that is left', { kind: 'or', nodes: [text('&'), text('d')] }, words('d')],
    [
      'nothing but exclusions',
      { kind: 'and', nodes: [{ kind: 'not', node: text('old') }] },
      { kind: 'and', nodes: [{ kind: 'all' }, { kind: 'not', node: words('old') }] },
    ],
    [
      'an exclusion without words',
      { kind: 'and', nodes: [{ kind: 'not', node: text('!') }] },
      { kind: 'none' },
    ],
    ['everything', { kind: 'all' }, { kind: 'all' }],
  ])('converts %s', (_name, search, expected) => {
    expect(toWordNode(search)).toEqual(expected);
  });

  it('ignores words beyond the limit of one search', () => {
    const { searchWords } = SAVED_OBJECTS_LIMITS;
    const nodes = Array.from({ length: searchWords + 1 }, (_, index) => text(`w${index}`));
    expect(toWordNode({ kind: 'or', nodes })).toMatchObject({
      nodes: { length: searchWords },
    });
  });

  it('escapes query syntax (property)', () => {
    const { node } = fc.letrec<{ node: SearchNode }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.record({
          kind: fc.constant('text' as const),
          text: fc.oneof(
            fc.string({
              unit: fc.constantFrom('"', '(', ')', '+', '-', '*', '^', ':', '{', ' ', 'a', 'é'),
            }),
            fc.string({ unit: 'grapheme' })
          ),
          isPrefix: fc.boolean(),
        }),
        fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          nodes: fc.array(tie('node'), { maxLength: 3 }),
        }),
        tie('node').map((inner): SearchNode => ({
          kind: 'and',
          nodes: [{ kind: 'not', node: inner }],
        }))
      ),
    }));
    fc.assert(
      fc.property(node, (search) => {
        const expression = toFtsExpression(toWordNode(search), EVERYWHERE);
        if (expression === undefined || expression === 'all') return;
        expect(
          expression.text.replaceAll(
            /"[\p{L}\p{N} ]*"|\{title description rest\} :|every : any|AND|OR|NOT|[ ()*]/gu,
            ''
          )
        ).toBe('');
      })
    );
  });
});

describe('toWordPatterns', () => {
  it.each([
    [
      'one of two words',
      { pieces: ['sales report'], isQuoted: false },
      [[{ words: ['sales'], isPrefix: false }], [{ words: ['report'], isPrefix: false }]],
    ],
    [
      'a phrase',
      { pieces: ['sales report'], isQuoted: true },
      [[{ words: ['sales', 'report'], isPrefix: false }]],
    ],
    ['a prefix', { pieces: ['sal', ''], isQuoted: false }, [[{ words: ['sal'], isPrefix: true }]]],
    ['a wildcard inside', { pieces: ['s', 'es'], isQuoted: false }, [[{ pieces: ['s', 'es'] }]]],
    ['anything', { pieces: ['', ''], isQuoted: false }, [[]]],
    ['no word', { pieces: ['!'], isQuoted: false }, []],
  ])('converts %s', (_name, literal, expected) => {
    expect(toWordPatterns(literal)).toEqual(expected);
  });

  it('rejects more words and wildcards than the limits allow', () => {
    const { filterPatternWords, searchWords } = SAVED_OBJECTS_LIMITS;
    const about = (pieces: string[]) =>
      assertFewWords({
        kind: 'field',
        type: 't',
        field: { attribute: ['title'] },
        test: { kind: 'equals', literal: { pieces, isQuoted: false } },
      });
    const list = (count: number, word: string) =>
      Array.from({ length: count }, () => word).join(' ');
    const wild = (count: number) => about(list(count, 'a*b').split('*'));
    expect(() => about([list(searchWords, 'w')])).not.toThrow();
    expect(() => about([list(searchWords + 1, 'w')])).toThrow('must not have more than');
    expect(() => wild(filterPatternWords)).not.toThrow();
    expect(() => wild(filterPatternWords + 1)).toThrow('have a wildcard before their end');
  });
});

describe('toFtsExpression', () => {
  it('searches the requested columns and fields', () => {
    const target = { kind: 'fields', columns: ['title'], paths: ['note'] } as const;
    expect(toFtsExpression(toWordNode(text('sale', true)), target)).toEqual({
      text: expect.stringMatching(
        /^\(fields : "f\w{7}sale" \*\) OR \(\{title\} : "sale" \*\)$/
      ) as string,
      isCheapToProbe: false,
    });
  });

  it('subtracts exclusions from the other matches', () => {
    expect(
      toFtsExpression(
        toWordNode({ kind: 'and', nodes: [text('a'), { kind: 'not', node: text('b') }] }),
        EVERYWHERE
      )
    ).toEqual({
      text: '(({title description rest} : "a")) NOT ({title description rest} : "b")',
      isCheapToProbe: true,
    });
  });
});

describe('merging of segments', () => {
  const dir = temporaryFolder();

  const { database, openStore } = openSavedObjects(dir);

  const store = openStore({ kind: 'server' }, '');

  afterAll(() => {
    database.close();
  });

  const write = (numbers: readonly number[], word: string) =>
    store.write(
      numbers.map((number) => ({
        kind: 'create',
        type: 'dashboard',
        id: `d${number}`,
        overwrite: true,
        attributes: { title: `${word} ${number}`, description: `${word}${number}`.repeat(40) },
        references: [],
        titleField: 'title',
        maxBytes: 10_000,
      }))
    );

  const segments = () =>
    database.get<{ count: number }>('SELECT count(DISTINCT segid) AS count FROM object_words_idx')
      ?.count;

  it('keeps the number of segments small, for single and bulk writes', async () => {
    for (let number = 0; number < 300; number++) await write([number], 'before');
    expect(segments()).toBeLessThan(20);
    const all = Array.from({ length: 1_000 }, (_, number) => number);
    for (const word of ['again', 'after']) await write(all, word);
    expect(segments()).toBeLessThan(20);
  });
});
