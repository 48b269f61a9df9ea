/**
 * Account menu as a nav control. Its code is a separate chunk, which the login page never
 * downloads.
 */
import type { MountPoint } from '@sd/core/public';
import { logFailure } from '../../services/log_failure';
import type { AccountMenuDeps } from './account_menu_deps';

export const accountMenuMount =
  (deps: AccountMenuDeps): MountPoint =>
  (element) => {
    let isUnmounted = false;
    let unmount: (() => void) | undefined;
    import('./account_menu').then(
      ({ mountAccountMenu }) => {
        if (!isUnmounted) unmount = mountAccountMenu(deps, element);
      },
      (error: unknown) => logFailure('The account menu could not be loaded.', error)
    );
    return () => {
      isUnmounted = true;
      unmount?.();
    };
  };
