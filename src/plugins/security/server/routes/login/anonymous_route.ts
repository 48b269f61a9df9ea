/**
 * `GET /auth/anonymous`: logs the visitor in as the anonymous user, if allowed. Links on other
 * sites lead to the login page, because they must not replace a session.
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import {
  CLUSTER_HEADER,
  HOME_CLUSTER,
  isSafeNextUrl,
  loginUrl,
  NEXT_URL_PARAMETER,
  SECURITY_ERRORS,
} from '../../../common';
import { isOwnLink } from '../../auth/own_link';
import { confirmedNextUrl, passedTenantSource } from '../../auth/tenant_source';
import { refused } from '../../errors';
import type { RouteDeps } from '../shared/route_deps';
import { anyValues, startSession, failed, single, toLoginPage } from './provider_flow';

export function registerAnonymousRoute(deps: RouteDeps): void {
  const isEnabled = deps.config.auth.anonymous_auth_enabled;
  deps.router.get(
    {
      path: '/auth/anonymous',
      validate: { query: anyValues },
      doc: {
        summary: 'Open a session without credentials',
        responses: { 302: null },
        errors: [SECURITY_ERRORS.invalidNextUrl, SECURITY_ERRORS.unknownCluster],
      },
      options: { access: 'public', rateLimitPerMinute: LOGIN_LIMITS.loginsPerMinute },
    },
    async (request, response) => {
      const { basePath, remoteAddress } = request;
      const id = request.headers[CLUSTER_HEADER];
      // A visitor is not told which clusters are connected.
      if (id !== undefined && id !== HOME_CLUSTER)
        return refused(response, SECURITY_ERRORS.unknownCluster, { id });
      const requestedUrl = single(request.query)?.[NEXT_URL_PARAMETER];
      if (requestedUrl && !isSafeNextUrl(requestedUrl, basePath))
        return refused(response, SECURITY_ERRORS.invalidNextUrl);
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
        return failed(deps, error, response, basePath, nextUrl);
      }
    }
  );
}
