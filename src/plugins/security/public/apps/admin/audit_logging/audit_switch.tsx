/** Switch that turns the recording of audit events on or off. */
import { EuiSwitch } from '@elastic/eui';
import { errorText, t } from '@sd/core/public';
import { useChanged, type Version } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { AuditConfig } from '../../../../common';
import { enabledLabel } from '../../../components/enabled_label';
import { useAdmin } from '../../../services/admin_context';
import { notSavedText, savedText } from './audit_texts';
import { AUDIT_KEY } from './use_audit_config';

/**
 * Takes effect immediately. A concurrent change is not overwritten: the switch reloads, and the
 * user switches again.
 */
export function AuditSwitch({ version }: { readonly version: Version<AuditConfig> }): ReactElement {
  const { configuration, core } = useAdmin();
  const changed = useChanged();
  const [isSaving, setIsSaving] = useState(false);
  const { entity: config, etag } = version;
  const save = async (enabled: boolean) => {
    setIsSaving(true);
    try {
      await configuration.saveAuditConfig({ ...config, enabled }, etag);
      core.notifications.toasts.addSuccess({
        title: savedText(),
      });
    } catch (error) {
      core.notifications.toasts.addDanger({
        title: notSavedText(),
        text: errorText(error),
      });
    } finally {
      changed(AUDIT_KEY);
      setIsSaving(false);
    }
  };
  return (
    <EuiSwitch
      label={
        <>
          <strong>{t('security.audit.enable', 'Enable audit logging')}</strong>
          {': '}
          {enabledLabel(config.enabled)}
        </>
      }
      checked={config.enabled}
      disabled={isSaving}
      onChange={({ target }) => void save(target.checked)}
      data-test-subj="audit-logging-enabled-switch"
    />
  );
}
