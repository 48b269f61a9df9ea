/**
 * Configuration other than entities: audit logging, security configuration, cache. All routes need
 * API access; errors are the engine's.
 */
import { Type } from '@sinclair/typebox';
import {
  AUDIT_RESPONSE,
  CACHE_RESPONSE,
  CHANGE_RESPONSE,
  SECURITY_CONFIG_RESPONSE,
} from '@sd/contracts';
import { API_PATHS, SECURITY_ERRORS, type ChangeResponse } from '../../common';
import { EngineRequestError } from '../engine_errors';
import { refused } from '../errors';
import { PRECONDITIONS } from '../../common/call_parts';
import {
  expectSuccess,
  withEngineErrors,
  enginePaths,
  preconditionsOf,
  mapEngineErrors,
  withTag,
} from './shared/engine_requests';
import type { RouteDeps } from './shared/route_deps';

const ADMIN = { access: 'admin' } as const;

export function registerConfigurationRoutes(deps: RouteDeps): void {
  const { router, asScoped } = deps;
  router.get(
    {
      path: `${API_PATHS.configuration}/audit`,
      validate: false,
      doc: { summary: 'Show the audit configuration', responses: { 200: AUDIT_RESPONSE } },
      options: { ...ADMIN, rights: ['GET AUDIT'] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const result = await expectSuccess(
          asScoped(request).request({ method: 'GET', path: enginePaths.audit })
        );
        return response.ok({ body: result.body, ...withTag(result) });
      })
  );

  router.post(
    {
      path: `${API_PATHS.configuration}/audit/config`,
      validate: { body: Type.Unknown() },
      doc: {
        summary: 'Replace the audit configuration',
        responses: { 200: CHANGE_RESPONSE },
        errors: [SECURITY_ERRORS.staleAudit],
        headers: PRECONDITIONS,
      },
      options: { ...ADMIN, rights: ['PUT AUDIT'] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const engineResponse = await mapEngineErrors(
          asScoped(request).request({
            method: 'PUT',
            path: enginePaths.auditConfig,
            headers: preconditionsOf(request),
            body: request.body,
          })
        );
        if (engineResponse.statusCode === 412 || engineResponse.statusCode === 409) {
          return refused(response, SECURITY_ERRORS.staleAudit);
        }
        if (engineResponse.statusCode >= 400) throw new EngineRequestError(engineResponse);
        const { message } = engineResponse.body as ChangeResponse;
        return response.ok({ body: { message }, ...withTag(engineResponse) });
      })
  );

  router.get(
    {
      path: `${API_PATHS.configuration}/securityconfig`,
      validate: false,
      doc: {
        summary: 'Show the security configuration',
        responses: { 200: SECURITY_CONFIG_RESPONSE },
      },
      options: { ...ADMIN, rights: ['GET CONFIG'] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const result = await expectSuccess(
          asScoped(request).request({
            method: 'GET',
            path: enginePaths.collection('securityconfig'),
          })
        );
        const data = result.body as object;
        return response.ok({
          body: { total: Object.keys(data).length, data },
          ...withTag(result),
        });
      })
  );

  router.get(
    {
      path: API_PATHS.cache,
      validate: false,
      doc: {
        summary: 'List the cached users; empty where the engine does not list them',
        responses: { 200: CACHE_RESPONSE },
      },
      options: { ...ADMIN, rights: 'any' },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const result = await mapEngineErrors(
          asScoped(request).request({ method: 'GET', path: enginePaths.cache })
        );
        // Engines may support purging the cache without listing it.
        const isUnlisted = result.statusCode === 405 || result.statusCode === 501;
        if (result.statusCode >= 400 && !isUnlisted) throw new EngineRequestError(result);
        const data = isUnlisted ? {} : (result.body as Record<string, unknown>);
        return response.ok({ body: { total: Object.keys(data).length, data } });
      })
  );

  router.delete(
    {
      path: API_PATHS.cache,
      validate: false,
      doc: { summary: 'Purge the cache', responses: { 200: CHANGE_RESPONSE } },
      options: { ...ADMIN, rights: ['DELETE CACHE'] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { body } = await expectSuccess(
          asScoped(request).request({ method: 'DELETE', path: enginePaths.cache })
        );
        const result: ChangeResponse = { message: (body as ChangeResponse).message };
        return response.ok({ body: result });
      })
  );
}
