import type { MountPoint, UnmountCallback } from '../types';
import { browserLog } from '../utils/browser_log';
import { mountSafely } from '../utils/mount_safely';

/**
 * A mount point whose code is downloaded when it is first shown.
 * @param load - resolves to the real mount point
 * @param fallbackText - shown if loading fails
 */
export const mountLazily =
  (load: () => Promise<MountPoint>, fallbackText = ''): MountPoint =>
  (element) => {
    let isMounted = true;
    let unmount: UnmountCallback | undefined;
    load().then(
      (mount) => {
        if (isMounted) unmount = mountSafely(mount, element);
      },
      (error: unknown) => {
        browserLog.error(error);
        if (isMounted) element.textContent = fallbackText;
      }
    );
    return () => {
      isMounted = false;
      unmount?.();
      if (!unmount) element.textContent = '';
    };
  };
