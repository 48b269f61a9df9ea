/**
 * The published API description: well-formed, and consistent with the rules that validate requests.
 */
import Ajv2020 from 'ajv/dist/2020';
import { cleanUp, clientOf, INTERNAL, startEngine } from '../../testing/embedded';
import type { HttpMethod } from '../../api/engine';
import { openApiDocument } from '../rest/openapi';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly $ref?: string;
  }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Schema } };
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}
type Schema = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
};

const document = openApiDocument() as {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase() as HttpMethod,
    operation,
  }))
);
const bodies = operations.flatMap(({ operation: { requestBody }, ...rest }) => {
  const schema = requestBody?.content['application/json'].schema;
  return schema?.properties ? [{ ...rest, schema, properties: schema.properties }] : [];
});

afterAll(cleanUp);

it('contains every collection with its methods, and a unique id and description per operation', () => {
  expect(document.openapi).toBe('3.1.0');
  for (const type of [
    'internalusers',
    'roles',
    'rolesmapping',
    'actiongroups',
    'tenants',
    'nodesdn',
  ]) {
    expect(Object.keys(document.paths[`/_plugins/_security/api/${type}`] ?? {}).sort()).toEqual([
      'get',
      'patch',
    ]);
    expect(
      Object.keys(document.paths[`/_plugins/_security/api/${type}/{name}`] ?? {}).sort()
    ).toEqual(['delete', 'get', 'patch', 'put']);
  }
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(
    operations.length
  );
  // A summary that repeats the path means that the route is undocumented.
  expect(operations.filter(({ path, operation }) => operation.summary.includes(path))).toEqual([]);
});

it('declares each placeholder of each path, and has no broken references', () => {
  for (const { path, operation } of operations) {
    const declared = (operation.parameters ?? [])
      .filter((one) => one.in === 'path')
      .map(({ name }) => name);
    expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  }
  for (const [, group = '', name = ''] of JSON.stringify(document).matchAll(
    /"#\/components\/(\w+)\/([^"]+)"/g
  )) {
    expect(Object.keys(document.components[group] ?? {})).toContain(name);
  }
});

it('has schemas that a strict validator compiles', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  ajv.addKeyword('components');
  ajv.addSchema({ $id: 'api', components: document.components } as object, 'api');
  const text = (schema: unknown) =>
    JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
  for (const { operation } of operations) {
    const schemas = [
      operation.requestBody?.content,
      ...Object.values(operation.responses).map(({ content }) => content),
    ];
    for (const schema of schemas.flatMap((content) =>
      Object.values(content ?? {}).map((one) => one.schema)
    )) {
      expect(() => ajv.compile(JSON.parse(text(schema)) as object)).not.toThrow();
    }
  }
});

it('matches the validator: wrong types and unknown keys are rejected wherever a body is described', async () => {
  const { engine } = await startEngine({ settings: { hasNodesDnApi: true } });
  const internal = clientOf(engine, INTERNAL);
  expect(bodies.length).toBeGreaterThan(12);
  const wrongOf = (type: string | undefined) => (type === 'string' ? 1 : 'text');
  for (const { path, method, properties } of bodies) {
    // These routes validate their bodies themselves.
    if (path.endsWith('_upgrade_perform') || /token$/.test(path)) continue;
    const target = `/${path.replace('{name}', 'x')}`;
    for (const [key, { type }] of Object.entries(properties)) {
      const response = await internal(method, target, { [key]: wrongOf(type) });
      expect({ path, key, status: response.statusCode }).toEqual({ path, key, status: 400 });
    }
    expect(await internal(method, target, { 'no such key': 1 })).toMatchObject({
      statusCode: 400,
      body: { invalid_keys: { keys: 'no such key' } },
    });
  }
});

it('describes the actual responses to GET', async () => {
  const { engine } = await startEngine({ demo: true });
  const internal = clientOf(engine, INTERNAL);
  const ajv = new Ajv2020({ strict: false });
  const types = [
    'internalusers',
    'roles',
    'rolesmapping',
    'actiongroups',
    'tenants',
    'tenancy/config',
    'audit',
    'securityconfig',
    'allowlist',
  ];
  for (const type of types) {
    const path = `/_plugins/_security/api/${type}`;
    const schema =
      document.paths[path]?.['get']?.responses['200']?.content?.['application/json']?.schema;
    const { body } = await internal('GET', `/${path}`);
    const isValid = ajv.compile(schema as object);
    expect({ type, ok: isValid(body), errors: isValid.errors }).toEqual({
      type,
      ok: true,
      errors: null,
    });
  }
});
