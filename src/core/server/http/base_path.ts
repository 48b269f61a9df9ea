/** The path prefix under which a proxy or this server serves the product. */

/** Load balancers ask for these paths on each server itself, whatever the base path is. */
export const LIVE_PATH = '/livez';
export const READY_PATH = '/readyz';
export const isHealthPath = (path: string): boolean => path === LIVE_PATH || path === READY_PATH;

export class BasePath {
  /** @param serverBasePath - '' or `/path` without trailing slash */
  constructor(readonly serverBasePath: string) {}

  prepend(path: string): string {
    return path.startsWith('/') ? this.serverBasePath + path : path;
  }

  remove(path: string): string {
    if (this.serverBasePath === '' || !path.startsWith(this.serverBasePath)) return path;
    const rest = path.slice(this.serverBasePath.length);
    if (rest === '') return '/';
    return rest.startsWith('/') ? rest : rest.startsWith('?') ? `/${rest}` : path;
  }

  /** Returns the URL below the base path, or undefined if it is outside. */
  strip(url: string): string | undefined {
    const rest = this.remove(url);
    return rest === url && this.serverBasePath !== '' ? undefined : rest;
  }
}
