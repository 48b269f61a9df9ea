/**
 * REST API of the engine over HTTP, for scripts and administration tools: `/_plugins/_security` and
 * the older `/_opendistro/_security`. Callers authenticate with an administrator certificate, HTTP
 * Basic, the session cookie or, with the login method `proxy`, the headers of a trusted proxy; the
 * latter two require the XSRF header for all but read requests.
 * Status, headers and body are the engine's, unchanged. The same applies to `/` and `/_cat/nodes`,
 * which cluster clients request first.
 */
import { englishText, CLUSTER_REQUEST_ERRORS } from '@sd/contracts';
import { XSRF_HEADER, XSRF_HEADER_ALIAS } from '@sd/core/common';
import type {
  EntryPointRequest,
  HttpServiceSetup,
  PrivilegedBackend,
  RequestCaller,
  RouteResponse,
} from '@sd/core/server';
import { answeredByCore, EngineUnavailableError } from './engine_unavailable';
import type { LoginFailure, LoginService } from './auth/login_service';
import { matchesProxyUser } from './auth/proxy_session';
import type { PresentedCredentials, RequestCredentials } from './auth/request_credentials';
import type { SessionCookie } from './auth/session_cookie';
import { SECURITY_ERRORS } from '../common';
import { tenantInHeaders } from './auth/tenant_resolution';
import { blockedMessage, ENGINE_UNAVAILABLE_MESSAGE, incompleteError } from './errors';
import type { SessionService } from './sessions/session_service';

const PREFIXES = ['/_plugins/_security', '/_opendistro/_security'] as const;
const CLIENT_PATHS = ['/', '/_cat/nodes'] as const;
const DEFAULT_CHALLENGE = 'Basic realm="OpenSearch Security"';
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** Password changes verify the current password, so they are subject to the login limits. */
const OWN_ACCOUNT = /\/api\/account\/*$/;
const PUBLIC_PATHS = /^\/_(?:plugins|opendistro)\/_security\/(?:health|whoami)\/*$/;
/** Hop-by-hop headers and headers of this server, which are not passed to the engine. */
const OWN_HEADERS: readonly string[] = [
  'authorization',
  'cookie',
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
];

export interface EngineEntryPointDeps {
  readonly http: Pick<HttpServiceSetup, 'registerEntryPoint'>;
  readonly backend: Pick<PrivilegedBackend, 'asCaller' | 'clusters' | 'identify'>;
  readonly authenticator: LoginService;
  readonly sessions: SessionService;
  readonly cookie: SessionCookie;
  readonly credentials: Pick<RequestCredentials, 'ofProxy'>;
}

export function registerEngineEntryPoints(deps: EngineEntryPointDeps): void {
  for (const prefix of PREFIXES) {
    deps.http.registerEntryPoint({ prefix, handler: (request) => forward(deps, request) });
  }
  for (const prefix of CLIENT_PATHS) {
    const handler = (request: EntryPointRequest) => forward(deps, request);
    deps.http.registerEntryPoint({ prefix, isExact: true, handler });
  }
}

async function forward(
  deps: EngineEntryPointDeps,
  request: EntryPointRequest
): Promise<RouteResponse> {
  try {
    // These paths concern the installation's own backend only.
    if (!deps.backend.clusters.isHome(request))
      return plain(400, englishText(CLUSTER_REQUEST_ERRORS.clusterHomeOnly));
    const found = (await certificateCaller(deps, request)) ?? (await getCaller(deps, request));
    if ('statusCode' in found) return found;
    if (found.kind === 'user') request.identify(found.principal.userName);
    const send = () =>
      deps.backend.asCaller(found).request({
        method: request.method,
        path: request.path,
        query: request.query,
        headers: Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.includes(name))
        ),
        ...(request.rawBody !== undefined && { rawBody: request.rawBody }),
      });
    const { remoteAddress } = request;
    const response =
      request.method === 'PUT' && OWN_ACCOUNT.test(request.path) && found.kind === 'user'
        ? await deps.authenticator.sendWithPassword(
            { remoteAddress, userName: found.principal.userName },
            send
          )
        : await send();
    if ('ok' in response) return denial(response);
    const { statusCode, headers, body } = response;
    return { statusCode, headers, body };
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    const cause = answeredByCore(error);
    if (cause) throw cause;
    return plain(503, ENGINE_UNAVAILABLE_MESSAGE);
  }
}

