/**
 * `GET` and `PUT /api/v1/configuration/tenancy/config`: tenancy settings of administrators,
 * effective immediately for all users. Only if the configuration enables multitenancy.
 */
import type { TenancyConfig } from '@sd/contracts';
import { READ_TENANCY_CONFIG, SAVE_TENANCY_CONFIG } from '../../common';
import { expectSuccess, enginePaths, getPreconditions, withTag } from '../engine_requests';
import type { RouteDeps } from './shared/route_deps';

export function registerTenancyRoutes(deps: RouteDeps): void {
  const { respond, config, tenancy, clusters } = deps;
  if (!config.multitenancy.enabled) return;

  respond(READ_TENANCY_CONFIG, async ({ engine }, response) => {
    const result = await expectSuccess(
      engine.request({ method: 'GET', path: enginePaths.tenancyConfig })
    );
    return response.ok({ body: toTenancyConfig(result.body), ...withTag(result) });
  });

  respond(SAVE_TENANCY_CONFIG, async ({ body, engine, request }, response) => {
    const result = await expectSuccess(
      engine.request({
        method: 'PUT',
        path: enginePaths.tenancyConfig,
        headers: getPreconditions(request),
        body,
      })
    );
    if (clusters.isHome(request)) await tenancy.renew();
    return response.ok({ body: toTenancyConfig(result.body), ...withTag(result) });
  });
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
