import { decodeFirstSync as decode } from 'cbor';
import fc from 'fast-check';
import { parse } from 'yaml';
import { describe, expect, it } from '@jest/globals';
import { ENGINE_LIMITS } from '../../../../contracts/limits';
import { ADMIN_PASSWORD, cleanUp, login, startEngine } from '../../../testing/embedded';
import type { EngineCaller } from '../../../api/engine';
import type { EmbeddedEngine } from '../../embedded_engine';
import { encodeSmile } from './smile';
import { encodeYaml } from './yaml';
import { matchesWildcard } from '../../../access/patterns/wildcard';
import { FilterPath } from './filter_path';

const ROLES = '/_plugins/_security/api/roles';
let engine: EmbeddedEngine;
let admin: EngineCaller;
beforeAll(async () => {
  ({ engine } = await startEngine({}));
  admin = await login(engine, 'admin', ADMIN_PASSWORD);
});
afterAll(cleanUp);

const ask = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  engine.request(admin, { method: 'GET', path: `${ROLES}/all_access`, query, headers });
const put = (type: string, query = {}, headers = {}) =>
  engine.request(admin, {
    method: 'PUT',
    path: `${ROLES}/formed`,
    query,
    headers: { 'content-type': type, ...headers },
    rawBody: '{"description":"ä"}',
  });
const typeOf = ({ headers }: Awaited<ReturnType<typeof ask>>) => headers['content-type'];

describe('response format', () => {
  it('encodes the same content in CBOR as in JSON', async () => {
    const { body } = await ask({});
    for (const response of [
      await ask({ format: 'CBOR' }),
      await ask({}, { accept: 'application/cbor' }),
    ]) {
      expect(typeOf(response)).toBe('application/cbor');
      expect(decode(response.body as Buffer)).toEqual(body);
    }
    const refused = await ask({ format: 'cbor', nope: '' });
    expect([refused.statusCode, decode(refused.body as Buffer)]).toMatchObject([
      400,
      { status: 400 },
    ]);
  });

  it.each([
    ['the parameter', { format: 'smile' }, { accept: 'application/yaml' }, 'application/smile'],
    ['no such form', { format: 'nope' }, { accept: 'application/yaml' }, 'application/yaml'],
    ['what is accepted', {}, { accept: 'application/json' }, 'application/json; charset=UTF-8'],
    ['anything', {}, { accept: '*/*' }, 'application/cbor'],
    ['the form of the body', {}, {}, 'application/cbor'],
  ])('is selected by: %s', async (_what, query, headers, expected) => {
    const response = await put('application/cbor', query, headers);
    expect([typeOf(response), [200, 201].includes(response.statusCode)]).toEqual([expected, true]);
  });

  it('requires a known content type of the body', async () => {
    expect((await put('application/x-yaml')).statusCode).toBe(406);
    expect((await put('application/vnd.opensearch+json')).statusCode).toBe(200);
  });

  it('rejects a CBOR response beyond the size limit', async () => {
    const count = Math.ceil(ENGINE_LIMITS.encodedAnswerBytes / 90_000);
    for (let n = 0; n < count; n++) {
      const dls = JSON.stringify({ term: { a: 'x'.repeat(90_000) } });
      const index_permissions = [{ index_patterns: ['a'], dls, allowed_actions: ['read'] }];
      await engine.request(admin, {
        method: 'PUT',
        path: `${ROLES}/large${n}`,
        body: { index_permissions },
      });
    }
    const all = await engine.request(admin, {
      method: 'GET',
      path: ROLES,
      query: { format: 'cbor' },
    });
    expect(all).toMatchObject({
      statusCode: 413,
      body: { message: expect.stringContaining('CBOR') },
    });
  });
});

it('encodes YAML as a cluster does', () => {
  const value = {
    readall: { reserved: true, description: 'a: "b"\n\u2028', list: [], 'a b': {}, no: null },
    entries: [{ patterns: ['*'], more: { deep: [1, [2]] } }, [], 'x'],
  };
  const text = encodeYaml(value);
  expect(text).toBe(`---
readall:
  reserved: true
  description: "a: \\"b\\"\\n\\u2028"
  list: []
  "a b": {}
  "no": null
entries:
- patterns:
  - "*"
  more:
    deep:
    - 1
    - - 2
- []
- "x"
`);
  for (const version of ['1.1', '1.2'] as const) expect(parse(text, { version })).toEqual(value);
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (json) => {
      const body = JSON.parse(JSON.stringify(json));
      expect(parse(encodeYaml(body), { version: '1.1' })).toEqual(body);
    })
  );
  expect(encodeYaml({})).toBe('--- {}\n');
});

/** Bytes according to the tables of the specification; real clusters can read them. */
it.each([
  ['an object', { a: 1, ä: -1 }, 'fa 80 61 c2 c0 c3a4 c1 fb'],
  ['a list', [true, false, null, ''], 'f8 23 22 21 20 f9'],
  [
    'whole numbers',
    [15, -16, 16, 2 ** 31, -(2 ** 40)],
    'f8 de df 24 a0 25 20 00 00 00 80 25 7f 7f 7f 7f 7f bf f9',
  ],
  ['a fraction', 1.5, '29 00 3f 7c 00 00 00 00 00 00 00'],
  ['texts', ['ab', 'a'.repeat(33), 'ä'], `f8 41 6162 60 ${'61'.repeat(33)} 80 c3a4 f9`],
  ['long texts', 'ä'.repeat(40), `e4 ${'c3a4'.repeat(40)} fc`],
  ['a long name', { ['a'.repeat(65)]: null }, `fa 34 ${'61'.repeat(65)} fc 21 fb`],
])('encodes %s in Smile', (_what, value, hex) => {
  expect(encodeSmile(value).toString('hex')).toBe(`3a290a00${hex.replaceAll(' ', '')}`);
});

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
