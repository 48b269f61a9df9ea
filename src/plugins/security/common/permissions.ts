/**
 * Pure rules about permissions that screens and routes share: kinds of tenant permission,
 * field-level security lists, read-only mode. Sources: specification sections 3, 4 and 6;
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

/** Write wins over read. */
export function tenantPermissionType(
  allowedActions: readonly string[] | undefined
): TenantPermissionType {
  if (allowedActions?.includes(TENANT_WRITE_PERMISSION)) return TenantPermissionType.ReadWrite;
  if (allowedActions?.includes(TENANT_READ_PERMISSION)) return TenantPermissionType.ReadOnly;
  return TenantPermissionType.None;
}

/** The other way round: what to store for a choice. */
export function tenantPermissionActions(type: TenantPermissionType): readonly string[] {
  if (type === TenantPermissionType.ReadWrite) return [TENANT_WRITE_PERMISSION];
  return type === TenantPermissionType.ReadOnly ? [TENANT_READ_PERMISSION] : [];
}

export type FieldSecurityMode = 'include' | 'exclude';
const EXCLUDE_PREFIX = '~';

/**
 * A list is read as exclude when any entry starts with `~`. A new, empty list starts as exclude.
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
/** What signing in and errors need (decision 11). */
const LOGIN_AND_ERROR_APPS: readonly string[] = Object.freeze([
  'login',
  'customerror',
  'missing-role',
  'error',
]);

/** Specification section 4, "Read-only": has a read-only role and lacks API access. */
export function isReadOnlyUser(
  roles: readonly string[],
  readOnlyRoles: readonly string[],
  hasApiAccess: boolean
): boolean {
  return !hasApiAccess && roles.some((role) => readOnlyRoles.includes(role));
}

/** Whether a read-only user reaches an app. */
export function isAppAllowedReadOnly(appId: string): boolean {
  return READ_ONLY_APPS.includes(appId) || LOGIN_AND_ERROR_APPS.includes(appId);
}

/** Whether a visitor reaches an app; that of the status page is asked for its route by core. */
export function isAppAllowedAnonymously(appId: string): boolean {
  return LOGIN_AND_ERROR_APPS.includes(appId) || appId === 'status';
}

/** Known permissions plus configured ones, each once, ascending. */
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
