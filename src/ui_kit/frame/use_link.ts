import { isPlainLeftClick } from '@sd/core/public';
import type { MouseEvent } from 'react';
import { useKit } from '../kit/kit_context';

/** What {@link useLink} gives a link. */
export interface LinkProps {
  /** For the browser: new tabs, copying the address. */
  readonly href: string;
  /** Moves inside the app for a plain click; leaves every other one to the browser. */
  readonly onClick: (event: MouseEvent) => void;
}

/** Makes links inside the app: real addresses for new tabs, the history for plain clicks. */
export function useLink(): (path: string, onFollow?: () => void) => LinkProps {
  const { history } = useKit();
  return (path, onFollow) => {
    const [pathname, search = ''] = path.split('?', 2);
    const location = { pathname, ...(search !== '' && { search: `?${search}` }) };
    return {
      href: history.createHref(location),
      onClick: (event) => {
        if (!isPlainLeftClick(event)) return;
        event.preventDefault();
        onFollow?.();
        history.push(location);
      },
    };
  };
}
