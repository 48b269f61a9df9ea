/** Queries of addresses, read and written by query-string. */
import { HTTP_LIMITS } from '@sd/contracts';
import queryString from 'query-string';

/** Names and values of a query, decoded. */
export interface QueryParams {
  /** The first value; '' for a parameter without one, `null` for one that is absent. */
  get(name: string): string | null;
  /** Every value, in the order of the query. */
  getAll(name: string): readonly string[];
  /** Whether the query has the parameter, with or without a value. */
  has(name: string): boolean;
}

/**
 * Reads a query. Parameters beyond the first thousand are not read (specification section 9).
 * @param search - a query string, with or without its question mark
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
 * Writes a query, without its question mark, in the order of the parameters.
 * @param params - what is `undefined` is left out; a list names its parameter once per value
 */
export const stringifyQueryParams = (
  params: Readonly<Record<string, string | readonly string[] | undefined>>
): string => queryString.stringify(params, { sort: false, strict: false });
