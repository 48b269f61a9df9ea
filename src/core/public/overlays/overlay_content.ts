import type { MountPoint } from '../types';
import type {
  OverlayFlyoutOpenOptions,
  OverlayModalConfirmOptions,
  OverlayModalOpenOptions,
} from './types';

/** Content of an overlay slot. */
export type OverlayContent =
  | {
      readonly kind: 'flyout';
      readonly mount: MountPoint;
      readonly options: OverlayFlyoutOpenOptions;
    }
  | {
      readonly kind: 'modal';
      readonly mount: MountPoint;
      readonly options: OverlayModalOpenOptions;
    }
  | {
      readonly kind: 'confirm';
      readonly message: MountPoint | string;
      readonly options: OverlayModalConfirmOptions;
      readonly onConfirm: () => void;
    };
