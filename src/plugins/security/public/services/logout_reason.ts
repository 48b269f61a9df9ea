/**
 * Why the user is on the login page: a toast that the page before leaves for it. The targets of
 * specification section 4 stay as they are.
 */
import { i18n, type IBasePath } from '@sd/core/public';
import { hasToast, leaveToast, takeToast } from './cross_page_toasts';
import { type DeviceStorage, deviceStorage, tabStorage } from './device_storage';
import { LOGIN_ROUTE } from './paths';

export type LogoutReason = 'signed_out' | 'password_changed' | 'session_ended';
type Base = Pick<IBasePath, 'serverBasePath'>;

const CATEGORY = 'session';
const SIGNED_OUT = 'signed_out';
/** As `DeviceStorage` calls it. */
const SIGNED_OUT_KEY = `opendistro::security::${CATEGORY}::${SIGNED_OUT}`;

const loginPath = ({ serverBasePath }: Base): string => `${serverBasePath}${LOGIN_ROUTE}`;

/**
 * The first reason counts: what fails after logging out, fails because of it.
 * @returns whether it was the first
 */
export function storeLogoutReason(
  farewell: LogoutReason,
  basePath: Base,
  tab: DeviceStorage = tabStorage
): boolean {
  if (hasToast(loginPath(basePath), tab)) return false;
  const isDone = farewell !== 'session_ended';
  leaveToast(
    loginPath(basePath),
    {
      title: farewellText(farewell),
      color: isDone ? 'success' : 'warning',
      iconType: isDone ? 'check' : 'clock',
      // The session may have ended while nobody was looking.
      ...(!isDone && { toastLifeTimeMs: Number.MAX_SAFE_INTEGER }),
    },
    tab
  );
  return true;
}

/** For a page that the reason does not concern. */
export const dropLogoutReason = (basePath: Base, tab: DeviceStorage = tabStorage): void =>
  void takeToast(loginPath(basePath), tab);

function farewellText(farewell: LogoutReason): string {
  switch (farewell) {
    case 'signed_out':
      return i18n.translate('security.login.loggedOut', { defaultMessage: 'You have logged out.' });
    case 'password_changed':
      return i18n.translate('security.login.passwordChanged', {
        defaultMessage: 'Your password has been changed. Log in with the new one.',
      });
    case 'session_ended':
      return i18n.translate('security.login.sessionEnded', {
        defaultMessage: 'Your session has ended. Log in to continue.',
      });
  }
}

/** To the other tabs of this browser. */
export const announceLogout = (): void => deviceStorage.set(CATEGORY, SIGNED_OUT, Date.now());

/** @returns ends it */
export function onLogoutElsewhere(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === SIGNED_OUT_KEY) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
