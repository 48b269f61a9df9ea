import type { MouseEvent } from 'react';

/**
 * Whether a click on a link is one that the page may take over from the browser: left button, no
 * modifier (those open tabs and windows), not handled yet.
 */
export function isPlainLeftClick(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return event.button === 0 && !hasModifier && !event.defaultPrevented;
}
