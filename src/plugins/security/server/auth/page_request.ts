import type { RouteRequest } from '@sd/core/server';

/**
 * Page requests as in docs/reference/security-app.md#requests, and the pages that core serves
 * outside `/app`.
 */
export function isPagePath(path: string): boolean {
  return (
    path === '/' ||
    path === '/status' ||
    path === '/missing-role' ||
    path === '/app' ||
    /^\/(app|goto)\//.test(path)
  );
}

export function isPageRequest(request: RouteRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') && isPagePath(request.url.pathname)
  );
}
