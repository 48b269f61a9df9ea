/**
 * Checks of every request to a route before its body is read: browser version, XSRF,
 * authentication, access, rate limit. Denies by default.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { VERSION_HEADER, XSRF_HEADER, XSRF_HEADER_ALIAS } from '../../common';
import { addressKey } from './request/client_address';
import { foreignChangeRefused, isSafeMethod } from './request/cross_site';
import type { Identity } from '../../../backend/api';
import { bringsApiKey, isFullAdministrator } from '../../../contracts/api';
import { BACKEND_ERRORS, CodedError, errorBody, SERVER_ERRORS } from '../../../contracts/errors';
import { HTTP_LIMITS } from '../../../contracts/limits';
import { definedError, errorResponse, serviceErrorResponse } from './responses/http_errors';
import type { IncomingRequest } from './request/route_request';
import type { RateLimiter } from './rate_limiter';
import type {
  AuthHandler,
  AuthOutcome,
  ResponseFactory,
  RouteConfig,
  RouteResponse,
} from './types';

const VERSION_HEADER_ALIAS = 'osd-version';
export interface RequestGateOptions {
  readonly version: string;
  readonly xsrf: { readonly disableProtection: boolean; readonly allowlist: readonly string[] };
  readonly getAuthHandler: () => AuthHandler | undefined;
  /** `metrics.token`. */
  readonly collectorToken: string | undefined;
}

export class RequestGate {
  private readonly xsrfAllowed: ReadonlySet<string>;
  private readonly collectorDigest: Buffer | undefined;

  constructor(private readonly options: RequestGateOptions) {
    this.xsrfAllowed = new Set(options.xsrf.allowlist);
    const { collectorToken: token } = options;
    this.collectorDigest = token === undefined ? undefined : toDigest(`Bearer ${token}`);
  }

  /** @returns the response if the request ends here */
  async pass(
    request: IncomingRequest,
    response: ResponseFactory,
    limiter?: RateLimiter
  ): Promise<RouteResponse | undefined> {
    const { options } = request.route;
    const refused = this.checkVersion(request) ?? this.checkXsrf(request);
    if (refused) return refused;
    if (options.access !== 'public') {
      const stopped = await this.authenticate(request, response);
      if (stopped) return stopped;
    }
    // Checked last, so that rejected requests do not use up a user's limit.
    return limiter && tooMany(limiter.hit(callerKey(request)));
  }

  private async authenticate(
    request: IncomingRequest,
    response: ResponseFactory
  ): Promise<RouteResponse | undefined> {
    const { options } = request.route;
    if (options.forCollectors && this.isCollector(request)) {
      request.isCollector = true;
      return undefined;
    }
    const outcome = await this.toOutcome(request, response);
    if (outcome.type === 'refused') return outcome.response;
    request.pendingCookies = outcome.cookies;
    if (outcome.type === 'anonymous')
      return isOpen(options) ? undefined : demandLogin(request, outcome);
    request.auth = outcome.auth;
    return options.access === 'admin'
      ? administratorProblem(outcome.auth.identity, options)
      : undefined;
  }

  /** Compares digests, so that the time depends on neither the content nor the length. */
  private isCollector({ headers: { authorization } }: IncomingRequest): boolean {
    return (
      this.collectorDigest !== undefined &&
      authorization !== undefined &&
      timingSafeEqual(toDigest(authorization), this.collectorDigest)
    );
  }

  private async toOutcome(
    request: IncomingRequest,
    response: ResponseFactory
  ): Promise<AuthOutcome> {
    const { options } = request.route;
    const handler = this.options.getAuthHandler();
    if (!handler) return { type: 'anonymous' };
    if (!options.anonymousWhenUnavailable) return handler(request, response);
    try {
      const outcome = await inTime(handler(request, response));
      const isAway = outcome.type === 'refused' && outcome.response.statusCode === 503;
      return isAway && isOpen(options) ? { type: 'anonymous' } : outcome;
    } catch (error) {
      const isAway = serviceErrorResponse(error)?.statusCode === 503;
      if (isAway && isOpen(options)) return { type: 'anonymous' };
      throw error;
    }
  }

