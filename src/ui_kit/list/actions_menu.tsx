/** Menus of actions. A disabled entry remains reachable by keyboard and states the reason. */
import {
  EuiButton,
  EuiContextMenuItem,
  EuiContextMenuPanel,
  EuiHorizontalRule,
  EuiIcon,
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
  /** Size of the button; `s` beside a search box. Default: `m`. */
  readonly size?: 's' | 'm';
}

/**
 * A button with the actions on a page or a selection. Disabled entries remain in the menu with
 * their reason.
 */
export function ActionsMenu({ items, size = 'm' }: ActionsMenuProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const opener = useRef<HTMLButtonElement>(null);
  const label = t('uiKit.actions.menu', 'Actions');
  return (
    <EuiPopover
      isOpen={isOpen}
      closePopover={() => setIsOpen(false)}
      repositionToCrossAxis={false}
      panelPaddingSize="none"
      anchorPosition="downRight"
      aria-label={label}
      button={
        <EuiButton
          buttonRef={opener}
          size={size}
          aria-expanded={isOpen}
          aria-haspopup="menu"
          iconType="chevronSingleDown"
          iconSide="right"
          data-test-subj="actions"
          onClick={() => {
            setIsOpen(!isOpen);
            setOpenings((count) => count + 1);
          }}
        >
          {label}
        </EuiButton>
      }
    >
      <ActionsPanel
        // Recreated each time: a panel that is still closing would not take the focus again.
        key={openings}
        items={items}
        hasIds
        onAct={(act) => {
          // Before the action, because a dialog returns the focus to the element that had it.
          flushSync(() => setIsOpen(false));
          opener.current?.focus();
          act();
        }}
      />
    </EuiPopover>
  );
}

/** Deleting stands apart, in red, so that it is not chosen by accident. */
const isDeletion = (iconType: string): boolean => iconType === 'trash';

const OUT_OF_USE = { 'aria-disabled': true, style: { cursor: 'not-allowed' } } as const;

/** @param hasIds - whether the ids of the entries are also element ids */
export const ActionsPanel = ({
  items,
  hasIds = false,
  onAct,
}: {
  readonly items: readonly ActionItem[];
  readonly hasIds?: boolean;
  /** Closes the menu, then runs the action. */
  readonly onAct: (act: () => void) => void;
}): ReactElement => (
  <EuiContextMenuPanel
    items={items.flatMap(({ id, label, iconType, onClick, disabledReason }) => [
      ...(isDeletion(iconType) ? [<EuiHorizontalRule key="rule" margin="none" />] : []),
      <EuiContextMenuItem
        key={id}
        icon={isDeletion(iconType) ? <EuiIcon type={iconType} color="danger" /> : iconType}
        // Not disabled through the design system, because its arrow keys stop at disabled entries.
        {...(disabledReason !== undefined && OUT_OF_USE)}
        data-test-subj={id}
        {...(hasIds && { id })}
        onClick={disabledReason === undefined ? () => onAct(onClick) : () => {}}
      >
        {disabledReason === undefined && !isDeletion(iconType) ? (
          label
        ) : (
          <EuiTextColor color={disabledReason === undefined ? 'danger' : 'subdued'}>
            {label}
          </EuiTextColor>
        )}
        {disabledReason !== undefined && (
          <EuiText size="xs" color="subdued" style={{ maxWidth: 220, whiteSpace: 'normal' }}>
            {disabledReason}
          </EuiText>
        )}
      </EuiContextMenuItem>,
    ])}
  />
);
