/**
 * The parts of the configuration that are not entities: audit logging, security configuration, cache
 * (reference security-plugin 3.3). All need API access; errors are the engine's.
 */
import { Type } from '@sinclair/typebox';
import { API_PATHS, type ChangeResponse } from '../../common';
import { enginePaths } from '../engine_api';
import type { RouteDeps } from './shared/route_deps';

const ADMIN = { access: 'admin' } as const;

export function registerConfigurationRoutes({ router, api }: RouteDeps): void {
  router.get(
    { path: `${API_PATHS.configuration}/audit`, validate: false, options: ADMIN },
    (request, response) =>
      api.answering(response, async () =>
        response.ok({
          body: (await api.call(request, { method: 'GET', path: enginePaths.audit })).body,
        })
      )
  );

  router.post(
    {
      path: `${API_PATHS.configuration}/audit/config`,
      validate: { body: Type.Unknown() },
      options: ADMIN,
    },
    (request, response) =>
      api.answering(response, async () => {
        const { body } = await api.call(request, {
          method: 'PUT',
          path: enginePaths.auditConfig,
          body: request.body,
        });
        const answer: ChangeResponse = { message: (body as ChangeResponse).message };
        return response.ok({ body: answer });
      })
  );

  router.get(
    { path: `${API_PATHS.configuration}/securityconfig`, validate: false, options: ADMIN },
    (request, response) =>
      api.answering(response, async () => {
        const { body } = await api.call(request, {
          method: 'GET',
          path: enginePaths.collection('securityconfig'),
        });
        return response.ok({ body: { total: Object.keys(body as object).length, data: body } });
      })
  );

  router.delete({ path: API_PATHS.cache, validate: false, options: ADMIN }, (request, response) =>
    api.answering(response, async () => {
      const { body } = await api.call(request, { method: 'DELETE', path: enginePaths.cache });
      const answer: ChangeResponse = { message: (body as ChangeResponse).message };
      return response.ok({ body: answer });
    })
  );
}
