/**
 * `GET` and `PUT /api/v1/configuration/tenancy/config`: tenancy settings of administrators,
 * effective immediately for all users. Only if the configuration enables multitenancy.
 */
import { TENANCY_CHANGES, TENANCY_CONFIG, type TenancyConfig } from '@sd/contracts';
import { API_PATHS } from '../../common';
import { isAboutHome } from '../clusters/cluster_registry';
import { PRECONDITIONS } from '../../common/call_parts';
import {
  expectSuccess,
  withEngineErrors,
  enginePaths,
  preconditionsOf,
  withTag,
} from './shared/engine_requests';
import type { RouteDeps } from './shared/route_deps';

const OPTIONS = { access: 'admin' } as const;

export function registerTenancyRoutes(deps: RouteDeps): void {
  const { router, asScoped, config, tenancy } = deps;
  if (!config.multitenancy.enabled) return;
  const path = API_PATHS.tenancyConfig;

  router.get(
    {
      path,
      validate: false,
      doc: { summary: 'Show the tenancy settings', responses: { 200: TENANCY_CONFIG } },
      options: { ...OPTIONS, rights: ['GET TENANTS'] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const result = await expectSuccess(
          asScoped(request).request({ method: 'GET', path: enginePaths.tenancyConfig })
        );
        return response.ok({ body: toTenancyConfig(result.body), ...withTag(result) });
      })
  );

  router.put(
    {
      path,
      validate: { body: TENANCY_CHANGES },
      doc: {
        summary: 'Change the tenancy settings',
        responses: { 200: TENANCY_CONFIG },
        headers: PRECONDITIONS,
      },
      options: { ...OPTIONS, rights: ['PUT TENANTS'] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const result = await expectSuccess(
          asScoped(request).request({
            method: 'PUT',
            path: enginePaths.tenancyConfig,
            headers: preconditionsOf(request),
            body: request.body,
          })
        );
        if (isAboutHome(request)) await tenancy.renew();
        return response.ok({ body: toTenancyConfig(result.body), ...withTag(result) });
      })
  );
}

/** Drops keys that engines add on their own. */
function toTenancyConfig(body: unknown): TenancyConfig {
  const { multitenancy_enabled, private_tenant_enabled, default_tenant } =
    body as Partial<TenancyConfig>;
  return {
    multitenancy_enabled: multitenancy_enabled ?? true,
    private_tenant_enabled: private_tenant_enabled ?? true,
    default_tenant: default_tenant ?? '',
  };
}
