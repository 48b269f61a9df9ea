/** `/api/v1/api_keys`: API keys of all users, by the permissions to read and write users. */
import { Type } from '@sinclair/typebox';
import {
  API_KEY_ID,
  API_KEY_LIST,
  API_KEYS_QUERY,
  API_KEY_LIMITS,
  ENGINE_ERRORS,
  NOTHING,
} from '@sd/contracts';
import { API_PATHS } from '../../../common';
import { withEngineErrors, resultOf } from '../shared/engine_requests';
import type { RouteDeps } from '../shared/route_deps';

export function registerApiKeyRoutes(deps: RouteDeps): void {
  const { router, asScoped } = deps;
  const path = API_PATHS.apiKeys;

  router.get(
    {
      path,
      validate: { query: API_KEYS_QUERY },
      doc: { summary: 'API keys of all users', responses: { 200: API_KEY_LIST } },
      options: { access: 'admin', rights: ['GET INTERNALUSERS'] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { page, per_page: limit, ...query } = request.query;
        const offset = (page - 1) * limit;
        const found = asScoped(request).apiKeys.list({ ...query, offset, limit });
        return response.ok({ body: await resultOf(found) });
      })
  );

  router.delete(
    {
      path: `${path}/{id}`,
      validate: { params: Type.Object({ id: API_KEY_ID }) },
      doc: {
        summary: 'Revoke an API key of any user, effective immediately',
        responses: { 200: NOTHING },
        errors: [ENGINE_ERRORS.noSuchApiKey, ENGINE_ERRORS.inPersonOnly],
      },
      options: {
        access: 'admin',
        rateLimitPerMinute: API_KEY_LIMITS.changesPerMinute,
        rights: ['PUT INTERNALUSERS'],
      },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        await resultOf(asScoped(request).apiKeys.revoke(request.params.id));
        return response.ok({ body: {} });
      })
  );
}
