import * as fc from 'fast-check';
import { SAVED_OBJECTS_LIMITS } from '../../../common';
import { parseSearch } from './query_parser';

const text = (value: string, isPrefix = false) => ({ kind: 'text', text: value, isPrefix });

describe('parseSearch', () => {
  it.each([
    ['', 'OR', { kind: 'all' }],
    ['*', 'OR', { kind: 'all' }],
    ['!!!', 'OR', text('!!!')],
    ['sales', 'OR', text('sales')],
    ['sales report', 'OR', { kind: 'or', nodes: [text('sales'), text('report')] }],
    ['sales report', 'AND', { kind: 'and', nodes: [text('sales'), text('report')] }],
    ['sales +report', 'OR', { kind: 'and', nodes: [text('sales'), text('report')] }],
    ['sales | report', 'AND', { kind: 'or', nodes: [text('sales'), text('report')] }],
    ['"monthly closing"~2', 'OR', text('monthly closing')],
    ['mon*', 'OR', text('mon', true)],
    ['logstash-2024*', 'OR', text('logstash-2024', true)],
    ['-old', 'OR', { kind: 'and', nodes: [{ kind: 'not', node: text('old') }] }],
    [
      'sales -old',
      'OR',
      { kind: 'and', nodes: [text('sales'), { kind: 'not', node: text('old') }] },
    ],
    [
      'a (b | c)',
      'AND',
      { kind: 'and', nodes: [text('a'), { kind: 'or', nodes: [text('b'), text('c')] }] },
    ],
    ['R & D', 'AND', { kind: 'and', nodes: [text('R'), text('&'), text('D')] }],
    ['un\\(closed', 'OR', text('un(closed')],
  ] as const)('parses %j with %s', (text, operator, expected) => {
    expect(parseSearch(text, operator)).toEqual(expected);
  });

  it('never throws, and returns no more text than its input (property)', () => {
    const syntax = fc.string({
      unit: fc.constantFrom('"', '(', ')', '+', '-', '|', '*', '\\', '~', ' ', 'a', 'é', ':'),
    });
    fc.assert(
      fc.property(
        fc.oneof(syntax, fc.string({ unit: 'grapheme' })),
        fc.constantFrom('AND' as const, 'OR' as const),
        (given, operator) => {
          const texts = textsOf(parseSearch(given, operator));
          expect(texts.length).toBeLessThanOrEqual(SAVED_OBJECTS_LIMITS.searchWords * 3);
          expect(texts.join('').length).toBeLessThanOrEqual(given.length);
        }
      )
    );
  });
});

function textsOf(node: ReturnType<typeof parseSearch>): string[] {
  if (node.kind === 'text') return [node.text];
  if (node.kind === 'not') return textsOf(node.node);
  return 'nodes' in node ? node.nodes.flatMap(textsOf) : [];
}
