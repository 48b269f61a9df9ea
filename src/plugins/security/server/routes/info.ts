/**
 * Information for logged-in users: identity, permissions, tenancy. Errors are the engine's;
 * `restapiinfo` returns 400 for any of them.
 */
import {
  AUTH_INFO_RESPONSE,
  DASHBOARDS_INFO_RESPONSE,
  REST_API_INFO_RESPONSE,
  TENANCY_INFO_RESPONSE,
  type DashboardsInfo,
} from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import { API_PATHS, SECURITY_ERRORS, type RestApiInfo } from '../../common';
import { refused } from '../errors';
import {
  expectSuccess,
  withEngineErrors,
  enginePaths,
  mapEngineErrors,
} from './shared/engine_requests';
import type { RouteDeps } from './shared/route_deps';

export function registerInfoRoutes(deps: RouteDeps): void {
  const { router, asScoped, config } = deps;
  router.get(
    {
      path: API_PATHS.authInfo,
      validate: false,
      doc: { summary: 'Who the caller is', responses: { 200: AUTH_INFO_RESPONSE } },
      options: { access: 'user' },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () =>
        response.ok({
          body: (
            await expectSuccess(
              asScoped(request).request({ method: 'GET', path: enginePaths.authInfo })
            )
          ).body,
        })
      )
  );

  router.get(
    {
      path: API_PATHS.dashboardsInfo,
      validate: false,
      doc: {
        summary: 'Tenancy settings and password rule',
        responses: { 200: DASHBOARDS_INFO_RESPONSE },
      },
      options: { access: 'user' },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () =>
        response.ok({
          body: (
            await expectSuccess(
              asScoped(request).request({ method: 'GET', path: enginePaths.dashboardsInfo })
            )
          ).body,
        })
      )
  );

  router.get(
    {
      path: API_PATHS.restApiInfo,
      validate: false,
      doc: {
        summary: 'Management endpoints that the caller may use',
        responses: { 200: REST_API_INFO_RESPONSE },
        errors: [SECURITY_ERRORS.permissionsUnknown],
      },
      options: { access: 'user' },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const body = await restApiInfoOf(deps, request);
        if (body === undefined) return refused(response, SECURITY_ERRORS.permissionsUnknown);
        return response.ok({ body });
      })
  );

  if (!config.multitenancy.enabled) return;
  router.get(
    {
      path: API_PATHS.tenancyInfo,
      validate: false,
      doc: { summary: 'Whether multitenancy is on', responses: { 200: TENANCY_INFO_RESPONSE } },
      options: { access: 'user' },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { body } = await expectSuccess(
          asScoped(request).request({ method: 'GET', path: enginePaths.dashboardsInfo })
        );
        const info = body as DashboardsInfo;
        return response.ok({
          body: {
            user_name: info.user_name,
            not_fail_on_forbidden_enabled: info.not_fail_on_forbidden_enabled ?? false,
            kibana_mt_enabled:
              info.opensearch_dashboards_mt_enabled ?? info.multitenancy_enabled ?? true,
            kibana_index: info.opensearch_dashboards_index,
            kibana_server_user: info.opensearch_dashboards_server_user,
          },
        });
      })
  );
}

/**
 * Administration endpoints that the caller may use; `undefined` if the engine does not report them.
 * @throws {EngineUnavailableError}
 */
export async function restApiInfoOf(
  { asScoped }: Pick<RouteDeps, 'asScoped'>,
  request: RouteRequest
): Promise<RestApiInfo | undefined> {
  const response = await mapEngineErrors(
    asScoped(request).request({ method: 'GET', path: enginePaths.permissionsInfo })
  );
  return response.statusCode >= 400 ? undefined : (response.body as RestApiInfo);
}
