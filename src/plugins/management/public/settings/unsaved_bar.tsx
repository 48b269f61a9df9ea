/** Bar at the bottom that stays visible while there are unsaved changes. */
import { EuiButton, EuiButtonEmpty, EuiScreenReaderOnly, EuiText } from '@elastic/eui';
import { FormattedMessage, t } from '@sd/core/public';
import { SaveBar } from '@sd/ui_kit';
import type { ReactElement } from 'react';

export interface UnsavedBarProps {
  readonly count: number;
  /** Number of unsaved changes hidden by the search or category filter. */
  readonly hiddenCount: number;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

export function UnsavedBar({
  count,
  hiddenCount,
  isSaving,
  onSave,
  onDiscard,
}: UnsavedBarProps): ReactElement {
  return (
    <>
      {/* Rendered from the start, so that screen readers announce the first change. */}
      <EuiScreenReaderOnly>
        <p role="status">{count > 0 && <CountText count={count} />}</p>
      </EuiScreenReaderOnly>
      {count > 0 && (
        <SaveBar label={t('management.settings.unsavedLabel', 'Unsaved changes')}>
          <EuiText size="s" data-test-subj="unsavedCount">
            <strong>
              <CountText count={count} />
            </strong>
            {hiddenCount > 0 && (
              <>
                {' '}
                {t(
                  'management.settings.unsavedHidden',
                  '({count, plural, one {1 hidden by the filters} other {{count, number} hidden by the filters}})',
                  { count: hiddenCount }
                )}
              </>
            )}
          </EuiText>
          <EuiButton size="s" fill isLoading={isSaving} onClick={onSave}>
            {t('management.settings.save', 'Save')}
          </EuiButton>
          <EuiButtonEmpty size="s" color="text" isDisabled={isSaving} onClick={onDiscard}>
            {t('management.settings.discard', 'Discard')}
          </EuiButtonEmpty>
        </SaveBar>
      )}
    </>
  );
}

const CountText = ({ count }: { readonly count: number }): ReactElement => (
  <FormattedMessage
    id="management.settings.unsaved"
    defaultMessage="{count, plural, one {# unsaved change} other {# unsaved changes}}"
    values={{ count }}
  />
);
