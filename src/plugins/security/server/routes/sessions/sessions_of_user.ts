/**
 * `GET` and `DELETE /api/v1/sessions/{user}`, `DELETE /api/v1/sessions/{user}/{id}`: sessions of
 * other users. `POST /api/v1/sessions`: last logins of several users. Listing needs read permission
 * for internal users, ending needs write permission: administrators who can disable a user's login
 * can also end the sessions. Errors: 401, 403, 404 unknown session.
 */
import { Type } from '@sinclair/typebox';
import {
  ENGINE_ERRORS,
  hasRight,
  LAST_LOGINS_BODY,
  LAST_LOGINS_RESPONSE,
  NOTHING,
  SESSIONS_ENDED_RESPONSE,
  SESSIONS_OF_USER_RESPONSE,
} from '@sd/contracts';
import type { ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import { API_PATHS, SECURITY_ERRORS } from '../../../common';
import { refused } from '../../errors';
import { withEngineErrors } from '../shared/engine_requests';
import type { RouteDeps } from '../shared/route_deps';
import {
  currentKey,
  lastLogin,
  listSessions,
  recordEnding,
  sessionId,
  sessionPageQuery,
} from './session_list';

const ADMIN = { access: 'admin' } as const;
const user = Type.String({ minLength: 1, maxLength: 256 });

export function registerSessionRoutes(deps: RouteDeps): void {
  const { router, sessions } = deps;

  const withRight = (
    method: 'GET' | 'PATCH',
    request: RouteRequest,
    response: ResponseFactory,
    handler: () => Promise<RouteResponse>
  ): Promise<RouteResponse> =>
    withEngineErrors(deps, response, async () => {
      const { isDelegated, userName, disabledEndpoints = {} } = request.auth?.identity ?? {};
      const { user: owner } = request.params as { readonly user?: string };
      if (isDelegated && method === 'PATCH' && userName === owner)
        return refused(response, ENGINE_ERRORS.inPersonOnly);
      return hasRight(disabledEndpoints, `${method} INTERNALUSERS`)
        ? handler()
        : refused(response, SECURITY_ERRORS.sessionsForbidden);
    });

  router.get(
    {
      path: `${API_PATHS.sessions}/{user}`,
      validate: { params: Type.Object({ user }), query: sessionPageQuery },
      doc: {
        summary: 'The sessions of a user',
        responses: { 200: SESSIONS_OF_USER_RESPONSE },
        errors: [SECURITY_ERRORS.sessionsForbidden],
      },
      options: { ...ADMIN, rights: ['GET INTERNALUSERS'] },
    },
    (request, response) =>
      withRight('GET', request, response, async () => {
        const { params, query } = request;
        const [list, last] = await Promise.all([
          listSessions(deps, params.user, query, currentKey(request)),
          lastLogin(deps, params.user),
        ]);
        return response.ok({ body: { ...list, last_sign_in: last } });
      })
  );

  router.post(
    {
      path: API_PATHS.sessions,
      validate: { body: LAST_LOGINS_BODY },
      doc: {
        summary: 'Show the last logins of several users',
        responses: { 200: LAST_LOGINS_RESPONSE },
        errors: [SECURITY_ERRORS.sessionsForbidden],
      },
      options: { ...ADMIN, rights: ['GET INTERNALUSERS'] },
    },
    (request, response) =>
      withRight('GET', request, response, async () => {
        const found = await sessions.lastLoginsOf(request.body.names);
        return response.ok({ body: { last_logins: Object.fromEntries(found) } });
      })
  );

  router.delete(
    {
      path: `${API_PATHS.sessions}/{user}`,
      validate: { params: Type.Object({ user }) },
      doc: {
        summary: 'End all sessions of a user',
        responses: { 200: SESSIONS_ENDED_RESPONSE },
        errors: [SECURITY_ERRORS.sessionsForbidden, ENGINE_ERRORS.inPersonOnly],
      },
      options: { ...ADMIN, rights: ['PATCH INTERNALUSERS'] },
    },
    (request, response) =>
      withRight('PATCH', request, response, async () => {
        const ended = await sessions.endAllOf(request.params.user);
        recordEnding(deps, request, ended);
        return response.ok({ body: { ended } });
      })
  );

  router.delete(
    {
      path: `${API_PATHS.sessions}/{user}/{id}`,
      validate: { params: Type.Object({ user, id: sessionId }) },
      doc: {
        summary: 'End one session of a user',
        responses: { 200: NOTHING },
        errors: [
          SECURITY_ERRORS.sessionsForbidden,
          SECURITY_ERRORS.noSuchSession,
          ENGINE_ERRORS.inPersonOnly,
        ],
      },
      options: { ...ADMIN, rights: ['PATCH INTERNALUSERS'] },
    },
    (request, response) =>
      withRight('PATCH', request, response, async () => {
        const isEnded = await sessions.endOne(request.params.user, request.params.id);
        if (!isEnded) return refused(response, SECURITY_ERRORS.noSuchSession);
        recordEnding(deps, request, 1);
        return response.ok({ body: {} });
      })
  );
}
