import { HTTP_LIMITS } from '@sd/contracts';

/**
 * A query as names and values. Whoever reads an address reads it by this: nobody else counts.
 * @param search - a query string, with or without its question mark; what comes after a thousand
 *   parameters is not read
 */
export const parseQueryParams = (search: string): URLSearchParams =>
  new URLSearchParams(search.replace(/^\?/, '').split('&', HTTP_LIMITS.queryKeys).join('&'));
