/** What an answer brings along when somebody changed in a session how he proves himself. */
import type { RouteRequest, SetCookie } from '@sd/core/server';
import { authStateOf } from '../../auth/auth_handler';
import { originOf } from '../../sessions/session_origin';
import type { RouteDeps } from './route_deps';

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
