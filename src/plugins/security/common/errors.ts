/** Errors of the plugin's own routes. Codes never change; the texts are sent as written here. */
import { CALL_ERRORS, defineError } from '@sd/contracts';
import { PAGE_ERRORS } from './page_errors';

export const SECURITY_ERRORS = Object.freeze({
  ...PAGE_ERRORS,
  ...CALL_ERRORS,
  /** Same response for an unknown, wrong, expired or revoked key and for a suspended owner. */
  invalidApiKey: defineError('security.invalid_api_key', {
    status: 401,
    defaultMessage: "The API key is wrong, expired or revoked, or its owner can't log in.",
  }),
  apiKeysOff: defineError('security.api_keys_off', {
    status: 401,
    defaultMessage: 'API keys are turned off on this server.',
  }),
  apiKeyReadsOnly: defineError('security.api_key_reads_only', {
    status: 403,
    defaultMessage: 'This API key is read-only: {method} is not allowed.',
  }),
  apiKeysNeedSession: defineError('security.api_keys_need_session', {
    status: 403,
    defaultMessage:
      'API keys can only be created and revoked in a session. Log in and send the session cookie instead of credentials.',
  }),
  passwordLoginOff: defineError('security.password_login_off', {
    status: 403,
    defaultMessage:
      "This server doesn't offer password login (opensearch_security.auth.type). Log in on the login page.",
  }),
  /** For requests that carry a password. */
  secondFactorNeeded: defineError('security.second_factor_needed', {
    status: 401,
    defaultMessage: 'This user needs a second factor. Log in on the login page.',
  }),
  newPasswordNeeded: defineError('security.new_password_needed', {
    status: 401,
    defaultMessage: 'This user must set a new password first. Log in on the login page.',
  }),
  loginBlocked: defineError('security.sign_in_blocked', {
    status: 429,
    defaultMessage: 'Too many failed logins. Try again in {seconds} seconds.',
  }),
  backendUnavailable: defineError('security.backend_unavailable', {
    status: 503,
    defaultMessage: "The security backend isn't responding. Try again in a few seconds.",
  }),
  providerUnavailable: defineError('security.provider_unavailable', {
    status: 503,
    defaultMessage:
      "The identity provider of this session isn't responding. Try again in a few seconds, or log in another way.",
  }),
  /** Backend errors without a code of their own. */
  backendRefused: defineError('security.backend_refused', {
    status: 400,
    defaultMessage: '{message}',
  }),
  /**
   * The backend names the users who would lose access; `?confirm_lockout=true` applies the change
   * anyway.
   */
  locksOut: defineError('security.locks_out', { status: 409, defaultMessage: '{message}' }),
  noAvailableTenant: defineError('security.no_available_tenant', {
    status: 400,
    defaultMessage:
      'No available tenant for current user, please reach out to your system administrator',
  }),
  invalidLogoutToken: defineError('security.invalid_logout_token', {
    status: 400,
    defaultMessage:
      'This is not a valid logout token from the identity provider, or it has expired.',
  }),
  invalidLogoutRequest: defineError('security.invalid_logout_request', {
    status: 400,
    defaultMessage:
      'This is not a signed logout request from the SAML provider, or it has expired.',
  }),
  noProviderMetadata: defineError('security.no_provider_metadata', {
    status: 404,
    defaultMessage:
      'No metadata for SAML providers: the security backend has no SAML domain, or is a cluster.',
  }),
  noProxyLogin: defineError('security.no_proxy_login', {
    status: 400,
    defaultMessage:
      'The proxy sent no user name, and no login page is configured (proxycache.login_endpoint).',
  }),
  invalidSession: defineError('security.invalid_session', {
    status: 400,
    defaultMessage: 'Invalid cookie',
  }),
  invalidNextUrl: defineError('security.invalid_next_url', {
    status: 400,
    defaultMessage: 'Invalid nextUrl parameter.',
  }),
  unknownResource: defineError('security.unknown_resource', {
    status: 400,
    defaultMessage: 'Unknown resource {resource}',
  }),
  noSuchEntity: defineError('security.no_such_entity', {
    status: 404,
    defaultMessage: 'There is no {kind} "{name}".',
  }),
  mappingNotDeleted: defineError('security.mapping_not_deleted', {
    status: 409,
    defaultMessage:
      'The role "{name}" was deleted, but its role mapping was not: {reason} Delete the mapping separately.',
  }),
  permissionsUnknown: defineError('security.permissions_unknown', {
    status: 400,
    defaultMessage: "Couldn't read the user's permissions.",
  }),
  noTenant: defineError('security.no_tenant', {
    status: 404,
    defaultMessage: 'The user has no tenant.',
  }),
  tenantWithoutSession: defineError('security.tenant_without_session', {
    status: 400,
    defaultMessage:
      'Invalid cookie: the tenant is stored in the session, and this request has none.',
  }),
  tenantOfAnother: defineError('security.tenant_of_another', {
    status: 400,
    defaultMessage: 'You can only switch the tenant of the user who is logged in, "{user}".',
  }),
  tenantRefused: defineError('security.tenant_refused', {
    status: 403,
    defaultMessage: 'You don\'t have access to the tenant "{tenant}", or it is turned off.',
  }),
  tenantUnusable: defineError('security.tenant_unusable', {
    status: 403,
    defaultMessage:
      'The request names the tenant "{tenant}". It doesn\'t exist, you don\'t have access to it, or tenants are turned off. Nothing was read or saved. Correct the name, or leave it out to use your current tenant.',
  }),
  tenantLost: defineError('security.tenant_lost', {
    status: 403,
    defaultMessage:
      'You no longer have access to the tenant "{tenant}", or it is turned off. Nothing was saved. Reload the page to continue in another tenant.',
  }),
  tenantReadOnly: defineError('security.tenant_read_only', {
    status: 403,
    defaultMessage: 'You have read-only access to the tenant "{tenant}".',
  }),
  noSuchSession: defineError('security.no_such_session', {
    status: 404,
    defaultMessage: "This session doesn't exist. It may have ended.",
  }),
  sessionsForbidden: defineError('security.sessions_forbidden', {
    status: 403,
    defaultMessage:
      "To see other users' sessions you need permission to read internal users; to end them, permission to change internal users.",
  }),
  sharedSessions: defineError('security.shared_sessions', {
    status: 403,
    defaultMessage: 'Sessions of anonymous visitors are not listed.',
  }),
  passkeysUnavailable: defineError('security.passkeys_unavailable', {
    status: 400,
    defaultMessage:
      "Passkeys don't work at this server's address. They need HTTPS and a host name.",
  }),
  /** Refers to `current_password`; the session stays valid. */
  wrongPassword: defineError('security.wrong_password', {
    status: 400,
    defaultMessage: 'The current password is wrong.',
  }),
  factorsNeedSession: defineError('security.factors_need_session', {
    status: 400,
    defaultMessage:
      'Two-factor authentication can only be changed in a session. Log in and send the session cookie instead of credentials.',
  }),
  changedSince: defineError('security.changed_since', {
    status: 409,
    defaultMessage:
      'Changed since then: {names}. Nothing was reverted. Revert the others one by one.',
  }),
});
