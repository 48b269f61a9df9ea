/**
 * What callers may hand to a request (docs/reference/core.md#requests-from-the-browser,
 * specification section 8).
 */
import { RESERVED_HEADER_PREFIXES } from '../../common';
import type { HttpFetchOptions, HttpFetchOptionsWithPath } from './types';

/** @throws for another shape than `(path, options?)` or `(options)`, and for reserved headers */
export function parseFetchArguments(
  pathOrOptions: unknown,
  options: unknown
): HttpFetchOptionsWithPath {
  const parsed = combine(pathOrOptions, options);
  const names = Object.keys(parsed.headers ?? {});
  for (const prefix of RESERVED_HEADER_PREFIXES) {
    const reserved = names.filter((name) => name.toLowerCase().startsWith(prefix));
    if (reserved.length > 0) {
      throw new Error(
        `Invalid fetch headers, headers beginning with "${prefix}" are not allowed: [${reserved.join(',')}]`
      );
    }
  }
  return parsed;
}

function combine(pathOrOptions: unknown, options: unknown): HttpFetchOptionsWithPath {
  if (typeof pathOrOptions === 'string' && (options === undefined || isObject(options))) {
    return { ...(options as HttpFetchOptions | undefined), path: pathOrOptions };
  }
  if (isObject(pathOrOptions) && options === undefined) {
    return pathOrOptions as HttpFetchOptionsWithPath;
  }
  throw new Error(
    'Invalid fetch arguments, must either be (string, object) or (object, undefined), ' +
      `received (${typeof pathOrOptions}, ${typeof options})`
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
