/**
 * `GET` and `POST /api/v1/configuration/account`: the caller's own account. A password change ends
 * all sessions of the user and opens a new one for the caller.
 */
import { ACCOUNT_RESPONSE, CHANGE_RESPONSE, ENGINE_ERRORS, PASSWORD_BODY } from '@sd/contracts';
import { LOGIN_LIMITS } from '@sd/core/common';
import type { RouteRequest, SetCookie } from '@sd/core/server';
import {
  API_PATHS,
  SECURITY_ERRORS,
  type AccountInfo,
  type AccountResponse,
  type ChangeResponse,
} from '../../../common';
import { authStateOf } from '../../auth/auth_state';
import { EngineRequestError } from '../../engine_errors';
import { credentialsRefused } from '../../errors';
import { originOf } from '../../sessions/session_origin';
import {
  expectSuccess,
  withEngineErrors,
  enginePaths,
  mapEngineErrors,
} from '../shared/engine_requests';
import type { RouteDeps } from '../shared/route_deps';

export function registerAccountRoutes(deps: RouteDeps): void {
  const { router, asScoped } = deps;

  router.get(
    {
      path: API_PATHS.account,
      validate: false,
      doc: { summary: "Show the caller's own account", responses: { 200: ACCOUNT_RESPONSE } },
      options: { access: 'user' },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () =>
        response.ok({ body: await accountOf(deps, request) })
      )
  );

  router.post(
    {
      path: API_PATHS.account,
      validate: { body: PASSWORD_BODY },
      doc: {
        summary: "Change the caller's own password and end the user's other sessions",
        responses: { 200: CHANGE_RESPONSE },
        errors: [
          ENGINE_ERRORS.wrongCurrentPassword,
          ENGINE_ERRORS.weakPassword,
          ENGINE_ERRORS.passwordRule,
          ENGINE_ERRORS.similarPassword,
          ENGINE_ERRORS.tokenPassword,
          SECURITY_ERRORS.loginBlocked,
        ],
      },
      options: { access: 'user', rateLimitPerMinute: LOGIN_LIMITS.passwordChangesPerMinute },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const userName = request.auth?.identity.userName ?? '';
        const changed = await deps.authenticator.sendWithPassword(
          { remoteAddress: request.remoteAddress, userName },
          () =>
            mapEngineErrors(
              asScoped(request).request({
                method: 'PUT',
                path: enginePaths.account,
                body: request.body,
              })
            )
        );
        if ('ok' in changed) return credentialsRefused(changed, response);
        if (changed.statusCode >= 400) throw new EngineRequestError(changed);
        const result: ChangeResponse = { message: (changed.body as ChangeResponse).message };
        return response.ok({
          body: result,
          cookies: await renewSessions(deps, request, request.body.password),
        });
      })
  );
}

/**
 * Account of the caller, with the current tenant.
 * @throws {EngineRequestError} for engine errors, {EngineUnavailableError}
 */
export async function accountOf(
  { asScoped }: Pick<RouteDeps, 'asScoped'>,
  request: RouteRequest
): Promise<AccountResponse> {
  const { body } = await expectSuccess(
    asScoped(request).request({ method: 'GET', path: enginePaths.account })
  );
  const data: AccountInfo = {
    ...(body as AccountInfo),
    tenants: request.auth?.identity.tenants ?? {},
    user_requested_tenant: request.auth?.tenant ?? null,
  };
  return { total: Object.keys(data).length, data };
}

/**
 * Ends every session of the caller. If the caller has one, opens a new one with the new password.
 */
async function renewSessions(
  deps: RouteDeps,
  request: RouteRequest,
  password: string
): Promise<readonly SetCookie[]> {
  const { session } = authStateOf(request);
  const userName = request.auth?.identity.userName ?? '';
  const proof =
    session && (await deps.authenticator.checkPassword(userName, password, request.remoteAddress));
  const renewed =
    proof?.ok && session
      ? await deps.sessions.open(
          {
            principal: proof.principal,
            ...(session.tenant !== undefined && { tenant: session.tenant }),
          },
          session.id,
          originOf(request, proof.principal)
        )
      : undefined;
  const ended = await deps.sessions.endAllOf(userName, renewed?.id);
  deps.logger.info('A password was changed; the other sessions of the user ended.', { ended });
  if (renewed) return [deps.cookie.set(renewed)];
  return session ? [deps.cookie.clear()] : [];
}
