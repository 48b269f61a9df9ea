/** Palette and list of shortcuts as mount points for the overlay service. Lazy chunk. */
import { type MountPoint, mountReactNode } from '@sd/core/public';
import type { ScreenDeps } from '../../services/screen_deps';
import type { AccountDialogs } from '../../services/account_dialogs';
import { CommandPalette } from './command_palette';
import { ShortcutHelp } from './shortcut_help';

export const paletteMount = (
  deps: ScreenDeps,
  dialogs: AccountDialogs,
  close: () => void
): MountPoint => mountReactNode(<CommandPalette {...deps} dialogs={dialogs} onClose={close} />);

export const shortcutsMount = ({ session }: ScreenDeps): MountPoint =>
  mountReactNode(<ShortcutHelp hasApiAccess={session.hasApiAccess} />);
