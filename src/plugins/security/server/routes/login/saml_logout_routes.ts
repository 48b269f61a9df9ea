/**
 * SAML single logout started by the provider, and the metadata for registering this server (SAML
 * 2.0 Profiles, section 4.4; Metadata, section 2.4).
 */
import { Type } from '@sinclair/typebox';
import { LOGIN_LIMITS } from '@sd/core/common';
import type { ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import { LOGOUT_CONFIRMATION_PATH, SECURITY_ERRORS } from '../../../common';
import { EngineUnavailableError } from '../../auth/engine_unavailable';
import { engineUnavailable, refused } from '../../errors';
import type { RouteDeps } from '../shared/route_deps';
import { anyValues, single } from './provider_flow';
import { logoutFormResponse } from './saml_auto_submit';

const METHOD = 'saml';
const LOGOUT = '/_opendistro/_security/saml/logout';
const METADATA = '/_opendistro/_security/saml/metadata';

type Fields = Readonly<Record<string, string>>;

const doc = (summary: string) => ({
  summary,
  responses: { 200: { contentType: 'text/html' }, 302: null },
  errors: [SECURITY_ERRORS.invalidLogoutRequest, SECURITY_ERRORS.backendUnavailable],
});

export function registerSamlLogoutRoutes(deps: RouteDeps): void {
  const { router } = deps;
  const options = {
    access: 'public',
    rateLimitPerMinute: LOGIN_LIMITS.loginsPerMinute,
  } as const;

  router.get(
    {
      path: LOGOUT,
      validate: { query: anyValues },
      doc: doc("Takes the SAML provider's word on the end of a session, by redirect"),
      options,
    },
    async (request, response) => {
      const values = single(request.query);
      if (!values) return rejectLogout(request, response);
      // The signature covers the query exactly as received.
      return handleLogout(deps, { ...values, query: request.url.search }, request, response);
    }
  );
  router.post(
    {
      path: LOGOUT,
      validate: { body: Type.String({ description: 'application/x-www-form-urlencoded' }) },
      doc: doc("Takes the SAML provider's word on the end of a session, by a form"),
      options: {
        ...options,
        xsrfRequired: false,
        fromOtherSites: true,
        body: {
          accepts: ['application/x-www-form-urlencoded'],
          maxBytes: LOGIN_LIMITS.samlBodyBytes,
        },
      },
    },
    async (request, response) => {
      const { query: _none, ...fields } = Object.fromEntries(new URLSearchParams(request.body));
      // Providers may wrap base64 lines.
      const SAMLRequest = (fields['SAMLRequest'] ?? '').replace(/\s+/g, '');
      return handleLogout(deps, { ...fields, SAMLRequest }, request, response);
    }
  );
  router.get(
    {
      path: METADATA,
      validate: false,
      doc: {
        summary: 'SAML metadata of this server',
        responses: { 200: { contentType: 'application/samlmetadata+xml' } },
        errors: [SECURITY_ERRORS.noProviderMetadata, SECURITY_ERRORS.backendUnavailable],
      },
      options,
    },
    async (_request, response) => {
      try {
        const body = await deps.authenticator.descriptionFor(METHOD);
        if (body === undefined) return refused(response, SECURITY_ERRORS.noProviderMetadata);
        return response.ok({
          headers: { 'content-type': 'application/samlmetadata+xml', 'cache-control': 'no-store' },
          body,
        });
      } catch (error) {
        return unavailable(deps, error, response);
      }
    }
  );
}

async function handleLogout(
  deps: RouteDeps,
  fields: Fields,
  request: RouteRequest,
  response: ResponseFactory
): Promise<RouteResponse> {
  const { basePath, remoteAddress } = request;
  const toLogin = `${basePath}/app/login`;
  // Response to a logout request of this server, whose session has already ended.
  if (fields['SAMLResponse'] !== undefined) return response.redirected({ location: toLogin });
  if ((fields['RelayState'] ?? '').length > LOGIN_LIMITS.relayStateLength)
    return rejectLogout(request, response);
  try {
    const ended = await deps.authenticator.loggedOutByProvider(METHOD, { fields, remoteAddress });
    if (!ended) return rejectLogout(request, response);
    await deps.providerSessions.end(METHOD, ended);
    if (ended.form) return logoutFormResponse(response, basePath, ended.form);
    return response.redirected({ location: ended.location ?? toLogin });
  } catch (error) {
    return unavailable(deps, error, response);
  }
}

/** Browsers get a confirmation page, other clients an error. */
function rejectLogout(
  { basePath, headers }: RouteRequest,
  response: ResponseFactory
): RouteResponse {
  return headers['accept']?.includes('text/html')
    ? response.redirected({ location: `${basePath}${LOGOUT_CONFIRMATION_PATH}` })
    : refused(response, SECURITY_ERRORS.invalidLogoutRequest);
}

function unavailable(
  { logger }: RouteDeps,
  error: unknown,
  response: ResponseFactory
): RouteResponse {
  if (!(error instanceof EngineUnavailableError)) throw error;
  logger.error('A logout message of the SAML provider could not be processed.', {
    reason: String(error.cause),
  });
  return engineUnavailable(response);
}
