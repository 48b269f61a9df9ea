/** The auth handler: session cookie or credentials to identity and tenant, once per request. */
import { bringsApiKey, CLUSTER_REQUEST_ERRORS } from '@sd/contracts';
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
  RouteResponse,
} from '@sd/core/server';
import {
  getAuthTypes,
  entranceUrl,
  IMPORT_ENTRIES,
  loginUrl,
  offersPasswords,
  SECURITY_ERRORS,
} from '../../common';
import type { SecurityConfig } from '../config';
import { credentialsRefused, engineUnavailable, providerUnavailable, refuse } from '../errors';
import type { SessionService } from '../sessions/session_service';
import { ProviderUnavailableError } from '../login/provider_fetch';
import { answeredByCore, EngineUnavailableError } from '../engine_unavailable';
import type { LoginService } from './login_service';
import type { PresentedCredentials, RequestCredentials } from './request_credentials';
import { openSession } from './open_session';
import { tenantSource } from './own_link';
import { isPagePath, isPageRequest } from './page_request';
import { matchesProxyUser } from './proxy_session';
import { withTenant } from './request_tenant';
import { confirmedNextUrl } from './tenant_source';
import type { SessionCookie } from './session_cookie';
import type { TenancyRulesService } from './tenancy_settings';

export interface AuthHandlerDeps {
  readonly config: SecurityConfig;
  readonly authenticator: LoginService;
  readonly sessions: SessionService;
  readonly cookie: SessionCookie;
  readonly credentials: RequestCredentials;
  readonly tenancy: TenancyRulesService;
  readonly clusters: PrivilegedBackend['clusters'];
  readonly preferencesOf: PrivilegedBackend['preferencesOf'];
  readonly countLogin: PrivilegedBackend['countLogin'];
  readonly logger: Logger;
}

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** The login page and the requests of its shell. */
const LOGIN_PAGE: readonly string[] = ['/app/login', '/api/core/capabilities'];

/** Identity without a user, for routes that the configuration opens to everyone. */
const NO_USER: Identity = Object.freeze({
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
      const problem =
        outcome.type === 'authenticated' && clusterProblem(deps, outcome.auth, request, response);
      if (problem) return { type: 'refused', response: problem };
      if (outcome.type === 'authenticated' || !openRoutes.has(request.url.pathname)) return outcome;
      return { type: 'authenticated', auth: withoutUser(request) };
    } catch (error) {
      if (!(error instanceof EngineUnavailableError)) throw error;
      // Keeps the login page reachable while the identity provider is down. The session is kept
      // until the provider is back.
      const isProviderDown = error.cause instanceof ProviderUnavailableError;
      if (isProviderDown && LOGIN_PAGE.includes(request.url.pathname)) return { type: 'anonymous' };
      const cause = answeredByCore(error);
      if (cause) throw cause;
      deps.logger.error('A request could not be authenticated.', { reason: String(error.cause) });
      const result = isProviderDown ? providerUnavailable : engineUnavailable;
      return { type: 'refused', response: result(response) };
    }
  };
}

/**
 * A request for another cluster must never reach this installation instead. Only administrators may
 * send one, because the cluster may see the credentials of the configuration.
 */
function clusterProblem(
  { clusters }: AuthHandlerDeps,
  { identity }: RequestAuth,
  request: RouteRequest,
  response: ResponseFactory
): RouteResponse | undefined {
  const { url, route } = request;
  const id = clusters.idOf(request);
  if (clusters.isHome(request)) return undefined;
  if (!identity.hasApiAccess) return refuse(response, CLUSTER_REQUEST_ERRORS.clusterForbidden);
  if (!clusters.has(id)) return refuse(response, CLUSTER_REQUEST_ERRORS.unknownCluster, { id });
  if (!route.options.forClusters) return refuse(response, CLUSTER_REQUEST_ERRORS.clusterHomeOnly);
  // An import may be a trial; its route decides.
  const mayPass = isReading(request) || url.pathname === IMPORT_ENTRIES.path;
  return !mayPass && clusters.lacksConfirmation(request, id)
    ? refuse(response, CLUSTER_REQUEST_ERRORS.clusterUnconfirmed, { id })
    : undefined;
}

const isReading = ({ method, route }: RouteRequest): boolean =>
  READS.includes(method) || route.options.reads === true;

async function authenticate(
  deps: AuthHandlerDeps,
  request: RouteRequest,
  response: ResponseFactory
): Promise<AuthOutcome> {
  const presented = deps.credentials.of(request);
  const { pathname } = request.url;
  // `/` with an authorization header is an API request: cluster clients read name and version
  // there. API keys are not used by browsers and get no session.
  const isScript = presented?.source === 'header' && (pathname === '/' || usesApiKey(presented));
  const isApiRequest = !isPagePath(pathname) || isScript;
  if (presented?.source === 'address' && !isApiRequest)
    return openSessionFromAddress(deps, request, response, presented);
  if (presented && isApiRequest && presented.source !== 'proxy')
    return authenticateApiRequest(deps, request, response, presented);

  const cookieValue = request.cookies[deps.cookie.name];
  const checked = await deps.authenticator.checkSession(cookieValue, request.remoteAddress);
  const found =
    checked && (await matchesProxyUser(deps.sessions, checked.session, presented))
      ? checked
      : undefined;
  if (found) {
    if (!request.isSystemRequest) deps.sessions.touch(found.session);
    const { session, identity } = found;
    return withTenant(deps, request, response, session.principal, identity, session);
  }
  if (presented?.source === 'proxy' && isApiRequest)
    return authenticateApiRequest(deps, request, response, presented);
  const opened =
    presented &&
    !isForeignLink(request) &&
    mayOpenSession(deps.config, presented) &&
    (await openPageSession(deps, request, response, presented));
  if (opened) return opened;
  // The cookie of an ended session is not cleared: a response that is still on its way when another
  // tab logs in would delete that tab's new cookie. The next login replaces it.
  return anonymous(deps, request);
}

