/**
 * `POST /auth/login` (docs/reference/security-app.md#login-routes), and
 * `POST /auth/login/round` for each further step: the 401 of the step before has the code
 * `security.further_round` and, in `attributes.round`, the id and the fields to send.
 *
 * Login requires the XSRF header like any change, so that pages of other sites cannot log a visitor
 * in. It always opens a session under a new id and ends the browser's previous one. If the
 * configuration does not allow password login, it only verifies the password of the session's user,
 * the first step of a password reset (specification section 4). Errors: 400 body, 401 credentials,
 * 403 no password login, 429 blocked, 503 engine unreachable.
 */
import { type Call, type CallBody, CodedError } from '@sd/contracts';
import type { Identity, RouteRequest, ResponseFactory, RouteResponse } from '@sd/core/server';
import {
  getAuthTypes,
  offersPasswords,
  SECURITY_ERRORS,
  type LoginResponse,
  LOG_IN,
  COMPLETE_LOGIN_STEP,
  BEGIN_PASSKEY_LOGIN,
  READ_AUTH_TYPE,
  READ_CURRENT_AUTH_TYPE,
} from '../../../common';
import type { FurtherStep, Authenticated, LoginFailure } from '../../auth/login_service';
import { credentialsRefused, furtherStep, getStep } from '../../errors';
import { getAuthState } from '../../auth/auth_state';
import { openSession } from '../../auth/open_session';
import type { Session } from '../../sessions/session_service';
import { getMethod } from '../../sessions/session_origin';
import type { RouteDeps } from '../shared/route_deps';

type LimitedCall = Call & { readonly limits: { readonly bodyBytes: number } };

export function registerLoginRoutes(deps: RouteDeps): void {
  const { handle, respond, authenticator, config, logger } = deps;
  const hasForm = offersPasswords(config.auth.type);
  /** The configured limit of logins counts by itself; without one, neither does this. */
  const limit = <C extends LimitedCall>(call: C): C =>
    config.auth.max_logins_per_minute > 0
      ? call
      : { ...call, limits: { bodyBytes: call.limits.bodyBytes } };

  const loginResponse = async (
    result: Authenticated | LoginFailure | FurtherStep,
    request: RouteRequest,
    response: ResponseFactory
  ): Promise<RouteResponse> => {
    if (!result.ok) {
      const { reason } = result;
      if (reason === 'further') return furtherStep(result, response);
      logger.info('A login was rejected.', { reason, remoteAddress: request.remoteAddress });
      return credentialsRefused(result, response);
    }
    const { session, cookie } = await openSession(deps, request, result);
    return response.ok({ body: loginBody(result.identity, session), cookies: [cookie] });
  };

  const verify = async (
    request: RouteRequest<unknown, unknown, CallBody<typeof LOG_IN>>,
    response: ResponseFactory
  ): Promise<RouteResponse> => {
    const { username, password } = request.body;
    const { cookies, remoteAddress } = request;
    const found = await authenticator.checkSession(cookies[deps.cookie.name], remoteAddress);
    if (found?.identity.userName !== username)
      throw new CodedError(SECURITY_ERRORS.passwordLoginOff);
    const error = await authenticator.verifyPassword(username, password, remoteAddress);
    return error
      ? credentialsRefused(error, response)
      : response.ok({ body: loginBody(found.identity, found.session) });
  };

  respond(limit(LOG_IN), async ({ body, request }, response) => {
    if (!hasForm) return verify(request, response);
    const { username, password } = body;
    const result = await authenticator.checkPassword(username, password, request.remoteAddress);
    return loginResponse(result, request, response);
  });

  respond(limit(COMPLETE_LOGIN_STEP), async ({ body, request }, response) => {
    if (!hasForm) throw new CodedError(SECURITY_ERRORS.passwordLoginOff);
    const { id, fields } = body;
    const result = await authenticator.completeStep(id, fields, request.remoteAddress);
    return loginResponse(result, request, response);
  });

  respond(limit(BEGIN_PASSKEY_LOGIN), async ({ request }, response) => {
    if (!hasForm) throw new CodedError(SECURITY_ERRORS.passwordLoginOff);
    if (!config.auth.passkey_login.enabled || !deps.site())
      throw new CodedError(SECURITY_ERRORS.passkeysUnavailable);
    const begun = await authenticator.beginPasskey(request.remoteAddress);
    if (begun.reason !== 'further') return credentialsRefused(begun, response);
    return response.ok({ body: { round: getStep(begun) } });
  });

  handle(READ_AUTH_TYPE, () => ({ authtype: getAuthTypes(config.auth.type).join(',') }));
  handle(READ_CURRENT_AUTH_TYPE, ({ request }) => {
    const { session } = getAuthState(request);
    if (!session) throw new CodedError(SECURITY_ERRORS.invalidSession);
    return { currentAuthType: getMethod(session.principal) };
  });
}

const loginBody = (
  { userName, tenants, roles, backendRoles }: Identity,
  { tenant = '' }: Session
): LoginResponse => ({
  username: userName,
  tenants,
  roles,
  backendroles: backendRoles,
  selectedTenants: tenant,
});
