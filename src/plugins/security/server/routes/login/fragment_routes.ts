/**
 * Browsers do not send the part of an address after `#`, which contains the address within an app.
 * An empty page adds it to `nextUrl` before the redirect to a provider.
 */
import { type Call, CodedError } from '@sd/contracts';
import {
  isSafeNextUrl,
  KEEP_FRAGMENT,
  NEXT_URL_PARAMETER,
  READ_FRAGMENT_SCRIPT,
  RETURN_WITH_FRAGMENT,
  SECURITY_ERRORS,
} from '../../../common';
import { confirmedNextUrl } from '../../auth/tenant_source';
import type { RouteDeps } from '../shared/route_deps';
import { single } from './provider_flow';

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

export function registerFragmentRoutes({ respond }: RouteDeps, method: 'openid' | 'saml'): void {
  const ofMethod = <C extends Call>(call: C): C => ({
    ...call,
    path: call.path.replace('{method}', method),
  });

  respond(ofMethod(RETURN_WITH_FRAGMENT), ({ query, request }, response) => {
    const { basePath } = request;
    const requestedUrl = single(query)?.[NEXT_URL_PARAMETER] ?? '';
    if (requestedUrl !== '' && !isSafeNextUrl(requestedUrl, basePath))
      throw new CodedError(SECURITY_ERRORS.invalidNextUrl);
    return response.redirected({ location: requestedUrl || `${basePath}/` });
  });

  const keeping = ofMethod(KEEP_FRAGMENT);
  respond(keeping, ({ request }, response) => {
    const nextUrl = request.url.searchParams.get(NEXT_URL_PARAMETER) ?? '';
    // The script's own request would hide that another website named the tenant.
    const confirmed = confirmedNextUrl(request, nextUrl);
    if (confirmed !== nextUrl)
      return response.redirected({
        location: `${request.basePath}${keeping.path}?${NEXT_URL_PARAMETER}=${encodeURIComponent(confirmed)}`,
      });
    return response.ok({
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
      body: PAGE,
    });
  });

  respond(ofMethod(READ_FRAGMENT_SCRIPT), (_input, response) =>
    response.ok({
      headers: { ...CACHED, 'content-type': 'text/javascript; charset=utf-8' },
      body: SCRIPT,
    })
  );
}
