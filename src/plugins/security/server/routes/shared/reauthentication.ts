/** Actions that need a session and the current password. */
import { CodedError, type ErrorDefinition } from '@sd/contracts';
import type { RouteRequest, SetCookie } from '@sd/core/server';
import { getAuthState } from '../../auth/auth_state';
import { getOrigin } from '../../sessions/session_origin';
import type { RouteDeps } from './route_deps';
import { SECURITY_ERRORS } from '../../../common';
import { CredentialsError } from '../../errors';

/**
 * Rotates the caller's session id and keeps its remaining lifetime; the previous cookie is rejected
 * from now on. Does nothing without a session. If the store fails, the change stands, the session
 * keeps its id and the error is logged.
 */
export async function rotateSession(
  { sessions, cookie, logger }: Pick<RouteDeps, 'sessions' | 'cookie' | 'logger'>,
  request: RouteRequest
): Promise<readonly SetCookie[]> {
  const { session } = getAuthState(request);
  if (!session) return [];
  try {
    // Another tab or an administrator may have ended the session meanwhile; it stays ended.
    const current = await sessions.reload(session.id);
    if (!current) return [cookie.clear()];
    const { id, principal, tenant, createdAtMs } = current;
    const contents = { principal, ...(tenant !== undefined && { tenant }) };
    const origin = getOrigin(request, principal);
    return [cookie.set(await sessions.open(contents, id, origin, createdAtMs))];
  } catch (error) {
    logger.error('A session id could not be rotated.', { reason: String(error) });
    return [];
  }
}

/**
 * Verifies the current password, without further login steps. Wrong passwords count as login
 * failures.
 * @param withoutSession - error for credentials without a session
 * @throws {CodedError}, {CredentialsError}
 */
export async function requireCurrentPassword(
  { authenticator }: Pick<RouteDeps, 'authenticator'>,
  request: RouteRequest<unknown, unknown, { readonly current_password: string }>,
  withoutSession: ErrorDefinition
): Promise<void> {
  if (!getAuthState(request).session) throw new CodedError(withoutSession);
  const error = await authenticator.verifyPassword(
    request.auth?.identity.userName ?? '',
    request.body.current_password,
    request.remoteAddress
  );
  if (error?.reason === 'invalid') throw new CodedError(SECURITY_ERRORS.wrongPassword);
  if (error) throw new CredentialsError(error);
}
