/**
 * `/api/v1/configuration/{resource}[/{id}]` for roles, role mappings, internal users, action groups
 * and tenants (docs/reference/security-app.md#configuration-routes; entity tags: `common/api.ts`).
 * All need API access. Errors: 404 and the engine's. Changes: `entity_changes.ts`.
 */
import { Type } from '@sinclair/typebox';
import {
  ENTITIES,
  listResponse,
  RESOURCE_TYPES,
  type ResourceType,
  endpointFor,
} from '@sd/contracts';
import type { RouteRequest, ResponseFactory } from '@sd/core/server';
import { API_PATHS, SECURITY_ERRORS } from '../../../common';
import { EngineRequestError } from '../../engine_errors';
import { refused } from '../../errors';
import {
  expectSuccess,
  withEngineErrors,
  enginePaths,
  mapEngineErrors,
  withTag,
} from '../shared/engine_requests';
import type { RouteDeps } from '../shared/route_deps';
import { registerBulkDelete, registerEntityChanges } from './entity_changes';
import { registerRename } from './rename';

const ADMIN = { access: 'admin' } as const;
const RENAMABLE = ['roles', 'actiongroups', 'tenants'] as const;
const readQuery = Type.Object({ optional: Type.Optional(Type.Literal('true')) });
const idParams = Type.Object({ id: Type.String({ minLength: 1 }) });

export function registerEntityRoutes(deps: RouteDeps): void {
  for (const resource of RESOURCE_TYPES) {
    registerReading(deps, resource);
    registerEntityChanges(deps, resource);
    registerBulkDelete(deps, resource);
  }
  for (const resource of RENAMABLE) registerRename(deps, resource);
  registerUnknown(deps);
}

function registerReading(deps: RouteDeps, resource: ResourceType): void {
  const { router, asScoped } = deps;
  const path = `${API_PATHS.configuration}/${resource}`;
  const { noun, responseSchema } = ENTITIES[resource];
  router.get(
    {
      path,
      validate: false,
      doc: { summary: `Show all entries (${noun})`, responses: { 200: listResponse(resource) } },
      options: { ...ADMIN, rights: [`GET ${endpointFor(resource)}`] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { body } = await expectSuccess(
          asScoped(request).request({ method: 'GET', path: enginePaths.collection(resource) })
        );
        const data = body as Readonly<Record<string, unknown>>;
        return response.ok({ body: { total: Object.keys(data).length, data } });
      })
  );

  router.get(
    {
      path: `${path}/{id}`,
      validate: { params: idParams, query: readQuery },
      doc: {
        summary: `Show one entry (${noun})`,
        responses: { 200: responseSchema, 204: null },
        errors: [SECURITY_ERRORS.noSuchEntity],
      },
      options: { ...ADMIN, rights: [`GET ${endpointFor(resource)}`] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { id } = request.params;
        const result = await mapEngineErrors(
          asScoped(request).request({ method: 'GET', path: enginePaths.entity(resource, id) })
        );
        // Browsers log every 404 as an error, so callers can request a 204 for a missing entity.
        if (result.statusCode === 404 && request.query.optional === 'true')
          return response.noContent();
        if (result.statusCode >= 400) throw new EngineRequestError(result);
        const entities = result.body as Readonly<Record<string, unknown>>;
        if (!Object.hasOwn(entities, id))
          return refused(response, SECURITY_ERRORS.noSuchEntity, {
            kind: ENTITIES[resource].noun,
            name: id,
          });
        return response.ok({ body: entities[id], ...withTag(result) });
      })
  );
}

/**
 * Returns an error for unknown names. Specific paths (`account`, `audit`, `cache`, …) are
 * registered first.
 */
function registerUnknown({ router }: RouteDeps): void {
  const params = Type.Object({ resource: Type.String() });
  const entityParams = Type.Object({ resource: Type.String(), id: Type.String() });
  const collection = `${API_PATHS.configuration}/{resource}`;
  const entity = `${collection}/{id}`;
  const doc = {
    summary: 'Unknown collection',
    responses: {},
    errors: [SECURITY_ERRORS.unknownResource],
  };
  const options = { ...ADMIN, rights: 'any' } as const;
  const ofCollection = { path: collection, validate: { params }, doc, options };
  const ofEntity = { path: entity, validate: { params: entityParams }, doc, options };
  const rejectUnknown = (
    { params: { resource } }: RouteRequest<{ readonly resource: string }>,
    response: ResponseFactory
  ) => refused(response, SECURITY_ERRORS.unknownResource, { resource });
  router.get(ofCollection, rejectUnknown);
  router.post(ofCollection, rejectUnknown);
  router.get(ofEntity, rejectUnknown);
  router.post(ofEntity, rejectUnknown);
  router.delete(ofEntity, rejectUnknown);
}
