/**
 * Who named the tenant of an address, also through a login. A link on another website needs a
 * confirmation before it switches the tenant. Its address becomes that of the question before the
 * login begins, because nothing later shows where the user came from: login pages and providers
 * lead on with requests of their own.
 */
import type { Identity, RouteRequest } from '@sd/core/server';
import {
  TENANT_SOURCE_PARAMETER,
  TENANT_SWITCH_PATH,
  tenantInAddress,
  tenantPageUrl,
  type TenantSource,
  withoutTenant,
} from '../../common';
import type { SessionContents } from '../sessions/session_service';
import { isOwnLink, tenantSource } from './own_link';
import { type TenancyRules, usableTenant } from './tenant_resolution';

/**
 * Who named the tenant in an address that this request passes on. What the parameter says counts
 * only from pages of this product.
 */
export function passedTenantSource(request: Pick<RouteRequest, 'headers' | 'url'>): TenantSource {
  const isTyped = request.url.searchParams.get(TENANT_SOURCE_PARAMETER) === 'typed';
  return isTyped && isOwnLink(request) ? 'typed' : tenantSource(request);
}

/** The address after a login: that of the question if another website named the tenant. */
export function confirmedNextUrl(
  request: Pick<RouteRequest, 'headers' | 'basePath'>,
  nextUrl: string
): string {
  const tenant = tenantInAddress(nextUrl);
  return tenant === undefined || isOwnLink(request)
    ? nextUrl
    : tenantPageUrl(
        request.basePath,
        TENANT_SWITCH_PATH,
        tenant,
        withoutTenant(nextUrl),
        tenantSource(request)
      );
}

/** What a session takes from the address that its user named before the login. */
export function tenantOnArrival(
  nextUrl: string,
  source: TenantSource,
  identity: Identity,
  rules: TenancyRules
): Pick<SessionContents, 'tenant' | 'refusedTenant'> {
  const name = tenantInAddress(nextUrl);
  if (name === undefined || source === 'site' || source === 'unknown') return {};
  const tenant = usableTenant(name, identity, rules);
  return tenant === undefined ? { refusedTenant: { name, source } } : { tenant };
}
