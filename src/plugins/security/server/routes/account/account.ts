/**
 * `GET` and `POST /api/v1/configuration/account`: the caller's own account. A password change ends
 * all sessions of the user and opens a new one for the caller.
 */
import type { RouteRequest, SetCookie } from '@sd/core/server';
import {
  type AccountInfo,
  type AccountResponse,
  type ChangeResponse,
  READ_ACCOUNT,
  CHANGE_PASSWORD,
} from '../../../common';
import { getAuthState } from '../../auth/auth_state';
import { EngineRequestError } from '../../engine_errors';
import { CredentialsError } from '../../errors';
import { getOrigin } from '../../sessions/session_origin';
import { expectSuccess, enginePaths, mapEngineErrors } from '../../engine_requests';
import type { RouteDeps } from '../shared/route_deps';

export function registerAccountRoutes(deps: RouteDeps): void {
  const { handle, respond } = deps;

  handle(READ_ACCOUNT, ({ request }) => getAccount(deps, request));

  respond(CHANGE_PASSWORD, async ({ body, engine, request }, response) => {
    const userName = request.auth?.identity.userName ?? '';
    const changed = await deps.authenticator.sendWithPassword(
      { remoteAddress: request.remoteAddress, userName },
      () => mapEngineErrors(engine.request({ method: 'PUT', path: enginePaths.account, body }))
    );
    if ('ok' in changed) throw new CredentialsError(changed);
    if (changed.statusCode >= 400) throw new EngineRequestError(changed);
    const { message } = changed.body as ChangeResponse;
    return response.ok({
      body: { message },
      cookies: await renewSessions(deps, request, body.password),
    });
  });
}

/**
 * Account of the caller, with the current tenant.
 * @throws {EngineRequestError} for engine errors, {EngineUnavailableError}
 */
export async function getAccount(
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
  const { session } = getAuthState(request);
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
          getOrigin(request, proof.principal)
        )
      : undefined;
  const ended = await deps.sessions.endAllOf(userName, renewed?.id);
  deps.logger.info('A password was changed; the other sessions of the user ended.', { ended });
  if (renewed) return [deps.cookie.set(renewed)];
  return session ? [deps.cookie.clear()] : [];
}
