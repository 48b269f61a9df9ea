import type { RouteRequest } from '@sd/core/server';

/**
 * Whether the user followed a link on this site or typed the address. Links from elsewhere need
 * confirmation before they change anything (logout, tenant switch, anonymous session). Browsers
 * that do not send the origin of a link also get a confirmation.
 */
export function isOwnLink({ headers }: Pick<RouteRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { referer, host } = headers;
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host === host;
}
