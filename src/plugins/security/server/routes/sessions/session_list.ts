/** Listing and ending sessions, shared by the routes for own sessions and those of other users. */
import type { ListedSession, RouteRequest, SessionOrigin } from '@sd/core/server';
import type { LastLogin, SessionItem, SessionListResponse } from '../../../common';
import { getAuthState } from '../../auth/auth_state';
import { getDevice } from '../../sessions/session_origin';
import type { RouteDeps } from '../shared/route_deps';

/** Session key of the request, if it has a session. */
export function currentKey(request: RouteRequest): string | undefined {
  const { session } = getAuthState(request);
  return session?.key;
}

export async function listSessions(
  { sessions }: Pick<RouteDeps, 'sessions'>,
  userName: string,
  { page, per_page }: { readonly page: number; readonly per_page: number },
  current: string | undefined
): Promise<SessionListResponse> {
  const range = { offset: (page - 1) * per_page, limit: per_page };
  const found = await sessions.getPage(userName, range);
  const items = found.sessions.map((session) => toItem(session, current));
  return { total: found.total, page, per_page, items };
}

function toItem(session: ListedSession, current: string | undefined): SessionItem {
  const { key, createdAtMs, usedAtMs, expiresAtMs, origin } = session;
  return {
    id: key,
    created_at: createdAtMs,
    used_at: usedAtMs,
    expires_at: expiresAtMs,
    is_current: key === current,
    ...(origin && facts(origin)),
  };
}

const facts = ({ remoteAddress, method, userAgent }: SessionOrigin) => ({
  remote_address: remoteAddress,
  method,
  ...getDevice(userAgent),
});

/** @returns null if there was no login within a year */
export async function lastLogin(
  { sessions }: Pick<RouteDeps, 'sessions'>,
  userName: string
): Promise<LastLogin | null> {
  const last = await sessions.getLastLogin(userName);
  return last ? { at: last.atMs, ...(last.origin && facts(last.origin)) } : null;
}

/** Records who ended sessions, in the server log and the audit log. */
export function recordEnding(
  { logger, sessionsEnded }: Pick<RouteDeps, 'logger' | 'sessionsEnded'>,
  { auth, url }: RouteRequest,
  ended: number
): void {
  if (!auth || ended === 0) return;
  logger.info('Sessions were ended by a user.', {
    by: auth.identity.userName,
    path: url.pathname,
    ended,
  });
  sessionsEnded?.(auth.caller, url.pathname);
}
