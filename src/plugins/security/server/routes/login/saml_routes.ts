/**
 * SAML in the browser: `GET /auth/saml/login` leads to the identity provider, which has the browser
 * post its response to this server (SAML 2.0 Bindings, section 3.5).
 */
import type { RouteRequest } from '@sd/core/server';
import {
  LOG_IN_BY_SAML,
  NEXT_URL_PARAMETER,
  SECURITY_ERRORS,
  TAKE_SAML_RESPONSE,
  TAKE_UNSOLICITED_SAML_RESPONSE,
} from '../../../common';
import { PendingLoginCookies } from '../../sessions/pending_login_cookies';
import { getRelay } from '../../sessions/pending_logins';
import type { RouteDeps } from '../shared/route_deps';
import { registerFragmentRoutes } from './fragment_routes';
import { begin, complete, finishLogin, respondToFailure, single } from './provider_flow';
import { REPOST_FIELD, registerSendingScript, autoSubmitResponse } from './saml_auto_submit';
import { CodedError } from '@sd/contracts';

const METHOD = 'saml';

export function registerSamlRoutes(deps: RouteDeps): void {
  const { respond, config, cookie } = deps;
  const { cookie_prefix: prefix, additional_cookies: count } = config.saml.extra_storage;
  const steps = new PendingLoginCookies({ attributes: cookie.attributes(), prefix, count });
  registerFragmentRoutes(deps, METHOD);
  registerSendingScript(deps);

  respond(LOG_IN_BY_SAML, ({ query, request }, response) => {
    const values = single(query);
    if (!values) throw new CodedError(SECURITY_ERRORS.invalidNextUrl);
    return begin(deps, METHOD, steps, values[NEXT_URL_PARAMETER], request, response);
  });
  respond(TAKE_SAML_RESPONSE, ({ body, request }, response) => {
    const { xml, isAgain, ...values } = responseIn(body, request);
    const relay = getRelay(toRequest(xml));
    // Browsers send no cookies with cross-site posts.
    if (!isAgain && !steps.find(request.cookies, relay))
      return autoSubmitResponse(response, values.SAMLResponse);
    return complete(deps, METHOD, steps, { relay, values }, request, response);
  });

  if (!config.saml.idp_initiated) return;
  respond(TAKE_UNSOLICITED_SAML_RESPONSE, async ({ body, request }, response) => {
    const { SAMLResponse, acsEndpoint } = responseIn(body, request);
    const { basePath, remoteAddress } = request;
    const nextUrl = `${basePath}/`;
    try {
      const input = { fields: { SAMLResponse, acsEndpoint }, remoteAddress };
      const result = await deps.authenticator.completeUnsolicited(METHOD, input);
      const conclusion = { method: METHOD, result, nextUrl, source: 'site' } as const;
      return await finishLogin(deps, conclusion, [], request, response);
    } catch (error) {
      return respondToFailure(deps, error, response, basePath, nextUrl);
    }
  });
}

interface Response {
  readonly SAMLResponse: string;
  readonly acsEndpoint: string;
  readonly xml: string;
  readonly isAgain: boolean;
}

function responseIn(body: string, { basePath, route }: RouteRequest): Response {
  const fields = new URLSearchParams(body);
  // Providers may wrap base64 lines.
  const SAMLResponse = (fields.get('SAMLResponse') ?? '').replace(/[^A-Za-z0-9+/=]+/g, '');
  const xml = Buffer.from(SAMLResponse, 'base64').toString('utf8');
  const acsEndpoint = `${basePath}${route.path}`;
  return { SAMLResponse, acsEndpoint, xml, isAgain: fields.has(REPOST_FIELD) };
}

/**
 * Request id that the response refers to, unverified. It selects the pending login; the engine
 * verifies it.
 */
const toRequest = (xml: string): string =>
  /\bInResponseTo\s*=\s*["']([^"'<>]{1,256})["']/.exec(xml)?.[1] ?? '';
