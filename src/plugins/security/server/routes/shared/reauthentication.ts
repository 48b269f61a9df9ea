/** Actions that need a session and the current password. */
import type { ResponseFactory, RouteRequest, RouteResponse, SetCookie } from '@sd/core/server';
import type { ErrorDefinition } from '@sd/contracts';
import { authStateOf } from '../../auth/auth_state';
import { originOf } from '../../sessions/session_origin';
import type { RouteDeps } from './route_deps';
import { SECURITY_ERRORS } from '../../../common';
import { credentialsRefused, refused } from '../../errors';
import { withEngineErrors } from './engine_requests';

/**
 * Rotates the caller's session id and keeps its remaining lifetime; the previous cookie is rejected
 * from now on. Does nothing without a session. If the store fails, the change stands, the session
 * keeps its id and the error is logged.
 */
export async function rotateSession(
  { sessions, cookie, logger }: Pick<RouteDeps, 'sessions' | 'cookie' | 'logger'>,
  request: RouteRequest
): Promise<readonly SetCookie[]> {
  const { session } = authStateOf(request);
  if (!session) return [];
  try {
    // Another tab or an administrator may have ended the session meanwhile; it stays ended.
    const current = await sessions.reload(session.id);
    if (!current) return [cookie.clear()];
    const { id, principal, tenant, createdAtMs } = current;
    const contents = { principal, ...(tenant !== undefined && { tenant }) };
    const origin = originOf(request, principal);
    return [cookie.set(await sessions.open(contents, id, origin, createdAtMs))];
  } catch (error) {
    logger.error('A session id could not be rotated.', { reason: String(error) });
    return [];
  }
}

/**
 * Runs a handler after verifying the current password, without further login steps. Wrong passwords
 * count as login failures.
 * @param withoutSession - response for credentials without a session
 */
export const requireCurrentPassword = (
  deps: RouteDeps,
  request: RouteRequest & { readonly body: { readonly current_password: string } },
  response: ResponseFactory,
  withoutSession: ErrorDefinition,
  handler: () => Promise<RouteResponse>
): Promise<RouteResponse> =>
  withEngineErrors(deps, response, async () => {
    if (!authStateOf(request).session) return refused(response, withoutSession);
    const error = await deps.authenticator.verifyPassword(
      request.auth?.identity.userName ?? '',
      request.body.current_password,
      request.remoteAddress
    );
    if (error?.reason === 'invalid') return refused(response, SECURITY_ERRORS.wrongPassword);
    return error ? credentialsRefused(error, response) : handler();
  });
