/**
 * `GET` and `DELETE /api/v1/sessions/{user}`, `DELETE /api/v1/sessions/{user}/{id}`: sessions of
 * other users. `POST /api/v1/sessions`: last logins of several users. Listing needs read permission
 * for internal users, ending needs write permission: administrators who can disable a user's login
 * can also end the sessions. Errors: 401, 403, 404 unknown session.
 */
import { ENGINE_ERRORS, hasRight, CodedError } from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import {
  SECURITY_ERRORS,
  LIST_SESSIONS,
  LIST_LAST_LOGINS,
  END_SESSIONS,
  END_SESSION,
} from '../../../common';
import type { RouteDeps } from '../shared/route_deps';
import { currentKey, lastLogin, listSessions, recordEnding } from './session_list';

export function registerSessionRoutes(deps: RouteDeps): void {
  const { handle, sessions } = deps;

  handle(LIST_SESSIONS, async ({ params, query, request }) => {
    checkRight('GET', request);
    const [list, last] = await Promise.all([
      listSessions(deps, params.user, query, currentKey(request)),
      lastLogin(deps, params.user),
    ]);
    return { ...list, last_sign_in: last };
  });

  handle(LIST_LAST_LOGINS, async ({ body, request }) => {
    checkRight('GET', request);
    const found = await sessions.getLastLogins(body.names);
    return { last_logins: Object.fromEntries(found) };
  });

  handle(END_SESSIONS, async ({ params, request }) => {
    checkRight('PATCH', request, params.user);
    const ended = await sessions.endAllOf(params.user);
    recordEnding(deps, request, ended);
    return { ended };
  });

  handle(END_SESSION, async ({ params, request }) => {
    checkRight('PATCH', request, params.user);
    const isEnded = await sessions.endOne(params.user, params.id);
    if (!isEnded) throw new CodedError(SECURITY_ERRORS.noSuchSession);
    recordEnding(deps, request, 1);
  });
}

/** @throws {CodedError} */
function checkRight(method: 'GET' | 'PATCH', { auth }: RouteRequest, owner?: string): void {
  const { isDelegated, userName, disabledEndpoints = {} } = auth?.identity ?? {};
  if (isDelegated && method === 'PATCH' && userName === owner)
    throw new CodedError(ENGINE_ERRORS.inPersonOnly);
  if (!hasRight(disabledEndpoints, `${method} INTERNALUSERS`))
    throw new CodedError(SECURITY_ERRORS.sessionsForbidden);
}
