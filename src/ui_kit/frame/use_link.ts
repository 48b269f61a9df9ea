import { isPlainLeftClick } from '@sd/core/public';
import { type MouseEvent, useCallback } from 'react';
import { useKit } from '../kit/kit_context';

/** Props that {@link useLink} returns for a link. */
export interface LinkProps {
  /** For the browser: new tabs, copying the URL. */
  readonly href: string;
  /** Navigates inside the app on a plain click; leaves all other clicks to the browser. */
  readonly onClick: (event: MouseEvent) => void;
}

/** Returns links inside the app: real URLs for new tabs, the history for plain clicks. */
export function useLink(): (path: string, onFollow?: () => void) => LinkProps {
  const { history } = useKit();
  // Constant, so that columns with links can be constant.
  return useCallback(
    (path, onFollow) => {
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
    },
    [history]
  );
}
