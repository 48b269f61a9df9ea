/**
 * Information for logged-in users: identity, permissions, tenancy. Errors are the engine's;
 * `restapiinfo` returns 400 for any of them.
 */
import { type CallResult, CodedError, type DashboardsInfo } from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import {
  SECURITY_ERRORS,
  type RestApiInfo,
  READ_AUTH_INFO,
  READ_DASHBOARDS_INFO,
  READ_REST_API_INFO,
  READ_TENANCY_INFO,
} from '../../common';
import { expectSuccess, enginePaths, mapEngineErrors } from '../engine_requests';
import type { RouteDeps } from './shared/route_deps';

export function registerInfoRoutes(deps: RouteDeps): void {
  const { handle, config } = deps;
  handle(READ_AUTH_INFO, async ({ engine }) => {
    const { body } = await expectSuccess(
      engine.request({ method: 'GET', path: enginePaths.authInfo })
    );
    return body as CallResult<typeof READ_AUTH_INFO>;
  });

  handle(READ_DASHBOARDS_INFO, async ({ engine }) => {
    const { body } = await expectSuccess(
      engine.request({ method: 'GET', path: enginePaths.dashboardsInfo })
    );
    return body as DashboardsInfo;
  });

  handle(READ_REST_API_INFO, async ({ request }) => {
    const body = await getRestApiInfo(deps, request);
    if (body === undefined) throw new CodedError(SECURITY_ERRORS.permissionsUnknown);
    return body;
  });

  if (!config.multitenancy.enabled) return;
  handle(READ_TENANCY_INFO, async ({ engine }) => {
    const { body } = await expectSuccess(
      engine.request({ method: 'GET', path: enginePaths.dashboardsInfo })
    );
    const info = body as DashboardsInfo;
    return {
      user_name: info.user_name,
      not_fail_on_forbidden_enabled: info.not_fail_on_forbidden_enabled ?? false,
      kibana_mt_enabled: info.opensearch_dashboards_mt_enabled ?? info.multitenancy_enabled ?? true,
      kibana_index: info.opensearch_dashboards_index,
      kibana_server_user: info.opensearch_dashboards_server_user,
    };
  });
}

/**
 * Administration endpoints that the caller may use; `undefined` if the engine does not report them.
 * @throws {EngineUnavailableError}
 */
export async function getRestApiInfo(
  { asScoped }: Pick<RouteDeps, 'asScoped'>,
  request: RouteRequest
): Promise<RestApiInfo | undefined> {
  const response = await mapEngineErrors(
    asScoped(request).request({ method: 'GET', path: enginePaths.permissionsInfo })
  );
  return response.statusCode >= 400 ? undefined : (response.body as RestApiInfo);
}
