import type { MountPoint } from '../types';
import { mountLazily } from '../overlays/mount_lazily';
import type { ErrorToastTextParams } from './error_toast_params';

/**
 * The text of an error toast: the message, and a button that opens the full error. When its code
 * cannot be loaded (a broken network is a common reason for errors) the message stands alone.
 */
export const mountErrorToastText = (params: ErrorToastTextParams): MountPoint =>
  mountLazily(async () => {
    const { mountErrorToast } = await import('./ui/error_toast');
    return mountErrorToast(params);
  }, params.message);
