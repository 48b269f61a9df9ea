/** Header controls as mount points, in chunks that the login page never downloads. */
import type { MountPoint, UnmountCallback } from '@sd/core/public';
import { logFailure } from '../../services/log_failure';
import type { AccountMenuDeps } from './account_menu_deps';

const lazyMount =
  (load: () => Promise<MountPoint>): MountPoint =>
  (element) => {
    let isUnmounted = false;
    let unmount: UnmountCallback | undefined;
    load().then(
      (mount) => {
        if (!isUnmounted) unmount = mount(element);
      },
      (error: unknown) => logFailure('A part of the header could not be loaded.', error)
    );
    return () => {
      isUnmounted = true;
      unmount?.();
    };
  };

export const accountMenuMount = (deps: AccountMenuDeps): MountPoint =>
  lazyMount(async () => (await import('./account_menu')).accountMenuMount(deps));

export const paletteButtonMount = (onClick: () => void): MountPoint =>
  lazyMount(async () => (await import('../palette/palette_button')).paletteButtonMount(onClick));
