/** The published API description: up to date, complete, well-formed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { parsePathPattern } from '../../core/server/http/routing/router';
import { describe as describeRoutes, documentText } from './document';

type Schema = object;
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

let text: string;
let document: Document;
beforeAll(async () => {
  text = await documentText();
  document = JSON.parse(text) as Document;
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  );

it('equals docs/reference/openapi.json (to update it: node scripts/openapi.js)', () => {
  const file = join(__dirname, '..', '..', '..', 'docs', 'reference', 'openapi.json');
  expect(readFileSync(file, 'utf8') === text).toBe(true);
});

it('rejects a route without a description', () => {
  const config = { path: '/api/silent', validate: false, options: { access: 'user' } } as const;
  const silent = { method: 'GET', config, pattern: parsePathPattern(config.path) } as const;
  const handler = () => ({ statusCode: 200 });
  expect(() => describeRoutes([{ ...silent, handler }])).toThrow('GET /api/silent has no doc');
  const doc = { summary: 'Says it', responses: { 204: null } };
  expect(describeRoutes([{ ...silent, handler, config: { ...config, doc } }])).toMatchObject({
    paths: { '/api/silent': { get: { summary: 'Says it', 'x-access': 'user' } } },
  });
});

it('names each operation once, and declares each parameter of its path', () => {
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, operation } of operations()) {
    expect(operation.summary).not.toBe('');
    const declared = (operation.parameters ?? [])
      .filter((one) => one.in === 'path')
      .map(({ name }) => name);
    expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  }
});

it('contains no broken reference, and only schemas that a validator compiles', () => {
  const references = [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(100);
  for (const [, group = '', name = ''] of references)
    expect(Object.keys(document.components[group] ?? {})).toContain(name);
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  ajv.addKeyword('components');
  ajv.addSchema({ $id: 'api', components: document.components } as object, 'api');
  for (const { operation } of operations()) {
    const contents = [operation.requestBody, ...Object.values(operation.responses)];
    for (const { schema } of contents.flatMap((one) => Object.values(one?.content ?? {}))) {
      const own = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
      expect(() => ajv.compile(JSON.parse(own) as object)).not.toThrow();
    }
  }
});
