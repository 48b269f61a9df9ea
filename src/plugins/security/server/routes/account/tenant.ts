/**
 * `GET` and `POST /api/v1/multitenancy/tenant`: the current tenant. Both return a JSON string. `GET
 * /api/v1/multitenancy/state`: polled by pages every few seconds, so it never calls the engine.
 * Unlike OpenSearch Dashboards, an unavailable tenant is rejected with 403 instead of being
 * replaced later. Registered only if multitenancy is enabled.
 */
import type { RouteRequest } from '@sd/core/server';
import { SELECT_TENANT_BODY, TENANCY_STATE_RESPONSE, TENANT_RESPONSE } from '@sd/contracts';
import { API_PATHS, SECURITY_ERRORS, tenantLabel, type TenancyState } from '../../../common';
import { authStateOf } from '../../auth/auth_state';
import { usableTenant } from '../../auth/tenant_resolution';
import { refused } from '../../errors';
import type { RouteDeps } from '../shared/route_deps';

/** A bare string would be sent as text, and `123` would be parsed as a number. */
const asJson = (tenant: string) => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(tenant),
});

export function registerTenantRoutes({ router, config, sessions, tenancy }: RouteDeps): void {
  if (!config.multitenancy.enabled) return;

  router.get(
    {
      path: API_PATHS.tenant,
      validate: false,
      doc: {
        summary: 'The current tenant',
        responses: { 200: TENANT_RESPONSE },
        errors: [SECURITY_ERRORS.noTenant],
      },
      options: { access: 'user' },
    },
    (request, response) => {
      const tenant = request.auth?.tenant;
      if (tenant === undefined) return refused(response, SECURITY_ERRORS.noTenant);
      return response.ok(asJson(tenant));
    }
  );

  router.get(
    {
      path: API_PATHS.tenancyState,
      validate: false,
      doc: {
        summary: 'Available tenants and the current one',
        responses: { 200: TENANCY_STATE_RESPONSE },
      },
      options: { access: 'user' },
    },
    async (request, response) => response.ok({ body: await tenancyStateOf({ tenancy }, request) })
  );

  router.post(
    {
      path: API_PATHS.tenant,
      validate: { body: SELECT_TENANT_BODY },
      doc: {
        summary: 'Switch the tenant',
        responses: { 200: TENANT_RESPONSE },
        errors: [
          SECURITY_ERRORS.tenantWithoutSession,
          SECURITY_ERRORS.tenantOfAnother,
          SECURITY_ERRORS.tenantRefused,
          SECURITY_ERRORS.sessionEnded,
        ],
      },
      options: { access: 'user' },
    },
    async (request, response) => {
      const { session } = authStateOf(request);
      const identity = request.auth?.identity;
      if (!session || !identity) {
        return refused(response, SECURITY_ERRORS.tenantWithoutSession);
      }
      const { tenant, username } = request.body;
      if (username !== identity.userName) {
        return refused(response, SECURITY_ERRORS.tenantOfAnother, { user: identity.userName });
      }
      const chosen = usableTenant(tenant, identity, await tenancy.rules());
      if (chosen === undefined) {
        return refused(response, SECURITY_ERRORS.tenantRefused, {
          tenant: tenantLabel(tenant, username),
        });
      }
      const isStored = await sessions.change(session, { tenant: chosen });
      if (!isStored) return refused(response, SECURITY_ERRORS.sessionEnded);
      return response.ok(asJson(chosen));
    }
  );
}

/** Available tenants and the current one, without an engine request. */
export async function tenancyStateOf(
  { tenancy }: Pick<RouteDeps, 'tenancy'>,
  request: RouteRequest
): Promise<TenancyState> {
  const rules = await tenancy.rules();
  const { session } = authStateOf(request);
  return {
    enabled: rules.isEnabled,
    global_enabled: rules.isGlobalEnabled,
    private_enabled: rules.isPrivateEnabled,
    default_tenant: rules.defaultTenant,
    tenant: request.auth?.tenant ?? null,
    ...(session && { session_created_at: session.createdAtMs }),
  };
}
