/**
 * SAML single logout started by the provider, and the metadata for registering this server (SAML
 * 2.0 Profiles, section 4.4; Metadata, section 2.4).
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import type { ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import {
  LOGOUT_CONFIRMATION_PATH,
  SECURITY_ERRORS,
  LOG_OUT_BY_SAML_REDIRECT,
  LOG_OUT_BY_SAML_FORM,
  READ_SAML_METADATA,
} from '../../../common';
import { EngineUnavailableError } from '../../engine_unavailable';
import { engineUnavailable, refuse } from '../../errors';
import type { RouteDeps } from '../shared/route_deps';
import { single } from './provider_flow';
import { logoutFormResponse } from './saml_auto_submit';
import { CodedError } from '@sd/contracts';

const METHOD = 'saml';

type Fields = Readonly<Record<string, string>>;

export function registerSamlLogoutRoutes(deps: RouteDeps): void {
  const { respond } = deps;
  respond(LOG_OUT_BY_SAML_REDIRECT, ({ query, request }, response) => {
    const values = single(query);
    if (!values) return rejectLogout(request, response);
    // The signature covers the query exactly as received.
    return handleLogout(deps, { ...values, query: request.url.search }, request, response);
  });
  respond(LOG_OUT_BY_SAML_FORM, ({ body, request }, response) => {
    const { query: _none, ...fields } = Object.fromEntries(new URLSearchParams(body));
    // Providers may wrap base64 lines.
    const SAMLRequest = (fields['SAMLRequest'] ?? '').replace(/\s+/g, '');
    return handleLogout(deps, { ...fields, SAMLRequest }, request, response);
  });
  respond(READ_SAML_METADATA, async (_input, response) => {
    try {
      const body = await deps.authenticator.descriptionFor(METHOD);
      if (body === undefined) throw new CodedError(SECURITY_ERRORS.noProviderMetadata);
      return response.ok({
        headers: { 'content-type': 'application/samlmetadata+xml', 'cache-control': 'no-store' },
        body,
      });
    } catch (error) {
      return unavailable(deps, error, response);
    }
  });
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
    : refuse(response, SECURITY_ERRORS.invalidLogoutRequest);
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
