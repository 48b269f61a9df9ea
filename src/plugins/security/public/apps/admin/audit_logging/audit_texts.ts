/** Texts of audit logging. Source: specification sections 3 (setting groups) and 8. */
import { i18n } from '@sd/core/public';

export const auditCrumb = (): string =>
  i18n.translate('security.audit.crumb', { defaultMessage: 'Audit logs' });
/** Title of the group with the switch. */
export const auditGroup = (): string =>
  i18n.translate('security.audit.group.audit', { defaultMessage: 'Audit' });
export const generalTitle = (): string =>
  i18n.translate('security.audit.general', { defaultMessage: 'General settings' });
export const complianceTitle = (): string =>
  i18n.translate('security.audit.complianceSettings', { defaultMessage: 'Compliance settings' });
export const savedText = (): string =>
  i18n.translate('security.audit.saved', {
    defaultMessage: 'Audit configuration was successfully updated.',
  });
export const notSavedText = (): string =>
  i18n.translate('security.audit.notSaved', {
    defaultMessage: 'Audit configuration could not be updated. Please check configuration.',
  });
