/**
 * A provider's answer comes in a form of its page, and browsers keep cookies (`SameSite` Lax and
 * Strict) from what other sites post. A page of ours without content posts it once more, and with
 * it comes the cookie of the browser that asked.
 */
import type { ResponseFactory, RouteResponse } from '@sd/core/server';
import type { RouteDeps } from '../shared/route_deps';

/** Field of a form that comes from that page. */
export const AGAIN = 'again';

const SCRIPT = `'use strict';
document.addEventListener('DOMContentLoaded', function () { document.forms[0].submit(); });
`;
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** @param response64 - letters of base64 alone: nothing in it ends an attribute */
export const sendingAgain = (response: ResponseFactory, response64: string): RouteResponse =>
  response.ok({
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
    },
    body: `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title></title><script src="acs.js"></script></head>
<body><form method="post"><input type="hidden" name="SAMLResponse" value="${response64}">
<input type="hidden" name="${AGAIN}" value="1"></form></body></html>
`,
  });

export function registerSendingScript({ router }: RouteDeps, path: string): void {
  router.get(
    {
      path,
      validate: false,
      doc: {
        summary: 'The script of the page that posts an answer once more',
        answers: { 200: { contentType: 'text/javascript' } },
      },
      options: { access: 'public' },
    },
    (_request, response) =>
      response.ok({
        headers: {
          'cache-control': 'public, max-age=3600',
          'content-type': 'text/javascript; charset=utf-8',
        },
        body: SCRIPT,
      })
  );
}
