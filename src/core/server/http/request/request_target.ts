/**
 * Normalizes request URLs, so that router, page rule, tenant rule and entry points see the same
 * text. Unnecessary escapes are decoded, and ambiguous URLs are rejected (RFC 3986 section 6.2.2;
 * WHATWG URL section 4.4: browsers convert `\` to `/` and remove dot segments).
 */

import { HTTP_LIMITS } from '../../../../contracts/limits';

/** Letters, digits, `-._~`: equivalent with and without an escape. */
const UNRESERVED_ESCAPE = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;
/** Visible ASCII without `\`, and without `#`, which ends a URL for some parsers. */
const PLAIN_PATH = /^\/[\x21\x22\x24-\x5b\x5d-\x7e]*$/;

/**
 * Specification section 9. Further parameters are removed for all readers: schemas, handlers and
 * logs.
 */
const firstParameters = (query: string): string =>
  query.length < HTTP_LIMITS.queryKeys ? query : query.split('&', HTTP_LIMITS.queryKeys).join('&');

/** Returns path and query with the normalized path, or undefined for an invalid URL. */
export function normalTarget(target: string): string | undefined {
  const query = target.indexOf('?');
  const sent = query < 0 ? target : target.slice(0, query);
  const path = sent.includes('%')
    ? sent.replace(UNRESERVED_ESCAPE, (escape) =>
        String.fromCharCode(Number.parseInt(escape.slice(1), 16))
      )
    : sent;
  if (!PLAIN_PATH.test(path) || DOT_SEGMENT.test(path)) return undefined;
  return query < 0 ? path : path + firstParameters(target.slice(query));
}
