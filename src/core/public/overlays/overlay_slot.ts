/**
 * A place that shows one overlay at a time: there is one slot for flyouts and one for modals and
 * confirms.
 *
 * Opening is synchronous; the code that draws is downloaded on first use. Source: specification
 * section 2.6 "one flyout at a time; one modal at a time" and section 4;
 * docs/reference/core.md#flyouts-and-modals.
 */
import type { UnmountCallback } from '../types';
import type { OverlayContent } from './overlay_content';
import type { OverlayRef } from './types';
import { browserLog } from '../utils/browser_log';

/** Draws content into an element. */
export type RenderOverlay = (
  element: HTMLElement,
  content: OverlayContent,
  close: () => void
) => UnmountCallback;

interface ActiveOverlay {
  /** What had the focus before the overlay came, and gets it back. */
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
   * Closes what is open and shows the content instead.
   * @param onLoadError - called when the drawing code cannot be downloaded; the overlay closes
   *   after it
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
   * An overlay opened from inside the one it replaces has the same opener: its button is about to
   * vanish.
   */
  private findOpener(): Element | null {
    const focused = document.activeElement;
    const isInside = focused !== null && focused.closest('[data-overlay-content]') !== null;
    return this.active && (isInside || focused === document.body) ? this.active.opener : focused;
  }
}

/** Only when closing left the focus nowhere: a screen that moved on keeps it. */
function returnFocus(opener: Element | null): void {
  if (!(opener instanceof HTMLElement) || !opener.isConnected) return;
  // After the focus trap has let go, which it does in the microtask that unmounts it.
  setTimeout(() => {
    const focused = document.activeElement;
    const isNowhere = focused === null || focused === document.body || !focused.isConnected;
    if (isNowhere && opener.isConnected) opener.focus();
  });
}
