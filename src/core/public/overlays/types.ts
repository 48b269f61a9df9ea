import type { Observable } from 'rxjs';
import type { MountPoint } from '../types';

/** Something that lies over the page. */
export interface OverlayRef {
  /** Resolves once, however it was closed. */
  readonly onClose: Promise<void>;
  /** Takes it away; resolves when it is gone. Closing twice does no harm. */
  close(): Promise<void>;
}

/** How a flyout looks. */
export interface OverlayFlyoutOpenOptions {
  /** CSS class of the flyout. */
  readonly className?: string;
  /** Name of the button that closes it; default: that of the design system. */
  readonly closeButtonAriaLabel?: string;
  /** The page below is covered and cannot be used meanwhile. */
  readonly ownFocus?: boolean;
  /** On the flyout. */
  readonly 'data-test-subj'?: string;
  /** Names it for screen readers. */
  readonly 'aria-label'?: string;
  /** Width; default: that of the design system. */
  readonly size?: 's' | 'm' | 'l';
}

/** How a modal dialog looks. */
export interface OverlayModalOpenOptions {
  /** CSS class of the dialog. */
  readonly className?: string;
  /** Name of the button that closes it; default: that of the design system. */
  readonly closeButtonAriaLabel?: string;
  /** On the dialog. */
  readonly 'data-test-subj'?: string;
  /** Names it for screen readers. */
  readonly 'aria-label'?: string;
  /** Pixels, or as CSS has it; false: no limit. */
  readonly maxWidth?: number | string | boolean;
}

/** How a question is asked. */
export interface OverlayModalConfirmOptions {
  /** What is asked; default: the message alone. */
  readonly title?: string;
  /** Default: "Cancel". */
  readonly cancelButtonText?: string;
  /** Default: "Confirm". */
  readonly confirmButtonText?: string;
  /** CSS class of the dialog. */
  readonly className?: string;
  /** Name of the button that closes it; default: that of the design system. */
  readonly closeButtonAriaLabel?: string;
  /** On the dialog. */
  readonly 'data-test-subj'?: string;
  /** Has the focus at first; for what cannot be undone: `cancel`. */
  readonly defaultFocusedButton?: 'cancel' | 'confirm';
  /** Of the button that confirms; for what cannot be undone: `danger`. */
  readonly buttonColor?: 'primary' | 'danger' | 'warning' | 'success';
}

/** A message above the page's content. */
export interface OverlayBanner {
  /** Given by `add`. */
  readonly id: string;
  /** Draws it. */
  readonly mount: MountPoint;
  /** The highest one is on top. */
  readonly priority: number;
}

/** Messages above the content of every page. */
export interface OverlayBannersStart {
  /** Shows one; default priority: 0. Gives its id. */
  add(mount: MountPoint, priority?: number): string;
  /** Takes one away; false when there is none of this id. */
  remove(id: string): boolean;
  /**
   * Puts one in place of another; gives its id, which is a new one. Without an id, or with an
   * unknown one, as `add`.
   */
  replace(id: string | undefined, mount: MountPoint, priority?: number): string;
  /** Replays those that are shown, the highest priority first. */
  get$(): Observable<OverlayBanner[]>;
  /** All of them; the shell draws it. */
  getComponent(): JSX.Element;
}

/**
 * What lies over the page. One flyout and one modal at a time: opening another closes the first.
 */
export interface OverlayStart {
  /** Messages above the content of every page. */
  readonly banners: OverlayBannersStart;
  /** Slides in at the side. */
  openFlyout(mount: MountPoint, options?: OverlayFlyoutOpenOptions): OverlayRef;
  /** Has to be dealt with before the page can be used again. */
  openModal(mount: MountPoint, options?: OverlayModalOpenOptions): OverlayRef;
  /** Asks; resolves to false as well when the question is closed. */
  openConfirm(message: MountPoint | string, options?: OverlayModalConfirmOptions): Promise<boolean>;
}
