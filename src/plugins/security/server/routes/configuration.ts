/**
 * Configuration other than entities: audit logging, security configuration, cache. All routes need
 * API access; errors are the engine's.
 */
import { CodedError } from '@sd/contracts';
import {
  SECURITY_ERRORS,
  type ChangeResponse,
  READ_AUDIT_CONFIG,
  SAVE_AUDIT_CONFIG,
  READ_SECURITY_CONFIG,
  LIST_CACHED_USERS,
  PURGE_CACHE,
} from '../../common';
import { EngineRequestError } from '../engine_errors';
import {
  expectSuccess,
  enginePaths,
  getPreconditions,
  mapEngineErrors,
  withTag,
} from '../engine_requests';
import type { RouteDeps } from './shared/route_deps';

export function registerConfigurationRoutes(deps: RouteDeps): void {
  const { handle, respond } = deps;
  respond(READ_AUDIT_CONFIG, async ({ engine }, response) => {
    const result = await expectSuccess(engine.request({ method: 'GET', path: enginePaths.audit }));
    return response.ok({ body: result.body, ...withTag(result) });
  });

  respond(SAVE_AUDIT_CONFIG, async ({ body, engine, request }, response) => {
    const engineResponse = await mapEngineErrors(
      engine.request({
        method: 'PUT',
        path: enginePaths.auditConfig,
        headers: getPreconditions(request),
        body,
      })
    );
    if (engineResponse.statusCode === 412 || engineResponse.statusCode === 409)
      throw new CodedError(SECURITY_ERRORS.staleAudit);
    if (engineResponse.statusCode >= 400) throw new EngineRequestError(engineResponse);
    const { message } = engineResponse.body as ChangeResponse;
    return response.ok({ body: { message }, ...withTag(engineResponse) });
  });

  respond(READ_SECURITY_CONFIG, async ({ engine }, response) => {
    const result = await expectSuccess(
      engine.request({ method: 'GET', path: enginePaths.collection('securityconfig') })
    );
    const data = result.body as object;
    return response.ok({ body: { total: Object.keys(data).length, data }, ...withTag(result) });
  });

  handle(LIST_CACHED_USERS, async ({ engine }) => {
    const result = await mapEngineErrors(
      engine.request({ method: 'GET', path: enginePaths.cache })
    );
    // Engines may support purging the cache without listing it.
    const isUnlisted = result.statusCode === 405 || result.statusCode === 501;
    if (result.statusCode >= 400 && !isUnlisted) throw new EngineRequestError(result);
    const data = isUnlisted ? {} : (result.body as Record<string, unknown>);
    return { total: Object.keys(data).length, data };
  });

  handle(PURGE_CACHE, async ({ engine }) => {
    const { body } = await expectSuccess(
      engine.request({ method: 'DELETE', path: enginePaths.cache })
    );
    return { message: (body as ChangeResponse).message };
  });
}
