/**
 * Permission rules shared by screens and routes: tenant permission types, field-level security
 * lists, read-only mode. Sources: specification sections 3, 4 and 6;
 * docs/reference/security-app.md#role-form and #read-only-mode.
 */
import type { PermissionCatalogue } from '@sd/contracts';
import type { ClientConfig } from './config';

export const TENANT_READ_PERMISSION = 'kibana_all_read';
export const TENANT_WRITE_PERMISSION = 'kibana_all_write';

/** Derived from `allowed_actions`; the values are the labels of the specification. */
export const TenantPermissionType = Object.freeze({
  None: 'None',
  ReadOnly: 'Read only',
  ReadWrite: 'Read and Write',
});
export type TenantPermissionType = (typeof TenantPermissionType)[keyof typeof TenantPermissionType];

/** Write takes precedence over read. */
export function tenantPermissionType(
  allowedActions: readonly string[] | undefined
): TenantPermissionType {
  if (allowedActions?.includes(TENANT_WRITE_PERMISSION)) return TenantPermissionType.ReadWrite;
  if (allowedActions?.includes(TENANT_READ_PERMISSION)) return TenantPermissionType.ReadOnly;
  return TenantPermissionType.None;
}

/** Inverse: the actions to store for a type. */
export function tenantPermissionActions(type: TenantPermissionType): readonly string[] {
  if (type === TenantPermissionType.ReadWrite) return [TENANT_WRITE_PERMISSION];
  return type === TenantPermissionType.ReadOnly ? [TENANT_READ_PERMISSION] : [];
}

export type FieldSecurityMode = 'include' | 'exclude';
const EXCLUDE_PREFIX = '~';

/**
 * A list is in exclude mode if any entry starts with `~`. A new, empty list starts in exclude mode.
 */
export function decodeFieldSecurity(fls: readonly string[] | undefined): {
  readonly mode: FieldSecurityMode;
  readonly fields: readonly string[];
} {
  const entries = fls ?? [];
  const isExclude =
    entries.length === 0 || entries.some((entry) => entry.startsWith(EXCLUDE_PREFIX));
  return {
    mode: isExclude ? 'exclude' : 'include',
    fields: entries.map((entry) => (entry.startsWith(EXCLUDE_PREFIX) ? entry.slice(1) : entry)),
  };
}

export function encodeFieldSecurity(
  mode: FieldSecurityMode,
  fields: readonly string[]
): readonly string[] {
  return mode === 'include' ? fields : fields.map((field) => `${EXCLUDE_PREFIX}${field}`);
}

/** Specification sections 4 and 9. */
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

/** Known and configured permissions, deduplicated and sorted. */
export function mergeCatalogue(
  known: PermissionCatalogue,
  config: Pick<ClientConfig, 'clusterPermissions' | 'indexPermissions'>
): PermissionCatalogue {
  return {
    cluster: sortedUnique([...known.cluster, ...config.clusterPermissions.include]),
    index: sortedUnique([...known.index, ...config.indexPermissions.include]),
  };
}

function sortedUnique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
