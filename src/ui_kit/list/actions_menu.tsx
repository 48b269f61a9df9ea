/**
 * Menus of actions. An entry that cannot be used stays, can be reached by keyboard, and says why.
 */
import {
  EuiButton,
  EuiButtonIcon,
  EuiContextMenuItem,
  EuiContextMenuPanel,
  EuiPopover,
  EuiText,
  EuiTextColor,
} from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** An entry of an {@link ActionsMenu}. */
export interface ActionItem {
  /**
   * Unique in the menu; its `data-test-subj`, and in the menu of a whole list the id of its
   * element: scripts of the ecosystem find it by either.
   */
  readonly id: string;
  /** In the user's language. */
  readonly label: ReactNode;
  /** Of the design system, before the label. */
  readonly iconType: string;
  /** Called once the menu has closed and its button has the focus. */
  readonly onClick: () => void;
  /** Why it cannot be used now. */
  readonly disabledReason?: string;
}

/** Props of {@link ActionsMenu}. */
export interface ActionsMenuProps {
  /** In the order they are shown. */
  readonly items: readonly ActionItem[];
  /** Of a single row: a small button that is named after it. */
  readonly rowName?: string;
}

const OUT_OF_USE = { 'aria-disabled': true, style: { cursor: 'not-allowed' } } as const;

/**
 * A button that opens a menu. An entry with a reason not to be used stays in it, and says the
 * reason.
 */
export function ActionsMenu({ items, rowName }: ActionsMenuProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const opener = useRef<HTMLButtonElement>(null);
  /** A dialog gives the focus back to where it was: to the button, for the entry will be gone. */
  const act = (onClick: () => void) => {
    flushSync(() => setIsOpen(false));
    opener.current?.focus();
    onClick();
  };
  const label =
    rowName === undefined
      ? i18n.translate('uiKit.actions.menu', { defaultMessage: 'Actions' })
      : i18n.translate('uiKit.actions.rowMenu', {
          defaultMessage: 'Menu of {name}',
          values: { name: rowName },
        });
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
            <FormattedMessage id="uiKit.actions.menu" defaultMessage="Actions" />
          </EuiButton>
        ) : (
          <EuiButtonIcon {...button} iconType="boxesVertical" color="text" aria-label={label} />
        )
      }
    >
      <EuiContextMenuPanel
        // Anew each time: one that is still closing would not take the focus again.
        key={openings}
        items={items.map(({ id, label, iconType, onClick, disabledReason }) => (
          <EuiContextMenuItem
            key={id}
            icon={iconType}
            // Not by the design system, whose arrow keys stop at an entry that it takes out of use.
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
