/**
 * Logout: `POST /auth/logout` for scripts of the pages, and `GET /auth/logout` as a link that
 * continues to the provider's own logout (specification section 4, "Log out button"). Links on
 * other sites lead to a confirmation page, so that a visitor is not logged out by viewing a page.
 */
import type { RouteRequest } from '@sd/core/server';
import {
  FOLLOW_LOGOUT_LINK,
  FOLLOW_OPENID_LOGOUT_LINK,
  FOLLOW_SAML_LOGOUT_LINK,
  LOG_OUT,
  LOG_OUT_BELOW_API,
  LOG_OUT_OF_PROXY,
  LOGOUT_CONFIRMATION_PATH,
} from '../../../common';
import { getAuthState } from '../../auth/auth_state';
import { isOwnLink } from '../../auth/own_link';
import type { RouteDeps } from '../shared/route_deps';

export function registerLogoutRoutes(deps: RouteDeps): void {
  const { respond, cookie, config } = deps;

  for (const call of [LOG_OUT, LOG_OUT_BELOW_API, LOG_OUT_OF_PROXY])
    respond(call, async ({ request }, response) => {
      await endSession(deps, request);
      return response.ok({ body: {}, cookies: [cookie.clear()] });
    });

  for (const call of [FOLLOW_LOGOUT_LINK, FOLLOW_OPENID_LOGOUT_LINK, FOLLOW_SAML_LOGOUT_LINK])
    respond(call, async ({ request }, response) => {
      const { basePath } = request;
      if (!isOwnLink(request))
        return response.redirected({ location: `${basePath}${LOGOUT_CONFIRMATION_PATH}` });
      const location = await endSession(deps, request);
      return response.redirected({
        location: location ?? (config.auth.logout_url || `${basePath}/app/login`),
        cookies: [cookie.clear()],
      });
    });
}

/** @returns the provider's logout address, if any */
async function endSession(
  { sessions, authenticator, logger }: RouteDeps,
  request: RouteRequest
): Promise<string | undefined> {
  const { session } = getAuthState(request);
  if (!session) return undefined;
  await sessions.end(session.id);
  try {
    return (await authenticator.logout(session.principal)).location;
  } catch (error) {
    logger.warn('The backend or the identity provider could not be notified of a logout.', {
      reason: String(error),
    });
    return undefined;
  }
}
