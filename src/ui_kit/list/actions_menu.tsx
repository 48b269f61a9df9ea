/** Menus of actions. A disabled entry remains reachable by keyboard and states the reason. */
import {
  EuiButton,
  EuiButtonIcon,
  EuiContextMenuItem,
  EuiContextMenuPanel,
  EuiPopover,
  EuiText,
  EuiTextColor,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** An entry of an {@link ActionsMenu}. */
export interface ActionItem {
  /**
   * Unique in the menu. It is the entry's `data-test-subj` and, in the menu of a whole list, also
   * the element's id: scripts for OpenSearch Dashboards use either.
   */
  readonly id: string;
  /** In the user's language. */
  readonly label: ReactNode;
  /** Icon of the design system, shown before the label. */
  readonly iconType: string;
  /** Called after the menu has closed and its button has received focus. */
  readonly onClick: () => void;
  /** Why the entry is disabled. */
  readonly disabledReason?: string;
}

/** Props of {@link ActionsMenu}. */
export interface ActionsMenuProps {
  /** In display order. */
  readonly items: readonly ActionItem[];
  /** For the menu of a single row: a small button, named after the row. */
  readonly rowName?: string;
}

const OUT_OF_USE = { 'aria-disabled': true, style: { cursor: 'not-allowed' } } as const;

/** A button that opens a menu. Disabled entries remain in the menu with their reason. */
export function ActionsMenu({ items, rowName }: ActionsMenuProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const opener = useRef<HTMLButtonElement>(null);
  /**
   * Focuses the button first, because a dialog returns the focus to the previous element, and the
   * entry no longer exists then.
   */
  const act = (onClick: () => void) => {
    flushSync(() => setIsOpen(false));
    opener.current?.focus();
    onClick();
  };
  const label =
    rowName === undefined
      ? t('uiKit.actions.menu', 'Actions')
      : t('uiKit.actions.rowMenu', 'Menu of {name}', { name: rowName });
  const button = {
    buttonRef: opener,
    'aria-expanded': isOpen,
    'aria-haspopup': 'menu',
    onClick: () => {
      setIsOpen(!isOpen);
      setOpenings((count) => count + 1);
    },
  } as const;
  return (
    <EuiPopover
      isOpen={isOpen}
      closePopover={() => setIsOpen(false)}
      repositionToCrossAxis={false}
      panelPaddingSize="none"
      anchorPosition="downRight"
      aria-label={label}
      button={
        rowName === undefined ? (
          <EuiButton
            {...button}
            iconType="chevronSingleDown"
            iconSide="right"
            data-test-subj="actions"
          >
            {t('uiKit.actions.menu', 'Actions')}
          </EuiButton>
        ) : (
          <EuiButtonIcon {...button} iconType="boxesVertical" color="text" aria-label={label} />
        )
      }
    >
      <EuiContextMenuPanel
        // Recreated each time: a panel that is still closing would not take the focus again.
        key={openings}
        items={items.map(({ id, label, iconType, onClick, disabledReason }) => (
          <EuiContextMenuItem
            key={id}
            icon={iconType}
            // Not disabled through the design system, because its arrow keys stop at disabled
            // entries.
            {...(disabledReason !== undefined && OUT_OF_USE)}
            data-test-subj={id}
            {...(rowName === undefined && { id })}
            onClick={disabledReason === undefined ? () => act(onClick) : () => {}}
          >
            {disabledReason === undefined ? (
              label
            ) : (
              <EuiTextColor color="subdued">{label}</EuiTextColor>
            )}
            {disabledReason !== undefined && (
              <EuiText size="xs" color="subdued" style={{ maxWidth: 220, whiteSpace: 'normal' }}>
                {disabledReason}
              </EuiText>
            )}
          </EuiContextMenuItem>
        ))}
      />
    </EuiPopover>
  );
}
