/**
 * The auth handler: session cookie, or what a request brings along, to identity and tenant, once
 * per request. Sources: docs/reference/security-app.md#requests, #sign-in-routes and
 * #tenant-of-a-request.
 */
import { bringsApiKey } from '@sd/contracts';
import type {
  AuthHandler,
  AuthOutcome,
  Identity,
  RouteRequest,
  Logger,
  Principal,
  PrivilegedBackend,
  RequestAuth,
  ResponseFactory,
  SetCookie,
} from '@sd/core/server';
import {
  authTypesOf,
  entranceUrl,
  loginUrl,
  NO_TENANT_PATH,
  offersPasswords,
  SECURITY_ERRORS,
  TENANT_SWITCH_PATH,
  tenantPageUrl,
  UNAVAILABLE_TENANT_PATH,
  withoutTenant,
} from '../../common';
import type { SecurityConfig } from '../config';
import { credentialsRefused, engineUnavailable, providerUnavailable, refused } from '../errors';
import type { Session, SessionService } from '../sessions/session_service';
import { ProviderUnavailableError } from '../login/provider_fetch';
import { EngineUnavailableError, type LoginService } from './authenticator';
import type { FoundCredentials, RequestCredentials } from './request_credentials';
import { openSession } from './open_session';
import { isOwnLink } from './own_link';
import type { SessionCookie } from './session_cookie';
import type { TenancyRulesService } from './tenancy_settings';
import { resolveTenant, tenantInHeaders, tenantInQuery, usableTenant } from './tenant_resolution';

/** What our own routes find in `request.auth.state`. */
export interface AuthState {
  /** Absent for calls that carried their own credentials. */
  readonly session?: Session;
}

export interface AuthHandlerDeps {
  readonly config: SecurityConfig;
  readonly authenticator: LoginService;
  readonly sessions: SessionService;
  readonly cookie: SessionCookie;
  readonly brought: RequestCredentials;
  readonly tenancy: TenancyRulesService;
  readonly preferencesOf: PrivilegedBackend['preferencesOf'];
  readonly logger: Logger;
}

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** The page, and what the shell around it asks for. */
const LOGIN_PAGE: readonly string[] = ['/app/login', '/api/core/capabilities'];

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
      // The way back in while a provider is away. The session stays, for when it is there again.
      const isAway = error.cause instanceof ProviderUnavailableError;
      if (isAway && LOGIN_PAGE.includes(request.url.pathname)) return { type: 'anonymous' };
      deps.logger.error('A request could not be authenticated.', { reason: String(error.cause) });
      const result = isAway ? providerUnavailable : engineUnavailable;
      return { type: 'refused', response: result(response) };
    }
  };
}

async function authenticate(
  deps: AuthHandlerDeps,
  request: RouteRequest,
  response: ResponseFactory
): Promise<AuthOutcome> {
  const brought = deps.brought.of(request);
  const { pathname } = request.url;
  // With a header it is no page where clients of a cluster ask for name and version; and whoever
  // brings an API key is no browser, and gets no session.
  const isScript = brought?.way === 'header' && (pathname === '/' || isByKey(brought));
  const isCall = !isPagePath(pathname) || isScript;
  if (brought?.way === 'address' && !isCall)
    return enterByAddress(deps, request, response, brought);
  if (brought && isCall && brought.way !== 'proxy')
    return proveCall(deps, request, response, brought);

  const cookieValue = request.cookies[deps.cookie.name];
  const checked = await deps.authenticator.checkSession(cookieValue, request.remoteAddress);
  const found = checked && (await stillMeant(deps, checked, brought)) ? checked : undefined;
  if (found) {
    if (!request.isSystemRequest) deps.sessions.touch(found.session);
    const { session, identity } = found;
    return withTenant(deps, request, response, session.principal, identity, session);
  }
  if (brought?.way === 'proxy' && isCall) return proveCall(deps, request, response, brought);
  const entered =
    brought &&
    !isForeignLink(request) &&
    mayEnter(deps.config, brought) &&
    (await enter(deps, request, response, brought));
  if (entered) return entered;
  // Calls leave it: one that was under way when another tab signed in would take its new cookie.
  const isStale = cookieValue !== undefined && !isCall;
  return anonymous(deps, request, isStale ? [deps.cookie.clear()] : []);
}

const isByKey = ({ credentials }: FoundCredentials): boolean =>
  bringsApiKey(credentials.headers['authorization']);

/** Each call proves itself anew and opens no session. */
async function proveCall(
  deps: AuthHandlerDeps,
  request: RouteRequest,
  response: ResponseFactory,
  brought: FoundCredentials
): Promise<AuthOutcome> {
  const result = await deps.authenticator.checkRequest(brought.credentials);
  if (!result.ok) {
    const isWrongKey = result.reason === 'invalid' && isByKey(brought);
    const error = isWrongKey
      ? refused(response, SECURITY_ERRORS.invalidApiKey)
      : credentialsRefused(result, response);
    return { type: 'refused', response: error };
  }
  const { method } = request;
  const isReading = READS.includes(method) || request.route.options.reads;
  if (result.identity.key?.isReadOnly && !isReading)
    return {
      type: 'refused',
      response: refused(response, SECURITY_ERRORS.apiKeyReadsOnly, { method }),
    };
  return withTenant(deps, request, response, result.principal, result.identity, undefined);
}

/**
 * Addresses may hold a name and a password, which a browser then sends by itself: a page of another
 * site must not sign a visitor in as somebody else.
 */
function isForeignLink({ headers }: RouteRequest): boolean {
  const site = headers['sec-fetch-site'];
  return headers['authorization'] !== undefined && (site === 'cross-site' || site === 'same-site');
}

