import { type RefObject, useEffect, useRef } from 'react';
import { useKit } from '../kit/kit_context';

/** Moves the focus to a page's heading after navigation from another page of the app. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement> {
  const { visits } = useKit();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (visits.count > 0) heading.current?.focus({ preventScroll: true });
  }, [visits]);
  return heading;
}
