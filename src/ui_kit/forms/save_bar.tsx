/** Buttons that stay visible at the bottom of the window, however long the form is. */
import { EuiPanel } from '@elastic/eui';
import { type ReactElement, type ReactNode, useEffect } from 'react';

const BUTTONS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '8px 16px',
} as const;

const STICKY = { position: 'sticky', bottom: 0, zIndex: 1 } as const;

/** Height of the bar plus a margin; on narrow screens it has two lines. */
const COVERED_PX = 112;

/** Props of {@link SaveBar}. */
export interface SaveBarProps {
  /** Accessible name that makes the bar a landmark. Not needed inside a form. */
  readonly label?: string;
  /** `false` where it would cover too much, as on a phone: it ends the page. Default: `true`. */
  readonly isSticky?: boolean;
  /** Put buttons first: toasts cover the right end. */
  readonly children: ReactNode;
}

/**
 * Sticks to the bottom of the window while the page scrolls, without covering the focused element.
 */
export function SaveBar({ label, isSticky = true, children }: SaveBarProps): ReactElement {
  useUncoveredFocus();
  return (
    <div
      {...(label !== undefined && { role: 'region', 'aria-label': label })}
      style={{ ...(isSticky && STICKY), paddingBlockStart: 8 }}
    >
      <EuiPanel paddingSize="none" hasBorder data-test-subj="save-bar">
        {/* Starts where the fields in the panels above start. */}
        <div style={BUTTONS}>{children}</div>
      </EuiPanel>
    </div>
  );
}

/**
 * Keeps the focused element from being covered by the bar, on appearance and later (WCAG 2.2,
 * 2.4.11).
 */
function useUncoveredFocus(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const before = style.scrollPaddingBottom;
    style.scrollPaddingBottom = `${COVERED_PX}px`;
    const focused = document.activeElement;
    // The main region is taller than the window and would lose its top.
    if (focused?.matches('main') === false) focused.scrollIntoView?.({ block: 'nearest' });
    return () => {
      style.scrollPaddingBottom = before;
    };
  }, []);
}
