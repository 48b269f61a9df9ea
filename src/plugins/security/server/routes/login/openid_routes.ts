/**
 * `GET /auth/openid/login` leads to the OpenID provider and takes what it sends back; `GET
 * /auth/openid/captureUrlFragment` comes before it.
 */
import { Type } from '@sinclair/typebox';
import { LOGIN_LIMITS } from '@sd/core/common';
import { NEXT_URL_PARAMETER, SECURITY_ERRORS } from '../../../common';
import { EngineUnavailableError } from '../../auth/engine_unavailable';
import { engineUnavailable, refused } from '../../errors';
import type { RouteDeps } from '../shared/route_deps';
import { PendingLoginCookies } from '../../sessions/pending_login_cookies';
import { registerFragmentRoutes } from './fragment_routes';
import { anyValues, begin, complete, single } from './provider_flow';

/**
 * `POST /auth/openid/backchannel_logout`: the provider reports the end of a session. Source: OpenID
 * Connect Back-Channel Logout 1.0, sections 2.5 and 2.8.
 */
const METHOD = 'openid';
const NO_STORE = { 'cache-control': 'no-store' };

function registerBackchannelRoute(deps: RouteDeps): void {
  deps.router.post(
    {
      path: '/auth/openid/backchannel_logout',
      validate: { body: Type.String({ description: 'application/x-www-form-urlencoded' }) },
      doc: {
        summary: 'Logout request of the OpenID provider (back channel)',
        responses: { 200: null },
        errors: [SECURITY_ERRORS.invalidLogoutToken],
      },
      options: {
        access: 'public',
        xsrfRequired: false,
        body: {
          accepts: ['application/x-www-form-urlencoded'],
          maxBytes: LOGIN_LIMITS.bodyBytes,
        },
        rateLimitPerMinute: LOGIN_LIMITS.loginsPerMinute,
      },
    },
    async ({ body, remoteAddress }, response) => {
      const token = new URLSearchParams(body).get('logout_token') ?? '';
      try {
        const ended = await deps.authenticator.loggedOutByProvider(METHOD, {
          fields: { logout_token: token },
          remoteAddress,
        });
        if (!ended) return refused(response, SECURITY_ERRORS.invalidLogoutToken);
        await deps.providerSessions.end(METHOD, ended);
        return response.ok({ headers: NO_STORE });
      } catch (error) {
        if (!(error instanceof EngineUnavailableError)) throw error;
        deps.logger.error('A logout token could not be verified.', { reason: String(error.cause) });
        return engineUnavailable(response);
      }
    }
  );
}

export function registerOpenIdRoutes(deps: RouteDeps): void {
  const { router, config, cookie } = deps;
  const { cookie_prefix: prefix, additional_cookies: count } = config.openid.extra_storage;
  const steps = new PendingLoginCookies({ attributes: cookie.attributes(), prefix, count });
  registerFragmentRoutes(deps, 'openid');
  registerBackchannelRoute(deps);

  router.get(
    {
      path: '/auth/openid/login',
      validate: { query: anyValues },
      doc: {
        summary: 'Log in through the OpenID provider; also receives its response',
        responses: { 302: null },
        errors: [SECURITY_ERRORS.invalidNextUrl],
      },
      options: { access: 'public', rateLimitPerMinute: LOGIN_LIMITS.loginsPerMinute },
    },
    async (request, response) => {
      const values = single(request.query);
      if (!values) return refused(response, SECURITY_ERRORS.invalidNextUrl);
      const isResponse = values['code'] !== undefined || values['error'] !== undefined;
      return isResponse
        ? complete(deps, 'openid', steps, { relay: values['state'], values }, request, response)
        : begin(deps, 'openid', steps, values[NEXT_URL_PARAMETER], request, response);
    }
  );
}
