/** Text in Markdown, and beside the source what it becomes. */
import { EuiButtonEmpty, EuiLoadingSpinner, EuiPanel, EuiTextArea } from '@elastic/eui';
import { Suspense, useState, type ReactElement } from 'react';
import { i18n, Markdown } from '@sd/core/public';
import type { SettingControlProps } from './setting_control_props';

export interface MarkdownControlProps extends SettingControlProps {
  readonly draft: string;
}

export function MarkdownControl(props: MarkdownControlProps): ReactElement {
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
          ? i18n.translate('management.settings.markdown.hidePreview', {
              defaultMessage: 'Hide preview',
            })
          : i18n.translate('management.settings.markdown.preview', { defaultMessage: 'Preview' })}
      </EuiButtonEmpty>
      {isPreviewed && (
        <EuiPanel
          hasBorder
          hasShadow={false}
          paddingSize="s"
          role="region"
          aria-label={i18n.translate('management.settings.markdown.previewOf', {
            defaultMessage: 'Preview: {name}',
            values: { name: setting.name },
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
