/** What is done in a session alone, and by who proves the current password once more. */
import type { ResponseFactory, RouteRequest, RouteResponse, SetCookie } from '@sd/core/server';
import type { ErrorDefinition } from '@sd/contracts';
import { authStateOf } from '../../auth/auth_handler';
import { originOf } from '../../sessions/session_origin';
import type { RouteDeps } from './route_deps';
import { SECURITY_ERRORS } from '../../../common';
import { credentialsRefused, refused } from '../../errors';
import { withEngineErrors } from './engine_requests';

/**
 * The caller's session goes on under a fresh id, for its remaining life; the former cookie is
 * refused from now on, whoever else may have had it. Does nothing for a caller without a session.
 * A store that fails does not hide what was changed: the session stays then, and the log says so.
 */
export async function rotateSession(
  { sessions, cookie, logger }: Pick<RouteDeps, 'sessions' | 'cookie' | 'logger'>,
  request: RouteRequest
): Promise<readonly SetCookie[]> {
  const { session } = authStateOf(request);
  if (!session) return [];
  try {
    // It may have ended meanwhile, by another tab or an administrator: that stands.
    const current = await sessions.findAnew(session.id);
    if (!current) return [cookie.clear()];
    const { id, principal, tenant, createdAtMs } = current;
    const contents = { principal, ...(tenant !== undefined && { tenant }) };
    const origin = originOf(request, principal);
    return [cookie.set(await sessions.open(contents, id, origin, createdAtMs))];
  } catch (error) {
    logger.error('A session could not be given a fresh id.', { reason: String(error) });
    return [];
  }
}

/**
 * Runs a handler for who has proven so much; what else a sign-in would ask for is not asked. Wrong
 * passwords count as those of a sign-in.
 * @param withoutSession - the answer to credentials without a session
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
    const error = await deps.authenticator.provesPassword(
      request.auth?.identity.userName ?? '',
      request.body.current_password,
      request.remoteAddress
    );
    if (error?.reason === 'invalid') return refused(response, SECURITY_ERRORS.wrongPassword);
    return error ? credentialsRefused(error, response) : handler();
  });
