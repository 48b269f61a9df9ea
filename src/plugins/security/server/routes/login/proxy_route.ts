/** `GET /auth/proxy/login`: legacy address; the proxy authenticates the user. */
import {
  isSafeNextUrl,
  NEXT_URL_PARAMETER,
  SECURITY_ERRORS,
  LOG_IN_BY_PROXY,
} from '../../../common';
import type { RouteDeps } from '../shared/route_deps';
import { single } from './provider_flow';
import { CodedError } from '@sd/contracts';

export function registerProxyRoute({ respond, config }: RouteDeps): void {
  respond(LOG_IN_BY_PROXY, ({ query, request: { basePath, auth } }, response) => {
    const requestedUrl = single(query)?.[NEXT_URL_PARAMETER];
    if (requestedUrl && !isSafeNextUrl(requestedUrl, basePath))
      throw new CodedError(SECURITY_ERRORS.invalidNextUrl);
    if (auth) return response.redirected({ location: requestedUrl || `${basePath}/` });
    const { login_endpoint: location } = config.proxycache;
    if (location === '') throw new CodedError(SECURITY_ERRORS.noProxyLogin);
    return response.redirected({ location });
  });
}