  private checkVersion({ headers }: IncomingRequest): RouteResponse | undefined {
    const expected = this.options.version;
    for (const header of [VERSION_HEADER, VERSION_HEADER_ALIAS]) {
      const got = headers[header];
      if (got !== undefined && got !== expected) {
        const params = { header, got, expected };
        return errorResponse(
          400,
          errorBody(SERVER_ERRORS.outdatedClient, params, { expected, got })
        );
      }
    }
    return undefined;
  }

  private checkXsrf(request: IncomingRequest): RouteResponse | undefined {
    if (isSafeMethod(request.method) || this.options.xsrf.disableProtection) return undefined;
    // Browsers never send an API key automatically, and pages of other sites cannot set the header.
    if (bringsApiKey(request.headers['authorization'])) return undefined;
    if (this.xsrfAllowed.has(request.pathname)) return undefined;
    const { xsrfRequired, fromOtherSites } = request.route.options;
    if (xsrfRequired === false)
      return request.isForeignChange && !fromOtherSites ? foreignChangeRefused() : undefined;
    const { headers } = request;
    const names = [XSRF_HEADER, XSRF_HEADER_ALIAS, VERSION_HEADER, VERSION_HEADER_ALIAS];
    return names.some((name) => headers[name] !== undefined)
      ? undefined
      : definedError(SERVER_ERRORS.xsrfHeaderMissing, { header: XSRF_HEADER });
  }
}

function administratorProblem(
  { hasApiAccess, disabledEndpoints = {} }: Identity,
  { rights }: RouteConfig['options']
): RouteResponse | undefined {
  if (!hasApiAccess) return definedError(SERVER_ERRORS.noApiAccess);
  return rights === 'full' && !isFullAdministrator(disabledEndpoints)
    ? definedError(SERVER_ERRORS.fullAdministratorsOnly)
    : undefined;
}

const toDigest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isOpen = ({ access, openWhile }: IncomingRequest['route']['options']): boolean =>
  access === 'optional' || (access === 'user' && openWhile?.() === true);

/** @throws {CodedError} 503 if authentication takes longer than `HTTP_LIMITS.identifyMs` */
async function inTime(outcome: AuthOutcome | Promise<AuthOutcome>): Promise<AuthOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new CodedError(BACKEND_ERRORS.unavailable));
    timer = setTimeout(fail, HTTP_LIMITS.identifyMs);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Authenticated users are counted by name, all other clients by address. */
const callerKey = ({ auth, remoteAddress }: IncomingRequest): string =>
  auth?.caller.kind === 'user'
    ? `user:${auth.identity.userName}`
    : `address:${addressKey(remoteAddress)}`;

function tooMany(retryAfterSeconds: number): RouteResponse | undefined {
  if (retryAfterSeconds === 0) return undefined;
  return definedError(
    SERVER_ERRORS.tooManyRequests,
    { seconds: retryAfterSeconds },
    {
      headers: { 'retry-after': String(retryAfterSeconds) },
    }
  );
}

function demandLogin(
  request: IncomingRequest,
  outcome: AuthOutcome & { type: 'anonymous' }
): RouteResponse {
  if (outcome.redirectTo !== undefined && isPageRequest(request)) {
    return { statusCode: 302, headers: { location: outcome.redirectTo } };
  }
  const headers = outcome.challenge ? { 'www-authenticate': outcome.challenge } : undefined;
  return definedError(SERVER_ERRORS.authenticationRequired, {}, { headers });
}

/** Whether a user opens a page in a browser, as opposed to a script that calls an API. */
export function isPageRequest(request: IncomingRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const { pathname } = request;
  if (pathname.startsWith('/app/')) return true;
  return !pathname.startsWith('/api/') && (request.headers['accept'] ?? '').includes('text/html');
}
