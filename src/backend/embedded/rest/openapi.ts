/**
 * Describes the management API as OpenAPI 3.1, from the route table and the payload rules that also
 * serve and validate requests, so that description and behavior cannot differ.
 */
import {
  ENGINE_CORE_ERROR,
  ENGINE_INVALID_PAYLOAD,
  ENGINE_MESSAGE,
  JSON_PATCH,
} from '../../../contracts/api/engine_envelopes';
import type { JsonSchema } from '../../../contracts/schema';
import type { ApiAccess } from './request/api_access';
import type { RestDeps, Route } from './request/request_context';
import { toSchema } from '../../model/payload_rules';
import { LEGACY_PREFIX, PREFIX } from '../../model/paths';
import { allRoutes } from './routes';
import { DEFAULT_SETTINGS } from '../../api/settings';

/**
 * Schemas that many routes share: the envelopes and the JSON patch. Source:
 * docs/reference/engine.md#envelopes-and-transport and #json-patch.
 */
const SCHEMAS = {
  Message: ENGINE_MESSAGE,
  InvalidPayload: ENGINE_INVALID_PAYLOAD,
  CoreError: ENGINE_CORE_ERROR,
  JsonPatch: JSON_PATCH,
} as const;

const oneOf = (...names: readonly string[]) => ({
  'application/json': {
    schema: { anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
  },
});

const COMMON_RESPONSES = {
  400: {
    description: 'The request cannot be understood',
    content: oneOf('InvalidPayload', 'Message', 'CoreError'),
  },
  401: {
    description: 'Nobody, or wrong credentials',
    content: { 'text/plain': { schema: { type: 'string' } } },
  },
  403: {
    description: 'No permission, or a protected entry; without a word where only servers may ask',
    content: { ...oneOf('Message', 'CoreError'), 'text/plain': { schema: { type: 'string' } } },
  },
} as const;

type Json = Readonly<Record<string, unknown>>;

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Done, or the answer',
  201: 'Created',
  404: 'No such entry, or not visible to the caller',
  409: 'Conflict: a concurrent change, or one that would lock administrators out',
  412: 'Changed since it was read (`if-match`), or there already (`if-none-match: *`)',
  501: 'Not supported',
  503: 'Not available now',
};

/** The published document. */
export function openApiDocument(): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of documentedRoutes()) {
    const path = `${route.prefix === 'legacy' ? LEGACY_PREFIX : PREFIX}${route.path}`;
    for (const method of route.methods)
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(route, path, method) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Security API',
      version: '1.0.0',
      description:
        'The REST API of the OpenSearch Security plugin as the embedded engine serves it. ' +
        'The older prefix /_opendistro/_security answers as well.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ basic: [] }],
    tags: [...new Set(documentedRoutes().map(toTag))].sort().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
      schemas: SCHEMAS,
      responses: COMMON_RESPONSES,
      parameters: {
        ifMatch: headerParameter(
          'if-match',
          'Change only this version; the `etag` of an earlier answer.'
        ),
        ifNoneMatch: headerParameter('if-none-match', '`*` creates and never replaces.'),
      },
    },
  };
}

function documentedRoutes(): readonly Route[] {
  // Creating the routes reads only the settings and calls nothing.
  const deps = { settings: { ...DEFAULT_SETTINGS, hasNodesDnApi: true } } as RestDeps;
  return allRoutes(deps, {} as ApiAccess).filter(({ path }) => !path.startsWith('//'));
}

function operation(route: Route, path: string, method: string): Json {
  const { doc, access } = route;
  const parameters = [...pathParameters(path), ...queryParameters(route), ...preconditions(route)];
  return {
    operationId: operationId(method, path),
    summary: doc?.summary ?? `${method} ${path}`,
    tags: [toTag(route)],
    ...(access === 'anyone' ? { security: [] } : {}),
    ...(ACCESS_DESCRIPTIONS[access]
      ? { 'x-access': ACCESS_DESCRIPTIONS[access] }
      : { 'x-access': 'admin', 'x-rights': [`${method} ${access}`, ...(doc?.rights ?? [])] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...toBody(route),
    responses: toResponses(route),
  };
}

/**
 * Access levels in the terms of the server's own routes; named endpoints need API access to them.
 */
const ACCESS_DESCRIPTIONS: Readonly<Partial<Record<Route['access'], string>>> = {
  anyone: 'public',
  authenticated: 'user',
  // Every user has an account.
  ACCOUNT: 'user',
};

const operationId = (method: string, path: string): string =>
  `${method.toLowerCase()}_${path
    .replace(/^\/_\w+\/_security\//, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/_$/, '')}`;

/** `/api/roles/{name}` belongs to `roles`. */
const toTag = ({ path }: Route): string => path.replace(/^\/(api\/)?/, '').split('/')[0] ?? '';

const pathParameters = (path: string): readonly Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: 256 },
  }));

const queryParameters = ({ query = [] }: Route): readonly Json[] =>
  query.map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } }));

const preconditions = ({ doc }: Route): readonly Json[] =>
  doc?.statuses?.includes(412)
    ? [{ $ref: '#/components/parameters/ifMatch' }, { $ref: '#/components/parameters/ifNoneMatch' }]
    : [];

function toBody({ doc }: Route): Json {
  const schema: JsonSchema | undefined = doc?.isPatch
    ? { $ref: '#/components/schemas/JsonPatch' }
    : (doc?.ownBody ?? (doc?.body && toSchema(doc.body)));
  return schema
    ? { requestBody: { required: true, content: { 'application/json': { schema } } } }
    : {};
}

function toResponses({ doc, access }: Route): Json {
  const own = [200, ...(doc?.statuses ?? [])].map((status) => [
    String(status),
    { description: STATUS_DESCRIPTIONS[status] ?? '', ...toResponse(status, doc?.responseSchema) },
  ]);
  const common = access === 'anyone' ? ['400'] : ['400', '401', '403'];
  const references = common.map((status) => [status, { $ref: `#/components/responses/${status}` }]);
  return Object.fromEntries(
    [...own, ...references].sort(([a], [b]) => String(a).localeCompare(String(b)))
  );
}

function toResponse(status: number, response: JsonSchema | undefined): Json {
  const schema = status < 300 && response ? response : { $ref: '#/components/schemas/Message' };
  return { content: { 'application/json': { schema } } };
}

const headerParameter = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

/** The published description of the management API. */
