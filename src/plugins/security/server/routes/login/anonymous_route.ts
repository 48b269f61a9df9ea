/**
 * `GET /auth/anonymous`: logs the visitor in as the anonymous user, if allowed. Links on other
 * sites lead to the login page, because they must not replace a session.
 */
import {
  isSafeNextUrl,
  loginUrl,
  NEXT_URL_PARAMETER,
  SECURITY_ERRORS,
  LOG_IN_ANONYMOUSLY,
} from '../../../common';
import { isOwnLink } from '../../auth/own_link';
import { confirmedNextUrl, passedTenantSource } from '../../auth/tenant_source';
import type { RouteDeps } from '../shared/route_deps';
import { startSession, respondToFailure, single, toLoginPage } from './provider_flow';
import { CodedError, CLUSTER_REQUEST_ERRORS } from '@sd/contracts';

export function registerAnonymousRoute(deps: RouteDeps): void {
  const { respond } = deps;
  const isEnabled = deps.config.auth.anonymous_auth_enabled;
  respond(LOG_IN_ANONYMOUSLY, async ({ query, request }, response) => {
    const { basePath, remoteAddress } = request;
    // A visitor is not told which clusters are connected.
    const id = deps.clusters.idOf(request);
    if (!deps.clusters.isHome(request))
      throw new CodedError(CLUSTER_REQUEST_ERRORS.unknownCluster, { id });
    const requestedUrl = single(query)?.[NEXT_URL_PARAMETER];
    if (requestedUrl && !isSafeNextUrl(requestedUrl, basePath))
      throw new CodedError(SECURITY_ERRORS.invalidNextUrl);
    const nextUrl = confirmedNextUrl(request, requestedUrl || `${basePath}/`);
    if (!isEnabled || !isOwnLink(request))
      return response.redirected({ location: loginUrl(basePath, nextUrl) });
    const arrival = { nextUrl, source: passedTenantSource(request) };
    try {
      const result = await deps.authenticator.checkAnonymous(remoteAddress);
      return result
        ? await startSession(deps, result, arrival, [], request, response)
        : toLoginPage(response, basePath, nextUrl, 'refused');
    } catch (error) {
      return respondToFailure(deps, error, response, basePath, nextUrl);
    }
  });
}
