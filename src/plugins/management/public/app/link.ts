import type { GuardedHistory } from '@sd/core/public';
import type { MouseEvent } from 'react';

export interface LinkProps {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** A click that the browser would follow in the same tab. */
const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** A link inside the app: a real address for new tabs, the history for plain clicks. */
export function linkTo(
  history: GuardedHistory,
  pathname: string,
  onFollow?: () => void
): LinkProps {
  return {
    href: history.createHref({ pathname }),
    onClick: (event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      onFollow?.();
      history.push({ pathname });
    },
  };
}