/** An administrator certificate takes precedence over a password, as on a cluster. */
async function certificateCaller(
  { backend }: EngineEntryPointDeps,
  request: EntryPointRequest
): Promise<RequestCaller | undefined> {
  const { tls, remoteAddress } = request;
  if (!tls?.peer) return undefined;
  const caller = { kind: 'certificate', tls: { ...tls, peer: tls.peer }, remoteAddress } as const;
  const identity = await backend.identify(caller);
  if (identity) request.identify(identity.userName);
  return identity && caller;
}

async function getCaller(
  deps: EngineEntryPointDeps,
  request: EntryPointRequest
): Promise<RequestCaller | RouteResponse> {
  const { remoteAddress, headers, tls } = request;
  const connection = tls && { tls };
  const proxied = deps.credentials.ofProxy(request);
  const { authorization } = headers;
  if (!proxied && authorization !== undefined) {
    const credentials = { headers: { authorization }, remoteAddress };
    return credentialsCaller(deps, request, { source: 'header', credentials });
  }
  const found = await deps.authenticator.checkSession(
    deps.cookie.readFrom(headers['cookie']),
    remoteAddress
  );
  const isCurrent = found && (await matchesProxyUser(deps.sessions, found.session, proxied));
  if (!isCurrent && !proxied) return { kind: 'anonymous', remoteAddress, ...connection };
  // Browsers send cookies, and what a proxy accepts, with requests of other sites as well.
  if (
    !SAFE_METHODS.includes(request.method) &&
    !headers[XSRF_HEADER] &&
    !headers[XSRF_HEADER_ALIAS]
  ) {
    return json(400, {
      statusCode: 400,
      error: 'Bad Request',
      message: `Request must contain a ${XSRF_HEADER} header.`,
    });
  }
  if (!isCurrent) return credentialsCaller(deps, request, proxied as PresentedCredentials);
  deps.sessions.touch(found.session);
  return {
    kind: 'user',
    principal: found.session.principal,
    remoteAddress,
    ...connection,
    ...getTenant(tenantInHeaders(headers) ?? found.session.tenant),
  };
}

/** Authenticates each request separately, without a session. */
async function credentialsCaller(
  { authenticator }: EngineEntryPointDeps,
  { headers, path, remoteAddress, tls }: EntryPointRequest,
  { credentials, source }: PresentedCredentials
): Promise<RequestCaller | RouteResponse> {
  const connection = tls && { tls };
  const result = await authenticator.checkRequest(credentials, source);
  // A cluster answers these requests regardless of the header.
  if (!result.ok && PUBLIC_PATHS.test(path))
    return { kind: 'anonymous', remoteAddress, ...connection };
  if (!result.ok) return denial(result);
  return {
    kind: 'user',
    principal: result.principal,
    remoteAddress,
    ...connection,
    ...getTenant(tenantInHeaders(headers)),
  };
}

const getTenant = (tenant: string | undefined) => (tenant === undefined ? {} : { tenant });

/** Same response as a cluster: blocked callers only get an additional retry time. */
function denial(result: LoginFailure): RouteResponse {
  if (result.reason === 'unavailable') return plain(503, ENGINE_UNAVAILABLE_MESSAGE);
  const retryAfter = result.retryAfterSeconds;
  if (result.limit !== undefined && retryAfter !== undefined) {
    const text = blockedMessage(retryAfter, result.limit);
    return plain(429, text, { 'retry-after': String(retryAfter) });
  }
  return plain(401, toText(result), {
    'www-authenticate': result.challenge ?? DEFAULT_CHALLENGE,
    ...(retryAfter !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
  });
}

function toText(result: LoginFailure): string {
  if (result.reason === 'incomplete') return englishText(incompleteError(result));
  return result.reason === 'off' ? englishText(SECURITY_ERRORS.apiKeysOff) : 'Unauthorized';
}

const plain = (
  statusCode: number,
  body: string,
  headers: Record<string, string> = {}
): RouteResponse => ({
  statusCode,
  headers: { ...headers, 'content-type': 'text/plain; charset=UTF-8' },
  body,
});

const json = (statusCode: number, body: unknown): RouteResponse => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body,
});
