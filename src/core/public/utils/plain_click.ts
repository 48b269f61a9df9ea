import type { MouseEvent } from 'react';

/**
 * Whether the page may handle a click on a link itself: left button, no modifier (modifiers open
 * tabs and windows), not handled yet.
 */
export function isPlainLeftClick(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return event.button === 0 && !hasModifier && !event.defaultPrevented;
}
