/** Stays in sight at the bottom while something is not saved. */
import { EuiButton, EuiButtonEmpty, EuiPanel, EuiScreenReaderOnly, EuiText } from '@elastic/eui';
import { useEffect, type ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';

/** Room the bar takes, with some air; on narrow screens it has two lines. */
const COVERED_PX = 112;

export interface UnsavedBarProps {
  readonly count: number;
  /** Of them, how many the search or the category hides. */
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
  useUncoveredFocus(count > 0);
  return (
    <div
      role="region"
      aria-label={i18n.translate('management.settings.unsavedLabel', {
        defaultMessage: 'Unsaved changes',
      })}
      style={{ position: 'sticky', bottom: 0, zIndex: 1, paddingBottom: 8 }}
    >
      {/* There all the time, so that the first change is announced too; without the buttons. */}
      <EuiScreenReaderOnly>
        <p role="status">{count > 0 && <CountText count={count} />}</p>
      </EuiScreenReaderOnly>
      {count > 0 && (
        <EuiPanel paddingSize="s" hasBorder data-test-subj="unsavedBar">
          {/* The buttons stand left: messages appear over the right end, one about a refused value for long. */}
          <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
            <EuiText size="s">
              <strong>
                <CountText count={count} />
              </strong>
              {hiddenCount > 0 && (
                <>
                  {' '}
                  <FormattedMessage
                    id="management.settings.unsavedHidden"
                    defaultMessage="({count, plural, one {# of them hidden by the filters} other {# of them hidden by the filters}})"
                    values={{ count: hiddenCount }}
                  />
                </>
              )}
            </EuiText>
            <EuiButtonEmpty size="s" color="text" isDisabled={isSaving} onClick={onDiscard}>
              <FormattedMessage id="management.settings.discard" defaultMessage="Discard" />
            </EuiButtonEmpty>
            <EuiButton size="s" fill isLoading={isSaving} onClick={onSave}>
              <FormattedMessage id="management.settings.save" defaultMessage="Save" />
            </EuiButton>
          </div>
        </EuiPanel>
      )}
    </div>
  );
}

const CountText = ({ count }: { readonly count: number }): ReactElement => (
  <FormattedMessage
    id="management.settings.unsaved"
    defaultMessage="{count, plural, one {# unsaved change} other {# unsaved changes}}"
    values={{ count }}
  />
);

/** What has the focus must not hide behind the bar: not when it appears, nor later (WCAG 2.2, 2.4.11). */
function useUncoveredFocus(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined;
    const { style } = document.documentElement;
    const before = style.scrollPaddingBottom;
    style.scrollPaddingBottom = `${COVERED_PX}px`;
    document.activeElement?.scrollIntoView?.({ block: 'nearest' });
    return () => {
      style.scrollPaddingBottom = before;
    };
  }, [isShown]);
}
