/**
 * The path under which the server answers: added to and taken from URLs.
 *
 * Source: docs/reference/core.md#base-path-and-loading-count.
 */
import type { IBasePath } from './types';

/** Scheme and host, or a host without scheme (`//host`): such URLs are not ours to change. */
const HAS_HOST = /^([a-z][a-z\d+.-]*:|\/\/)/i;

export class BasePath implements IBasePath {
  readonly serverBasePath: string;

  /**
   * @param basePath - of this request, no slash at the end; empty for none
   * @param serverBasePath - as configured; default: the same
   */
  constructor(
    private readonly basePath: string = '',
    serverBasePath: string = basePath
  ) {
    this.serverBasePath = serverBasePath;
  }

  get = (): string => this.basePath;

  /** Only URLs without host whose path starts with `/`; query and hash stay. */
  prepend = (url: string): string =>
    this.basePath !== '' && url.startsWith('/') && !HAS_HOST.test(url) ? this.basePath + url : url;

  /** Only whole segments; exactly the base path becomes `/`. */
  remove = (url: string): string => {
    if (this.basePath === '' || HAS_HOST.test(url) || !url.startsWith(this.basePath)) return url;
    const rest = url.slice(this.basePath.length);
    if (rest === '') return '/';
    if (rest.startsWith('/')) return rest;
    return /^[?#]/.test(rest) ? `/${rest}` : url;
  };
}
