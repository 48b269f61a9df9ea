/**
 * Route paths: `{name}`, `{name?}` (last) and `{name*}` (the rest, empty included) as the router
 * library writes them.
 */

export interface PathPattern {
  /** One or two library patterns that together match the path. */
  readonly urls: readonly string[];
  /** Name of the rest parameter; the library calls it `*`. */
  readonly restName: string | undefined;
}

const PARAMETER = /\{([A-Za-z_][A-Za-z0-9_]*)([?*]?)\}/g;

/** @throws {Error} for paths that do not start with a slash, and for `?` or `*` that is not last */
export function parsePathPattern(path: string): PathPattern {
  if (!path.startsWith('/')) throw new Error(`Route path "${path}" must start with a slash.`);
  let restName: string | undefined;
  let isOptional = false;
  const url = path.replace(PARAMETER, (match, name: string, kind: string, offset: number) => {
    const isLast = offset + match.length === path.length;
    if (kind !== '' && !isLast)
      throw new Error(`Route path "${path}": ${match} must be the last part.`);
    if (kind === '*') restName = name;
    isOptional = kind === '?';
    return kind === '*' ? '*' : `:${name}`;
  });
  if (/[{}]/.test(url))
    throw new Error(`Route path "${path}" has a parameter that cannot be read.`);
  const lastSlash = url.lastIndexOf('/');
  const parent = url.slice(0, lastSlash) || '/';
  const urls = isOptional || (restName && parent !== '/') ? [url, parent] : [url];
  return { urls, restName };
}
