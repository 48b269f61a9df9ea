import type { MouseEvent } from 'react';
import type { ApplicationStart } from '@sd/core/public';

/** `href` and `onClick` of a link into an app: a plain click navigates in place, any other is the browser's. */
export function appLinkProps(application: ApplicationStart, appId: string, path?: string) {
  const options = path === undefined ? [] : [{ path }];
  return {
    href: application.getUrlForApp(appId, ...options),
    onClick: (event: MouseEvent) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      void application.navigateToApp(appId, ...options);
    },
  };
}
