/** Listing and ending sessions, shared by the routes for own sessions and those of other users. */
import { Type, type Static } from '@sinclair/typebox';
import { SESSION_LIMITS } from '@sd/core/common';
import type { ListedSession, RouteRequest, SessionOrigin } from '@sd/core/server';
import type { LastLogin, SessionItem, SessionListResponse } from '../../../common';
import { authStateOf } from '../../auth/auth_state';
import { deviceOf } from '../../sessions/session_origin';
import type { RouteDeps } from '../shared/route_deps';

const PER_PAGE = 100;

export const sessionPageQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: SESSION_LIMITS.listed / PER_PAGE, default: 1 }),
  per_page: Type.Integer({ minimum: 1, maximum: PER_PAGE, default: 25 }),
});

/** Session key as in lists. */
export const sessionId = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });

/** Session key of the request, if it has a session. */
export function currentKey(request: RouteRequest): string | undefined {
  const { session } = authStateOf(request);
  return session?.key;
}

export async function listSessions(
  { sessions }: Pick<RouteDeps, 'sessions'>,
  userName: string,
  { page, per_page }: Static<typeof sessionPageQuery>,
  current: string | undefined
): Promise<SessionListResponse> {
  const range = { offset: (page - 1) * per_page, limit: per_page };
  const found = await sessions.pageOf(userName, range);
  const items = found.sessions.map((session) => itemOf(session, current));
  return { total: found.total, page, per_page, items };
}

function itemOf(session: ListedSession, current: string | undefined): SessionItem {
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
  ...deviceOf(userAgent),
});

/** @returns null if there was no login within a year */
export async function lastLogin(
  { sessions }: Pick<RouteDeps, 'sessions'>,
  userName: string
): Promise<LastLogin | null> {
  const last = await sessions.lastLoginOf(userName);
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
