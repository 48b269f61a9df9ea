/**
 * The published API description: routes of the server, and the engine API behind its entry points.
 */
import { ACCESS_EXPLANATION, LOCKOUT } from '../../contracts/api';
import { SAVED_OBJECT } from '../../contracts/api/saved_objects';
import { ERROR_BODY } from '../../contracts/api/server';
import { ENTITIES } from '../../contracts/entities';
import { openApiDocument as engineDocument } from '../../backend/embedded/rest/openapi';
import type { Server } from '../../core/server/server';
import { DEFAULT_CONTENT, routePaths, type Json } from './route_operations';
import { startWholeServer } from './whole_server';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { tags: readonly string[] }>>>>;
  readonly components: Readonly<Record<'schemas' | 'responses' | 'parameters', Json>> & Json;
}

/** Schemas that occur in many operations, which refer to them by name. */
const NAMED: Readonly<Record<string, object>> = {
  InternalUser: ENTITIES.internalusers.responseSchema,
  Role: ENTITIES.roles.responseSchema,
  RoleMapping: ENTITIES.rolesmapping.responseSchema,
  ActionGroup: ENTITIES.actiongroups.responseSchema,
  Tenant: ENTITIES.tenants.responseSchema,
  AccessExplanation: ACCESS_EXPLANATION,
  Lockout: LOCKOUT,
  SavedObject: SAVED_OBJECT,
  Error: ERROR_BODY,
};

/** Builds the published document. */
export function describe(routes: Server['routes']): Json {
  const engine = engineDocument() as unknown as Document & Json;
  const own = routePaths(routes) as Document['paths'];
  const { components } = engine;
  const paths = { ...sortPaths(own), ...engine.paths };
  const tags = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags))
  );
  return {
    ...engine,
    info: {
      ...(engine['info'] as Json),
      title: 'Security Dashboards',
      description:
        'Every call the server answers: its own routes, and below `/_plugins/_security` the REST API of the ' +
        'OpenSearch Security plugin as the embedded engine serves it. The older prefix ' +
        '/_opendistro/_security answers as well. Paths stand below `server.basePath`.',
    },
    tags: [...tags].sort().map((name) => ({ name })),
    paths: byName(paths),
    components: {
      ...components,
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        session: { type: 'apiKey', in: 'cookie', name: 'security_authentication' },
        collector: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of `metrics.token`, for collectors of metrics.',
        },
      },
      schemas: {
        ...(byName(components.schemas) as Json),
        ...Object.fromEntries(
          Object.entries(NAMED).map(([name, schema]) => [name, inside(schema)])
        ),
      },
      responses: {
        ...components.responses,
        error: { description: 'Refused, or failed', content: DEFAULT_CONTENT },
      },
      parameters: {
        ...components.parameters,
        cluster: {
          name: 'securitycluster',
          in: 'header',
          required: false,
          description: 'Id of a connected cluster. Default: this installation.',
          schema: { type: 'string' },
        },
        xsrf: {
          name: 'kbn-xsrf',
          in: 'header',
          required: true,
          description: 'Any value; `osd-xsrf` does as well.',
          schema: { type: 'string' },
        },
      },
    },
  };
}

const NAME_OF = new Map(
  Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name])
);

/** Replaces each named schema in a value by a reference. */
function byName(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = 'type' in value && NAME_OF.get(JSON.stringify(value));
  return name ? { $ref: `#/components/schemas/${name}` } : inside(value);
}

const inside = (value: object): unknown =>
  Array.isArray(value)
    ? value.map(byName)
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, byName(inner)]));

const sortPaths = (paths: Document['paths']): Document['paths'] =>
  Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The text of docs/reference/openapi.json. Starts the complete server to read its routes. */
export async function documentText(): Promise<string> {
  const server = await startWholeServer();
  try {
    return `${JSON.stringify(describe(server.routes), null, 2)}\n`;
  } finally {
    await server.stop();
  }
}
