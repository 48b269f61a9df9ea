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
import type { Static } from '@sinclair/typebox';
import {
  AUTH_TYPE_RESPONSE,
  CURRENT_AUTH_TYPE_RESPONSE,
  LOGIN_RESPONSE,
  LOGIN_BODY,
  LOGIN_REFUSED,
  LOGIN_STEP_BODY,
  PASSKEY_STEP,
} from '@sd/contracts';
import { LOGIN_LIMITS } from '@sd/core/common';
import type { Identity, RouteRequest, ResponseFactory, RouteResponse } from '@sd/core/server';
import {
  API_PATHS,
  authTypesOf,
  offersPasswords,
  SECURITY_ERRORS,
  type LoginResponse,
} from '../../../common';
import type { FurtherStep, Authenticated, LoginFailure } from '../../auth/login_service';
import { credentialsRefused, furtherStep, refused, stepOf } from '../../errors';
import { authStateOf } from '../../auth/auth_state';
import { openSession } from '../../auth/open_session';
import type { Session } from '../../sessions/session_service';
import { methodOf } from '../../sessions/session_origin';
import { withEngineErrors } from '../shared/engine_requests';
import type { RouteDeps } from '../shared/route_deps';

export function registerLoginRoutes(deps: RouteDeps): void {
  const { router, authenticator, config, logger } = deps;
  const hasForm = offersPasswords(config.auth.type);
  const isLimited = config.auth.max_logins_per_minute > 0;

  const options = {
    access: 'public',
    xsrfRequired: true,
    body: { maxBytes: LOGIN_LIMITS.bodyBytes },
    ...(isLimited && { rateLimitPerMinute: LOGIN_LIMITS.loginsPerMinute }),
  } as const;

  const doc = {
    responses: { 200: LOGIN_RESPONSE, 401: LOGIN_REFUSED },
    errors: [
      SECURITY_ERRORS.invalidCredentials,
      SECURITY_ERRORS.passwordLoginOff,
      SECURITY_ERRORS.furtherStep,
      SECURITY_ERRORS.loginBlocked,
      SECURITY_ERRORS.backendUnavailable,
    ],
  };

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
    request: RouteRequest<unknown, unknown, Static<typeof LOGIN_BODY>>,
    response: ResponseFactory
  ): Promise<RouteResponse> => {
    const { username, password } = request.body;
    const { cookies, remoteAddress } = request;
    const found = await authenticator.checkSession(cookies[deps.cookie.name], remoteAddress);
    if (found?.identity.userName !== username)
      return refused(response, SECURITY_ERRORS.passwordLoginOff);
    const error = await authenticator.verifyPassword(username, password, remoteAddress);
    return error
      ? credentialsRefused(error, response)
      : response.ok({ body: loginBody(found.identity, found.session) });
  };

  router.post(
    {
      path: API_PATHS.login,
      validate: { body: LOGIN_BODY },
      doc: { summary: 'Log in and get a session cookie', ...doc },
      options,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        if (!hasForm) return verify(request, response);
        const { username, password } = request.body;
        const result = await authenticator.checkPassword(username, password, request.remoteAddress);
        return loginResponse(result, request, response);
      })
  );

  router.post(
    {
      path: API_PATHS.loginStep,
      validate: { body: LOGIN_STEP_BODY },
      doc: { summary: 'Take the next step of a login', ...doc },
      options,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        if (!hasForm) return refused(response, SECURITY_ERRORS.passwordLoginOff);
        const { id, fields } = request.body;
        const result = await authenticator.completeStep(id, fields, request.remoteAddress);
        return loginResponse(result, request, response);
      })
  );

  router.post(
    {
      path: API_PATHS.loginPasskey,
      validate: false,
      doc: {
        summary: 'Start a login with a passkey alone',
        responses: { 200: PASSKEY_STEP },
        errors: [
          SECURITY_ERRORS.passkeysUnavailable,
          SECURITY_ERRORS.passwordLoginOff,
          SECURITY_ERRORS.loginBlocked,
        ],
      },
      options,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        if (!hasForm) return refused(response, SECURITY_ERRORS.passwordLoginOff);
        if (!config.auth.passkey_login.enabled || !deps.site())
          return refused(response, SECURITY_ERRORS.passkeysUnavailable);
        const begun = await authenticator.beginPasskey(request.remoteAddress);
        if (begun.reason !== 'further') return credentialsRefused(begun, response);
        return response.ok({ body: { round: stepOf(begun) } });
      })
  );

  router.get(
    {
      path: API_PATHS.authType,
      validate: false,
      doc: { summary: 'The configured login method', responses: { 200: AUTH_TYPE_RESPONSE } },
      options: { access: 'public' },
    },
    (_request, response) =>
      response.ok({ body: { authtype: authTypesOf(config.auth.type).join(',') } })
  );
  router.get(
    {
      path: API_PATHS.currentAuthType,
      validate: false,
      doc: {
        summary: 'The login method of the current session',
        responses: { 200: CURRENT_AUTH_TYPE_RESPONSE },
        errors: [SECURITY_ERRORS.invalidSession],
      },
    },
    (request, response) => {
      const { session } = authStateOf(request);
      if (!session) return refused(response, SECURITY_ERRORS.invalidSession);
      return response.ok({ body: { currentAuthType: methodOf(session.principal) } });
    }
  );
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
