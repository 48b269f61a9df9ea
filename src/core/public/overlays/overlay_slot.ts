/**
 * A slot that shows one overlay at a time: one slot for flyouts, one for modals and confirm
 * dialogs. Opening is synchronous; the rendering code is downloaded on first use.
 */
import type { UnmountCallback } from '../types';
import type { OverlayContent } from './overlay_content';
import type { OverlayRef } from './types';
import { browserLog } from '../utils/browser_log';

/** Renders content into an element. */
export type RenderOverlay = (
  element: HTMLElement,
  content: OverlayContent,
  close: () => void
) => UnmountCallback;

interface ActiveOverlay {
  /** The element that had focus before the overlay opened, and gets it back afterwards. */
  readonly opener: Element | null;
  close(): void;
}

export class OverlaySlot {
  private active?: ActiveOverlay;

  constructor(
    private readonly element: HTMLElement,
    private readonly loadRenderer: () => Promise<RenderOverlay>
  ) {}

  /**
   * Closes the open overlay and shows this content instead.
   * @param onLoadError - called if the rendering code cannot be downloaded; the overlay then closes
   */
  open(content: OverlayContent, onLoadError?: () => void): OverlayRef {
    const opener = this.findOpener();
    const container = document.createElement('div');
    let unmount: UnmountCallback | undefined;
    let isClosed = false;
    let resolveOnClose!: () => void;
    const onClose = new Promise<void>((resolve) => {
      resolveOnClose = resolve;
    });

    const overlay: ActiveOverlay = {
      opener,
      close: () => {
        if (isClosed) return;
        isClosed = true;
        unmount?.();
        container.remove();
        if (this.active === overlay) {
          this.active = undefined;
          returnFocus(opener);
        }
        resolveOnClose();
      },
    };
    const replaced = this.active;
    this.active = overlay;
    replaced?.close();
    this.element.append(container);

    this.loadRenderer().then(
      (render) => {
        if (!isClosed) unmount = render(container, content, overlay.close);
      },
      (error: unknown) => {
        browserLog.error(error);
        if (!isClosed) onLoadError?.();
        overlay.close();
      }
    );
    return {
      onClose,
      close: () => {
        overlay.close();
        return onClose;
      },
    };
  }

  closeActive(): void {
    this.active?.close();
  }

  /**
   * An overlay that is opened from inside the one it replaces gets the same opener, because its
   * button disappears.
   */
  private findOpener(): Element | null {
    const focused = document.activeElement;
    const isInside = focused !== null && focused.closest('[data-overlay-content]') !== null;
    return this.active && (isInside || focused === document.body) ? this.active.opener : focused;
  }
}

/** Restores focus only if closing left it nowhere: if the screen has moved it, it stays. */
function returnFocus(opener: Element | null): void {
  if (!(opener instanceof HTMLElement) || !opener.isConnected) return;
  // Runs after the focus trap has released focus, in the microtask that unmounts it.
  setTimeout(() => {
    const focused = document.activeElement;
    const isNowhere = focused === null || focused === document.body || !focused.isConnected;
    if (isNowhere && opener.isConnected) opener.focus();
  });
}
