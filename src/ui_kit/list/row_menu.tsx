import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { PopoverButton } from '../controls/popover_button';
import { type ActionItem, ActionsPanel } from './actions_menu';
import { DOTS } from './table_icons';

/** Props of {@link RowMenu}. */
export interface RowMenuProps {
  /** Name of the row. */
  readonly name: string;
  /** Returns the entries in display order, when the menu opens. */
  readonly itemsOf: () => readonly ActionItem[];
}

/** The actions on one row: a small button, named after the row. */
export function RowMenu({ name, itemsOf }: RowMenuProps): ReactElement {
  const label = t('uiKit.actions.rowMenu', 'Actions for {name}', { name });
  return (
    <PopoverButton
      kind="menu"
      name={label}
      label={label}
      className="sdTable__menu"
      content={(close) => (
        <ActionsPanel
          items={itemsOf()}
          onAct={(act) => {
            close();
            act();
          }}
        />
      )}
    >
      {DOTS}
    </PopoverButton>
  );
}
