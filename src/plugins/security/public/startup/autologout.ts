/**
 * Sends the browser away when its session is over; what was typed waits in the tab. Source:
 * specification section 4, "Autologout".
 *
 * Attempts to sign in are left out: the dialog that changes a password verifies the current one by
 * such an attempt, and its refusal belongs at the field.
 */
import { type HttpInterceptor, type IBasePath, keepText } from '@sd/core/public';
import { API_PATHS, type ClientConfig } from '../../common';
import { storeLogoutReason } from '../services/logout_reason';
import type { BrowserLocation } from '../services/page';
import { isOwnAnonymousPath } from '../services/paths';

export function createAutologout(
  config: Pick<ClientConfig, 'auth'>,
  page: BrowserLocation,
  basePath: Pick<IBasePath, 'serverBasePath'>,
  isAnonymous: (pathname: string) => boolean,
  userName: () => string | undefined
): HttpInterceptor {
  // Several requests fail together; one departure is enough. A person who declines it keeps the
  // unsaved work.
  let hasLeft = false;
  return {
    responseError: ({ response, fetchOptions }) => {
      if (hasLeft || response?.status !== 401 || fetchOptions.path.endsWith(API_PATHS.login))
        return;
      if (isOwnAnonymousPath(page.pathname) || isAnonymous(page.pathname)) return;
      hasLeft = true;
      const owner = userName();
      // Who has signed out has given up what was typed.
      if (storeLogoutReason('session_ended', basePath) && owner !== undefined) keepText(owner);
      if (config.auth.logout_url) page.assign(config.auth.logout_url);
      else page.reload();
    },
  };
}
