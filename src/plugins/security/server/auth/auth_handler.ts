/**
 * The auth handler: session cookie or `Authorization` header to identity and tenant, once per
 * request. Sources: docs/reference/security-app.md#requests, #sign-in-routes and
 * #tenant-of-a-request.
 */
import type {
  AuthHandler,
  AuthOutcome,
  Identity,
  RouteRequest,
  Logger,
  Principal,
  RequestAuth,
  ResponseFactory,
  RouteResponse,
  SetCookie,
} from '@sd/core/server';
import {
  authTypesOf,
  entranceUrl,
  SECURITY_ERRORS,
  unavailableTenantUrl,
  withoutTenant,
} from '../../common';
import type { SecurityConfig } from '../config';
import { credentialsRefused, engineUnavailable, refused } from '../errors';
import type { Session, SessionService } from '../sessions/session_service';
import { EngineUnavailableError, type Authenticator } from './authenticator';
import type { SessionCookie } from './session_cookie';
import type { TenancySettings } from './tenancy_settings';
import { resolveTenant, tenantInHeaders, tenantInQuery, usableTenant } from './tenant_resolution';

/** What our own routes find in `request.auth.state`. */
export interface AuthState {
  /** Absent for requests that carried their own credentials. */
  readonly session?: Session;
}

export interface AuthHandlerDeps {
  readonly config: SecurityConfig;
  readonly authenticator: Authenticator;
  readonly sessions: SessionService;
  readonly cookie: SessionCookie;
  readonly tenancy: TenancySettings;
  readonly logger: Logger;
}

/** Stands for nobody on routes that the configuration opens to everybody. */
const NOBODY: Identity = Object.freeze({
  userName: '',
  backendRoles: [],
  roles: [],
  tenants: {},
  hasApiAccess: false,
  isInternalUser: false,
  isReserved: false,
});

export function createAuthHandler(deps: AuthHandlerDeps): AuthHandler {
  const openRoutes = new Set(deps.config.auth.unauthenticated_routes);

  return async (request, response) => {
    try {
      const outcome = await authenticate(deps, request, response);
      if (outcome.type === 'authenticated' || !openRoutes.has(request.url.pathname)) return outcome;
      return { type: 'authenticated', auth: nobody(request) };
    } catch (error) {
      if (!(error instanceof EngineUnavailableError)) throw error;
      deps.logger.error('A request could not be authenticated.', { reason: String(error.cause) });
      return { type: 'refused', response: engineUnavailable(response) };
    }
  };
}

async function authenticate(
  deps: AuthHandlerDeps,
  request: RouteRequest,
  response: ResponseFactory
): Promise<AuthOutcome> {
  const { authorization } = request.headers;
  // Pages are for people: a header that a proxy or a browser adds by itself must not sign anybody
  // in there. `/` is no page then: clients of a cluster ask it for name and version.
  const { pathname } = request.url;
  if (authorization !== undefined && (pathname === '/' || !isPagePath(pathname))) {
    const result = await deps.authenticator.checkHeader(authorization, request.remoteAddress);
    if (!result.ok) return { type: 'refused', response: credentialsRefused(result, response) };
    return withTenant(deps, request, response, result.principal, result.identity, undefined);
  }
  const cookieValue = request.cookies[deps.cookie.name];
  const found = await deps.authenticator.checkSession(cookieValue, request.remoteAddress);
  if (!found)
    return anonymous(deps, request, cookieValue === undefined ? [] : [deps.cookie.clear()]);
  if (!request.isSystemRequest) deps.sessions.touch(found.session);
  return withTenant(
    deps,
    request,
    response,
    found.session.principal,
    found.identity,
    found.session
  );
}

