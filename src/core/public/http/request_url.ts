/** Where a request goes, and whether that is inside our server. */
import type { HttpFetchOptionsWithPath, HttpFetchQuery, IBasePath } from './types';

/** Undefined values are left out, arrays repeat the key. */
function formatQuery(query: HttpFetchQuery): string {
  return Object.entries(query)
    .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((item) => [key, item]))
    .filter(([, item]) => item !== undefined && item !== null)
    .map(([key, item]) => `${encodeURIComponent(String(key))}=${encodeURIComponent(String(item))}`)
    .join('&');
}

/** @param pageUrl - what relative paths are relative to */
export function requestUrl(
  { path, query = {}, prependBasePath = true }: HttpFetchOptionsWithPath,
  basePath: IBasePath,
  pageUrl: string
): URL {
  const url = new URL(prependBasePath ? basePath.prepend(path) : path, pageUrl);
  const search = formatQuery(query);
  if (search !== '') url.search = url.search === '' ? search : `${url.search}&${search}`;
  return url;
}

/** The same origin, and below the base path: only then do our own headers go along. */
export function isInsideBasePath(url: URL, basePath: IBasePath, pageUrl: string): boolean {
  const base = basePath.get();
  return (
    url.origin === new URL(pageUrl).origin &&
    (base === '' || url.pathname === base || url.pathname.startsWith(`${base}/`))
  );
}
