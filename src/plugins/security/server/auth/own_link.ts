import type { RouteRequest } from '@sd/core/server';
import type { TenantSource } from '../../common';

type Request = Pick<RouteRequest, 'headers'>;

/** Who named the tenant in the address of this request. */
export function tenantSource({ headers }: Request): TenantSource {
  const site = headers['sec-fetch-site'];
  if (site === 'none') return 'typed';
  if (site !== undefined) return site === 'same-origin' ? 'link' : 'site';
  const { referer, host } = headers;
  if (referer === undefined) return 'unknown';
  return URL.canParse(referer) && new URL(referer).host === host ? 'link' : 'site';
}

/**
 * Whether the user followed a link on this site or typed the address. Links from elsewhere need
 * confirmation before they change anything (logout, tenant switch, anonymous session). Browsers
 * that do not send the origin of a link also get a confirmation.
 */
export function isOwnLink(request: Request): boolean {
  const source = tenantSource(request);
  return source === 'typed' || source === 'link';
}
