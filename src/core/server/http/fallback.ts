/** Handles paths without a route: redirects to the path without trailing slashes, else 404. */
import { isSafeMethod } from './request/cross_site';
import { errorResponse } from './responses/http_errors';
import type { IncomingRequest, RouteInfo } from './request/route_request';
import type { RouteResponse } from './types';

export const FALLBACK_ROUTE: RouteInfo = { path: '/{p*}', options: { access: 'user' } };

/**
 * @param pass - the gate: login is required before the response reveals that a path does not exist
 */
export async function fallbackResponse(
  request: IncomingRequest,
  pass: () => Promise<RouteResponse | undefined>
): Promise<RouteResponse> {
  if (!isSafeMethod(request.method)) return errorResponse(404);
  const error = await pass();
  if (error) return error;
  const { pathname } = request;
  const target = withoutTrailingSlashes(pathname);
  // `//host` and `/\host` would redirect to another server.
  const isPlain = /^\/(?![/\\])[\x21-\x7e]+$/.test(target) && !target.includes('\\');
  if (target === pathname || !isPlain) return errorResponse(404);
  return { statusCode: 301, headers: { location: request.basePath + target + request.url.search } };
}

/** A regular expression would scan each run of slashes repeatedly. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