/** A name and password count on pages only where they may log in. */
const mayEnter = ({ auth }: SecurityConfig, { credentials }: FoundCredentials): boolean =>
  offersPasswords(auth.type) || !/^basic\b/i.test(credentials.headers['authorization'] ?? '');

/** Credentials on a page open a session, so that its own calls need none. */
async function enter(
  deps: AuthHandlerDeps,
  request: RouteRequest,
  response: ResponseFactory,
  brought: FoundCredentials
): Promise<AuthOutcome | undefined> {
  const result = await deps.authenticator.checkRequest(brought.credentials);
  // A wrong header, which a proxy may add by itself, is none: the login page is for people.
  if (!result.ok) return undefined;
  // A session would be another credential.
  if (result.identity.isDelegated)
    return withTenant(deps, request, response, result.principal, result.identity, undefined);
  const { session, cookie } = await openSession(deps, request, {
    ...result,
    principal: remembering(result.principal, brought),
  });
  const { principal } = session;
  const outcome = await withTenant(deps, request, response, principal, result.identity, session);
  if (outcome.type !== 'refused') return { ...outcome, cookies: [cookie] };
  const { cookies = [] } = outcome.response;
  return { type: 'refused', response: { ...outcome.response, cookies: [...cookies, cookie] } };
}

/** The token leaves the address at once, whether it holds or not. */
async function enterByAddress(
  deps: AuthHandlerDeps,
  request: RouteRequest,
  response: ResponseFactory,
  brought: FoundCredentials
): Promise<AuthOutcome> {
  const { basePath } = request;
  const location = `${basePath}${deps.brought.withoutToken(request)}`;
  const result = await deps.authenticator.checkRequest(brought.credentials);
  if (!result.ok || result.identity.isDelegated) {
    deps.logger.info('A sign-in was refused.', {
      method: 'jwt',
      reason: result.ok ? 'delegated' : result.reason,
      remoteAddress: request.remoteAddress,
    });
    return {
      type: 'refused',
      response: response.redirected({ location: loginUrl(basePath, location, 'refused') }),
    };
  }
  const principal = remembering(result.principal, brought);
  const { cookie } = await openSession(deps, request, { ...result, principal });
  return { type: 'refused', response: response.redirected({ location, cookies: [cookie] }) };
}

/** A proxy says with every request who it is for: a session goes on for nobody else. */
async function stillMeant(
  deps: AuthHandlerDeps,
  { session }: { readonly session: Session },
  brought: FoundCredentials | undefined
): Promise<boolean> {
  const { provider } = session.principal;
  if (provider?.method !== 'proxy' || provider.subject === brought?.mark) return true;
  await deps.sessions.end(session.id);
  return false;
}

function remembering(principal: Principal, { way, mark }: FoundCredentials): Principal {
  if (way === 'proxy')
    return { ...principal, provider: { method: 'proxy', ...(mark && { subject: mark }) } };
  return way === 'address' ? { ...principal, provider: { method: 'jwt' } } : principal;
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
  const { url } = request;
  const inQuery = url.search === '' ? undefined : tenantInQuery(url.searchParams);
  const wanted = [inQuery, tenantInHeaders(request.headers), session?.tenant];
  const tenant = resolveTenant(wanted, identity, rules);
  // A key need not name any: what it does elsewhere is judged there.
  const mayGoWithout = identity.hasApiAccess || identity.key?.permissions !== undefined;
  if (tenant === undefined && needsTenant(request.url.pathname) && !mayGoWithout) {
    return {
      type: 'refused',
      response: isPageRequest(request)
        ? response.redirected({ location: `${request.basePath}/app/customerror${NO_TENANT_PATH}` })
        : refused(response, SECURITY_ERRORS.noAvailableTenant),
    };
  }
  const isLink = isPageRequest(request) && inQuery !== undefined;
  const linked = isLink ? usableTenant(inQuery, identity, rules) : undefined;
  // Another tenant's content must not stand under the address of this one.
  if (isLink && linked === undefined && needsTenant(request.url.pathname))
    return aboutTenant(UNAVAILABLE_TENANT_PATH, request, response, inQuery);
  if (!session || linked === undefined || linked === session.tenant) {
    return authenticated(request, principal, identity, tenant, session);
  }
  // What somebody then saves must not land in a tenant that another site has chosen.
  if (!isOwnLink(request))
    return aboutTenant(TENANT_SWITCH_PATH, request, response, inQuery ?? linked);
  await deps.sessions.change(session, { tenant: linked });
  return authenticated(request, principal, identity, tenant, { ...session, tenant: linked });
}

function aboutTenant(
  page: string,
  { basePath, url }: RouteRequest,
  response: ResponseFactory,
  tenant: string
): AuthOutcome {
  const target = `${basePath}${withoutTenant(`${url.pathname}${url.search}`)}`;
  const location = tenantPageUrl(basePath, page, tenant, target);
  return { type: 'refused', response: response.redirected({ location }) };
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
  { config: { auth, proxycache } }: AuthHandlerDeps,
  request: RouteRequest,
  cookies: readonly SetCookie[]
): AuthOutcome {
  const { basePath, url } = request;
  const types = authTypesOf(auth.type);
  const proxysPage = types.includes('proxy') ? proxycache.login_endpoint : '';
  const redirectTo = isPageRequest(request)
    ? (entranceUrl({
        types,
        isAnonymousOffered: auth.anonymous_auth_enabled,
        defaultType: auth.default_redirect_auth_type,
        basePath,
        target: `${basePath}${url.pathname}${url.search}`,
        isAsking: url.searchParams.get('auto_login') === 'false',
      }) ??
      (proxysPage || undefined))
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
