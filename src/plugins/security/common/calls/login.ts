/** Logging in, also through a provider, and logging out. */
import {
  AUTH_TYPE_RESPONSE,
  CURRENT_AUTH_TYPE_RESPONSE,
  defineCall,
  LOGIN_BODY,
  LOGIN_REFUSED,
  LOGIN_RESPONSE,
  LOGIN_STEP_BODY,
  NOTHING,
  PASSKEY_STEP,
  CLUSTER_REQUEST_ERRORS,
} from '@sd/contracts';
import { LOGIN_LIMITS } from '@sd/core/common';
import { Type } from '@sinclair/typebox';
import { SECURITY_ERRORS } from '../errors';

const FORM = 'application/x-www-form-urlencoded';
const FORM_BODY = Type.String({ description: FORM });
const ANY_VALUES = Type.Record(
  Type.String({ maxLength: 128 }),
  Type.Union([Type.String(), Type.Array(Type.String())])
);
const PAGE = { contentType: 'text/html' } as const;
const SCRIPT = { contentType: 'text/javascript' } as const;

const perMinute = LOGIN_LIMITS.loginsPerMinute;
const LIMITS = { perMinute, bodyBytes: LOGIN_LIMITS.bodyBytes };
const SAML_LIMITS = { perMinute, bodyBytes: LOGIN_LIMITS.samlBodyBytes };

const LOGIN_ERRORS = [
  SECURITY_ERRORS.invalidCredentials,
  SECURITY_ERRORS.passwordLoginOff,
  SECURITY_ERRORS.furtherStep,
  SECURITY_ERRORS.loginBlocked,
  SECURITY_ERRORS.backendUnavailable,
];
const SAML_LOGOUT_ERRORS = [
  SECURITY_ERRORS.invalidLogoutRequest,
  SECURITY_ERRORS.backendUnavailable,
];

export const LOG_IN = defineCall({
  method: 'POST',
  path: '/auth/login',
  summary: 'Log in and get a session cookie',
  access: 'public',
  body: LOGIN_BODY,
  responses: { 200: LOGIN_RESPONSE, 401: LOGIN_REFUSED },
  errors: LOGIN_ERRORS,
  limits: LIMITS,
  xsrfRequired: true,
});

export const COMPLETE_LOGIN_STEP = defineCall({
  method: 'POST',
  path: '/auth/login/round',
  summary: 'Take the next step of a login',
  access: 'public',
  body: LOGIN_STEP_BODY,
  responses: { 200: LOGIN_RESPONSE, 401: LOGIN_REFUSED },
  errors: LOGIN_ERRORS,
  limits: LIMITS,
  xsrfRequired: true,
});

export const BEGIN_PASSKEY_LOGIN = defineCall({
  method: 'POST',
  path: '/auth/login/passkey',
  summary: 'Start a login with a passkey alone',
  access: 'public',
  responses: { 200: PASSKEY_STEP },
  errors: [
    SECURITY_ERRORS.passkeysUnavailable,
    SECURITY_ERRORS.passwordLoginOff,
    SECURITY_ERRORS.loginBlocked,
  ],
  limits: LIMITS,
  xsrfRequired: true,
});

export const READ_AUTH_TYPE = defineCall({
  method: 'GET',
  path: '/api/authtype',
  summary: 'The configured login method',
  access: 'public',
  responses: { 200: AUTH_TYPE_RESPONSE },
});

export const READ_CURRENT_AUTH_TYPE = defineCall({
  method: 'GET',
  path: '/api/v1/auth/type',
  summary: 'The login method of the current session',
  access: 'user',
  responses: { 200: CURRENT_AUTH_TYPE_RESPONSE },
  errors: [SECURITY_ERRORS.invalidSession],
});

export const LOG_IN_ANONYMOUSLY = defineCall({
  method: 'GET',
  path: '/auth/anonymous',
  summary: 'Open a session without credentials',
  access: 'public',
  query: ANY_VALUES,
  responses: { 302: null },
  errors: [SECURITY_ERRORS.invalidNextUrl, CLUSTER_REQUEST_ERRORS.unknownCluster],
  limits: { perMinute },
});

export const LOG_OUT_BY_OPENID_PROVIDER = defineCall({
  method: 'POST',
  path: '/auth/openid/backchannel_logout',
  summary: 'Logout request of the OpenID provider (back channel)',
  access: 'public',
  body: FORM_BODY,
  responses: { 200: null },
  errors: [SECURITY_ERRORS.invalidLogoutToken],
  limits: LIMITS,
  accepts: [FORM],
  xsrfRequired: false,
});

export const LOG_IN_BY_OPENID = defineCall({
  method: 'GET',
  path: '/auth/openid/login',
  summary: 'Log in through the OpenID provider; also receives its response',
  access: 'public',
  query: ANY_VALUES,
  responses: { 302: null },
  errors: [SECURITY_ERRORS.invalidNextUrl],
  limits: { perMinute },
});

export const LOG_IN_BY_PROXY = defineCall({
  method: 'GET',
  path: '/auth/proxy/login',
  summary: 'Redirect to a page, or to the login page of the proxy',
  access: 'optional',
  query: ANY_VALUES,
  responses: { 302: null },
  errors: [SECURITY_ERRORS.invalidNextUrl, SECURITY_ERRORS.noProxyLogin],
});

