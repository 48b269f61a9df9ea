/** Audit logging page: the switch and the current settings. */
import {
  EuiButton,
  EuiFlexGrid,
  EuiFlexItem,
  EuiSkeletonText,
  EuiSpacer,
  EuiText,
  EuiTitle,
} from '@elastic/eui';
import type { ReactElement } from 'react';
import { DASH, PageHeader, Panel, useLink, usePage, type Version, Facts } from '@sd/ui_kit';
import { t } from '@sd/core/public';
import type { AuditConfig } from '../../../../common';
import { enabledLabel } from '../../../components/enabled_label';
import {
  type AuditSetting,
  complianceGroups,
  complianceMode,
  generalGroups,
  type SettingGroup,
} from './audit_settings';
import { HistoryButton } from '../../../components/history/history_button';
import { missingRightText, useMayOpen } from '../../../services/rights';
import { AUDIT_PAGES } from '../paths';
import { AuditLoadError } from './audit_load_error';
import { AuditSwitch, LoginsSwitch } from './audit_switch';
import { auditCrumb, auditGroup, complianceTitle, generalTitle } from './audit_texts';
import { useAuditConfig } from './use_audit_config';

/** Read-only display of audit logging settings. Format: specification section 2.1. */
export interface SettingValuesProps {
  readonly groups: readonly SettingGroup[];
  readonly config: AuditConfig;
}

export const SettingValues = ({ groups, config }: SettingValuesProps): ReactElement => (
  <>
    {groups.map(({ title, settings }) => (
      <section key={title} aria-label={title}>
        <EuiTitle size="xs">
          <h3>{title}</h3>
        </EuiTitle>
        <EuiSpacer size="s" />
        <EuiFlexGrid columns={3} gutterSize="m">
          {settings.map((setting) => (
            <EuiFlexItem key={setting.key} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Facts
                isStacked
                items={[{ title: setting.title, description: valueText(setting, config) }]}
              />
            </EuiFlexItem>
          ))}
        </EuiFlexGrid>
        <EuiSpacer size="m" />
      </section>
    ))}
  </>
);

function valueText({ block, key }: AuditSetting, config: AuditConfig): string {
  const value = (config[block] as unknown as Readonly<Record<string, unknown>>)[key];
  if (typeof value === 'boolean') return enabledLabel(value);
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : DASH;
  if (value === null || value === undefined || Object.keys(value as object).length === 0)
    return DASH;
  return JSON.stringify(value);
}

const pageTitle = (): string => t('security.audit.title', 'Audit logging');

export function AuditPage(): ReactElement {
  const { data, error, isLoading, reload } = useAuditConfig();
  usePage([{ text: auditCrumb() }]);
  return (
    <>
      <PageHeader
        title={pageTitle()}
        actions={<HistoryButton type="audit" />}
        description={t(
          'security.audit.intro',
          'Audit logging records who accessed the cluster and what they did, for compliance and investigations.'
        )}
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
  const mayChange = useMayOpen()(AUDIT_PAGES.general);
  return (
    <>
      <Panel title={auditGroup()}>
        <EuiText size="s">
          <h3>{t('security.audit.storage', 'Storage location')}</h3>
          <p style={{ maxInlineSize: 800 }}>
            {t(
              'security.audit.storageText',
              'The backend configuration sets where events are stored. By default, they stay next to the data.'
            )}
          </p>
        </EuiText>
        <EuiSpacer size="m" />
        <AuditSwitch version={version} />
        <EuiSpacer size="m" />
        <LoginsSwitch version={version} />
        {!mayChange && (
          <>
            <EuiSpacer size="m" />
            <EuiText size="s" color="subdued">
              <p>{missingRightText()}</p>
            </EuiText>
          </>
        )}
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
  const mayOpen = useMayOpen();
  return (
    <Panel
      title={title}
      actions={
        mayOpen(path) && (
          <EuiButton
            {...link(path)}
            aria-label={t('security.audit.configureOf', 'Configure: {title}', { title })}
            data-test-subj={testSubject}
          >
            {t('security.common.configure', 'Configure')}
          </EuiButton>
        )
      }
    >
      <SettingValues groups={groups} config={config} />
    </Panel>
  );
}
