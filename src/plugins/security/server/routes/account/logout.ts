/**
 * Ways out: `POST /auth/logout` for scripts of our pages, and `GET /auth/logout`, a link, which
 * leads on to where the provider ends its own session (specification section 4, "Log out button").
 * A link on a page of another site leads to a page that asks first: nobody is to be signed out by
 * looking at something.
 */
import { NOTHING } from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import { API_PATHS, API_PREFIX, LOGOUT_CONFIRMATION_PATH } from '../../../common';
import { authStateOf } from '../../auth/auth_handler';
import { isOwnLink } from '../../auth/own_link';
import type { RouteDeps } from '../shared/route_deps';

/** The latter ones are what earlier generations had for tokens, and for proxies, of others. */
const CALLS = [API_PATHS.logout, `${API_PREFIX}/auth/logout`, '/auth/proxy/logout'] as const;
/** The latter two are what earlier generations had with several ways of signing in. */
const LINKS = [API_PATHS.logout, '/auth/openid/logout', '/auth/saml/logout'] as const;

export function registerLogoutRoutes(deps: RouteDeps): void {
  const { router, cookie, config } = deps;

  for (const path of CALLS)
    router.post(
      {
        path,
        validate: false,
        doc: { summary: 'Sign out', answers: { 200: NOTHING } },
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
        doc: { summary: 'Sign out, at the provider as well', answers: { 302: null } },
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

/** @returns where the provider ends its session, if anywhere */
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
    logger.warn('A sign-out was not heard by the backend or the identity provider.', {
      reason: String(error),
    });
    return undefined;
  }
}
