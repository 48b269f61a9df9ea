/** One setting of audit logging, as a field. */
import {
  EuiCodeBlock,
  EuiFormRow,
  EuiScreenReaderOnly,
  EuiSpacer,
  EuiSwitch,
  EuiText,
} from '@elastic/eui';
import { OFFERED_AUDIT_CATEGORIES } from '@sd/contracts';
import { FormattedMessage } from '@sd/core/public';
import { type Control, type FieldPathByValue, TextCombo, TextField, useField } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { enabledLabel } from '../../../components/enabled_label';
import { useAdmin } from '../../../services/admin_context';
import type { AuditForm } from './audit_form_state';
import { type AuditSetting, settingLabel } from './audit_settings';

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
            <FormattedMessage
              id="security.audit.sample"
              defaultMessage="Sample data content: index patterns, each with patterns of its fields"
            />
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
