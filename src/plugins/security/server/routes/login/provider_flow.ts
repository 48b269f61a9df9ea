/**
 * The two steps of a login through a provider. Its response is valid only once, within minutes, and
 * in the browser that started the login. Every error ends at the login page: an automatic restart
 * could loop forever.
 */
import type { ResponseFactory, RouteRequest, RouteResponse, SetCookie } from '@sd/core/server';
import { isSafeNextUrl, loginUrl, SECURITY_ERRORS, type LoginProblem } from '../../../common';
import { EngineUnavailableError } from '../../engine_unavailable';
import type { Arrival, Authenticated, LoginFailure } from '../../auth/login_service';
import { openSession } from '../../auth/open_session';
import { confirmedNextUrl, passedTenantSource } from '../../auth/tenant_source';
import { refuse } from '../../errors';
import type { PendingLoginCookies } from '../../sessions/pending_login_cookies';
import { getBaseUrl } from '../../login/server_address';
import { ProviderUnavailableError } from '../../login/provider_fetch';
import type { RouteDeps } from '../shared/route_deps';

type Values = Readonly<Record<string, string>>;

interface Conclusion extends Arrival {
  readonly method: string;
  readonly result: Authenticated | LoginFailure;
}

export async function begin(
  deps: RouteDeps,
  method: string,
  steps: PendingLoginCookies,
  requestedUrl: string | undefined,
  request: RouteRequest,
  response: ResponseFactory
): Promise<RouteResponse> {
  const { basePath } = request;
  if (requestedUrl && !isSafeNextUrl(requestedUrl, basePath))
    return refuse(response, SECURITY_ERRORS.invalidNextUrl);
  const nextUrl = confirmedNextUrl(request, requestedUrl || `${basePath}/`);
  const baseUrl = getBaseUrl(deps, request);
  try {
    const begun = await deps.authenticator.beginAtProvider(
      method,
      { baseUrl, nextUrl, source: passedTenantSource(request) },
      request.remoteAddress
    );
    if (!begun) return toLoginPage(response, basePath, nextUrl, 'provider');
    const { location, name, mark } = begun;
    return response.redirected({ location, cookies: [steps.set(request.cookies, name, mark)] });
  } catch (error) {
    return respondToFailure(deps, error, response, basePath, nextUrl);
  }
}

export async function complete(
  deps: RouteDeps,
  method: string,
  steps: PendingLoginCookies,
  { relay, values }: { readonly relay: string | undefined; readonly values: Values },
  request: RouteRequest,
  response: ResponseFactory
): Promise<RouteResponse> {
  const { basePath, remoteAddress } = request;
  const found = steps.find(request.cookies, relay);
  if (!found) return toLoginPage(response, basePath, undefined, 'round');
  const { id, clear } = found;
  let nextUrl: string | undefined;
  try {
    const { authenticator } = deps;
    const input = { fields: values, remoteAddress };
    const completed = await authenticator.completeAtProvider(id, method, input);
    if (!completed) return toLoginPage(response, basePath, undefined, 'round', [clear]);
    ({ nextUrl } = completed);
    return await finishLogin(deps, { method, ...completed }, [clear], request, response);
  } catch (error) {
    return respondToFailure(deps, error, response, basePath, nextUrl, [clear]);
  }
}

/** Continues to the requested address, or to the login page with the reason of the failure. */
export async function finishLogin(
  deps: RouteDeps,
  { method, result, nextUrl, source }: Conclusion,
  cookies: readonly SetCookie[],
  request: RouteRequest,
  response: ResponseFactory
): Promise<RouteResponse> {
  const { basePath, remoteAddress } = request;
  if (result.ok) return startSession(deps, result, { nextUrl, source }, cookies, request, response);
  deps.logger.info('A login was rejected.', { method, reason: result.reason, remoteAddress });
  return toLoginPage(response, basePath, nextUrl, findProblem(result), cookies);
}

/** Opens a session for the authenticated user and redirects to the requested address. */
export async function startSession(
  deps: RouteDeps,
  authenticated: Authenticated,
  arrival: Arrival,
  cookies: readonly SetCookie[],
  request: RouteRequest,
  response: ResponseFactory
): Promise<RouteResponse> {
  const { session, cookie } = await openSession(deps, request, authenticated, arrival);
  await deps.providerSessions.record(session);
  return response.redirected({ location: arrival.nextUrl, cookies: [...cookies, cookie] });
}

export function respondToFailure(
  { logger }: RouteDeps,
  error: unknown,
  response: ResponseFactory,
  basePath: string,
  nextUrl: string | undefined,
  cookies: readonly SetCookie[] = []
): RouteResponse {
  if (!(error instanceof EngineUnavailableError)) throw error;
  const isProvider = error.cause instanceof ProviderUnavailableError;
  const service = isProvider ? 'identity provider' : 'security engine';
  logger.error(`A login failed: the ${service} is unavailable.`, {
    reason: String(error.cause),
  });
  return toLoginPage(response, basePath, nextUrl, isProvider ? 'provider' : 'backend', cookies);
}

export function toLoginPage(
  response: ResponseFactory,
  basePath: string,
  nextUrl: string | undefined,
  problem: LoginProblem,
  cookies: readonly SetCookie[] = []
): RouteResponse {
  return response.redirected({ location: loginUrl(basePath, nextUrl, problem), cookies });
}

const findProblem = ({ reason }: LoginFailure): LoginProblem =>
  reason === 'blocked' ? 'blocked' : reason === 'unavailable' ? 'backend' : 'refused';

/** `undefined` if a parameter is repeated, which no legitimate client does. */
export function single(given: Readonly<Record<string, string | string[]>>): Values | undefined {
  const values = Object.entries(given);
  return values.every(([, value]) => typeof value === 'string')
    ? (Object.fromEntries(values) as Values)
    : undefined;
}
