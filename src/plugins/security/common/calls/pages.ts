/** Pages that visitors see without a login. */
import { defineCall } from '@sd/contracts';
import { Type } from '@sinclair/typebox';
import { SECURITY_ERRORS } from '../errors';

/** Other parameters are for the page's own script. */
const loginQuery = Type.Object(
  { nextUrl: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])) },
  { additionalProperties: true }
);
const PAGE = { contentType: 'text/html' } as const;
const restOfPath = Type.Object({ path: Type.Optional(Type.String()) });

export const SHOW_LOGIN_PAGE = defineCall({
  method: 'GET',
  path: '/app/login',
  summary: 'The login page',
  access: 'optional',
  query: loginQuery,
  responses: { 200: PAGE, 302: null },
  errors: [SECURITY_ERRORS.invalidNextUrl],
  anonymousWhenUnavailable: true,
});

export const SHOW_ERROR_PAGE = defineCall({
  method: 'GET',
  path: '/app/customerror/{path*}',
  summary: 'The error page',
  access: 'optional',
  params: restOfPath,
  responses: { 200: PAGE, 302: null },
});

export const REDIRECT_TO_MISSING_ROLE = defineCall({
  method: 'GET',
  path: '/app/missing-role',
  summary: 'Redirect to the page for users without roles',
  access: 'optional',
  responses: { 302: null },
});

export const SHOW_MISSING_ROLE_PAGE = defineCall({
  method: 'GET',
  path: '/missing-role',
  summary: 'The page for users without roles; redirects others to the start page',
  access: 'optional',
  responses: { 200: PAGE, 302: null },
});
