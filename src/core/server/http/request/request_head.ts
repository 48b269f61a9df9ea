/** Limits of what stands before the body: address, headers, cookies. */
import type { IncomingMessage } from 'node:http';
import { SERVER_ERRORS } from '../../../../contracts/errors';
import { HTTP_LIMITS } from '../../../common';
import { definedError } from '../answers/http_errors';
import type { RouteResponse } from '../contract/types';

/** The refusal of a request whose head is out of bounds, or undefined. */
export function checkHead({
  url = '/',
  rawHeaders,
  headers,
}: IncomingMessage): RouteResponse | undefined {
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
  return undefined;
}