async function withTenant(
  deps: AuthHandlerDeps,
  request: RouteRequest,
  response: ResponseFactory,
  principal: Principal,
  identity: Identity,
  session: Session | undefined
): Promise<AuthOutcome> {
  if (!deps.tenancy.isConfigured)
    return authenticated(request, principal, identity, undefined, session);
  const rules = await deps.tenancy.rules();
  const inQuery = tenantInQuery(request.url.searchParams);
  const wanted = [inQuery, tenantInHeaders(request.headers), session?.tenant];
  const tenant = resolveTenant(wanted, identity, rules);
  if (tenant === undefined && needsTenant(request.url.pathname) && !identity.hasApiAccess) {
    return { type: 'refused', response: refused(response, SECURITY_ERRORS.noAvailableTenant) };
  }
  const isLink = isPageRequest(request) && inQuery !== undefined;
  const linked = isLink ? usableTenant(inQuery, identity, rules) : undefined;
  // Another tenant's content must not stand under the address of this one.
  if (isLink && linked === undefined && needsTenant(request.url.pathname))
    return { type: 'refused', response: sayUnavailable(request, response, inQuery) };
  if (!session || linked === undefined || linked === session.tenant) {
    return authenticated(request, principal, identity, tenant, session);
  }
  await deps.sessions.change(session, { tenant: linked });
  return authenticated(request, principal, identity, tenant, { ...session, tenant: linked });
}

function sayUnavailable(
  { basePath, url }: RouteRequest,
  response: ResponseFactory,
  tenant: string
): RouteResponse {
  const target = `${basePath}${withoutTenant(`${url.pathname}${url.search}`)}`;
  return response.redirected({ location: unavailableTenantUrl(basePath, tenant, target) });
}

function authenticated(
  request: RouteRequest,
  principal: Principal,
  identity: Identity,
  tenant: string | undefined,
  session: Session | undefined
): AuthOutcome {
  const state: AuthState = session ? { session } : {};
  const named = tenant === undefined ? {} : { tenant };
  const auth: RequestAuth = {
    identity,
    caller: { kind: 'user', principal, remoteAddress: request.remoteAddress, ...named },
    ...named,
    state,
  };
  return { type: 'authenticated', auth };
}

function anonymous(
  { config: { auth } }: AuthHandlerDeps,
  request: RouteRequest,
  cookies: readonly SetCookie[]
): AuthOutcome {
  const { basePath, url } = request;
  const redirectTo = isPageRequest(request)
    ? entranceUrl({
        types: authTypesOf(auth.type),
        isAnonymousOffered: auth.anonymous_auth_enabled,
        defaultType: auth.default_redirect_auth_type,
        basePath,
        target: `${basePath}${url.pathname}${url.search}`,
        isAsking: url.searchParams.get('auto_login') === 'false',
      })
    : undefined;
  return {
    type: 'anonymous',
    ...(redirectTo !== undefined && { redirectTo }),
    ...(cookies.length > 0 && { cookies }),
  };
}

function nobody(request: RouteRequest): RequestAuth {
  return { identity: NOBODY, caller: { kind: 'anonymous', remoteAddress: request.remoteAddress } };
}

export function authStateOf(request: RouteRequest): AuthState {
  return (request.auth?.state ?? {}) as AuthState;
}

/**
 * docs/reference/security-app.md#requests, "Page request", and the pages that core serves outside
 * `/app`.
 */
function isPagePath(path: string): boolean {
  return (
    path === '/' ||
    path === '/status' ||
    path === '/missing-role' ||
    path === '/app' ||
    /^\/(app|goto)\//.test(path)
  );
}

function isPageRequest(request: RouteRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') && isPagePath(request.url.pathname)
  );
}

/**
 * Signing in and out, error pages and what the shell asks before anything else work without a
 * tenant.
 */
const TENANTLESS =
  /^\/(app\/(login|customerror)(\/|$)|api\/(core\/capabilities|status|authtype)$|auth\/|missing-role$)/;

function needsTenant(path: string): boolean {
  return (path === '/' || /^\/(api|app|goto)(\/|$)/.test(path)) && !TENANTLESS.test(path);
}
