/**
 * Sessions of the caller: `GET /api/v1/account/session` returns the remaining lifetime of the
 * current one; `GET` and `DELETE /api/v1/account/sessions`, `DELETE /api/v1/account/sessions/{id}`
 * list and end them. Errors: 401, 403 for anonymous visitors, 404 no such session of the caller.
 */
import { ANONYMOUS_USER_NAME, ENGINE_ERRORS, CodedError } from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import {
  SECURITY_ERRORS,
  READ_SESSION_STATE,
  LIST_OWN_SESSIONS,
  END_OWN_SESSIONS,
  END_OWN_SESSION,
} from '../../../common';
import { getAuthState } from '../../auth/auth_state';
import type { RouteDeps } from '../shared/route_deps';
import { currentKey, listSessions, recordEnding } from './session_list';

export function registerOwnSessionRoutes(deps: RouteDeps): void {
  const { handle, respond, sessions, cookie } = deps;

  handle(READ_SESSION_STATE, ({ request }) => {
    const { session } = getAuthState(request);
    const state = session && sessions.getRemaining(session);
    return {
      remaining_ms: state?.remainingMs ?? null,
      is_extendable: state?.isExtendable ?? false,
    };
  });

  handle(LIST_OWN_SESSIONS, ({ query, request }) =>
    listSessions(deps, getOwner(request), query, currentKey(request))
  );

  handle(END_OWN_SESSIONS, async ({ request }) => {
    const current = getAuthState(request).session?.id;
    const ended = await sessions.endAllOf(getOwner(request), current);
    recordEnding(deps, request, ended);
    return { ended };
  });

  respond(END_OWN_SESSION, async ({ params, request }, response) => {
    const { id } = params;
    if (!(await sessions.endOne(getOwner(request), id)))
      throw new CodedError(SECURITY_ERRORS.noSuchSession);
    recordEnding(deps, request, 1);
    const isOwn = id === currentKey(request);
    return response.ok({ body: {}, ...(isOwn && { cookies: [cookie.clear()] }) });
  });
}

/**
 * Anonymous visitors share one name and must not see each other's sessions.
 * @throws {CodedError}
 */
function getOwner({ auth, method }: RouteRequest): string {
  const { userName = '', key, isDelegated } = auth?.identity ?? {};
  // The permissions of API keys do not cover sessions.
  if (key?.permissions || (isDelegated && method === 'DELETE'))
    throw new CodedError(ENGINE_ERRORS.inPersonOnly);
  if (userName === '' || userName === ANONYMOUS_USER_NAME)
    throw new CodedError(SECURITY_ERRORS.sharedSessions);
  return userName;
}
