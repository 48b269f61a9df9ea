/** Row of one setting: description, default, control and error. */
import {
  EuiBadge,
  EuiButtonEmpty,
  EuiFormErrorText,
  EuiFormHelpText,
  EuiPanel,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { memo, type ReactElement, type ReactNode } from 'react';
import { FormattedMessage, t } from '@sd/core/public';
import { toDraft, type Draft, type Setting } from './setting';
import { SettingControl, controlHint } from './setting_control';
import type { SettingField } from './use_settings_form';

export interface SettingRowProps {
  readonly setting: Setting;
  readonly field: SettingField;
  /** Settings are read-only in this tenant, or a save is running. */
  readonly isLocked: boolean;
  readonly onEdit: (setting: Setting, draft: Draft) => void;
  readonly onReset: (setting: Setting) => void;
}

/** Longer defaults are truncated. "Reset to default" shows them in full. */
const MAX_DEFAULT_LENGTH = 200;

/** Compares properties by content, so that typing in one row does not render all others. */
export const SettingRow = memo(
  SettingRowView,
  (a, b) =>
    a.setting === b.setting &&
    a.isLocked === b.isLocked &&
    a.onEdit === b.onEdit &&
    a.onReset === b.onReset &&
    JSON.stringify(a.field) === JSON.stringify(b.field)
);

function SettingRowView({
  setting,
  field,
  isLocked,
  onEdit,
  onReset,
}: SettingRowProps): ReactElement {
  const id = useGeneratedHtmlId({ prefix: 'setting' });
  const ids = { title: `${id}-title`, text: `${id}-text`, error: `${id}-error` };
  const { isOverridden } = setting;
  const hint = controlHint(setting);
  return (
    <EuiPanel
      hasBorder
      hasShadow={false}
      paddingSize="m"
      color={field.isChanged ? 'warning' : 'plain'}
      data-test-subj={`setting-${setting.key}`}
    >
      <div
        style={{
          display: 'grid',
          gap: 16,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))',
        }}
      >
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <EuiTitle size="xs">
            <h3 id={ids.title}>{setting.name}</h3>
          </EuiTitle>
          <Badges setting={setting} field={field} />
          <EuiText size="s" color="subdued" id={ids.text}>
            {setting.description !== '' && <div>{setting.description}</div>}
            <div>
              <code>{setting.key}</code>
            </div>
            {!setting.isCustom && (
              <div>
                <DefaultValue setting={setting} />
              </div>
            )}
          </EuiText>
        </div>
        <div style={{ minWidth: 0 }}>
          <SettingControl
            setting={setting}
            draft={field.draft}
            isInvalid={field.error !== undefined}
            isDisabled={isLocked || isOverridden || field.isRemoved}
            onChange={(draft) => onEdit(setting, draft)}
            labelledBy={ids.title}
            describedBy={field.error === undefined ? ids.text : `${ids.error} ${ids.text}`}
          />
          {field.error !== undefined && (
            <EuiFormErrorText id={ids.error}>{field.error}</EuiFormErrorText>
          )}
          {hint !== undefined && <EuiFormHelpText>{hint}</EuiFormHelpText>}
          {isOverridden && (
            <EuiFormHelpText>
              {t(
                'management.settings.overridden',
                "This setting is set in the server configuration and can't be changed here."
              )}
            </EuiFormHelpText>
          )}
          {!isOverridden && !field.isDefault && (
            <div>
              <EuiButtonEmpty
                size="s"
                flush="left"
                isDisabled={isLocked}
                onClick={() => onReset(setting)}
                aria-label={resetLabel(setting)}
              >
                <ResetText isCustom={setting.isCustom} />
              </EuiButtonEmpty>
            </div>
          )}
        </div>
      </div>
    </EuiPanel>
  );
}

function Badges({ setting, field }: Pick<SettingRowProps, 'setting' | 'field'>): ReactElement {
  const badges: ReactNode[] = [];
  if (setting.isOverridden) {
    badges.push(
      <EuiBadge key="locked" iconType="lock">
        {t('management.settings.badge.locked', 'Locked')}
      </EuiBadge>
    );
  }
  if (setting.isCustom) {
    badges.push(
      <EuiBadge key="custom">{t('management.settings.badge.custom', 'Custom')}</EuiBadge>
    );
  }
  if (field.isRemoved) {
    badges.push(
      <EuiBadge key="removed" color="warning">
        {t('management.settings.badge.removed', 'Will be removed')}
      </EuiBadge>
    );
  } else if (field.isChanged) {
    badges.push(
      <EuiBadge key="unsaved" color="warning">
        {t('management.settings.badge.unsaved', 'Not saved')}
      </EuiBadge>
    );
  }
  return <div>{badges}</div>;
}

function DefaultValue({ setting }: { readonly setting: Setting }): ReactElement {
  const draft = toDraft(setting, setting.defaultValue);
  if (draft === '') {
    return (
      <FormattedMessage id="management.settings.defaultEmpty" defaultMessage="Default: empty" />
    );
  }
  const text = typeof draft === 'boolean' ? onOff(draft) : (setting.optionLabels[draft] ?? draft);
  const short = text.length > MAX_DEFAULT_LENGTH ? `${text.slice(0, MAX_DEFAULT_LENGTH)}…` : text;
  return (
    <FormattedMessage
      id="management.settings.default"
      defaultMessage="Default: {value}"
      values={{ value: <code style={{ whiteSpace: 'pre-wrap' }}>{short}</code> }}
    />
  );
}

const onOff = (isOn: boolean): string =>
  isOn ? t('management.settings.on', 'On') : t('management.settings.off', 'Off');

const ResetText = ({ isCustom }: { readonly isCustom: boolean }): ReactElement =>
  isCustom ? (
    <FormattedMessage id="management.settings.remove" defaultMessage="Remove setting" />
  ) : (
    <FormattedMessage id="management.settings.reset" defaultMessage="Reset to default" />
  );

const resetLabel = ({ isCustom, name }: Setting): string =>
  isCustom
    ? t('management.settings.removeLabel', 'Remove setting: {name}', { name })
    : t('management.settings.resetLabel', 'Reset to default: {name}', { name });
