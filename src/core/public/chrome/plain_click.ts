import type { MouseEvent } from 'react';

/** Left button, no modifier, not yet handled: what a link in the page may take over from the browser. */
export function isPlainLeftClick(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return event.button === 0 && !hasModifier && !event.isDefaultPrevented();
}
