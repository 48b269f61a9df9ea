import type { MountPoint, UnmountCallback } from '../types';
import { browserLog } from './browser_log';

/**
 * Runs a plugin's mount point and logs errors of mounting and unmounting. Inside React, such an
 * error would remove the whole tree around it.
 */
export function mountSafely<T extends HTMLElement>(
  mount: MountPoint<T>,
  element: T
): UnmountCallback {
  const attempt = <R>(step: () => R): R | undefined => {
    try {
      return step();
    } catch (error) {
      browserLog.error(error);
      return undefined;
    }
  };
  const unmount = attempt(() => mount(element));
  return () => attempt(() => unmount?.());
}
