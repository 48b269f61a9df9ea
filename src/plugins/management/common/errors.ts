/** Error codes of the plugin's own routes. Codes never change. */
import { defineError } from '@sd/contracts';

export const MANAGEMENT_ERRORS = Object.freeze({
  noTenant: defineError('management.copy.no_tenant', {
    status: 400,
    defaultMessage: 'This request has no tenant to copy from.',
  }),
  sameTenant: defineError('management.copy.same_tenant', {
    status: 400,
    defaultMessage: 'The objects are already in this tenant.',
  }),
  noWritePermission: defineError('management.copy.no_write_permission', {
    status: 403,
    defaultMessage: "You don't have write permission for this tenant, or it doesn't exist.",
  }),
  tooMuch: defineError('management.copy.too_much', {
    status: 400,
    defaultMessage: "Can''t copy more than {limit} in one step, references included.",
  }),
});