const usesApiKey = ({ credentials }: PresentedCredentials): boolean =>
  bringsApiKey(credentials.headers['authorization']);

/** Authenticates each request separately, without a session. */
async function authenticateApiRequest(
  deps: AuthHandlerDeps,
  request: RouteRequest,
  response: ResponseFactory,
  presented: PresentedCredentials
): Promise<AuthOutcome> {
  const result = await deps.authenticator.checkRequest(presented.credentials, presented.source);
  if (!result.ok) {
    const isInvalidKey = result.reason === 'invalid' && usesApiKey(presented);
    const error = isInvalidKey
      ? refuse(response, SECURITY_ERRORS.invalidApiKey)
      : credentialsRefused(result, response);
    return { type: 'refused', response: error };
  }
  if (result.identity.key?.isReadOnly && !isReading(request))
    return {
      type: 'refused',
      response: refuse(response, SECURITY_ERRORS.apiKeyReadsOnly, { method: request.method }),
    };
  return withTenant(deps, request, response, result.principal, result.identity, undefined);
}

/**
 * Detects credentials from links on other sites: URLs can contain a user name and password, and
 * such a link must not log the visitor in as another user.
 */
function isForeignLink({ headers }: RouteRequest): boolean {
  const site = headers['sec-fetch-site'];
  return headers['authorization'] !== undefined && (site === 'cross-site' || site === 'same-site');
}

/** Basic credentials open a session on a page only if password login is enabled. */
const mayOpenSession = ({ auth }: SecurityConfig, { credentials }: PresentedCredentials): boolean =>
  offersPasswords(auth.type) || !/^basic\b/i.test(credentials.headers['authorization'] ?? '');

/** Opens a session for credentials on a page request, so that the page's API requests need none. */
async function openPageSession(
  deps: AuthHandlerDeps,
  request: RouteRequest,
  response: ResponseFactory,
  presented: PresentedCredentials
): Promise<AuthOutcome | undefined> {
  const result = await deps.authenticator.checkRequest(presented.credentials, presented.source);
  // Invalid credentials, possibly added by a proxy, are ignored, so that the user reaches the login
  // page.
  if (!result.ok) return undefined;
  // Delegated credentials open no session, which would be another credential.
  if (result.identity.isDelegated)
    return withTenant(deps, request, response, result.principal, result.identity, undefined);
  const { session, cookie } = await openSession(deps, request, {
    ...result,
    principal: withProvider(result.principal, presented),
  });
  const { principal } = session;
  const outcome = await withTenant(deps, request, response, principal, result.identity, session);
  if (outcome.type !== 'refused') return { ...outcome, cookies: [cookie] };
  const { cookies = [] } = outcome.response;
  return { type: 'refused', response: { ...outcome.response, cookies: [...cookies, cookie] } };
}

/** Redirects to the address without the token in any case. */
async function openSessionFromAddress(
  deps: AuthHandlerDeps,
  request: RouteRequest,
  response: ResponseFactory,
  presented: PresentedCredentials
): Promise<AuthOutcome> {
  const { basePath } = request;
  const location = `${basePath}${deps.credentials.withoutToken(request)}`;
  const result = await deps.authenticator.checkRequest(presented.credentials, presented.source);
  if (!result.ok || result.identity.isDelegated) {
    deps.logger.info('A login was rejected.', {
      method: 'jwt',
      reason: result.ok ? 'delegated' : result.reason,
      remoteAddress: request.remoteAddress,
    });
    return {
      type: 'refused',
      response: response.redirected({ location: loginUrl(basePath, location, 'refused') }),
    };
  }
  const principal = withProvider(result.principal, presented);
  const { cookie } = await openSession(deps, request, { ...result, principal });
  return { type: 'refused', response: response.redirected({ location, cookies: [cookie] }) };
}

function withProvider(principal: Principal, { source, mark }: PresentedCredentials): Principal {
  if (source === 'proxy')
    return { ...principal, provider: { method: 'proxy', ...(mark && { subject: mark }) } };
  return source === 'address' ? { ...principal, provider: { method: 'jwt' } } : principal;
}

function anonymous(
  { config: { auth, proxycache } }: AuthHandlerDeps,
  request: RouteRequest
): AuthOutcome {
  const { basePath, url } = request;
  const types = getAuthTypes(auth.type);
  const proxyLoginPage = types.includes('proxy') ? proxycache.login_endpoint : '';
  const redirectTo = isPageRequest(request)
    ? (entranceUrl({
        types,
        isAnonymousOffered: auth.anonymous_auth_enabled,
        defaultType: auth.default_redirect_auth_type,
        basePath,
        target: confirmedNextUrl(request, `${basePath}${url.pathname}${url.search}`),
        isTyped: tenantSource(request) === 'typed',
        isChooserRequested: url.searchParams.get('auto_login') === 'false',
      }) ??
      (proxyLoginPage || undefined))
    : undefined;
  return {
    type: 'anonymous',
    ...(redirectTo !== undefined && { redirectTo }),
  };
}

function withoutUser(request: RouteRequest): RequestAuth {
  return { identity: NO_USER, caller: { kind: 'anonymous', remoteAddress: request.remoteAddress } };
}
