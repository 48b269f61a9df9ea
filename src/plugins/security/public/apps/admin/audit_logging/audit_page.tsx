/**
 * Audit logging: the switch, and the settings as they are. Source: specification section 3;
 * docs/reference/security-app.md#audit-logging.
 */
import { EuiButton, EuiSkeletonText, EuiSpacer, EuiText } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { PageHeader, Panel, useLink, usePage, type Version } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { AuditConfig } from '../../../../common';
import { HistoryButton } from '../../../components/history/history_button';
import { AUDIT_PAGES } from '../paths';
import { AuditLoadError } from './audit_load_error';
import {
  complianceGroups,
  complianceMode,
  generalGroups,
  type SettingGroup,
} from './audit_settings';
import { AuditSwitch } from './audit_switch';
import { auditCrumb, auditGroup, complianceTitle, generalTitle } from './audit_texts';
import { SettingValues } from './setting_values';
import { useAuditConfig } from './use_audit_config';

const pageTitle = (): string =>
  i18n.translate('security.audit.title', { defaultMessage: 'Audit logging' });

export function AuditPage(): ReactElement {
  const { data, error, isLoading, reload } = useAuditConfig();
  usePage([{ text: auditCrumb() }]);
  return (
    <>
      <PageHeader
        title={pageTitle()}
        actions={<HistoryButton type="audit" />}
        description={
          <FormattedMessage
            id="security.audit.intro"
            defaultMessage="Audit logging records who accessed the cluster, and what they did: useful for compliance, and for finding out afterwards what happened."
          />
        }
      />
      {error !== undefined && <AuditLoadError error={error} onRetry={reload} />}
      {!data && isLoading && <EuiSkeletonText lines={8} />}
      {data && <AuditPanels version={data} />}
    </>
  );
}

function AuditPanels({ version }: { readonly version: Version<AuditConfig> }): ReactElement {
  const { entity: config } = version;
  const mode = complianceMode();
  return (
    <>
      <Panel title={auditGroup()}>
        <EuiText size="s">
          <h3>
            <FormattedMessage id="security.audit.storage" defaultMessage="Storage location" />
          </h3>
          <p style={{ maxInlineSize: 800 }}>
            <FormattedMessage
              id="security.audit.storageText"
              defaultMessage="Where events are kept is set in the configuration of the backend. By default, they stay beside the data that they are about."
            />
          </p>
        </EuiText>
        <EuiSpacer size="m" />
        <AuditSwitch version={version} />
      </Panel>
      {config.enabled && (
        <>
          <EuiSpacer size="m" />
          <SettingsPanel
            title={generalTitle()}
            path={AUDIT_PAGES.general}
            testSubject="general-settings-configure"
            groups={generalGroups()}
            config={config}
          />
          <EuiSpacer size="m" />
          <SettingsPanel
            title={complianceTitle()}
            path={AUDIT_PAGES.compliance}
            testSubject="compliance-settings-configure"
            groups={config.compliance.enabled ? [mode, ...complianceGroups()] : [mode]}
            config={config}
          />
        </>
      )}
    </>
  );
}

interface SettingsPanelProps {
  readonly title: string;
  readonly path: string;
  readonly testSubject: string;
  readonly groups: readonly SettingGroup[];
  readonly config: AuditConfig;
}

function SettingsPanel({ title, path, testSubject, groups, config }: SettingsPanelProps) {
  const link = useLink();
  return (
    <Panel
      title={title}
      actions={
        <EuiButton
          {...link(path)}
          aria-label={i18n.translate('security.audit.configureOf', {
            defaultMessage: 'Configure: {title}',
            values: { title },
          })}
          data-test-subj={testSubject}
        >
          <FormattedMessage id="security.audit.configure" defaultMessage="Configure" />
        </EuiButton>
      }
    >
      <SettingValues groups={groups} config={config} />
    </Panel>
  );
}
