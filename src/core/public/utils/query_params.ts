/** Reads and writes URL query strings with query-string. */
import { HTTP_LIMITS } from '@sd/contracts';
import queryString from 'query-string';

/** Decoded parameters of a query string. */
export interface QueryParams {
  /** The first value; '' for a parameter without a value, `null` for an absent one. */
  get(name: string): string | null;
  /** All values, in query order. */
  getAll(name: string): readonly string[];
  /** Whether the parameter is present, with or without a value. */
  has(name: string): boolean;
}

/**
 * Parses a query string. Parameters beyond the first thousand are ignored (specification section
 * 9).
 * @param search - with or without the question mark
 */
export function parseQueryParams(search: string): QueryParams {
  const capped = search.replace(/^\?/, '').split('&', HTTP_LIMITS.queryKeys).join('&');
  const parsed = queryString.parse(capped, { sort: false });
  const getAll = (name: string): readonly string[] =>
    name in parsed ? [parsed[name]].flat().map((value) => value ?? '') : [];
  return {
    get: (name) => getAll(name)[0] ?? null,
    getAll,
    has: (name) => name in parsed,
  };
}

/**
 * Formats a query string without the question mark, in the order of the parameters.
 * @param params - `undefined` is skipped; an array repeats its parameter
 */
export const stringifyQueryParams = (
  params: Readonly<Record<string, string | readonly string[] | undefined>>
): string => queryString.stringify(params, { sort: false, strict: false });
