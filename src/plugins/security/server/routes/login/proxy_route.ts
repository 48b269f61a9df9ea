/** `GET /auth/proxy/login`: legacy address; the proxy authenticates the user. */
import { isSafeNextUrl, NEXT_URL_PARAMETER, SECURITY_ERRORS } from '../../../common';
import { refused } from '../../errors';
import type { RouteDeps } from '../shared/route_deps';
import { anyValues, single } from './provider_flow';

export function registerProxyRoute({ router, config }: RouteDeps): void {
  router.get(
    {
      path: '/auth/proxy/login',
      validate: { query: anyValues },
      doc: {
        summary: 'Redirect to a page, or to the login page of the proxy',
        responses: { 302: null },
        errors: [SECURITY_ERRORS.invalidNextUrl, SECURITY_ERRORS.noProxyLogin],
      },
      options: { access: 'optional' },
    },
    async ({ query, basePath, auth }, response) => {
      const requestedUrl = single(query)?.[NEXT_URL_PARAMETER];
      if (requestedUrl && !isSafeNextUrl(requestedUrl, basePath))
        return refused(response, SECURITY_ERRORS.invalidNextUrl);
      if (auth) return response.redirected({ location: requestedUrl || `${basePath}/` });
      const { login_endpoint: location } = config.proxycache;
      return location === ''
        ? refused(response, SECURITY_ERRORS.noProxyLogin)
        : response.redirected({ location });
    }
  );
}
