/** Fields of DLS queries that the restricted user cannot search. */
import type { Restrictions } from '../../../contracts/api';
import { unsearchableFields } from './unsearchable_fields';

type Fields = Restrictions['fields'];
type Masking = Restrictions['masking'];
const ALL: Fields = { mode: 'all', fields: [] };
const UNMASKED: Masking = { mode: 'none', fields: [] };
const found = (queries: readonly object[], fields: Fields, masking: Masking = UNMASKED) =>
  unsearchableFields({
    documents: { mode: 'some', queries: queries.map((query) => JSON.stringify(query)) },
    fields,
    masking,
  });
const blind = (...args: Parameters<typeof found>) => found(...args).blind_fields ?? [];
const no = (...fields: string[]): Fields => ({ mode: 'exclude', fields });
const only = (...fields: string[]): Fields => ({ mode: 'include', fields });
const term = (field: string) => ({ term: { [field]: 'x' } });

it('returns nothing without hidden fields or without queries', () => {
  expect(blind([term('a')], ALL)).toEqual([]);
  expect(
    unsearchableFields({
      documents: { mode: 'all', queries: [] },
      fields: no('a'),
      masking: UNMASKED,
    })
  ).toEqual({});
  expect(blind([term('a')], no('b'))).toEqual([]);
});

it('returns hidden and masked fields with their subfields, ascending', () => {
  const queries = ['z', 'a.b', 'a', 'c.keyword', '_id'].map(term);
  expect(blind(queries, no('a', 'c', '_id'))).toEqual(['a', 'a.b', 'c.keyword']);
  expect(blind(queries, only('a', 'z'))).toEqual(['c.keyword']);
  expect(blind(queries, ALL, { mode: 'some', fields: ['z::SHA-256', 'a.*'] })).toEqual([
    'a.b',
    'z',
  ]);
  expect(blind(queries, no('a'), { mode: 'some', fields: ['z'] })).toEqual(['a', 'a.b', 'z']);
});

it.each<[string, object, readonly string[]]>([
  ['a field as a key', { range: { a: { gte: 1 } } }, ['a']],
  ['several keys', { match: { a: 'x', b: 'y' } }, ['a', 'b']],
  [
    'a key besides options',
    { geo_distance: { distance: '1km', place: '1,1', boost: 2 } },
    ['place'],
  ],
  ['a field by name', { exists: { field: 'a' } }, ['a']],
  [
    'fields by name, with weights',
    { multi_match: { query: 'x', fields: ['a^2', 'b', 3] } },
    ['a', 'b'],
  ],
  [
    'an inner query',
    { bool: { must: [{ nested: { path: 'p', query: { prefix: { 'p.a': 'x' } } } }] } },
    ['p.a'],
  ],
  ['no object', { term: 'a', bool: { filter: 7 } }, []],
])('collects the fields of queries: %s', (_what, query, expected) => {
  expect(blind([query], only('nothing'))).toEqual(expected);
});

describe('fields whose searchability depends on the mapping', () => {
  const masked: Masking = { mode: 'some', fields: ['k::SHA-512', 'secret*'] };
  const exists = (field: string) => ({ exists: { field } });
  it.each<[string, object, object]>([
    ['a masked field in an exists query', exists('k'), { uncertain_fields: ['k'] }],
    ['a visible field', exists('open'), {}],
    ['all fields of a query_string', { query_string: { query: 'x' } }, { uncertain_fields: ['*'] }],
    ['all fields of a multi_match', { multi_match: { query: 'x' } }, { uncertain_fields: ['*'] }],
    [
      'a wildcard that matches masked fields',
      { simple_query_string: { query: 'x', fields: ['se*', 'op*'] } },
      { uncertain_fields: ['se*'] },
    ],
    [
      'a masked default field',
      { query_string: { query: 'x', default_field: 'k' } },
      { blind_fields: ['k'] },
    ],
    [
      'fields named in the text',
      { query_string: { query: 'k:x AND _exists_:secret1 OR open:(y)', fields: ['open'] } },
      { blind_fields: ['k'], uncertain_fields: ['secret1'] },
    ],
  ])('include or exclude %s', (_what, query, expected) => {
    expect(found([query], ALL, masked)).toEqual(expected);
  });
  it('exclude hidden fields, whose presence cannot be searched either', () => {
    expect(found([exists('a')], no('a'))).toEqual({ blind_fields: ['a'] });
    expect(found([{ query_string: { query: 'x' } }], only('a'))).toEqual({
      uncertain_fields: ['*'],
    });
  });
});
