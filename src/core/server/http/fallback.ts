/** Paths that no route knows: without their trailing slash if that helps, else 404. */
import { isSafeMethod } from './request/cross_site';
import { errorResponse } from './responses/http_errors';
import type { IncomingRequest, RouteInfo } from './request/route_request';
import type { RouteResponse } from './types';

export const FALLBACK_ROUTE: RouteInfo = { path: '/{p*}', options: { access: 'user' } };

/** @param pass - the gate; people are asked to sign in before they hear what does not exist */
export async function fallbackResponse(
  request: IncomingRequest,
  pass: () => Promise<RouteResponse | undefined>
): Promise<RouteResponse> {
  if (!isSafeMethod(request.method)) return errorResponse(404);
  const error = await pass();
  if (error) return error;
  const { pathname } = request;
  const target = withoutTrailingSlashes(pathname);
  // `//host` and `/\host` would leave this server.
  const isPlain = /^\/(?![/\\])[\x21-\x7e]+$/.test(target) && !target.includes('\\');
  if (target === pathname || !isPlain) return errorResponse(404);
  return { statusCode: 301, headers: { location: request.basePath + target + request.url.search } };
}

/** A regular expression would look at each run of slashes again and again. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
