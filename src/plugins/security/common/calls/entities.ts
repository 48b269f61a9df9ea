/** Entities of the security configuration. */
import {
  BULK_DELETE_BODY,
  BULK_DELETE_RESPONSE,
  CHANGE_RESPONSE,
  CONFIRM_QUERY,
  defineCall,
  endpointFor,
  ENGINE_ERRORS,
  ENTITIES,
  listResponse,
  RENAME_BODY,
  RENAME_RESPONSE,
  RENAME_RIGHTS,
  RESOURCE_TYPES,
  saveBody,
  SEARCH_QUERY,
  SEARCH_RESPONSE,
  type Entity,
  type ListResponse,
  type ResourceType,
  PRECONDITIONS,
} from '@sd/contracts';
import { Type } from '@sinclair/typebox';
import { SAVE_QUERY } from '../call_parts';
import { SECURITY_ERRORS } from '../errors';

const resource = Type.Union(RESOURCE_TYPES.map((name) => Type.Literal(name)));
const id = Type.String({ minLength: 1 });
const CONFLICTS = [SECURITY_ERRORS.alreadyExists, SECURITY_ERRORS.staleVersion];

/** One route for each type of entities. */
function byType<T, R extends ResourceType = ResourceType>(
  differences: (type: R) => T,
  types: readonly R[] = RESOURCE_TYPES as readonly R[]
): { readonly parameter: 'resource'; readonly of: Readonly<Record<string, T>> } {
  const of = Object.fromEntries(types.map((type) => [type, differences(type)]));
  return { parameter: 'resource', of };
}

export const LIST_ENTITIES = defineCall({
  method: 'GET',
  path: '/api/v1/configuration/{resource}',
  forClusters: true,
  summary: 'Show all entries',
  access: 'admin',
  params: Type.Object({ resource }),
  responses: { 200: Type.Unsafe<ListResponse<ResourceType>>() },
  variants: byType((type) => ({
    summary: `Show all entries (${ENTITIES[type].noun})`,
    rights: [`GET ${endpointFor(type)}`],
    responses: { 200: listResponse(type) },
  })),
});

/** With `optional`, a missing entity is a 204: browsers log every 404 as an error. */
export const READ_ENTITY = defineCall({
  method: 'GET',
  path: '/api/v1/configuration/{resource}/{id}',
  forClusters: true,
  summary: 'Show one entry',
  access: 'admin',
  params: Type.Object({ resource, id }),
  query: Type.Object({ optional: Type.Optional(Type.Literal('true')) }),
  responses: { 200: Type.Unsafe<Entity>(), 204: null },
  errors: [SECURITY_ERRORS.noSuchEntity],
  variants: byType((type) => ({
    summary: `Show one entry (${ENTITIES[type].noun})`,
    rights: [`GET ${endpointFor(type)}`],
    responses: { 200: ENTITIES[type].responseSchema, 204: null },
  })),
});

/**
 * Creates or replaces an entity. `if-none-match: *` creates; `if-match: <etag>` replaces that
 * version. Only the engine validates the fields, so that entities of newer releases can be saved
 * with all their fields.
 */
export const SAVE_ENTITY = defineCall({
  method: 'POST',
  path: '/api/v1/configuration/{resource}/{id}',
  forClusters: true,
  summary: 'Create or replace an entry',
  access: 'admin',
  params: Type.Object({ resource, id }),
  query: SAVE_QUERY,
  body: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }),
  responses: { 200: CHANGE_RESPONSE },
  errors: [SECURITY_ERRORS.invalidName, ENGINE_ERRORS.reserved, ...CONFLICTS],
  headers: PRECONDITIONS,
  variants: byType((type) => ({
    summary: `Create or replace an entry (${ENTITIES[type].noun})`,
    rights: [`PUT ${endpointFor(type)}`],
    describedBody: saveBody(type),
  })),
});

/** Deleting a role deletes its mapping. */
export const DELETE_ENTITY = defineCall({
  method: 'DELETE',
  path: '/api/v1/configuration/{resource}/{id}',
  forClusters: true,
  summary: 'Delete an entry',
  access: 'admin',
  params: Type.Object({ resource, id }),
  query: CONFIRM_QUERY,
  responses: { 200: CHANGE_RESPONSE },
  errors: [ENGINE_ERRORS.reserved, ENGINE_ERRORS.notFound, ...CONFLICTS],
  headers: { 'if-match': PRECONDITIONS['if-match'] },
  variants: byType((type) => ({
    summary: `Delete an entry (${ENTITIES[type].noun})`,
    rights: [`DELETE ${endpointFor(type)}`],
  })),
});

