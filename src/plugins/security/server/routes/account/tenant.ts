/**
 * `GET` and `POST /api/v1/multitenancy/tenant`: the current tenant. Both return a JSON string. `GET
 * /api/v1/multitenancy/state`: polled by pages every few seconds, so it never calls the engine.
 * Unlike OpenSearch Dashboards, an unavailable tenant is rejected with 403 instead of being
 * replaced later. Registered only if multitenancy is enabled.
 */
import type { RouteRequest } from '@sd/core/server';
import { CodedError } from '@sd/contracts';
import {
  SECURITY_ERRORS,
  tenantLabel,
  type TenancyState,
  READ_TENANT,
  READ_TENANCY_STATE,
  SELECT_TENANT,
} from '../../../common';
import { getAuthState } from '../../auth/auth_state';
import { usableTenant } from '../../auth/tenant_resolution';
import type { RouteDeps } from '../shared/route_deps';

/** A bare string would be sent as text, and `123` would be parsed as a number. */
const asJson = (tenant: string) => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(tenant),
});

export function registerTenantRoutes({
  handle,
  respond,
  config,
  sessions,
  tenancy,
}: RouteDeps): void {
  if (!config.multitenancy.enabled) return;

  respond(READ_TENANT, ({ request }, response) => {
    const tenant = request.auth?.tenant;
    if (tenant === undefined) throw new CodedError(SECURITY_ERRORS.noTenant);
    return response.ok(asJson(tenant));
  });

  handle(READ_TENANCY_STATE, ({ request }) => getTenancyState({ tenancy }, request));

  respond(SELECT_TENANT, async ({ body, request }, response) => {
    const { session } = getAuthState(request);
    const identity = request.auth?.identity;
    if (!session || !identity) {
      throw new CodedError(SECURITY_ERRORS.tenantWithoutSession);
    }
    const { tenant, username } = body;
    if (username !== identity.userName) {
      throw new CodedError(SECURITY_ERRORS.tenantOfAnother, { user: identity.userName });
    }
    const chosen = usableTenant(tenant, identity, await tenancy.rules());
    if (chosen === undefined) {
      throw new CodedError(SECURITY_ERRORS.tenantRefused, {
        tenant: tenantLabel(tenant, username),
      });
    }
    const isStored = await sessions.change(session, { tenant: chosen });
    if (!isStored) throw new CodedError(SECURITY_ERRORS.sessionEnded);
    return response.ok(asJson(chosen));
  });
}

/** Available tenants and the current one, without an engine request. */
export async function getTenancyState(
  { tenancy }: Pick<RouteDeps, 'tenancy'>,
  request: RouteRequest
): Promise<TenancyState> {
  const rules = await tenancy.rules();
  const { session } = getAuthState(request);
  return {
    enabled: rules.isEnabled,
    global_enabled: rules.isGlobalEnabled,
    private_enabled: rules.isPrivateEnabled,
    default_tenant: rules.defaultTenant,
    tenant: request.auth?.tenant ?? null,
    ...(session && { session_created_at: session.createdAtMs }),
  };
}
