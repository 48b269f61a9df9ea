/** Edits the general or compliance settings of audit logging. */
import {
  EuiCodeBlock,
  EuiFormRow,
  EuiScreenReaderOnly,
  EuiSpacer,
  EuiSwitch,
  EuiText,
} from '@elastic/eui';
import type { ReactElement } from 'react';
import { OFFERED_AUDIT_CATEGORIES } from '@sd/contracts';
import { getErrorCode, errorText, type HttpSetup, t } from '@sd/core/public';
import {
  type Control,
  type EditInput,
  EditPage,
  type FieldPathByValue,
  type FormDataSource,
  FormFrame,
  Panel,
  TextCombo,
  TextField,
  useEdited,
  useEntityForm,
  useField,
  useWatch,
  type Version,
} from '@sd/ui_kit';
import { enabledLabel } from '../../../components/enabled_label';
import { useAdmin } from '../../../services/admin_context';
import { type AuditForm, auditProblems, auditToForm, formToAudit } from './audit_form_state';
import {
  type AuditSetting,
  complianceGroups,
  complianceMode,
  generalGroups,
  type SettingGroup,
  settingLabel,
} from './audit_settings';
import { type AuditConfig, PAGE_ERRORS } from '../../../../common';
import { AUDIT_PAGES } from '../paths';
import { AuditLoadError } from './audit_load_error';
import { auditCrumb, complianceTitle, generalTitle, notSavedText, savedText } from './audit_texts';
import { AUDIT_KEY, readAuditConfig, saveAuditConfig } from './use_audit_config';

/** Form field of one audit logging setting. */
const SAMPLE = `{
  "personal-information-*": ["*"],
  "finance*": ["transactions", "amount"]
}`;

export interface SettingFieldProps {
  readonly control: Control<AuditForm>;
  readonly setting: AuditSetting;
}

export function SettingField({ control, setting }: SettingFieldProps): ReactElement {
  const { title, description } = setting;
  return (
    <div style={{ maxInlineSize: 800 }}>
      <EuiText size="s">
        <h3>{title}</h3>
        <p>{description}</p>
      </EuiText>
      <EuiSpacer size="s" />
      <Input control={control} setting={setting} />
      <EuiSpacer size="l" />
    </div>
  );
}

function Input({ control, setting }: SettingFieldProps): ReactElement {
  const { config } = useAdmin();
  const { block, key, kind, title } = setting;
  const path = `${block}.${key}`;
  const label = settingLabel(setting);
  const textsName = path as FieldPathByValue<AuditForm, readonly string[]>;
  switch (kind) {
    case 'flag':
      return <FlagField control={control} setting={setting} />;
    case 'texts':
      return <TextCombo control={control} name={textsName} label={label} placeholder={title} />;
    case 'rest_categories':
    case 'transport_categories': {
      const isRest = kind === 'rest_categories';
      const offered = OFFERED_AUDIT_CATEGORIES[isRest ? 'rest' : 'transport'];
      const { exclude } = isRest
        ? config.disabledRestCategories
        : config.disabledTransportCategories;
      return (
        <TextCombo
          control={control}
          name={textsName}
          label={label}
          placeholder={title}
          options={offered.filter((one) => !exclude.includes(one)).map((name) => ({ label: name }))}
          isClosed
        />
      );
    }
    case 'fields':
      return (
        <>
          <TextField
            control={control}
            name={path as FieldPathByValue<AuditForm, string>}
            label={label}
            rows={8}
            isCode
            data-test-subj="watched-fields"
          />
          <EuiSpacer size="s" />
          <EuiText size="xs" color="subdued">
            {t('security.audit.sample', 'Sample: index patterns, each with field patterns')}
          </EuiText>
          <EuiCodeBlock language="json" isCopyable paddingSize="s" fontSize="s">
            {SAMPLE}
          </EuiCodeBlock>
        </>
      );
  }
}

function FlagField({ control, setting }: SettingFieldProps): ReactElement {
  const { block, key, title } = setting;
  const name = `${block}.${key}` as FieldPathByValue<AuditForm, boolean>;
  const { value, onChange, onBlur } = useField<AuditForm, boolean>({ control, name });
  return (
    <EuiFormRow fullWidth id={name} label={settingLabel(setting)} hasChildLabel={false}>
      <EuiSwitch
        label={
          <>
            <EuiScreenReaderOnly>
              <span>{title}: </span>
            </EuiScreenReaderOnly>
            {enabledLabel(value === true)}
          </>
        }
        checked={value === true}
        onBlur={onBlur}
        onChange={({ target }) => onChange(target.checked)}
        data-test-subj={`${name}-switch`}
      />
    </EuiFormRow>
  );
}

export type AuditPart = 'general' | 'compliance';

export function AuditEditPage({ part }: { readonly part: AuditPart }): ReactElement {
  const { http } = useAdmin().core;
  const read = useEdited(auditStore(http), '');
  const title = part === 'general' ? generalTitle() : complianceTitle();
  return (
    <EditPage
      title={title}
      crumbs={[{ text: auditCrumb(), path: AUDIT_PAGES.main }]}
      read={read}
      loadError={(failure) => <AuditLoadError {...failure} />}
    >
      {({ source, onLoadTheirs }) =>
        source && (
          <AuditSettingsForm
            part={part}
            title={title}
            source={source}
            onLoadTheirs={onLoadTheirs}
          />
        )
      }
    </EditPage>
  );
}

interface AuditSettingsFormProps extends Pick<EditInput<AuditConfig>, 'onLoadTheirs'> {
  readonly part: AuditPart;
  readonly title: string;
  readonly source: Version<AuditConfig>;
}

function AuditSettingsForm(props: AuditSettingsFormProps): ReactElement {
  const { part, title, source, onLoadTheirs } = props;
  const { http } = useAdmin().core;
  const form = useEntityForm<AuditForm, AuditConfig>({
    store: auditStore(http),
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
      submitLabel={t('security.common.save', 'Save')}
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

/** Data source of the only configuration, which has no name. */
const auditStore = (http: Pick<HttpSetup, 'get' | 'post'>): FormDataSource<AuditConfig> => ({
  key: AUDIT_KEY,
  read: (_name, signal) => readAuditConfig(http, signal),
  save: (_name, config, condition) =>
    saveAuditConfig(http, config, 'etag' in condition ? condition.etag : undefined),
  classify: (error) =>
    getErrorCode(error) === PAGE_ERRORS.staleAudit.code
      ? { kind: 'conflict' }
      : { kind: 'other', message: errorText(error, notSavedText()) },
});
