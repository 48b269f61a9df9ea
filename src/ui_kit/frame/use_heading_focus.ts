import { type RefObject, useEffect, useRef } from 'react';
import { useKit } from '../kit/kit_context';

/**
 * Moves the focus to a page's heading after navigation from another page of the app, or after a
 * change of app, which leaves the focus on the main region.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement> {
  const { visits } = useKit();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isAppNew = document.activeElement?.matches('main') === true;
    if (visits.count > 0 || isAppNew) heading.current?.focus({ preventScroll: true });
  }, [visits]);
  return heading;
}
