/**
 * `/api/v1/configuration/{resource}[/{id}]` for roles, role mappings, internal users, action groups
 * and tenants (docs/reference/security-app.md#configuration-routes; entity tags: `common/api.ts`).
 * All need API access. Errors: 400 name or body, 404, 409 conflicts, and whatever the engine
 * refuses with.
 */
import { Type } from '@sinclair/typebox';
import {
  BULK_DELETE_ANSWER,
  BULK_DELETE_BODY,
  CHANGE_ANSWER,
  ENTITIES,
  ENGINE_ERRORS,
  listAnswer,
  RESOURCE_TYPES,
  saveBody,
  type ResourceType,
} from '@sd/contracts';
import type { RouteRequest, ResponseFactory } from '@sd/core/server';
import {
  API_PATHS,
  isValidResourceName,
  SECURITY_ERRORS,
  type BulkDeleteResponse,
  type BulkDeleteResult,
  type ChangeResponse,
} from '../../../common';
import {
  deleteEntity,
  PRECONDITIONS,
  preconditionsOf,
  putEntity,
  enginePaths,
} from '../../engine_api';
import { refused } from '../../errors';
import { confirmQuery } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

const ADMIN = { access: 'admin' } as const;
const readQuery = Type.Object({ optional: Type.Optional(Type.Literal('true')) });
const idParams = Type.Object({ id: Type.String({ minLength: 1 }) });
const CONFLICTS = [SECURITY_ERRORS.alreadyExists, SECURITY_ERRORS.staleVersion];
/** Deletions under way at a time: they share the engine's group commit. */
const BULK_WIDTH = 16;

export function registerEntityRoutes(deps: RouteDeps): void {
  for (const resource of RESOURCE_TYPES) {
    registerReading(deps, resource);
    registerWriting(deps, resource);
    registerBulkDelete(deps, resource);
  }
  registerUnknown(deps);
}

function registerReading({ router, api }: RouteDeps, resource: ResourceType): void {
  const path = `${API_PATHS.configuration}/${resource}`;
  const { word, shown } = ENTITIES[resource];
  router.get(
    {
      path,
      validate: false,
      doc: { summary: `Show all entries (${word})`, answers: { 200: listAnswer(resource) } },
      options: ADMIN,
    },
    (request, response) =>
      api.answering(response, async () => {
        const { body } = await api.call(request, {
          method: 'GET',
          path: enginePaths.collection(resource),
        });
        const data = body as Readonly<Record<string, unknown>>;
        return response.ok({ body: { total: Object.keys(data).length, data } });
      })
  );

  router.get(
    {
      path: `${path}/{id}`,
      validate: { params: idParams, query: readQuery },
      doc: {
        summary: `Show one entry (${word})`,
        answers: { 200: shown, 204: null },
        errors: [SECURITY_ERRORS.noSuchEntity],
      },
      options: ADMIN,
    },
    (request, response) =>
      api.answering(response, async () => {
        const { id } = request.params;
        const answer = await api.try(request, {
          method: 'GET',
          path: enginePaths.entity(resource, id),
        });
        // Browsers log every 404 as an error; whoever asks for what may be absent gets none.
        if (answer.statusCode === 404 && request.query.optional === 'true')
          return response.noContent();
        if (answer.statusCode >= 400) throw api.refusal(answer);
        const { body, headers } = answer;
        const entities = body as Readonly<Record<string, unknown>>;
        if (!Object.hasOwn(entities, id))
          return refused(response, SECURITY_ERRORS.noSuchEntity, {
            kind: ENTITIES[resource].word,
            name: id,
          });
        return response.ok({
          body: entities[id],
          ...(headers['etag'] !== undefined && { headers: { etag: headers['etag'] } }),
        });
      })
  );
}

function registerWriting({ router, api }: RouteDeps, resource: ResourceType): void {
  const path = `${API_PATHS.configuration}/${resource}/{id}`;
  router.post(
    {
      path,
      validate: { params: idParams, query: confirmQuery, body: saveBody(resource) },
      doc: {
        summary: `Create or replace an entry (${ENTITIES[resource].word})`,
        answers: { 200: CHANGE_ANSWER },
        errors: [SECURITY_ERRORS.invalidName, ENGINE_ERRORS.reserved, ...CONFLICTS],
        headers: PRECONDITIONS,
      },
      options: ADMIN,
    },
    (request, response) =>
      api.answering(response, async () => {
        const { id } = request.params;
        if (!isValidResourceName(id)) return refused(response, SECURITY_ERRORS.invalidName);
        return putEntity(api, request, response, resource, id);
      })
  );

  router.delete(
    {
      path,
      validate: { params: idParams, query: confirmQuery },
      doc: {
        summary: `Delete an entry (${ENTITIES[resource].word})`,
        answers: { 200: CHANGE_ANSWER },
        errors: [ENGINE_ERRORS.reserved, ENGINE_ERRORS.notFound, ...CONFLICTS],
        headers: { 'if-match': PRECONDITIONS['if-match'] },
      },
      options: ADMIN,
    },
    async (request, response) => {
      const { status, message, ...attributes } = await deleteEntity(
        api,
        request,
        resource,
        request.params.id,
        preconditionsOf(request)
      );
      const body: ChangeResponse = { message };
      if (status < 400) return response.ok({ body });
      return response.customError({
        statusCode: status,
        body: { message, ...(attributes.code !== undefined && { attributes }) },
      });
    }
  );
}

function registerBulkDelete({ router, api }: RouteDeps, resource: ResourceType): void {
  const path = `${API_PATHS.configuration}/${resource}/_bulk_delete`;
  router.post(
    {
      path,
      validate: { query: confirmQuery, body: BULK_DELETE_BODY },
      doc: {
        summary: `Delete several entries (${ENTITIES[resource].word})`,
        answers: { 200: BULK_DELETE_ANSWER },
      },
      options: ADMIN,
    },
    async (request, response) => {
      const names = [...new Set(request.body.names)];
      const results: BulkDeleteResult[] = [];
      for (let from = 0; from < names.length && !request.signal.aborted; from += BULK_WIDTH) {
        const step = names
          .slice(from, from + BULK_WIDTH)
          .map(async (name) => ({ name, ...(await deleteEntity(api, request, resource, name)) }));
        results.push(...(await Promise.all(step)));
      }
      const body: BulkDeleteResponse = { results };
      return response.ok({ body });
    }
  );
}

/**
 * A plain answer for every other name; paths of their own (`account`, `audit`, `cache`, …) come
 * first.
 */
function registerUnknown({ router }: RouteDeps): void {
  const params = Type.Object({ resource: Type.String() });
  const entityParams = Type.Object({ resource: Type.String(), id: Type.String() });
  const collection = `${API_PATHS.configuration}/{resource}`;
  const entity = `${collection}/{id}`;
  const doc = {
    summary: 'There is no such collection',
    answers: {},
    errors: [SECURITY_ERRORS.unknownResource],
  };
  const ofCollection = { path: collection, validate: { params }, doc, options: ADMIN };
  const ofEntity = { path: entity, validate: { params: entityParams }, doc, options: ADMIN };
  const refuse = (
    { params: { resource } }: RouteRequest<{ readonly resource: string }>,
    response: ResponseFactory
  ) => refused(response, SECURITY_ERRORS.unknownResource, { resource });
  router.get(ofCollection, refuse);
  router.post(ofCollection, refuse);
  router.get(ofEntity, refuse);
  router.post(ofEntity, refuse);
  router.delete(ofEntity, refuse);
}
