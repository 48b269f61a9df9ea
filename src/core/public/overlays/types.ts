import type { Observable } from 'rxjs';
import type { MountPoint } from '../types';

/** An open overlay. */
export interface OverlayRef {
  /** Resolves once, however the overlay was closed. */
  readonly onClose: Promise<void>;
  /** Closes the overlay and resolves when it is gone. Closing it twice is harmless. */
  close(): Promise<void>;
}

/** Options for a flyout. */
export interface OverlayFlyoutOpenOptions {
  /** CSS class of the flyout. */
  readonly className?: string;
  /** Accessible name of the close button. Default: that of the design system. */
  readonly closeButtonAriaLabel?: string;
  /** Covers the page below and blocks interaction with it. */
  readonly ownFocus?: boolean;
  /** Set on the flyout element. */
  readonly 'data-test-subj'?: string;
  /** Accessible name of the flyout. */
  readonly 'aria-label'?: string;
  /** Width. Default: that of the design system. */
  readonly size?: 's' | 'm' | 'l';
}

/** Options for a modal dialog. */
export interface OverlayModalOpenOptions {
  /** CSS class of the dialog. */
  readonly className?: string;
  /** Accessible name of the close button. Default: that of the design system. */
  readonly closeButtonAriaLabel?: string;
  /** Set on the dialog element. */
  readonly 'data-test-subj'?: string;
  /** Accessible name of the dialog. */
  readonly 'aria-label'?: string;
  /** A number of pixels or a CSS value; false for no limit. */
  readonly maxWidth?: number | string | boolean;
  /**
   * Called when the user closes the dialog with Escape or its button. With false it stays open, and
   * its content says why.
   */
  readonly mayClose?: () => boolean;
}

/** Options for a confirm dialog. */
export interface OverlayModalConfirmOptions {
  /** Title of the dialog. Default: only the message is shown. */
  readonly title?: string;
  /** Default: "Cancel". */
  readonly cancelButtonText?: string;
  /** Default: "Confirm". */
  readonly confirmButtonText?: string;
  /** CSS class of the dialog. */
  readonly className?: string;
  /** Accessible name of the close button. Default: that of the design system. */
  readonly closeButtonAriaLabel?: string;
  /** Set on the dialog element. */
  readonly 'data-test-subj'?: string;
  /** The button that has focus initially. Use `cancel` for actions that cannot be undone. */
  readonly defaultFocusedButton?: 'cancel' | 'confirm';
  /** Color of the confirm button. Use `danger` for actions that cannot be undone. */
  readonly buttonColor?: 'primary' | 'danger' | 'warning' | 'success';
}

/** A banner above the page's content. */
export interface OverlayBanner {
  /** Returned by `add`. */
  readonly id: string;
  /** Renders the banner. */
  readonly mount: MountPoint;
  /** The banner with the highest priority is on top. */
  readonly priority: number;
}

/** Banners above the content of every page. */
export interface OverlayBannersStart {
  /** Adds a banner and returns its id. Default priority: 0. */
  add(mount: MountPoint, priority?: number): string;
  /** Removes a banner. Returns false for an unknown id. */
  remove(id: string): boolean;
  /**
   * Replaces a banner and returns the new id. Without an id, or with an unknown one, works like
   * `add`.
   */
  replace(id: string | undefined, mount: MountPoint, priority?: number): string;
  /** Replays the current banners, highest priority first. */
  get$(): Observable<OverlayBanner[]>;
  /** Renders all banners; used by the shell. */
  getComponent(): JSX.Element;
}

/** Overlays of the page. Opening a flyout or modal closes the previous one of its kind. */
export interface OverlayStart {
  /** Banners above the content of every page. */
  readonly banners: OverlayBannersStart;
  /** Opens a panel at the side of the page. */
  openFlyout(mount: MountPoint, options?: OverlayFlyoutOpenOptions): OverlayRef;
  /** Opens a dialog that blocks the page until it is closed. */
  openModal(mount: MountPoint, options?: OverlayModalOpenOptions): OverlayRef;
  /** Asks for confirmation. Resolves to false if the dialog is closed. */
  openConfirm(message: MountPoint | string, options?: OverlayModalConfirmOptions): Promise<boolean>;
}
