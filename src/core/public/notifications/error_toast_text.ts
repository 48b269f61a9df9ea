import type { OverlayStart } from '../overlays/types';
import type { MountPoint } from '../types';
import { mountLazily } from '../overlays/mount_lazily';

export interface ErrorToastTextParams {
  readonly error: Error;
  /** Title of the toast and of the modal with the full error. */
  readonly title: string;
  readonly message: string;
  readonly openModal: OverlayStart['openModal'];
}

/**
 * The text of an error toast: the message, and a button that opens the full error.
 * When its code cannot be loaded (a broken network is a common reason for errors) the message stands alone.
 */
export const mountErrorToastText = (params: ErrorToastTextParams): MountPoint =>
  mountLazily(async () => {
    const { mountErrorToast } = await import('./ui/error_toast');
    return mountErrorToast(params);
  }, params.message);
