import { type RefObject, useLayoutEffect } from 'react';

const TITLE = '.euiModalHeader__title, .euiTitle, h1, h2, h3';
let counter = 0;

/**
 * Names a dialog after the first heading its mount point draws, however late it comes: a dialog without a
 * name is only "dialog" to a screen reader.
 * @param content - an element inside the dialog
 */
export function useNameFromHeading(content: RefObject<HTMLElement>, isNamed: boolean): void {
  useLayoutEffect(() => {
    const dialog = content.current?.closest('[data-overlay-content]');
    if (isNamed || !dialog) return undefined;
    const name = (): boolean => {
      const heading = dialog.querySelector(TITLE);
      if (!heading) return false;
      heading.id ||= `overlayTitle${++counter}`;
      dialog.setAttribute('aria-labelledby', heading.id);
      return true;
    };
    if (name()) return undefined;
    const observer = new MutationObserver(() => {
      if (name()) observer.disconnect();
    });
    observer.observe(dialog, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [content, isNamed]);
}
