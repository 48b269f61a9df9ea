/** Limits of what stands before the body: address, headers, cookies. */
import type { IncomingMessage } from 'node:http';
import { HTTP_LIMITS } from '../../../common';
import { errorResponse } from '../answers/http_errors';
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
    return errorResponse(414, `The path is longer than ${HTTP_LIMITS.pathBytes} bytes.`);
  if (url.length - pathBytes - 1 > HTTP_LIMITS.queryBytes)
    return errorResponse(414, `The query is longer than ${HTTP_LIMITS.queryBytes} bytes.`);
  if (rawHeaders.length / 2 > HTTP_LIMITS.headers)
    return errorResponse(431, `The request has more than ${HTTP_LIMITS.headers} headers.`);
  if (headers.cookie !== undefined && headers.cookie.split(';').length > HTTP_LIMITS.cookies)
    return errorResponse(431, `The request has more than ${HTTP_LIMITS.cookies} cookies.`);
  return undefined;
}
