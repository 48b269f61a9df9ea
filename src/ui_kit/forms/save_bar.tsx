/** Buttons that stay in sight at the bottom, however long the form is. */
import { EuiPanel } from '@elastic/eui';
import { type ReactElement, type ReactNode, useEffect } from 'react';

/** Room the bar takes, with some air; on narrow screens it has two lines. */
const COVERED_PX = 112;

/** Props of {@link SaveBar}. */
export interface SaveBarProps {
  /** Makes the bar a landmark of its own, under this name; inside a form it needs none. */
  readonly label?: string;
  /** Buttons first: messages appear over the right end. */
  readonly children: ReactNode;
}

/**
 * Stays at the bottom of the window while the page is scrolled; what has the focus is never hidden
 * behind it.
 */
export function SaveBar({ label, children }: SaveBarProps): ReactElement {
  useUncoveredFocus();
  return (
    <div
      {...(label !== undefined && { role: 'region', 'aria-label': label })}
      style={{ position: 'sticky', bottom: 0, zIndex: 1, paddingBlockStart: 8 }}
    >
      <EuiPanel paddingSize="s" hasBorder data-test-subj="save-bar">
        <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
          {children}
        </div>
      </EuiPanel>
    </div>
  );
}

/**
 * What has the focus must not hide behind the bar: not when it appears, nor later (WCAG 2.2,
 * 2.4.11).
 */
function useUncoveredFocus(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const before = style.scrollPaddingBottom;
    style.scrollPaddingBottom = `${COVERED_PX}px`;
    document.activeElement?.scrollIntoView?.({ block: 'nearest' });
    return () => {
      style.scrollPaddingBottom = before;
    };
  }, []);
}
