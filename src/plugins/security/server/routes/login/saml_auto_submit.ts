/**
 * An empty page that posts a provider's response again, now with the cookie of the browser that
 * started the login: browsers withhold cookies from cross-site posts.
 */
import type { FormResult, ResponseFactory, RouteResponse } from '@sd/core/server';
import { READ_SAML_SCRIPT } from '../../../common';
import type { RouteDeps } from '../shared/route_deps';

/** Form field that marks the second post. */
export const REPOST_FIELD = 'again';

const SCRIPT = `'use strict';
document.addEventListener('DOMContentLoaded', function () { document.forms[0].submit(); });
`;
const policy = (formAction: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

/** @param script - its address as the page requests it; fields and action are already escaped */
const page = (
  response: ResponseFactory,
  { script, formAction, form }: { script: string; formAction: string; form: string }
): RouteResponse =>
  response.ok({
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(formAction),
      'cache-control': 'no-store',
    },
    body: `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title></title><script src="${script}"></script></head>
<body>${form}</body></html>
`,
  });

/** @param response64 - base64 characters only, so it cannot end the attribute */
export const autoSubmitResponse = (response: ResponseFactory, response64: string): RouteResponse =>
  page(response, {
    script: 'acs.js',
    formAction: "'self'",
    form: `<form method="post"><input type="hidden" name="SAMLResponse" value="${response64}">
<input type="hidden" name="${REPOST_FIELD}" value="1"></form>`,
  });

/** Response to the provider, which may redirect the browser anywhere. */
export const logoutFormResponse = (
  response: ResponseFactory,
  basePath: string,
  { action, fields }: FormResult
): RouteResponse => {
  const inputs = Object.entries(fields).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeText(name)}" value="${escapeText(value)}">`
  );
  return page(response, {
    script: `${escapeText(basePath)}${READ_SAML_SCRIPT.path}`,
    formAction: 'https: http:',
    form: `<form method="post" action="${escapeText(action)}">${inputs.join('\n')}</form>`,
  });
};

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

export function registerSendingScript({ respond }: RouteDeps): void {
  respond(READ_SAML_SCRIPT, (_input, response) =>
    response.ok({
      headers: {
        'cache-control': 'public, max-age=3600',
        'content-type': 'text/javascript; charset=utf-8',
      },
      body: SCRIPT,
    })
  );
}
