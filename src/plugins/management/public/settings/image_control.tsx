/** An image, kept as a data URL: choose a file, look at it, take it away. */
import { EuiButtonEmpty, EuiFilePicker, EuiSpacer } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { SettingControlProps } from './setting_control_props';

type ImageControlProps = SettingControlProps & { readonly draft: string };

export function ImageControl({
  draft,
  isInvalid,
  isDisabled,
  onChange,
  labelledBy,
  describedBy,
  setting,
}: ImageControlProps): ReactElement {
  const read = (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const reader = new FileReader();
    reader.onload = () => onChange(String(reader.result));
    reader.readAsDataURL(file);
  };
  return (
    <div>
      {draft !== '' && (
        <>
          <img
            src={draft}
            alt={i18n.translate('management.settings.imageAlt', {
              defaultMessage: 'Current image of {name}',
              values: { name: setting.name },
            })}
            style={{ maxWidth: '100%', maxHeight: 160, display: 'block' }}
          />
          <EuiButtonEmpty
            size="s"
            color="danger"
            iconType="trash"
            isDisabled={isDisabled}
            onClick={() => onChange('')}
          >
            <FormattedMessage id="management.settings.removeImage" defaultMessage="Remove image" />
          </EuiButtonEmpty>
          <EuiSpacer size="s" />
        </>
      )}
      <EuiFilePicker
        fullWidth
        accept="image/*"
        display="default"
        isInvalid={isInvalid}
        disabled={isDisabled}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        onChange={read}
      />
    </div>
  );
}
