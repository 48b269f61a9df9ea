/** Paths of the plugin's apps. */
export { ADMIN_APP_ID, ERROR_APP_ID, LOGIN_APP_ID, MISSING_ROLE_APP_ID } from '../../common';

export const LOGIN_ROUTE = '/app/login';
export const ERROR_ROUTE = '/app/customerror';
export const MISSING_ROLE_ROUTE = '/missing-role';
export const ADMIN_ROUTE = '/app/security';
export const ADMIN_ORDER = 8000;
export const ADMIN_CATEGORY_ORDER = 2000;
export const ACCOUNT_ORDER = 2000;

/** Whether the path is the login page or an error page, which need no login. */
export function isOwnAnonymousPath(pathname: string): boolean {
  const path = pathname.toLowerCase();
  return (
    path.includes(LOGIN_ROUTE) || path.includes(ERROR_ROUTE) || path.endsWith(MISSING_ROLE_ROUTE)
  );
}
