/** Limits of the request head: URL, headers, cookies. */
import type { IncomingMessage } from 'node:http';
import { SERVER_ERRORS } from '../../../../contracts/errors';
import { HTTP_LIMITS } from '../../../common';
import { unreadableHop } from './client_address';
import { definedError } from '../responses/http_errors';
import type { RouteResponse } from '../types';

const MAX_QUOTED_LENGTH = 64;

/** Returns an error response if the head exceeds a limit or is ambiguous, else undefined. */
export function checkHead(
  request: IncomingMessage,
  isTrustedProxy: (address: string) => boolean
): RouteResponse | undefined {
  const { url = '/', rawHeaders, headers } = request;
  const query = url.indexOf('?');
  const pathBytes = query < 0 ? url.length : query;
  if (pathBytes > HTTP_LIMITS.pathBytes)
    return definedError(SERVER_ERRORS.pathTooLong, { bytes: HTTP_LIMITS.pathBytes });
  if (url.length - pathBytes - 1 > HTTP_LIMITS.queryBytes)
    return definedError(SERVER_ERRORS.queryTooLong, { bytes: HTTP_LIMITS.queryBytes });
  if (rawHeaders.length / 2 > HTTP_LIMITS.headers)
    return definedError(SERVER_ERRORS.tooManyHeaders, { limit: HTTP_LIMITS.headers });
  if (headers.cookie !== undefined && headers.cookie.split(';').length > HTTP_LIMITS.cookies)
    return definedError(SERVER_ERRORS.tooManyCookies, { limit: HTTP_LIMITS.cookies });
  // Node uses the first one; a proxy in front may have used the last.
  if (rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1)
    return definedError(SERVER_ERRORS.severalHosts);
  const part = unreadableHop(request, isTrustedProxy);
  if (part !== undefined)
    return definedError(SERVER_ERRORS.forwardedAddress, { part: part.slice(0, MAX_QUOTED_LENGTH) });
  return undefined;
}
