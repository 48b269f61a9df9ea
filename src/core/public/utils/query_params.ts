/** Specification section 9. */
const MAX_QUERY_KEYS = 1_000;

/**
 * @param search - a query string, with or without its question mark
 * @param maxKeys - what comes after so many keys is not read
 */
export const parseQueryParams = (search: string, maxKeys = MAX_QUERY_KEYS): URLSearchParams =>
  new URLSearchParams(search.replace(/^\?/, '').split('&', maxKeys).join('&'));
