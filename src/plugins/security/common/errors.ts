/** Errors of the plugin's own routes. Codes never change; the texts are sent as written here. */
import { defineError } from '@sd/contracts';

export const SECURITY_ERRORS = Object.freeze({
  /** Same response for an unknown user, a wrong password and a forbidden user name. */
  invalidCredentials: defineError('security.invalid_credentials', {
    status: 401,
    defaultMessage: 'Invalid username or password',
  }),
  /** Same response for an unknown, wrong, expired or revoked key and for a suspended owner. */
  invalidApiKey: defineError('security.invalid_api_key', {
    status: 401,
    defaultMessage:
      'The API key is not valid: it is wrong, has expired or was revoked, or its owner may not sign in.',
  }),
  apiKeysOff: defineError('security.api_keys_off', {
    status: 401,
    defaultMessage: 'API keys are switched off on this server.',
  }),
  apiKeyReadsOnly: defineError('security.api_key_reads_only', {
    status: 403,
    defaultMessage: 'This API key may only read: {method} is not for it.',
  }),
  apiKeysNeedSession: defineError('security.api_keys_need_session', {
    status: 403,
    defaultMessage:
      'API keys are made and revoked in a session: sign in, and send its cookie instead of credentials.',
  }),
  passwordLoginOff: defineError('security.password_login_off', {
    status: 403,
    defaultMessage:
      'This server does not offer login with a password (opensearch_security.auth.type). Log in on the login page.',
  }),
  /** `attributes.round` describes the next login step: its id and the requested fields. */
  furtherStep: defineError('security.further_round', {
    status: 401,
    defaultMessage: 'Signing in needs a further step: send what "round" asks for.',
  }),
  /** For requests that carry a password. */
  secondFactorNeeded: defineError('security.second_factor_needed', {
    status: 401,
    defaultMessage:
      'The password alone is not enough for this user: sign in at the login page with the second factor.',
  }),
  newPasswordNeeded: defineError('security.new_password_needed', {
    status: 401,
    defaultMessage:
      'This user has to set a new password first: sign in at the login page, which asks for it.',
  }),
  loginBlocked: defineError('security.sign_in_blocked', {
    status: 429,
    defaultMessage: 'Too many failed sign-in attempts. Try again in {seconds} seconds.',
  }),
  backendUnavailable: defineError('security.backend_unavailable', {
    status: 503,
    defaultMessage:
      'The security backend does not answer at the moment. Try again in a few seconds.',
  }),
  providerUnavailable: defineError('security.provider_unavailable', {
    status: 503,
    defaultMessage:
      'The identity provider of this session does not answer at the moment. Try again in a few seconds, or log in another way on the login page.',
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
  invalidQueryValue: defineError('security.invalid_query_value', {
    status: 400,
    defaultMessage: '[request query.{key}]: {problem}',
  }),
  noAvailableTenant: defineError('security.no_available_tenant', {
    status: 400,
    defaultMessage:
      'No available tenant for current user, please reach out to your system administrator',
  }),
  invalidLogoutToken: defineError('security.invalid_logout_token', {
    status: 400,
    defaultMessage:
      'This is no logout token of the identity provider for this client, or it is too old.',
  }),
  invalidLogoutRequest: defineError('security.invalid_logout_request', {
    status: 400,
    defaultMessage:
      'This is no signed request of the SAML provider to sign somebody out here, or it is too old.',
  }),
  noProviderMetadata: defineError('security.no_provider_metadata', {
    status: 404,
    defaultMessage:
      'The security backend tells no metadata for SAML providers: it has no domain of this type, or is a cluster.',
  }),
  noProxyLogin: defineError('security.no_proxy_login', {
    status: 400,
    defaultMessage:
      'The proxy names nobody, and no place to sign in is configured (proxycache.login_endpoint).',
  }),
  invalidSession: defineError('security.invalid_session', {
    status: 400,
    defaultMessage: 'Invalid cookie',
  }),
  invalidNextUrl: defineError('security.invalid_next_url', {
    status: 400,
    defaultMessage: 'Invalid nextUrl parameter.',
  }),
  invalidName: defineError('security.invalid_name', {
    status: 400,
    defaultMessage: 'Invalid entity name or id.',
  }),
  unknownResource: defineError('security.unknown_resource', {
    status: 400,
    defaultMessage: 'Unknown resource {resource}',
  }),
  noSuchEntity: defineError('security.no_such_entity', {
    status: 404,
    defaultMessage: 'There is no {kind} "{name}".',
  }),
  alreadyExists: defineError('security.already_exists', {
    status: 409,
    defaultMessage:
      'The {kind} "{name}" already exists. Choose another name, or edit the existing one.',
  }),
  staleVersion: defineError('security.stale_version', {
    status: 409,
    defaultMessage:
      'The {kind} "{name}" has been changed or deleted by somebody else since you opened it. ' +
      'Who changed what is not recorded here: load it again and repeat your change.',
  }),
  staleAudit: defineError('security.stale_audit', {
    status: 409,
    defaultMessage:
      'The audit configuration has been changed by somebody else since you opened it. ' +
      'Load it again and repeat your change.',
  }),
  staleSecurityConfig: defineError('security.stale_security_config', {
    status: 409,
    defaultMessage:
      'The security configuration has been changed by somebody else since you opened it. ' +
      'Load it again and repeat your change.',
  }),
  /** An enabled domain that cannot authenticate any user. `problem` starts with the setting. */
  unusableDomain: defineError('security.unusable_domain', {
    status: 400,
    defaultMessage: 'The authentication domain "{domain}" cannot be used: {problem}.',
  }),
  mappingNotDeleted: defineError('security.mapping_not_deleted', {
    status: 409,
    defaultMessage:
      'The role "{name}" was deleted, but its role mapping was not: {reason} Delete the mapping by itself.',
  }),
  /** Each feature has its own name on the wire (`BackendFeatures`). */
  featureUnsupported: defineError('security.feature_unsupported', {
    status: 501,
    defaultMessage: 'The security backend in use cannot do this ({feature}).',
  }),
  permissionsUnknown: defineError('security.permissions_unknown', {
    status: 400,
    defaultMessage: 'The permissions of the user could not be read.',
  }),
  noTenant: defineError('security.no_tenant', {
    status: 404,
    defaultMessage: 'The user has no tenant to work in.',
  }),
  tenantWithoutSession: defineError('security.tenant_without_session', {
    status: 400,
    defaultMessage: 'Invalid cookie: the tenant is kept in the session, and this request has none.',
  }),
  tenantOfAnother: defineError('security.tenant_of_another', {
    status: 400,
    defaultMessage: 'The tenant can only be switched for the signed-in user, "{user}".',
  }),
  tenantRefused: defineError('security.tenant_refused', {
    status: 403,
    defaultMessage: 'You have no access to the tenant "{tenant}", or it is switched off.',
  }),
  tenantForbidden: defineError('security.tenant_forbidden', {
    status: 403,
    defaultMessage: 'You have no permission for the tenant "{tenant}".',
  }),
  tenantReadOnly: defineError('security.tenant_read_only', {
    status: 403,
    defaultMessage: 'Your permission for the tenant "{tenant}" is read only.',
  }),
  noSuchSession: defineError('security.no_such_session', {
    status: 404,
    defaultMessage: 'There is no such session; it may have ended by itself.',
  }),
  sessionsForbidden: defineError('security.sessions_forbidden', {
    status: 403,
    defaultMessage:
      'Sessions of others are for those who may read internal users; who may change those ends them.',
  }),
  sharedSessions: defineError('security.shared_sessions', {
    status: 403,
    defaultMessage: 'Sessions of visitors who have not signed in are not listed.',
  }),
  passkeysUnavailable: defineError('security.passkeys_unavailable', {
    status: 400,
    defaultMessage: 'Passkeys cannot be used at the address of this server.',
  }),
  /** Refers to `current_password`; the session stays valid. */
  wrongPassword: defineError('security.wrong_password', {
    status: 400,
    defaultMessage: 'The current password is wrong.',
  }),
  factorsNeedSession: defineError('security.factors_need_session', {
    status: 400,
    defaultMessage:
      'Second factors are changed in a session: sign in, and send its cookie instead of credentials.',
  }),
  sessionEnded: defineError('security.session_ended', {
    status: 401,
    defaultMessage: 'The session has ended. Sign in again.',
  }),
});
