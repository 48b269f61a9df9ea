/**
 * `GET /auth/openid/login` leads to the OpenID provider and takes what it sends back;
 * `GET /auth/openid/captureUrlFragment` comes before it. Source:
 * docs/reference/security-app.md#sign-in-routes.
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import { NEXT_URL_PARAMETER, SECURITY_ERRORS } from '../../../common';
import { refused } from '../../errors';
import { PendingLoginCookies } from '../../sessions/pending_login_cookies';
import type { RouteDeps } from '../shared/route_deps';
import { registerBackchannelRoute } from './backchannel_route';
import { registerFragmentRoutes } from './fragment_routes';
import { anyValues, begin, complete, single } from './provider_flow';

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
        summary: 'Sign in over the OpenID provider; takes its answer, too',
        answers: { 302: null },
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
