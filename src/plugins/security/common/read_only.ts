/** Apps that remain for read-only users and visitors. Every page loads these rules. */
const READ_ONLY_APPS: readonly string[] = Object.freeze(['home', 'dashboards', 'kibana']);
/** Required for login and error pages (decision 11). */
const LOGIN_AND_ERROR_APPS: readonly string[] = Object.freeze([
  'login',
  'customerror',
  'missing-role',
  'error',
]);

/** Specification section 4, "Read-only": the user has a read-only role and no API access. */
export function isReadOnlyUser(
  roles: readonly string[],
  readOnlyRoles: readonly string[],
  hasApiAccess: boolean
): boolean {
  return !hasApiAccess && roles.some((role) => readOnlyRoles.includes(role));
}

/** Whether a read-only user may open an app. */
export function isAppAllowedReadOnly(appId: string): boolean {
  return READ_ONLY_APPS.includes(appId) || LOGIN_AND_ERROR_APPS.includes(appId);
}

/** Whether an unauthenticated visitor may open an app. Core checks the status page by its route. */
export function isAppAllowedAnonymously(appId: string): boolean {
  return LOGIN_AND_ERROR_APPS.includes(appId) || appId === 'status';
}
