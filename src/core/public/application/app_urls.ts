/**
 * Builds and parses app URLs. Routes match whole path segments: `/app/foo-bar` is not app `foo`.
 */
import type { IBasePath } from '../http/types';

/** The part of a registered app that URL matching needs; in registration order. */
interface RoutedApp {
  readonly appRoute: string;
  readonly exactRoute: boolean;
}
export type AppRoutes = ReadonlyMap<string, RoutedApp>;

export const defaultAppRoute = (appId: string): string => `/app/${appId}`;

/**
 * Joins a route and a path with one slash, or none if the path is empty or starts with `#` or `?`.
 * Collapses repeated slashes and removes a trailing slash unless the path has a hash.
 */
export function appendAppPath(route: string, path = ''): string {
  const separator = path === '' || /^[#?]/.test(path) ? '' : '/';
  const joined = `${route}${separator}${path}`;
  // Slashes in a query or hash are left alone: they may contain `http://`.
  const cut = joined.search(/[?#]/);
  const pathname = (cut < 0 ? joined : joined.slice(0, cut)).replace(/\/{2,}/g, '/');
  if (cut < 0) return pathname.replace(/(.)\/$/, '$1');
  return pathname + joined.slice(cut);
}

/** An unknown app gets the default route. */
export const getAppUrl = (apps: AppRoutes, appId: string, path = ''): string =>
  appendAppPath(apps.get(appId)?.appRoute ?? defaultAppRoute(appId), path);

export const isSegmentPrefix = (route: string, pathname: string): boolean =>
  pathname === route || pathname.startsWith(route.endsWith('/') ? route : `${route}/`);

/**
 * Returns the id of the first registered app whose route matches a path without base path. Other
 * paths below `/app/` still yield an app id, which the not-found screen shows.
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
  /** The rest of the URL after the route, query and hash included. Absent if empty. */
  readonly path: string | undefined;
}

/**
 * @param url - absolute, or relative to `currentUrl` like a link
 * @returns undefined for another origin, a path outside the base path, or if no registered app
 *   matches
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

/** The address below its own route of an app that was opened at `/app/{id}`. */
export function ownAddress(appId: string, { appRoute }: RoutedApp, pathname: string) {
  const usual = defaultAppRoute(appId);
  return appRoute !== usual && isSegmentPrefix(usual, pathname)
    ? appRoute + pathname.slice(usual.length)
    : undefined;
}
