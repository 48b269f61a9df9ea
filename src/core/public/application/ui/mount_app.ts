import type { AppUnmount } from '../types';
import { browserLog } from '../../utils/browser_log';

export interface AppVisitOptions {
  readonly prepare: () => Promise<void>;
  readonly mount: () => AppUnmount | Promise<AppUnmount>;
  /** Mounted, or failed to; not called after leaving. @param error - why it failed */
  readonly onSettled: (error?: unknown) => void;
}

/**
 * One stay in an app, from mount to unmount. A mount that fails during it is logged; an unmount
 * function that arrives after the user has left is called on arrival.
 *
 * Mount and unmount run outside React's own work, in order: apps create and remove React roots
 * there, which React refuses while it commits another.
 * @returns leaves the app
 */
export function startAppMount({ prepare, mount, onSettled }: AppVisitOptions): () => void {
  let hasLeft = false;
  let unmount: AppUnmount | undefined;

  const enter = async () => {
    await prepare().catch(logError);
    if (hasLeft) return;
    const result = await mount();
    if (hasLeft) result();
    else unmount = result;
  };

  enter()
    .then(
      () => {
        if (!hasLeft) onSettled();
      },
      (error: unknown) => {
        // Whoever leaves while an app loads takes its history away: what then fails concerns
        // nobody.
        if (hasLeft) return;
        logError(error);
        onSettled(error ?? new Error('The app could not be mounted.'));
      }
    )
    .catch(logError);

  return () => {
    hasLeft = true;
    if (unmount === undefined) return;
    const leave = unmount;
    unmount = undefined;
    queueMicrotask(() => {
      try {
        leave();
      } catch (error) {
        logError(error);
      }
    });
  };
}

function logError(error: unknown): void {
  browserLog.error(error);
}
