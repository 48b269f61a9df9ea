/**
 * Edits the general or the compliance settings of audit logging. Source:
 * docs/reference/security-app.md#audit-logging.
 */
import { EuiSkeletonText, EuiSpacer } from '@elastic/eui';
import { codeOf, errorText, FormattedMessage } from '@sd/core/public';
import {
  type FormDataSource,
  FormFrame,
  PageHeader,
  Panel,
  useEntityForm,
  usePage,
  useWatch,
  type Version,
} from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { type AuditConfig, SECURITY_ERRORS } from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import type { ConfigurationClient } from '../../../services/configuration_client';
import { AUDIT_PAGES } from '../paths';
import { type AuditForm, auditProblems, auditToForm, formToAudit } from './audit_form_state';
import { AuditLoadError } from './audit_load_error';
import {
  complianceGroups,
  complianceMode,
  generalGroups,
  type SettingGroup,
} from './audit_settings';
import { auditCrumb, complianceTitle, generalTitle, notSavedText, savedText } from './audit_texts';
import { SettingField } from './setting_field';
import { AUDIT_KEY, useAuditConfig } from './use_audit_config';

export type AuditPart = 'general' | 'compliance';

export function AuditEditPage({ part }: { readonly part: AuditPart }): ReactElement {
  const { data, error, isLoading, reload } = useAuditConfig(true);
  const [newer, setNewer] = useState<Version<AuditConfig>>();
  const title = part === 'general' ? generalTitle() : complianceTitle();
  usePage([{ text: auditCrumb(), path: AUDIT_PAGES.main }, { text: title }]);
  const source = newer ?? data;
  return (
    <>
      <PageHeader title={title} />
      {error !== undefined && <AuditLoadError error={error} onRetry={reload} />}
      {!data && isLoading && <EuiSkeletonText lines={8} style={{ maxInlineSize: 800 }} />}
      {source && (
        <AuditSettingsForm
          key={newer?.etag ?? 'first'}
          part={part}
          title={title}
          source={source}
          onLoadTheirs={setNewer}
        />
      )}
    </>
  );
}

interface AuditSettingsFormProps {
  readonly part: AuditPart;
  readonly title: string;
  readonly source: Version<AuditConfig>;
  readonly onLoadTheirs: (theirs: Version<AuditConfig>) => void;
}

function AuditSettingsForm(props: AuditSettingsFormProps): ReactElement {
  const { part, title, source, onLoadTheirs } = props;
  const { configuration } = useAdmin();
  const form = useEntityForm<AuditForm, AuditConfig>({
    store: auditStore(configuration),
    label: title,
    secrets: [],
    title,
    initial: auditToForm(source.entity),
    source,
    nameOf: () => '',
    toEntity: formToAudit,
    validate: auditProblems,
    savedText,
    nextPath: () => AUDIT_PAGES.main,
    onLoadTheirs,
  });
  const { control } = form;
  const isCompliant = useWatch({ control, name: 'compliance' })['enabled'] === true;
  const groups: readonly SettingGroup[] =
    part === 'general'
      ? generalGroups()
      : [complianceMode(), ...(isCompliant ? complianceGroups() : [])];
  return (
    <FormFrame
      form={form}
      label={title}
      cancelPath={AUDIT_PAGES.main}
      submitLabel={<FormattedMessage id="security.audit.save" defaultMessage="Save" />}
      submitId="save"
    >
      {groups.map((group) => (
        <div key={group.title}>
          <Panel title={group.title}>
            {group.settings.map((setting) => (
              <SettingField key={setting.key} control={control} setting={setting} />
            ))}
          </Panel>
          <EuiSpacer size="m" />
        </div>
      ))}
    </FormFrame>
  );
}

/** There is one configuration, without a name. */
const auditStore = (configuration: ConfigurationClient): FormDataSource<AuditConfig> => ({
  key: AUDIT_KEY,
  read: (_name, signal) => configuration.auditConfig(signal),
  save: (_name, config, condition) =>
    configuration.saveAuditConfig(config, 'etag' in condition ? condition.etag : undefined),
  classify: (error) =>
    codeOf(error) === SECURITY_ERRORS.staleAudit.code
      ? { kind: 'conflict' }
      : { kind: 'other', message: errorText(error, notSavedText()) },
});
