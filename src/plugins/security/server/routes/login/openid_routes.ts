/**
 * `GET /auth/openid/login` leads to the OpenID provider and takes what it sends back; `GET
 * /auth/openid/captureUrlFragment` comes before it.
 */
import {
  NEXT_URL_PARAMETER,
  SECURITY_ERRORS,
  LOG_OUT_BY_OPENID_PROVIDER,
  LOG_IN_BY_OPENID,
} from '../../../common';
import { EngineUnavailableError } from '../../engine_unavailable';
import { engineUnavailable } from '../../errors';
import type { RouteDeps } from '../shared/route_deps';
import { PendingLoginCookies } from '../../sessions/pending_login_cookies';
import { registerFragmentRoutes } from './fragment_routes';
import { begin, complete, single } from './provider_flow';
import { CodedError } from '@sd/contracts';

/**
 * `POST /auth/openid/backchannel_logout`: the provider reports the end of a session. Source: OpenID
 * Connect Back-Channel Logout 1.0, sections 2.5 and 2.8.
 */
const METHOD = 'openid';
const NO_STORE = { 'cache-control': 'no-store' };

function registerBackchannelRoute(deps: RouteDeps): void {
  const { respond } = deps;
  respond(LOG_OUT_BY_OPENID_PROVIDER, async ({ body, request }, response) => {
    const token = new URLSearchParams(body).get('logout_token') ?? '';
    try {
      const ended = await deps.authenticator.loggedOutByProvider(METHOD, {
        fields: { logout_token: token },
        remoteAddress: request.remoteAddress,
      });
      if (!ended) throw new CodedError(SECURITY_ERRORS.invalidLogoutToken);
      await deps.providerSessions.end(METHOD, ended);
      return response.ok({ headers: NO_STORE });
    } catch (error) {
      if (!(error instanceof EngineUnavailableError)) throw error;
      deps.logger.error('A logout token could not be verified.', { reason: String(error.cause) });
      return engineUnavailable(response);
    }
  });
}

export function registerOpenIdRoutes(deps: RouteDeps): void {
  const { respond, config, cookie } = deps;
  const { cookie_prefix: prefix, additional_cookies: count } = config.openid.extra_storage;
  const steps = new PendingLoginCookies({ attributes: cookie.attributes(), prefix, count });
  registerFragmentRoutes(deps, 'openid');
  registerBackchannelRoute(deps);

  respond(LOG_IN_BY_OPENID, ({ query, request }, response) => {
    const values = single(query);
    if (!values) throw new CodedError(SECURITY_ERRORS.invalidNextUrl);
    const isResponse = values['code'] !== undefined || values['error'] !== undefined;
    return isResponse
      ? complete(deps, 'openid', steps, { relay: values['state'], values }, request, response)
      : begin(deps, 'openid', steps, values[NEXT_URL_PARAMETER], request, response);
  });
}
