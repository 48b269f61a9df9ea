/** Settings of audit logging as they are, to be read. Display: specification section 2.1. */
import { EuiDescriptionList, EuiFlexGrid, EuiFlexItem, EuiSpacer, EuiTitle } from '@elastic/eui';
import { DASH } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { AuditConfig } from '../../../../common';
import { enabledLabel } from '../../../components/enabled_label';
import type { AuditSetting, SettingGroup } from './audit_settings';

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
              <EuiDescriptionList
                compressed
                listItems={[{ title: setting.title, description: valueText(setting, config) }]}
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
