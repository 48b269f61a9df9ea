import type { MountPoint, UnmountCallback } from '../types';
import { browserLog } from './browser_log';

/**
 * Runs somebody else's mount point. What fails in it, or in its unmounting, is logged and stays
 * there: inside React it would take away the whole tree around it.
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
