/** Says that nothing is recorded, with the switch beside it; nothing while events are recorded. */
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import { AuditSwitch } from '../audit_logging/audit_switch';
import { useAuditConfig } from '../audit_logging/use_audit_config';

/** Whoever may not read the settings is not told about them: the list says what it can. */
export function RecordingState(): ReactElement | null {
  const { data } = useAuditConfig();
  if (!data || data.entity.enabled) return null;
  return (
    <>
      <EuiCallOut
        color="warning"
        iconType="eyeSlash"
        title={i18n.translate('security.events.off', {
          defaultMessage: 'No events are recorded',
        })}
      >
        <p>
          <FormattedMessage
            id="security.events.offText"
            defaultMessage="Audit logging is switched off: what happens now leaves no trace. Events of earlier times are still listed."
          />
        </p>
        <AuditSwitch version={data} />
      </EuiCallOut>
      <EuiSpacer size="m" />
    </>
  );
}
