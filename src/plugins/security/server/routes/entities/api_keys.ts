/** `/api/v1/api_keys`: API keys of all users, by the permissions to read and write users. */
import { LIST_API_KEYS, REVOKE_API_KEY } from '../../../common';
import { toResult } from '../../engine_requests';
import type { RouteDeps } from '../shared/route_deps';

export function registerApiKeyRoutes(deps: RouteDeps): void {
  const { handle } = deps;

  handle(LIST_API_KEYS, ({ engine, request }) => {
    const { page, per_page: limit, ...query } = request.query;
    const offset = (page - 1) * limit;
    return toResult(engine.apiKeys.list({ ...query, offset, limit }));
  });

  handle(REVOKE_API_KEY, async ({ params, engine }) => {
    await toResult(engine.apiKeys.revoke(params.id));
  });
}
