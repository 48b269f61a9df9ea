import type { RouteRequest } from '@sd/core/server';

/**
 * Whether somebody followed a link on a page of ours, or typed the address: what a link changes by
 * itself (a logout, another tenant, an anonymous session) needs that, or a question first. Browsers
 * that do not say where a link stood are asked.
 */
export function isOwnLink({ headers }: Pick<RouteRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { referer, host } = headers;
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host === host;
}
