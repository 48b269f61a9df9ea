import type { MouseEvent } from 'react';
import { useAdmin } from '../admin_context';

export interface LinkProps {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** A click that the browser would follow in the same tab. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** Makes links inside the app: real addresses for new tabs, the router for plain clicks. */
export function useLink(): (path: string) => LinkProps {
  const { history } = useAdmin();
  return (path) => {
    const [pathname, search = ''] = path.split('?', 2);
    return {
      href: history.createHref({ pathname, ...(search !== '' && { search: `?${search}` }) }),
      onClick: (event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        history.push(path);
      },
    };
  };
}
