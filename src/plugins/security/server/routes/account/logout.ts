/**
 * Logout: `POST /auth/logout` for scripts of the pages, and `GET /auth/logout` as a link that
 * continues to the provider's own logout (specification section 4, "Log out button"). Links on
 * other sites lead to a confirmation page, so that a visitor is not logged out by viewing a page.
 */
import { NOTHING } from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import { API_PATHS, API_PREFIX, LOGOUT_CONFIRMATION_PATH } from '../../../common';
import { authStateOf } from '../../auth/auth_state';
import { isOwnLink } from '../../auth/own_link';
import type { RouteDeps } from '../shared/route_deps';

/** The last two are legacy addresses for tokens and proxies. */
const LOGOUT_PATHS = [API_PATHS.logout, `${API_PREFIX}/auth/logout`, '/auth/proxy/logout'] as const;
/** The last two are legacy addresses for several login methods. */
const LINKS = [API_PATHS.logout, '/auth/openid/logout', '/auth/saml/logout'] as const;

export function registerLogoutRoutes(deps: RouteDeps): void {
  const { router, cookie, config } = deps;

  for (const path of LOGOUT_PATHS)
    router.post(
      {
        path,
        validate: false,
        doc: { summary: 'Log out', responses: { 200: NOTHING } },
        options: { access: 'optional', xsrfRequired: true },
      },
      async (request, response) => {
        await endSession(deps, request);
        return response.ok({ body: {}, cookies: [cookie.clear()] });
      }
    );

  for (const path of LINKS)
    router.get(
      {
        path,
        validate: false,
        doc: { summary: 'Log out, at the provider as well', responses: { 302: null } },
        options: { access: 'optional' },
      },
      async (request, response) => {
        const { basePath } = request;
        if (!isOwnLink(request))
          return response.redirected({ location: `${basePath}${LOGOUT_CONFIRMATION_PATH}` });
        const location = await endSession(deps, request);
        return response.redirected({
          location: location ?? (config.auth.logout_url || `${basePath}/app/login`),
          cookies: [cookie.clear()],
        });
      }
    );
}

/** @returns the provider's logout address, if any */
async function endSession(
  { sessions, authenticator, logger }: RouteDeps,
  request: RouteRequest
): Promise<string | undefined> {
  const { session } = authStateOf(request);
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
