/**
 * Pages a visitor sees without being signed in (docs/reference/security-app.md#login-page,
 * #error-pages and #sign-in-routes). All other pages are core's. An address to come back to that
 * breaks the rule of `common/next_url.ts` is refused with 400, signed in or not.
 */
import { Type } from '@sinclair/typebox';
import { isSafeNextUrl, safeNextUrl, SECURITY_ERRORS } from '../../common';
import { refused } from '../errors';
import type { RouteDeps } from './shared/route_deps';

/** Other parameters belong to the page's own script. */
const loginQuery = Type.Object(
  { nextUrl: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])) },
  { additionalProperties: true }
);
const PAGE = { contentType: 'text/html' } as const;
const restOfPath = Type.Object({ path: Type.Optional(Type.String()) });

export function registerPageRoutes({ router }: RouteDeps): void {
  router.get(
    {
      path: '/app/login',
      validate: { query: loginQuery },
      doc: {
        summary: 'The page to sign in on',
        answers: { 200: PAGE, 302: null },
        errors: [SECURITY_ERRORS.invalidNextUrl],
      },
      options: { access: 'optional' },
    },
    async (request, response) => {
      const { nextUrl } = request.query;
      const isRefused =
        Array.isArray(nextUrl) || (nextUrl && !isSafeNextUrl(nextUrl, request.basePath));
      if (isRefused) return refused(response, SECURITY_ERRORS.invalidNextUrl);
      // On a route that the configuration opens to everybody, `auth` may stand for nobody.
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
      doc: { summary: 'The page of an error', answers: { 200: PAGE } },
      options: { access: 'optional' },
    },
    (request, response) => response.renderApp({ anonymous: !request.auth })
  );

  router.get(
    {
      path: '/missing-role',
      validate: false,
      doc: { summary: 'Leads to the page for users without a role', answers: { 302: null } },
      options: { access: 'optional' },
    },
    (request, response) =>
      response.redirected({ location: `${request.basePath}/app/customerror/missing-role` })
  );
}
