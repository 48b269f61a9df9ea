import { EuiCollapsibleNavGroup, EuiListGroup } from '@elastic/eui';
import { type ReactElement, type RefObject, useEffect, useRef } from 'react';
import { i18n } from '../../i18n';

export interface DockToggleProps {
  readonly isLocked: boolean;
  readonly onChange: (isLocked: boolean) => void;
  readonly buttonRef: RefObject<HTMLButtonElement>;
}

/**
 * Fastens the drawer beside the page, or lets it float again. Source: specification section 2.6.
 */
export function DockToggle({ isLocked, onChange, buttonRef }: DockToggleProps): ReactElement {
  const label = isLocked
    ? i18n.translate('core.ui.primaryNavSection.undockLabel', {
        defaultMessage: 'Undock navigation',
      })
    : i18n.translate('core.ui.primaryNavSection.dockLabel', { defaultMessage: 'Dock navigation' });
  return (
    <EuiCollapsibleNavGroup>
      <EuiListGroup
        maxWidth="none"
        color="subdued"
        listItems={[
          {
            label,
            buttonRef,
            iconType: isLocked ? 'lock' : 'lockOpen',
            onClick: () => onChange(!isLocked),
            'data-test-subj': 'collapsible-nav-lock',
          },
        ]}
      />
    </EuiCollapsibleNavGroup>
  );
}

/** After the drawer's focus trap, which waits itself. */
const FOCUS_DELAY_MS = 50;

/**
 * A drawer that docks is drawn anew, and its focus trap sends the focus to the toggle of the
 * header; it belongs on the button just pressed.
 */
export function useFocusAfterChange(isLocked: boolean): RefObject<HTMLButtonElement> {
  const button = useRef<HTMLButtonElement>(null);
  const known = useRef(isLocked);
  useEffect(() => {
    if (known.current === isLocked) return undefined;
    known.current = isLocked;
    const timer = setTimeout(() => button.current?.focus(), FOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isLocked]);
  return button;
}
