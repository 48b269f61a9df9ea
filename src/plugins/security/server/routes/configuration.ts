/**
 * The parts of the configuration that are not entities: audit logging, security configuration,
 * cache (docs/reference/security-app.md#configuration-routes). All need API access; errors are the
 * engine's.
 */
import { Type } from '@sinclair/typebox';
import { API_PATHS, type ChangeResponse } from '../../common';
import { enginePaths } from '../engine_api';
import { preconditionsOf } from './entities/entity_changes';
import type { RouteDeps } from './shared/route_deps';

const ADMIN = { access: 'admin' } as const;
const STALE_AUDIT =
  'The audit configuration has been changed by somebody else since you opened it. Load it again and repeat your change.';

const withTag = ({ etag }: Readonly<Record<string, string>>) =>
  etag === undefined ? {} : { headers: { etag } };

export function registerConfigurationRoutes({ router, api }: RouteDeps): void {
  router.get(
    { path: `${API_PATHS.configuration}/audit`, validate: false, options: ADMIN },
    (request, response) =>
      api.answering(response, async () => {
        const { body, headers } = await api.call(request, {
          method: 'GET',
          path: enginePaths.audit,
        });
        return response.ok({ body, ...withTag(headers) });
      })
  );

  router.post(
    {
      path: `${API_PATHS.configuration}/audit/config`,
      validate: { body: Type.Unknown() },
      options: ADMIN,
    },
    (request, response) =>
      api.answering(response, async () => {
        const engineAnswer = await api.try(request, {
          method: 'PUT',
          path: enginePaths.auditConfig,
          headers: preconditionsOf(request),
          body: request.body,
        });
        if (engineAnswer.statusCode === 412 || engineAnswer.statusCode === 409) {
          const attributes = { code: 'security.stale_version' };
          return response.conflict({ body: { message: STALE_AUDIT, attributes } });
        }
        if (engineAnswer.statusCode >= 400) throw api.refusal(engineAnswer);
        const { body, headers } = engineAnswer;
        const answer: ChangeResponse = { message: (body as ChangeResponse).message };
        return response.ok({ body: answer, ...withTag(headers) });
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