export const DELETE_ENTITIES = defineCall({
  method: 'POST',
  path: '/api/v1/configuration/{resource}/_bulk_delete',
  forClusters: true,
  summary: 'Delete several entries',
  access: 'admin',
  params: Type.Object({ resource }),
  query: CONFIRM_QUERY,
  body: BULK_DELETE_BODY,
  responses: { 200: BULK_DELETE_RESPONSE },
  variants: byType((type) => ({
    summary: `Delete several entries (${ENTITIES[type].noun})`,
    rights: [`DELETE ${endpointFor(type)}`],
  })),
});

const RENAMABLE = ['roles', 'actiongroups', 'tenants'] as const;

/** Entries that refer to the renamed one change with it. */
export const RENAME_ENTITY = defineCall({
  method: 'POST',
  path: '/api/v1/configuration/{resource}/{id}/_rename',
  forClusters: true,
  summary: 'Rename an entry with everything that refers to it',
  access: 'admin',
  params: Type.Object({
    resource: Type.Union(RENAMABLE.map((name) => Type.Literal(name))),
    id,
  }),
  query: Type.Object({
    ...CONFIRM_QUERY.properties,
    dry_run: Type.Optional(Type.Literal('true')),
  }),
  body: RENAME_BODY,
  responses: { 200: RENAME_RESPONSE },
  errors: [
    SECURITY_ERRORS.invalidName,
    ENGINE_ERRORS.reserved,
    ENGINE_ERRORS.notFound,
    SECURITY_ERRORS.alreadyExists,
    SECURITY_ERRORS.staleVersion,
    SECURITY_ERRORS.featureUnsupported,
    ENGINE_ERRORS.tenantMoving,
    ENGINE_ERRORS.renameUnfinished,
    ENGINE_ERRORS.renameUndone,
    ENGINE_ERRORS.renameStopped,
    ENGINE_ERRORS.tenantSharesIndex,
  ],
  headers: { 'if-match': PRECONDITIONS['if-match'] },
  variants: byType(
    (type) => ({
      summary: `Rename an entry with everything that refers to it (${ENTITIES[type].noun})`,
      rights: RENAME_RIGHTS[type],
    }),
    RENAMABLE
  ),
});

export const SEARCH_ENTITIES = defineCall({
  method: 'GET',
  path: '/api/v1/search/{resource}',
  forClusters: true,
  summary: 'A page of a collection',
  access: 'admin',
  rights: 'each',
  params: Type.Object({ resource }),
  query: SEARCH_QUERY,
  responses: { 200: SEARCH_RESPONSE },
});

const UNKNOWN = {
  summary: 'Unknown collection',
  access: 'admin',
  rights: 'any',
  responses: {},
  errors: [SECURITY_ERRORS.unknownResource],
} as const;
const NAME = Type.String();

export const READ_UNKNOWN_COLLECTION = defineCall({
  method: 'GET',
  path: '/api/v1/configuration/{resource}',
  forClusters: true,
  params: Type.Object({ resource: NAME }),
  ...UNKNOWN,
});

export const POST_TO_UNKNOWN_COLLECTION = defineCall({
  method: 'POST',
  path: '/api/v1/configuration/{resource}',
  forClusters: true,
  params: Type.Object({ resource: NAME }),
  ...UNKNOWN,
});

export const READ_UNKNOWN_ENTITY = defineCall({
  method: 'GET',
  path: '/api/v1/configuration/{resource}/{id}',
  forClusters: true,
  params: Type.Object({ resource: NAME, id: NAME }),
  ...UNKNOWN,
});

export const SAVE_UNKNOWN_ENTITY = defineCall({
  method: 'POST',
  path: '/api/v1/configuration/{resource}/{id}',
  forClusters: true,
  params: Type.Object({ resource: NAME, id: NAME }),
  ...UNKNOWN,
});

export const DELETE_UNKNOWN_ENTITY = defineCall({
  method: 'DELETE',
  path: '/api/v1/configuration/{resource}/{id}',
  forClusters: true,
  params: Type.Object({ resource: NAME, id: NAME }),
  ...UNKNOWN,
});
