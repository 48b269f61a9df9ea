import type { MouseEvent } from 'react';
import { isPlainLeftClick, type ApplicationStart } from '@sd/core/public';

/**
 * Link properties for an app: a plain click navigates in the page, all other clicks stay with the
 * browser.
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
