/**
 * Changes that a page of another site has a browser send. The browser adds credentials it keeps,
 * HTTP Basic ones too, so credentials alone do not show that somebody meant it. Browsers say where
 * a request comes from (`Sec-Fetch-Site`, else `Origin`); scripts and tools say nothing and pass.
 */
import type { FastifyRequest } from 'fastify';
import { SERVER_ERRORS } from '../../../../contracts/errors';
import { XSRF_HEADER, XSRF_HEADER_ALIAS } from '../../../common';
import { definedError } from '../responses/http_errors';
import type { RouteResponse } from '../types';

/** The refusal of such a change. */
export const foreignChangeRefused = (): RouteResponse =>
  definedError(SERVER_ERRORS.foreignChange, { header: XSRF_HEADER });

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Methods that only read (RFC 9110 section 9.2.1). */
export const isSafeMethod = (method: string): boolean => SAFE_METHODS.has(method);

/**
 * Pages of other sites cannot set the XSRF header: nothing here ever allows them to (Fetch, CORS).
 */
export function isCrossSiteWrite(request: FastifyRequest): boolean {
  const { headers, method } = request;
  if (isSafeMethod(method)) return false;
  if (headers[XSRF_HEADER] !== undefined || headers[XSRF_HEADER_ALIAS] !== undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  return origin !== undefined && hostOf(origin) !== request.host.toLowerCase();
}

/** Host and port of an origin; undefined for `null`, which sandboxed pages send. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
