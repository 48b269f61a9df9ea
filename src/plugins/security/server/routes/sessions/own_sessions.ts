/**
 * Sessions of the caller: `GET /api/v1/account/session` returns the remaining lifetime of the
 * current one; `GET` and `DELETE /api/v1/account/sessions`, `DELETE /api/v1/account/sessions/{id}`
 * list and end them. Errors: 401, 403 for anonymous visitors, 404 no such session of the caller.
 */
import { Type } from '@sinclair/typebox';
import {
  ANONYMOUS_USER_NAME,
  ENGINE_ERRORS,
  NOTHING,
  SESSION_LIST_RESPONSE,
  SESSION_STATE_RESPONSE,
  SESSIONS_ENDED_RESPONSE,
} from '@sd/contracts';
import type { ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import { API_PATHS, SECURITY_ERRORS, type SessionState } from '../../../common';
import { authStateOf } from '../../auth/auth_state';
import { refused } from '../../errors';
import type { RouteDeps } from '../shared/route_deps';
import {
  currentKey,
  listSessions,
  recordEnding,
  sessionId,
  sessionPageQuery,
} from './session_list';

const USER = { access: 'user' } as const;

export function registerOwnSessionRoutes(deps: RouteDeps): void {
  const { router, sessions, cookie } = deps;

  /** Anonymous visitors share one name and must not see each other's sessions. */
  const withOwner = async (
    request: RouteRequest,
    response: ResponseFactory,
    handler: (userName: string) => Promise<RouteResponse>
  ): Promise<RouteResponse> => {
    const { userName = '', key, isDelegated } = request.auth?.identity ?? {};
    // The permissions of API keys do not cover sessions.
    if (key?.permissions || (isDelegated && request.method === 'DELETE'))
      return refused(response, ENGINE_ERRORS.inPersonOnly);
    return userName === '' || userName === ANONYMOUS_USER_NAME
      ? refused(response, SECURITY_ERRORS.sharedSessions)
      : handler(userName);
  };

  router.get(
    {
      path: API_PATHS.sessionState,
      validate: false,
      doc: {
        summary: "Remaining lifetime of the caller's session; requests of users extend it",
        responses: { 200: SESSION_STATE_RESPONSE },
      },
      options: USER,
    },
    (request, response) => {
      const { session } = authStateOf(request);
      const state = session && sessions.remainingOf(session);
      const body: SessionState = {
        remaining_ms: state?.remainingMs ?? null,
        is_extendable: state?.isExtendable ?? false,
      };
      return response.ok({ body });
    }
  );

  router.get(
    {
      path: API_PATHS.ownSessions,
      validate: { query: sessionPageQuery },
      doc: {
        summary: "The caller's own sessions",
        responses: { 200: SESSION_LIST_RESPONSE },
        errors: [SECURITY_ERRORS.sharedSessions],
      },
      options: USER,
    },
    (request, response) =>
      withOwner(request, response, async (userName) =>
        response.ok({
          body: await listSessions(deps, userName, request.query, currentKey(request)),
        })
      )
  );

  router.delete(
    {
      path: API_PATHS.ownSessions,
      validate: false,
      doc: {
        summary: 'End all other sessions of the caller',
        responses: { 200: SESSIONS_ENDED_RESPONSE },
        errors: [SECURITY_ERRORS.sharedSessions, ENGINE_ERRORS.inPersonOnly],
      },
      options: USER,
    },
    (request, response) =>
      withOwner(request, response, async (userName) => {
        const ended = await sessions.endAllOf(userName, authStateOf(request).session?.id);
        recordEnding(deps, request, ended);
        return response.ok({ body: { ended } });
      })
  );

  router.delete(
    {
      path: `${API_PATHS.ownSessions}/{id}`,
      validate: { params: Type.Object({ id: sessionId }) },
      doc: {
        summary: "End one of the caller's sessions",
        responses: { 200: NOTHING },
        errors: [
          SECURITY_ERRORS.sharedSessions,
          SECURITY_ERRORS.noSuchSession,
          ENGINE_ERRORS.inPersonOnly,
        ],
      },
      options: USER,
    },
    (request, response) =>
      withOwner(request, response, async (userName) => {
        const { id } = request.params;
        if (!(await sessions.endOne(userName, id)))
          return refused(response, SECURITY_ERRORS.noSuchSession);
        recordEnding(deps, request, 1);
        const isOwn = id === currentKey(request);
        return response.ok({ body: {}, ...(isOwn && { cookies: [cookie.clear()] }) });
      })
  );
}
