/**
 * The errors of `errors.ts` that pages tell apart. In their own file, because it is part of the
 * first bundle of the Security app.
 */
import { defineError, ENTRY_ERRORS } from '@sd/contracts';

export const PAGE_ERRORS = Object.freeze({
  ...ENTRY_ERRORS,
  /** `attributes.round` describes the next login step: its id and the requested fields. */
  furtherStep: defineError('security.further_round', {
    status: 401,
    defaultMessage: 'The login needs another step: send what "round" asks for.',
  }),
  /** Same response for an unknown user, a wrong password and a forbidden user name. */
  invalidCredentials: defineError('security.invalid_credentials', {
    status: 401,
    defaultMessage: 'Invalid username or password',
  }),
  staleAudit: defineError('security.stale_audit', {
    status: 409,
    defaultMessage:
      'Someone else changed the audit configuration after you opened it. Reload it and repeat your change.',
  }),
  staleSecurityConfig: defineError('security.stale_security_config', {
    status: 409,
    defaultMessage:
      'Someone else changed the security configuration after you opened it. Reload it and repeat your change.',
  }),
  tenantForbidden: defineError('security.tenant_forbidden', {
    status: 403,
    defaultMessage: 'You don\'t have permission for the tenant "{tenant}".',
  }),
  /** An enabled domain that cannot authenticate any user. `problem` starts with the setting. */
  unusableDomain: defineError('security.unusable_domain', {
    status: 400,
    defaultMessage: 'The authentication domain "{domain}" can\'t be used: {problem}.',
  }),
});
