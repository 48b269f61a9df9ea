/**
 * `/api/v1/configuration/{resource}[/{id}]` for roles, role mappings, internal users, action groups
 * and tenants (docs/reference/security-app.md#configuration-routes).
 * All need API access. Errors: 404 and the engine's. Changes: `entity_changes.ts`.
 */
import { CodedError, ENTITIES, type ListResponse, type ResourceType } from '@sd/contracts';
import {
  DELETE_UNKNOWN_ENTITY,
  LIST_ENTITIES,
  POST_TO_UNKNOWN_COLLECTION,
  READ_ENTITY,
  READ_UNKNOWN_COLLECTION,
  READ_UNKNOWN_ENTITY,
  SAVE_UNKNOWN_ENTITY,
  SECURITY_ERRORS,
} from '../../../common';
import { EngineRequestError } from '../../engine_errors';
import { enginePaths, expectSuccess, mapEngineErrors, withTag } from '../../engine_requests';
import type { RouteDeps } from '../shared/route_deps';
import { registerEntityChanges } from './entity_changes';
import { registerRename } from './rename';

export function registerEntityRoutes(deps: RouteDeps): void {
  registerReading(deps);
  registerEntityChanges(deps);
  registerRename(deps);
  registerUnknown(deps);
}

function registerReading({ handle, respond }: RouteDeps): void {
  handle(LIST_ENTITIES, async ({ params, engine }) => {
    const path = enginePaths.collection(params.resource);
    const { body } = await expectSuccess(engine.request({ method: 'GET', path }));
    const data = body as ListResponse<ResourceType>['data'];
    return { total: Object.keys(data).length, data };
  });

  respond(READ_ENTITY, async ({ params, query, engine }, response) => {
    const { resource, id } = params;
    const path = enginePaths.entity(resource, id);
    const result = await mapEngineErrors(engine.request({ method: 'GET', path }));
    if (result.statusCode === 404 && query.optional === 'true') return response.noContent();
    if (result.statusCode >= 400) throw new EngineRequestError(result);
    const entities = result.body as Readonly<Record<string, unknown>>;
    if (!Object.hasOwn(entities, id))
      throw new CodedError(SECURITY_ERRORS.noSuchEntity, {
        kind: ENTITIES[resource].noun,
        name: id,
      });
    return response.ok({ body: entities[id], ...withTag(result) });
  });
}

/**
 * Returns an error for unknown names. Specific paths (`account`, `audit`, `cache`, …) are
 * registered first.
 */
function registerUnknown({ handle }: RouteDeps): void {
  for (const call of [
    READ_UNKNOWN_COLLECTION,
    POST_TO_UNKNOWN_COLLECTION,
    READ_UNKNOWN_ENTITY,
    SAVE_UNKNOWN_ENTITY,
    DELETE_UNKNOWN_ENTITY,
  ])
    handle(call, ({ params: { resource } }) => {
      throw new CodedError(SECURITY_ERRORS.unknownResource, { resource });
    });
}
