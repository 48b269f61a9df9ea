import { type RefCallback, useCallback, useRef } from 'react';

const TITLE = '.euiModalHeader__title, .euiFlyoutHeader h2, h1, h2, h3';
let counter = 0;

export interface DialogDetails {
  /** The caller has named the dialog. */
  readonly isNamed: boolean;
  readonly closeButtonAriaLabel?: string;
}

/**
 * What EUI's dialogs have no property for. A dialog without a name is only "dialog" to a screen
 * reader, so it is named after the first heading its mount point draws, however late that comes.
 *
 * @returns for an element inside the dialog: EUI attaches the content some renders later
 */
export function useDialogDetails(details: DialogDetails): RefCallback<HTMLElement> {
  const { isNamed, closeButtonAriaLabel } = details;
  const observer = useRef<MutationObserver>();
  return useCallback(
    (inside) => {
      observer.current?.disconnect();
      const dialog = inside?.closest('[data-overlay-content]');
      if (!dialog) return;
      if (closeButtonAriaLabel) {
        dialog
          .querySelector('.euiModal__closeIcon')
          ?.setAttribute('aria-label', closeButtonAriaLabel);
      }
      if (isNamed || nameFromHeading(dialog)) return;
      observer.current = new MutationObserver(() => {
        if (nameFromHeading(dialog)) observer.current?.disconnect();
      });
      observer.current.observe(dialog, { childList: true, subtree: true });
    },
    [isNamed, closeButtonAriaLabel]
  );
}

function nameFromHeading(dialog: Element): boolean {
  const heading = dialog.querySelector(TITLE);
  if (!heading) return false;
  heading.id ||= `overlayTitle${++counter}`;
  dialog.setAttribute('aria-labelledby', heading.id);
  return true;
}
