import type { MouseEvent } from 'react';
import { isPlainLeftClick, type ApplicationStart } from '@sd/core/public';

/**
 * `href` and `onClick` of a link into an app: a plain click navigates in place, any other is the
 * browser's.
 */
export function appLinkProps(application: ApplicationStart, appId: string, path?: string) {
  const options = path === undefined ? [] : [{ path }];
  return {
    href: application.getUrlForApp(appId, ...options),
    onClick: (event: MouseEvent) => {
      if (!isPlainLeftClick(event)) return;
      event.preventDefault();
      void application.navigateToApp(appId, ...options);
    },
  };
}
