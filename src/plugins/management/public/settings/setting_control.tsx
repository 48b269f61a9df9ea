/** Input control for each setting type. */
import {
  EuiButtonEmpty,
  EuiFieldText,
  EuiFilePicker,
  EuiLoadingSpinner,
  EuiPanel,
  EuiSelect,
  EuiSpacer,
  EuiSwitch,
  EuiTextArea,
} from '@elastic/eui';
import { type ReactElement, Suspense, useState } from 'react';
import { Markdown, t } from '@sd/core/public';
import type { Draft, Setting } from './setting';

/** Properties of all setting controls. */
interface SettingControlProps {
  readonly setting: Setting;
  readonly draft: Draft;
  readonly isInvalid: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (draft: Draft) => void;
  /** Ids of the heading and descriptions. */
  readonly labelledBy: string;
  readonly describedBy: string;
}

/** Markdown editor with a preview. */
interface MarkdownControlProps extends SettingControlProps {
  readonly draft: string;
}

function MarkdownControl(props: MarkdownControlProps): ReactElement {
  const { setting, draft, isInvalid, isDisabled, onChange, labelledBy, describedBy } = props;
  const [isPreviewed, setIsPreviewed] = useState(false);
  return (
    <>
      <EuiTextArea
        fullWidth
        rows={5}
        value={draft}
        isInvalid={isInvalid}
        disabled={isDisabled}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        onChange={(event) => onChange(event.target.value)}
      />
      <EuiButtonEmpty
        size="s"
        flush="left"
        iconType={isPreviewed ? 'eyeSlash' : 'eye'}
        isDisabled={draft.trim() === '' && !isPreviewed}
        aria-expanded={isPreviewed}
        onClick={() => setIsPreviewed(!isPreviewed)}
      >
        {isPreviewed
          ? t('management.settings.markdown.hidePreview', 'Hide preview')
          : t('management.settings.markdown.preview', 'Preview')}
      </EuiButtonEmpty>
      {isPreviewed && (
        <EuiPanel
          hasBorder
          hasShadow={false}
          paddingSize="s"
          role="region"
          aria-label={t('management.settings.markdown.previewOf', 'Preview: {name}', {
            name: setting.name,
          })}
          style={{ overflowWrap: 'anywhere' }}
        >
          <Suspense fallback={<EuiLoadingSpinner size="m" />}>
            <Markdown>{draft}</Markdown>
          </Suspense>
        </EuiPanel>
      )}
    </>
  );
}

/** Image control: choose, preview or remove an image. The value is a data URL. */
type ImageControlProps = SettingControlProps & { readonly draft: string };

function ImageControl({
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
            alt={t('management.settings.imageAlt', 'Current image of {name}', {
              name: setting.name,
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
            {t('management.settings.removeImage', 'Remove image')}
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

const MONOSPACE = { fontFamily: 'monospace' } as const;

export function SettingControl(props: SettingControlProps): ReactElement {
  const { setting, draft, isInvalid, isDisabled, onChange, labelledBy, describedBy } = props;
  if (typeof draft === 'boolean') {
    return (
      <EuiSwitch
        label={draft ? t('management.settings.on', 'On') : t('management.settings.off', 'Off')}
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
      return <EuiSelect {...field} options={selectOptions(setting, draft)} />;
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

/** Includes the effective value even if it is no longer an option. */
function selectOptions({ options, optionLabels }: Setting, draft: string) {
  const values = options.includes(draft) ? options : [draft, ...options];
  return values.map((value) => ({ value, text: optionLabels[value] ?? value }));
}

/** Input hint for a setting type; `undefined` if none is needed. */
export function controlHint({ kind }: Setting): string | undefined {
  switch (kind) {
    case 'markdown':
      return t('management.settings.hint.markdown', 'Supports Markdown.');
    case 'array':
      return t('management.settings.hint.array', 'One value per line.');
    case 'json':
      return t('management.settings.hint.json', 'JSON');
    default:
      return undefined;
  }
}
