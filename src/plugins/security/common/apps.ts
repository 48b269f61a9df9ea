/** Ids of the plugin's apps. */
export const LOGIN_APP_ID = 'login';
export const ERROR_APP_ID = 'customerror';
export const MISSING_ROLE_APP_ID = 'missing-role';
export const ADMIN_APP_ID = 'security';
