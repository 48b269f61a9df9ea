/** Switches that turn the recording of all audit events, or of logins, on or off. */
import { EuiSpacer, EuiSwitch, EuiText } from '@elastic/eui';
import { errorText, t } from '@sd/core/public';
import { useChanged, type Version } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { AuditConfig } from '../../../../common';
import { enabledLabel } from '../../../components/enabled_label';
import { useAdmin } from '../../../services/admin_context';
import { useMay } from '../../../services/rights';
import { notSavedText, savedText } from './audit_texts';
import { AUDIT_KEY, saveAuditConfig } from './use_audit_config';

export interface AuditSwitchProps {
  readonly version: Version<AuditConfig>;
}

interface ConfigSwitchProps extends AuditSwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => AuditConfig;
  readonly testSubject: string;
}

/**
 * Takes effect immediately. A concurrent change is not overwritten: the switch reloads, and the
 * user switches again.
 */
function ConfigSwitch({
  version,
  label,
  isOn,
  change,
  testSubject,
}: ConfigSwitchProps): ReactElement {
  const { core } = useAdmin();
  const changed = useChanged();
  const [isSaving, setIsSaving] = useState(false);
  const mayChange = useMay()(['PUT AUDIT']);
  const save = async (config: AuditConfig) => {
    setIsSaving(true);
    try {
      await saveAuditConfig(core.http, config, version.etag);
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
          <strong>{label}</strong>
          {': '}
          {enabledLabel(isOn)}
        </>
      }
      checked={isOn}
      disabled={isSaving || !mayChange}
      onChange={({ target }) => void save(change(target.checked))}
      data-test-subj={testSubject}
    />
  );
}

export const AuditSwitch = ({ version }: AuditSwitchProps): ReactElement => (
  <ConfigSwitch
    version={version}
    label={t('security.audit.enable', 'Enable audit logging')}
    isOn={version.entity.enabled}
    change={(enabled) => ({ ...version.entity, enabled })}
    testSubject="audit-logging-enabled-switch"
  />
);

const LOGIN = 'AUTHENTICATED';

export const recordsLogins = ({ enabled, audit }: AuditConfig): boolean =>
  enabled && audit.enable_rest && !audit.disabled_rest_categories.includes(LOGIN);

/** Turns one category on or off, on both layers. Has no effect while the REST layer is off. */
export function LoginsSwitch({ version }: AuditSwitchProps): ReactElement | null {
  const { entity: config } = version;
  const { audit } = config;
  if (!config.enabled || !audit.enable_rest) return null;
  const toDisabled = (categories: readonly string[], isOn: boolean) => [
    ...categories.filter((one) => one !== LOGIN),
    ...(isOn ? [] : [LOGIN]),
  ];
  return (
    <>
      <ConfigSwitch
        version={version}
        label={t('security.audit.logins', 'Record logins')}
        isOn={recordsLogins(config)}
        change={(isOn) => ({
          ...config,
          audit: {
            ...audit,
            disabled_rest_categories: toDisabled(audit.disabled_rest_categories, isOn),
            disabled_transport_categories: toDisabled(audit.disabled_transport_categories, isOn),
          },
        })}
        testSubject="audit-logins-switch"
      />
      <EuiSpacer size="xs" />
      <EuiText size="xs" color="subdued">
        {t(
          'security.audit.loginsText',
          'One event for each login, and for each API request with a password or an API key.'
        )}
      </EuiText>
    </>
  );
}
