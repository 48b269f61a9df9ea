/**
 * Browsers do not send the part of an address after `#`, which contains the address within an app.
 * An empty page adds it to `nextUrl` before the redirect to a provider.
 */
import { Type } from '@sinclair/typebox';
import { isSafeNextUrl, NEXT_URL_PARAMETER, SECURITY_ERRORS } from '../../../common';
import { confirmedNextUrl } from '../../auth/tenant_source';
import { refused } from '../../errors';
import type { RouteDeps } from '../shared/route_deps';
import { anyValues, single } from './provider_flow';

const anyQuery = Type.Object({}, { additionalProperties: true });
const CACHED = { 'cache-control': 'public, max-age=3600' };

/**
 * Passes on `nextUrl` and who named its tenant, and only to the requested login method: both belong
 * to this server.
 */
const SCRIPT = `'use strict';
(function () {
  var here = window.location;
  var query = new URLSearchParams(here.search);
  var wanted = query.get('nextUrl') || '';
  var typed = query.get('tenant_source') === 'typed' ? '&tenant_source=typed' : '';
  var target = here.pathname.replace(/captureUrlFragment$/, 'login');
  var next = wanted.indexOf('#') < 0 ? wanted + (wanted ? here.hash : '') : wanted;
  here.replace(target + (next ? '?nextUrl=' + encodeURIComponent(next) + typed : ''));
})();
`;

const PAGE = `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title></title>
<script src="captureUrlFragment.js"></script></head><body></body></html>
`;

const POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'";

export function registerFragmentRoutes({ router }: RouteDeps, method: 'openid' | 'saml'): void {
  // Legacy step: the fragment used to stay in the browser; now it returns with the rest of the
  // address.
  router.get(
    {
      path: `/auth/${method}/redirectUrlFragment`,
      validate: { query: anyValues },
      doc: {
        summary: 'Redirect to a page after a login',
        responses: { 302: null },
        errors: [SECURITY_ERRORS.invalidNextUrl],
      },
    },
    ({ query, basePath }, response) => {
      const requestedUrl = single(query)?.[NEXT_URL_PARAMETER] ?? '';
      return requestedUrl === '' || isSafeNextUrl(requestedUrl, basePath)
        ? response.redirected({ location: requestedUrl || `${basePath}/` })
        : refused(response, SECURITY_ERRORS.invalidNextUrl);
    }
  );
  const path = `/auth/${method}/captureUrlFragment`;
  const options = { access: 'public' } as const;
  router.get(
    {
      path,
      validate: { query: anyQuery },
      doc: {
        summary: 'Keep the fragment of an address during a login',
        responses: { 200: { contentType: 'text/html' }, 302: null },
      },
      options,
    },
    (request, response) => {
      const nextUrl = request.url.searchParams.get(NEXT_URL_PARAMETER) ?? '';
      // The script's own request would hide that another website named the tenant.
      const confirmed = confirmedNextUrl(request, nextUrl);
      if (confirmed !== nextUrl)
        return response.redirected({
          location: `${request.basePath}${path}?${NEXT_URL_PARAMETER}=${encodeURIComponent(confirmed)}`,
        });
      return response.ok({
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': POLICY,
        },
        body: PAGE,
      });
    }
  );
  router.get(
    {
      path: `${path}.js`,
      validate: false,
      doc: {
        summary: 'The script of that page',
        responses: { 200: { contentType: 'text/javascript' } },
      },
      options,
    },
    (_request, response) =>
      response.ok({
        headers: { ...CACHED, 'content-type': 'text/javascript; charset=utf-8' },
        body: SCRIPT,
      })
  );
}
