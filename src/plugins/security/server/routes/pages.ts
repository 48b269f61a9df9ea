/**
 * Pages that visitors see without a login; all other pages are core's. A `nextUrl` that breaks the
 * rule of `common/next_url.ts` gets 400, with or without a login.
 */
import { Type } from '@sinclair/typebox';
import { isSafeNextUrl, safeNextUrl, SECURITY_ERRORS } from '../../common';
import type { RouteRequest } from '@sd/core/server';
import { refused } from '../errors';
import { accountOf } from './account/account';
import type { RouteDeps } from './shared/route_deps';

/** Other parameters are for the page's own script. */
const loginQuery = Type.Object(
  { nextUrl: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])) },
  { additionalProperties: true }
);
const PAGE = { contentType: 'text/html' } as const;
const restOfPath = Type.Object({ path: Type.Optional(Type.String()) });

export function registerPageRoutes(deps: RouteDeps): void {
  const { router } = deps;
  router.get(
    {
      path: '/app/login',
      validate: { query: loginQuery },
      doc: {
        summary: 'The login page',
        responses: { 200: PAGE, 302: null },
        errors: [SECURITY_ERRORS.invalidNextUrl],
      },
      options: { access: 'optional', anonymousWhenUnavailable: true },
    },
    async (request, response) => {
      const { nextUrl } = request.query;
      const isRefused =
        Array.isArray(nextUrl) || (nextUrl && !isSafeNextUrl(nextUrl, request.basePath));
      if (isRefused) return refused(response, SECURITY_ERRORS.invalidNextUrl);
      // On a route that the configuration opens to everyone, `auth` may have no user.
      if (request.auth?.caller.kind === 'user')
        return response.redirected({
          location: safeNextUrl(nextUrl as string | undefined, request.basePath),
        });
      return response.renderApp({ anonymous: true });
    }
  );

  router.get(
    {
      path: '/app/customerror/{path*}',
      validate: { params: restOfPath },
      doc: { summary: 'The error page', responses: { 200: PAGE, 302: null } },
      options: { access: 'optional' },
    },
    (request, response) =>
      // Legacy address of the page for users without roles.
      request.params.path === 'missing-role'
        ? response.redirected({ location: `${request.basePath}/missing-role` })
        : response.renderApp({ anonymous: hasNoSettings(deps, request) })
  );

  router.get(
    {
      path: '/missing-role',
      validate: false,
      doc: {
        summary: 'The page for users without roles; redirects others to the start page',
        responses: { 200: PAGE, 302: null },
      },
      options: { access: 'optional' },
    },
    async (request, response) =>
      (await hasRoles(deps, request))
        ? response.redirected({ location: `${request.basePath}/` })
        : response.renderApp({ anonymous: hasNoSettings(deps, request) })
  );
}

/** Settings belong to a tenant: without one, the page uses the defaults for visitors. */
const hasNoSettings = ({ config }: RouteDeps, { auth }: RouteRequest): boolean =>
  !auth || (config.multitenancy.enabled && auth.tenant === undefined);

/** Uses the same source as the browser: a different result would redirect back and forth. */
async function hasRoles(deps: RouteDeps, request: RouteRequest): Promise<boolean> {
  if (request.auth?.caller.kind !== 'user') return false;
  return accountOf(deps, request).then(
    ({ data }) => data.roles.length > 0,
    () => false
  );
}
