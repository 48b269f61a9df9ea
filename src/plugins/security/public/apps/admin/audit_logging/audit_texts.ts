/** Texts of audit logging. */
import { t } from '@sd/core/public';

export const auditCrumb = (): string => t('security.audit.title', 'Audit logging');
/** Title of the group with the switch. */
export const auditGroup = (): string => t('security.audit.group.audit', 'Audit');
export const generalTitle = (): string => t('security.audit.general', 'General settings');
export const complianceTitle = (): string =>
  t('security.audit.complianceSettings', 'Compliance settings');
export const savedText = (): string =>
  t('security.audit.saved', 'Audit configuration was successfully updated.');
export const notSavedText = (): string =>
  t(
    'security.audit.notSaved',
    'Audit configuration could not be updated. Please check configuration.'
  );
