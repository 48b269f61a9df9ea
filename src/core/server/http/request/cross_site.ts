/**
 * Cross-site request check. Browsers attach stored credentials, HTTP Basic included, to requests
 * from pages of other sites, so credentials do not prove intent. Browsers state the origin of a
 * request (`Sec-Fetch-Site`, else `Origin`); scripts and tools do not, and pass.
 */
import type { FastifyRequest } from 'fastify';
import { SERVER_ERRORS } from '../../../../contracts/errors';
import { XSRF_HEADER, XSRF_HEADER_ALIAS } from '../../../common';
import { definedError } from '../responses/http_errors';
import type { RouteResponse } from '../types';

/** The error response to such a request. */
export const foreignChangeRefused = (): RouteResponse =>
  definedError(SERVER_ERRORS.foreignChange, { header: XSRF_HEADER });

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Methods that only read (RFC 9110 section 9.2.1). */
export const isSafeMethod = (method: string): boolean => SAFE_METHODS.has(method);

/**
 * Pages of other sites cannot set the XSRF header, because the server never allows it (Fetch,
 * CORS).
 */
export function isCrossSiteWrite(request: FastifyRequest): boolean {
  const { headers, method } = request;
  if (isSafeMethod(method)) return false;
  if (headers[XSRF_HEADER] !== undefined || headers[XSRF_HEADER_ALIAS] !== undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  return origin !== undefined && getHost(origin) !== request.host.toLowerCase();
}

/** Host and port of an origin; undefined for `null`, which sandboxed pages send. */
function getHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
