/**
 * `/api/v1/configuration/{resource}[/{id}]` for roles, role mappings, internal users, action groups
 * and tenants (docs/reference/security-app.md#configuration-routes; entity tags: `common/api.ts`).
 * All need API access. Errors: 400 name or body, 404, 409 conflicts, and whatever the engine
 * refuses with.
 */
import { Type } from '@sinclair/typebox';
import { ENTITIES, RESOURCE_TYPES, saveBody, type ResourceType } from '@sd/contracts';
import {
  API_PATHS,
  isValidResourceName,
  SECURITY_ERRORS,
  type BulkDeleteResponse,
  type BulkDeleteResult,
  type ChangeResponse,
} from '../../../common';
import { enginePaths } from '../../engine_api';
import { deleteEntity, preconditionsOf, putEntity } from './entity_changes';
import { refused } from '../../errors';
import { confirmQuery } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

const ADMIN = { access: 'admin' } as const;
const readQuery = Type.Object({ optional: Type.Optional(Type.Literal('true')) });
const idParams = Type.Object({ id: Type.String({ minLength: 1 }) });
const bulkDeleteBody = Type.Object({
  names: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 1_000 }),
});
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
  router.get({ path, validate: false, options: ADMIN }, (request, response) =>
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
    { path: `${path}/{id}`, validate: { params: idParams, query: readQuery }, options: ADMIN },
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
    { path, validate: { params: idParams, query: confirmQuery }, options: ADMIN },
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
    { path, validate: { query: confirmQuery, body: bulkDeleteBody }, options: ADMIN },
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

/** A plain answer for every other name; paths of their own (`account`, `audit`, `cache`, …) come first. */
function registerUnknown({ router }: RouteDeps): void {
  const params = Type.Object({ resource: Type.String() });
  const entityParams = Type.Object({ resource: Type.String(), id: Type.String() });
  const unknown = (resource: string) => ({ body: `Unknown resource ${resource}` });
  const collection = `${API_PATHS.configuration}/{resource}`;
  const entity = `${collection}/{id}`;
  router.get({ path: collection, validate: { params }, options: ADMIN }, (request, response) =>
    response.badRequest(unknown(request.params.resource))
  );
  router.post({ path: collection, validate: { params }, options: ADMIN }, (request, response) =>
    response.badRequest(unknown(request.params.resource))
  );
  router.get(
    { path: entity, validate: { params: entityParams }, options: ADMIN },
    (request, response) => response.badRequest(unknown(request.params.resource))
  );
  router.post(
    { path: entity, validate: { params: entityParams }, options: ADMIN },
    (request, response) => response.badRequest(unknown(request.params.resource))
  );
  router.delete(
    { path: entity, validate: { params: entityParams }, options: ADMIN },
    (request, response) => response.badRequest(unknown(request.params.resource))
  );
}
