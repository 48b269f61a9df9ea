/**
 * Reason why the user reached the login page, stored as a toast for it. The targets of
 * specification section 4 are unchanged.
 */
import { type IBasePath, t } from '@sd/core/public';
import { hasToast, leaveToast, takeToast } from './cross_page_toasts';
import { type DeviceStorage, deviceStorage, tabStorage } from './device_storage';
import { LOGIN_ROUTE } from './paths';

export type LogoutReason = 'signed_out' | 'password_changed' | 'session_ended';
type Base = Pick<IBasePath, 'serverBasePath'>;

const CATEGORY = 'session';
const LOGGED_OUT = 'signed_out';
/** Key in `DeviceStorage`. */
const LOGGED_OUT_KEY = `opendistro::security::${CATEGORY}::${LOGGED_OUT}`;

const loginPath = ({ serverBasePath }: Base): string => `${serverBasePath}${LOGIN_ROUTE}`;

/**
 * Keeps the first reason: later errors are consequences of the logout.
 * @returns whether it was the first
 */
export function storeLogoutReason(
  reason: LogoutReason,
  basePath: Base,
  tab: DeviceStorage = tabStorage
): boolean {
  if (hasToast(loginPath(basePath), tab)) return false;
  const isDone = reason !== 'session_ended';
  leaveToast(
    loginPath(basePath),
    {
      title: reasonText(reason),
      color: isDone ? 'success' : 'warning',
      iconType: isDone ? 'check' : 'clock',
      // The session may have ended while the user was away.
      ...(!isDone && { toastLifeTimeMs: Number.MAX_SAFE_INTEGER }),
    },
    tab
  );
  return true;
}

/** For pages that the reason does not concern. */
export const dropLogoutReason = (basePath: Base, tab: DeviceStorage = tabStorage): void =>
  void takeToast(loginPath(basePath), tab);

function reasonText(reason: LogoutReason): string {
  switch (reason) {
    case 'signed_out':
      return t('security.login.loggedOut', 'You have logged out.');
    case 'password_changed':
      return t(
        'security.login.passwordChanged',
        'Your password has been changed. Log in with the new one.'
      );
    case 'session_ended':
      return t('security.login.sessionEnded', 'Your session has ended. Log in to continue.');
  }
}

/** Notifies the other tabs of this browser. */
export const announceLogout = (): void => deviceStorage.set(CATEGORY, LOGGED_OUT, Date.now());

/** @returns a function that stops listening */
export function onLogoutElsewhere(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === LOGGED_OUT_KEY) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
