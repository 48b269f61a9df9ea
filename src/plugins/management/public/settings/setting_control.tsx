/** The control for one kind of setting. */
import { EuiFieldText, EuiSelect, EuiSwitch, EuiTextArea } from '@elastic/eui';
import type { ReactElement } from 'react';
import { i18n } from '@sd/core/public';
import { ImageControl } from './image_control';
import { MarkdownControl } from './markdown_control';
import type { Setting } from './setting';
import type { SettingControlProps } from './setting_control_props';

const MONOSPACE = { fontFamily: 'monospace' } as const;

export function SettingControl(props: SettingControlProps): ReactElement {
  const { setting, draft, isInvalid, isDisabled, onChange, labelledBy, describedBy } = props;
  if (typeof draft === 'boolean') {
    return (
      <EuiSwitch
        label={
          draft
            ? i18n.translate('management.settings.on', { defaultMessage: 'On' })
            : i18n.translate('management.settings.off', { defaultMessage: 'Off' })
        }
        labelProps={{ 'aria-hidden': true }}
        checked={draft}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
      />
    );
  }
  const field = {
    fullWidth: true,
    isInvalid,
    disabled: isDisabled,
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid,
    value: draft,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange(event.target.value),
  };
  switch (setting.kind) {
    case 'select':
      return <EuiSelect {...field} options={optionsOf(setting, draft)} />;
    case 'number':
      return <EuiFieldText {...field} inputMode="decimal" autoComplete="off" />;
    case 'json':
      return <EuiTextArea {...field} rows={8} spellCheck={false} style={MONOSPACE} />;
    case 'markdown':
      return <MarkdownControl {...props} draft={draft} />;
    case 'array':
      return <EuiTextArea {...field} rows={4} />;
    case 'image':
      return <ImageControl {...props} draft={draft} />;
    default:
      return <EuiFieldText {...field} autoComplete="off" />;
  }
}

/** The value in force is among them even if it is no longer offered. */
function optionsOf({ options, optionLabels }: Setting, draft: string) {
  const values = options.includes(draft) ? options : [draft, ...options];
  return values.map((value) => ({ value, text: optionLabels[value] ?? value }));
}

/** How the kind is to be filled in; `undefined` where that is plain. */
export function controlHint({ kind }: Setting): string | undefined {
  switch (kind) {
    case 'markdown':
      return i18n.translate('management.settings.hint.markdown', {
        defaultMessage: 'Markdown is understood here.',
      });
    case 'array':
      return i18n.translate('management.settings.hint.array', {
        defaultMessage: 'One value per line.',
      });
    case 'json':
      return i18n.translate('management.settings.hint.json', { defaultMessage: 'JSON' });
    default:
      return undefined;
  }
}
