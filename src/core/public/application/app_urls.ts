/**
 * Addresses of apps: building them and recognizing them.
 *
 * Source: docs/reference/core.md#navigation; specification sections
 * 2.6 and 5. Routes match whole path segments: `/app/foo-bar` is not app `foo`.
 */
import type { IBasePath } from '../http/types';

/** What the rules need to know of a registered app; in registration order. */
interface RoutedApp {
  readonly appRoute: string;
  readonly exactRoute: boolean;
}
export type AppRoutes = ReadonlyMap<string, RoutedApp>;

export const defaultAppRoute = (appId: string): string => `/app/${appId}`;

/**
 * Joins a route and a path: one slash between, unless the path is empty or starts with `#` or `?`;
 * runs of slashes become one; a slash at the end goes, unless a hash is in it.
 */
export function appendAppPath(route: string, path = ''): string {
  const separator = path === '' || /^[#?]/.test(path) ? '' : '/';
  const joined = `${route}${separator}${path}`;
  // Slashes in a query or hash are the app's own business, `http://` in them above all.
  const cut = joined.search(/[?#]/);
  const pathname = (cut < 0 ? joined : joined.slice(0, cut)).replace(/\/{2,}/g, '/');
  if (cut < 0) return pathname.replace(/(.)\/$/, '$1');
  return pathname + joined.slice(cut);
}

/** An unknown app gets the route it would have had. */
export const getAppUrl = (apps: AppRoutes, appId: string, path = ''): string =>
  appendAppPath(apps.get(appId)?.appRoute ?? defaultAppRoute(appId), path);

const isSegmentPrefix = (route: string, pathname: string): boolean =>
  pathname === route || pathname.startsWith(route.endsWith('/') ? route : `${route}/`);

/**
 * The app at a path without base path: the first registered whose route fits. An address below
 * `/app/` that fits none still names an app, the unknown one of the not-found screen.
 */
export function findAppId(apps: AppRoutes, pathname: string): string | undefined {
  for (const [id, { appRoute, exactRoute }] of apps) {
    const isMatch = exactRoute
      ? pathname === appRoute || pathname === `${appRoute}/`
      : isSegmentPrefix(appRoute, pathname);
    if (isMatch) return id;
  }
  return /^\/app\/([^/]+)/.exec(pathname)?.[1];
}

export interface ParsedAppUrl {
  readonly app: string;
  /** What follows the route, query and hash included; absent when nothing does. */
  readonly path: string | undefined;
}

/**
 * @param url - absolute, or relative to `currentUrl` the way links are
 * @returns undefined for another origin, outside the base path, or no registered app
 * @throws when `currentUrl` has no origin
 */
export function parseAppUrl(
  url: string,
  basePath: IBasePath,
  apps: AppRoutes,
  currentUrl: string = window.location.href
): ParsedAppUrl | undefined {
  const current = parse(currentUrl);
  if (current === undefined || current.origin === 'null') {
    throw new Error('when manually provided, currentUrl must be valid url with an origin');
  }
  const target = parse(url, current.href);
  if (target === undefined || target.origin !== current.origin) return undefined;

  const base = basePath.get();
  if (base !== '' && !isSegmentPrefix(base, target.pathname)) return undefined;
  const pathname = target.pathname.slice(base.length);
  for (const [app, { appRoute }] of apps) {
    if (isSegmentPrefix(appRoute, pathname)) {
      const path = pathname.slice(appRoute.length) + target.search + target.hash;
      return { app, path: path === '' ? undefined : path };
    }
  }
  return undefined;
}

function parse(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}
