import type { Observable } from 'rxjs';
import type { MountPoint } from '../types';

export interface OverlayRef {
  /** Resolves once, however it was closed. */
  readonly onClose: Promise<void>;
  close(): Promise<void>;
}
export interface OverlayFlyoutOpenOptions {
  readonly className?: string;
  readonly closeButtonAriaLabel?: string;
  readonly ownFocus?: boolean;
  readonly 'data-test-subj'?: string;
  readonly 'aria-label'?: string;
  readonly size?: 's' | 'm' | 'l';
}
export interface OverlayModalOpenOptions {
  readonly className?: string;
  readonly closeButtonAriaLabel?: string;
  readonly 'data-test-subj'?: string;
  readonly 'aria-label'?: string;
  readonly maxWidth?: number | string | boolean;
}
export interface OverlayModalConfirmOptions {
  readonly title?: string;
  readonly cancelButtonText?: string;
  readonly confirmButtonText?: string;
  readonly className?: string;
  readonly closeButtonAriaLabel?: string;
  readonly 'data-test-subj'?: string;
  readonly defaultFocusedButton?: 'cancel' | 'confirm';
  readonly buttonColor?: 'primary' | 'danger' | 'warning' | 'success';
}
export interface OverlayBanner {
  readonly id: string;
  readonly mount: MountPoint;
  readonly priority: number;
}
export interface OverlayBannersStart {
  add(mount: MountPoint, priority?: number): string;
  remove(id: string): boolean;
  replace(id: string | undefined, mount: MountPoint, priority?: number): string;
  get$(): Observable<OverlayBanner[]>;
  getComponent(): JSX.Element;
}
export interface OverlayStart {
  readonly banners: OverlayBannersStart;
  openFlyout(mount: MountPoint, options?: OverlayFlyoutOpenOptions): OverlayRef;
  openModal(mount: MountPoint, options?: OverlayModalOpenOptions): OverlayRef;
  openConfirm(message: MountPoint | string, options?: OverlayModalConfirmOptions): Promise<boolean>;
}
