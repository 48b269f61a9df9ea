/** Generates OpenAPI 3.1 from the registered routes, so that description and server agree. */
import { STATUS_CODES } from 'node:http';
import type { TObject, TSchema } from '@sinclair/typebox';
import type { RequiredRights } from '../../contracts/api';
import { SERVER_ERRORS, VALIDATION_ERRORS, type ErrorDefinition } from '../../contracts/errors';
import type { ResponseSchema, RouteConfig } from '../../core/server/http/types';
import type { Server } from '../../core/server/server';

export type Json = Readonly<Record<string, unknown>>;
type Route = Server['routes'][number];

const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE'];
const XSRF_PARAMETER = { $ref: '#/components/parameters/xsrf' };
const CLUSTER_PARAMETER = { $ref: '#/components/parameters/cluster' };

/** Operations by path and method. @throws {Error} for a route without a description */
export function routePaths(routes: Server['routes']): Readonly<Record<string, Json>> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    for (const path of listPaths(route.config.path)) {
      const method = route.method.toLowerCase();
      if (paths[path]?.[method])
        throw new Error(`There are two operations ${route.method} ${path}.`);
      paths[path] = { ...paths[path], [method]: operation(route, path) };
    }
  }
  return paths;
}

/** `/a/{b?}` becomes two paths. `{b*}` may contain slashes, which OpenAPI cannot express. */
const listPaths = (path: string): readonly string[] =>
  path.endsWith('?}')
    ? [path.slice(0, path.lastIndexOf('/')), path.replace('?}', '}')]
    : [path.replace('*}', '}')];

function operation({ method, config }: Route, path: string): Json {
  const { doc, validate, options } = config;
  if (!doc) throw new Error(`The route ${method} ${path} has no doc.`);
  const isChange = CHANGING.includes(method);
  const parameters = [
    ...pathParameters(path, (validate && validate.params) || undefined),
    ...queryParameters((validate && validate.query) || undefined),
    ...Object.entries(doc.headers ?? {}).map(([name, description]) =>
      parameter('header', name, { type: 'string' }, false, description)
    ),
    ...(options.forClusters ? [CLUSTER_PARAMETER] : []),
    ...(isChange && options.xsrfRequired !== false ? [XSRF_PARAMETER] : []),
  ];
  return {
    operationId: operationId(method, path),
    summary: doc.summary,
    tags: [toTag(path)],
    security: getSecurity(options),
    'x-access': options.access,
    ...(options.access === 'admin' && { 'x-rights': getRights(method, path, options.rights) }),
    ...(parameters.length > 0 && { parameters }),
    ...toBody(config),
    responses: toResponses(config, isChange),
  };
}

/** @throws {Error} for a route that does not say what it needs */
function getRights(
  method: string,
  path: string,
  rights: RouteConfig['options']['rights']
): RequiredRights {
  if (rights === undefined) throw new Error(`The route ${method} ${path} declares no rights.`);
  return rights;
}

const CREDENTIALS = [{ basic: [] }, { session: [] }];
const SECURITY: Readonly<Record<RouteConfig['options']['access'], readonly Json[]>> = {
  public: [],
  optional: [{}, ...CREDENTIALS],
  user: CREDENTIALS,
  admin: CREDENTIALS,
};

function getSecurity({ access, forCollectors }: RouteConfig['options']): readonly Json[] {
  const schemes = SECURITY[access];
  return forCollectors && access !== 'public' ? [...schemes, { collector: [] }] : schemes;
}

const operationId = (method: string, path: string): string =>
  `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '') || '_root'}`;

/** The tag of a path: `/api/v1/search/{resource}` gets `search`, pages and files get `pages`. */
function toTag(path: string): string {
  const [, tag] = /^\/(?:api\/v1|api|auth)\/([^/{]+)/.exec(path) ?? [];
  return path.startsWith('/auth/') ? 'auth' : (tag ?? 'pages');
}

const parameter = (
  where: 'path' | 'query' | 'header',
  name: string,
  schema: unknown,
  required: boolean,
  description?: string
): Json => ({
  name,
  in: where,
  required,
  ...(description !== undefined && { description }),
  schema,
});

function pathParameters(path: string, schema: TSchema | undefined): readonly Json[] {
  const known = (schema as TObject | undefined)?.properties ?? {};
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    parameter('path', name, known[name] ?? { type: 'string' }, true)
  );
}

function queryParameters(schema: TSchema | undefined): readonly Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Partial<TObject>;
  return Object.entries(properties).map(([name, { description, ...inner }]) =>
    parameter('query', name, inner, required.includes(name), description as string | undefined)
  );
}

function toBody({ doc, validate, options }: RouteConfig): Json {
  const schema = validate ? (doc?.body ?? validate.body) : undefined;
  if (!schema) return {};
  const types = options.body?.accepts ?? ['application/json'];
  return {
    requestBody: {
      required: !allowsNull(schema),
      content: Object.fromEntries(
        types.map((type) => [type, { schema: type.endsWith('json') ? schema : { type: 'string' } }])
      ),
    },
  };
}

const allowsNull = ({ anyOf }: TSchema): boolean =>
  (anyOf as TSchema[] | undefined)?.some(({ type }) => type === 'null') ?? false;

function toResponses(config: RouteConfig, isChange: boolean): Json {
  const { doc, validate, options } = config;
  const { access } = options;
  const errors = [
    ...(doc?.errors ?? []),
    ...(validate ? Object.values(VALIDATION_ERRORS) : []),
    ...(validate && validate.body ? [SERVER_ERRORS.bodyTooLarge] : []),
    ...(isChange && options.xsrfRequired !== false ? [SERVER_ERRORS.xsrfHeaderMissing] : []),
    ...(access === 'user' || access === 'admin' ? [SERVER_ERRORS.authenticationRequired] : []),
    ...(access === 'admin' ? [SERVER_ERRORS.noApiAccess] : []),
    ...(options.rights === 'full' ? [SERVER_ERRORS.fullAdministratorsOnly] : []),
    ...(options.rateLimitPerMinute === undefined ? [] : [SERVER_ERRORS.tooManyRequests]),
  ];
  const refused = Object.fromEntries(denials(errors));
  const responses = Object.entries(doc?.responses ?? {}).map(([status, schema]) => [
    status,
    { ...toResponse(Number(status), schema), ...describedAs(refused[status]) },
  ]);
  return { ...refused, ...Object.fromEntries(responses), default: DEFAULT };
}

/** An error with its own description also keeps its list of codes. */
const describedAs = (error: Json | undefined): Json =>
  error ? { description: error['description'] } : {};

const DEFAULT = { $ref: '#/components/responses/error' };

function toResponse(status: number, schema: ResponseSchema): Json {
  const description = STATUS_CODES[status] ?? '';
  if (schema === null) return { description };
  const [type, content] =
    'contentType' in schema
      ? [schema.contentType || '*/*', { type: 'string' }]
      : ['application/json', schema];
  return { description, content: { [type]: { schema: content } } };
}

/** One response for each error status, with its possible codes. */
function denials(errors: readonly ErrorDefinition[]): [string, Json][] {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b);
  return statuses.map((status) => [
    String(status),
    {
      description: [...new Set(errors.filter((error) => error.status === status))]
        .map(({ code, defaultMessage }) => `\`${code}\`: ${defaultMessage.replaceAll("''", "'")}`)
        .join('\n\n'),
      content: DEFAULT_CONTENT,
    },
  ]);
}
export const DEFAULT_CONTENT = {
  'application/json': { schema: { $ref: '#/components/schemas/Error' } },
};
