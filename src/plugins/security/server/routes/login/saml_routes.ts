/**
 * SAML in the browser: `GET /auth/saml/login` leads to the identity provider, which has the browser
 * post its response to this server (SAML 2.0 Bindings, section 3.5).
 */
import { Type } from '@sinclair/typebox';
import { LOGIN_LIMITS } from '@sd/core/common';
import type { ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import { NEXT_URL_PARAMETER, SECURITY_ERRORS } from '../../../common';
import { refused } from '../../errors';
import { PendingLoginCookies } from '../../sessions/pending_login_cookies';
import { relayOf } from '../../sessions/pending_logins';
import type { RouteDeps } from '../shared/route_deps';
import { registerFragmentRoutes } from './fragment_routes';
import { anyValues, begin, complete, finishLogin, failed, single } from './provider_flow';
import { REPOST_FIELD, registerSendingScript, autoSubmitResponse } from './saml_auto_submit';

const METHOD = 'saml';
const CONSUMER = '/_opendistro/_security/saml/acs';
const form = Type.String({ description: 'application/x-www-form-urlencoded' });

export function registerSamlRoutes(deps: RouteDeps): void {
  const { router, config, cookie } = deps;
  const { cookie_prefix: prefix, additional_cookies: count } = config.saml.extra_storage;
  const steps = new PendingLoginCookies({ attributes: cookie.attributes(), prefix, count });
  registerFragmentRoutes(deps, METHOD);
  registerSendingScript(deps);

  router.get(
    {
      path: '/auth/saml/login',
      validate: { query: anyValues },
      doc: {
        summary: 'Log in through the SAML provider',
        responses: { 302: null },
        errors: [SECURITY_ERRORS.invalidNextUrl],
      },
      options: { access: 'public', rateLimitPerMinute: LOGIN_LIMITS.loginsPerMinute },
    },
    async (request, response) => {
      const values = single(request.query);
      if (!values) return refused(response, SECURITY_ERRORS.invalidNextUrl);
      return begin(deps, METHOD, steps, values[NEXT_URL_PARAMETER], request, response);
    }
  );
  const consumer = (
    path: string,
    summary: string,
    handler: (result: Response, request: RouteRequest, response: ResponseFactory) => Handled
  ) =>
    router.post(
      {
        path,
        validate: { body: form },
        doc: { summary, responses: { 200: { contentType: 'text/html' }, 302: null } },
        options: {
          access: 'public',
          xsrfRequired: false,
          fromOtherSites: true,
          body: {
            accepts: ['application/x-www-form-urlencoded'],
            maxBytes: LOGIN_LIMITS.samlBodyBytes,
          },
          rateLimitPerMinute: LOGIN_LIMITS.loginsPerMinute,
        },
      },
      async (request, response) => {
        const acsEndpoint = `${request.basePath}${path}`;
        return handler({ ...responseIn(request.body), acsEndpoint }, request, response);
      }
    );
  consumer(CONSUMER, "Takes the SAML provider's answer", async (result, request, response) => {
    const { xml, isAgain, ...values } = result;
    const relay = relayOf(requestOf(xml));
    // Browsers send no cookies with cross-site posts.
    if (!isAgain && !steps.find(request.cookies, relay))
      return autoSubmitResponse(response, values.SAMLResponse);
    return complete(deps, METHOD, steps, { relay, values }, request, response);
  });
  if (config.saml.idp_initiated)
    consumer(
      `${CONSUMER}/idpinitiated`,
      'Takes an answer that the SAML provider sends without being asked',
      async (received, request, response) => {
        const { SAMLResponse, acsEndpoint } = received;
        const { basePath, remoteAddress } = request;
        const nextUrl = `${basePath}/`;
        try {
          const input = { fields: { SAMLResponse, acsEndpoint }, remoteAddress };
          const result = await deps.authenticator.completeUnsolicited(METHOD, input);
          const conclusion = { method: METHOD, result, nextUrl, source: 'site' } as const;
          return await finishLogin(deps, conclusion, [], request, response);
        } catch (error) {
          return failed(deps, error, response, basePath, nextUrl);
        }
      }
    );
}

type Handled = Promise<RouteResponse>;

interface Response {
  readonly SAMLResponse: string;
  readonly acsEndpoint: string;
  readonly xml: string;
  readonly isAgain: boolean;
}

function responseIn(body: string): Omit<Response, 'acsEndpoint'> {
  const fields = new URLSearchParams(body);
  // Providers may wrap base64 lines.
  const SAMLResponse = (fields.get('SAMLResponse') ?? '').replace(/[^A-Za-z0-9+/=]+/g, '');
  const xml = Buffer.from(SAMLResponse, 'base64').toString('utf8');
  return { SAMLResponse, xml, isAgain: fields.has(REPOST_FIELD) };
}

/**
 * Request id that the response refers to, unverified. It selects the pending login; the engine
 * verifies it.
 */
const requestOf = (xml: string): string =>
  /\bInResponseTo\s*=\s*["']([^"'<>]{1,256})["']/.exec(xml)?.[1] ?? '';
