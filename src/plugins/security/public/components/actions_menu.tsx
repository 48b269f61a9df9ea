/** The "Actions" menu. An entry that cannot be used stays, can be reached by keyboard, and says why. */
import {
  EuiButton,
  EuiContextMenuItem,
  EuiContextMenuPanel,
  EuiPopover,
  EuiText,
} from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export interface ActionItem {
  readonly id: string;
  readonly label: ReactNode;
  readonly iconType: string;
  readonly onClick: () => void;
  /** Why it cannot be used now. */
  readonly disabledReason?: string;
}

export function ActionsMenu({ items }: { readonly items: readonly ActionItem[] }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const opener = useRef<HTMLButtonElement>(null);
  /** A dialog gives the focus back to where it was: to the button, for the entry will be gone. */
  const act = (onClick: () => void) => {
    flushSync(() => setIsOpen(false));
    opener.current?.focus();
    onClick();
  };
  return (
    <EuiPopover
      isOpen={isOpen}
      closePopover={() => setIsOpen(false)}
      repositionToCrossAxis={false}
      panelPaddingSize="none"
      anchorPosition="downRight"
      aria-label={i18n.translate('security.actions.menu', { defaultMessage: 'Actions' })}
      button={
        <EuiButton
          buttonRef={opener}
          iconType="chevronSingleDown"
          iconSide="right"
          aria-expanded={isOpen}
          aria-haspopup="menu"
          onClick={() => {
            setIsOpen(!isOpen);
            setOpenings((count) => count + 1);
          }}
          data-test-subj="actions"
        >
          <FormattedMessage id="security.actions.menu" defaultMessage="Actions" />
        </EuiButton>
      }
    >
      <EuiContextMenuPanel
        // Anew each time: one that is still closing would not take the focus again.
        key={openings}
        items={items.map(({ id, label, iconType, onClick, disabledReason }) => (
          <EuiContextMenuItem
            key={id}
            icon={iconType}
            disabled={disabledReason !== undefined}
            hasAriaDisabled
            data-test-subj={id}
            onClick={() => act(onClick)}
          >
            {label}
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