export const READ_SAML_SCRIPT = defineCall({
  method: 'GET',
  path: '/_opendistro/_security/saml/acs.js',
  summary: 'The script of the page that posts a response again',
  access: 'public',
  responses: { 200: SCRIPT },
});

export const LOG_OUT_BY_SAML_REDIRECT = defineCall({
  method: 'GET',
  path: '/_opendistro/_security/saml/logout',
  summary: "Takes the SAML provider's word on the end of a session, by redirect",
  access: 'public',
  query: ANY_VALUES,
  responses: { 200: PAGE, 302: null },
  errors: SAML_LOGOUT_ERRORS,
  limits: { perMinute },
});

export const LOG_OUT_BY_SAML_FORM = defineCall({
  method: 'POST',
  path: '/_opendistro/_security/saml/logout',
  summary: "Takes the SAML provider's word on the end of a session, by a form",
  access: 'public',
  body: FORM_BODY,
  responses: { 200: PAGE, 302: null },
  errors: SAML_LOGOUT_ERRORS,
  limits: SAML_LIMITS,
  accepts: [FORM],
  xsrfRequired: false,
  fromOtherSites: true,
});

export const READ_SAML_METADATA = defineCall({
  method: 'GET',
  path: '/_opendistro/_security/saml/metadata',
  summary: 'SAML metadata of this server',
  access: 'public',
  responses: { 200: { contentType: 'application/samlmetadata+xml' } },
  errors: [SECURITY_ERRORS.noProviderMetadata, SECURITY_ERRORS.backendUnavailable],
  limits: { perMinute },
});

export const LOG_IN_BY_SAML = defineCall({
  method: 'GET',
  path: '/auth/saml/login',
  summary: 'Log in through the SAML provider',
  access: 'public',
  query: ANY_VALUES,
  responses: { 302: null },
  errors: [SECURITY_ERRORS.invalidNextUrl],
  limits: { perMinute },
});

export const TAKE_SAML_RESPONSE = defineCall({
  method: 'POST',
  path: '/_opendistro/_security/saml/acs',
  summary: "Takes the SAML provider's answer",
  access: 'public',
  body: FORM_BODY,
  responses: { 200: PAGE, 302: null },
  limits: SAML_LIMITS,
  accepts: [FORM],
  xsrfRequired: false,
  fromOtherSites: true,
});

export const TAKE_UNSOLICITED_SAML_RESPONSE = defineCall({
  method: 'POST',
  path: '/_opendistro/_security/saml/acs/idpinitiated',
  summary: 'Takes an answer that the SAML provider sends without being asked',
  access: 'public',
  body: FORM_BODY,
  responses: { 200: PAGE, 302: null },
  limits: SAML_LIMITS,
  accepts: [FORM],
  xsrfRequired: false,
  fromOtherSites: true,
});

/**
 * Legacy step of a login method: the fragment used to stay in the browser; now it returns with the
 * rest of the address.
 */
export const RETURN_WITH_FRAGMENT = defineCall({
  method: 'GET',
  path: '/auth/{method}/redirectUrlFragment',
  summary: 'Redirect to a page after a login',
  access: 'user',
  query: ANY_VALUES,
  responses: { 302: null },
  errors: [SECURITY_ERRORS.invalidNextUrl],
});

export const KEEP_FRAGMENT = defineCall({
  method: 'GET',
  path: '/auth/{method}/captureUrlFragment',
  summary: 'Keep the fragment of an address during a login',
  access: 'public',
  query: Type.Object({}, { additionalProperties: true }),
  responses: { 200: PAGE, 302: null },
});

export const READ_FRAGMENT_SCRIPT = defineCall({
  method: 'GET',
  path: '/auth/{method}/captureUrlFragment.js',
  summary: 'The script of that page',
  access: 'public',
  responses: { 200: SCRIPT },
});

const LOGOUT = {
  summary: 'Log out',
  access: 'optional',
  responses: { 200: NOTHING },
  xsrfRequired: true,
} as const;

export const LOG_OUT = defineCall({ method: 'POST', path: '/auth/logout', ...LOGOUT });

/** Legacy address for tokens. */
export const LOG_OUT_BELOW_API = defineCall({
  method: 'POST',
  path: '/api/v1/auth/logout',
  ...LOGOUT,
});

/** Legacy address for proxies. */
export const LOG_OUT_OF_PROXY = defineCall({
  method: 'POST',
  path: '/auth/proxy/logout',
  ...LOGOUT,
});

const LOGOUT_LINK = {
  summary: 'Log out, at the provider as well',
  access: 'optional',
  responses: { 302: null },
} as const;

export const FOLLOW_LOGOUT_LINK = defineCall({
  method: 'GET',
  path: '/auth/logout',
  ...LOGOUT_LINK,
});

/** Legacy address for several login methods. */
export const FOLLOW_OPENID_LOGOUT_LINK = defineCall({
  method: 'GET',
  path: '/auth/openid/logout',
  ...LOGOUT_LINK,
});

/** Legacy address for several login methods. */
export const FOLLOW_SAML_LOGOUT_LINK = defineCall({
  method: 'GET',
  path: '/auth/saml/logout',
  ...LOGOUT_LINK,
});
