/** Command palette and shortcut list as mount points for the overlay service. Lazy chunk. */
import {
  EuiModalBody,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSpacer,
  EuiSwitch,
} from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { type MountPoint, mountReactNode, t } from '@sd/core/public';
import { Table } from '@sd/ui_kit';
import { areSingleKeysOn, setSingleKeys } from '../../services/shortcuts';
import type { ScreenDeps } from '../../services/screen_deps';
import type { AccountDialogs } from '../../services/account_dialogs';
import { CommandPalette } from './command_palette';
import { goShortcuts } from './palette_entries';

interface Shortcut {
  readonly keys: string;
  readonly text: string;
}
type ShortcutHelpProps = Pick<ScreenDeps, 'core' | 'session' | 'addedPages'>;

const shortcuts = (deps: ShortcutHelpProps): Shortcut[] => [
  {
    keys: t('security.shortcuts.paletteKeys', 'Ctrl+K or Cmd+K'),
    text: t('security.palette.search', 'Search pages, actions, roles, users and tenants'),
  },
  {
    keys: '/',
    text: t('security.shortcuts.search', 'Go to the search field'),
  },
  {
    keys: '?',
    text: t('security.shortcuts.title', 'Keyboard shortcuts'),
  },
  ...goShortcuts(deps),
];

/** List of shortcuts, with a switch for single-key shortcuts. */
export function ShortcutHelp(props: ShortcutHelpProps): ReactElement {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  const title = t('security.shortcuts.title', 'Keyboard shortcuts');
  return (
    <>
      <EuiModalHeader>
        <EuiModalHeaderTitle size="s">{title}</EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        <EuiSwitch
          label={t('security.shortcuts.single', 'Shortcuts without Ctrl or Cmd')}
          checked={isOn}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setIsOn(target.checked);
          }}
        />
        <EuiSpacer size="m" />
        <Table<Shortcut>
          caption={title}
          isCompact
          idOf={({ keys }) => keys}
          items={shortcuts(props)}
          columns={[
            {
              id: 'keys',
              name: t('security.shortcuts.keys', 'Keys'),
              width: '12em',
              render: ({ keys }) => <kbd>{keys}</kbd>,
            },
            {
              id: 'text',
              name: t('security.common.action', 'Action'),
              render: ({ text }) => text,
            },
          ]}
        />
      </EuiModalBody>
    </>
  );
}

export const paletteMount = (
  deps: ScreenDeps,
  dialogs: AccountDialogs,
  typedBefore: () => string,
  close: () => void
): MountPoint =>
  mountReactNode(
    <CommandPalette {...deps} dialogs={dialogs} typedBefore={typedBefore} onClose={close} />
  );

export const shortcutsMount = (deps: ScreenDeps): MountPoint =>
  mountReactNode(<ShortcutHelp {...deps} />);
