/** Permission rules of screens and routes: tenant permission types, field-level security lists. */
import type { PermissionCatalogue, TenantPermission } from '@sd/contracts';
import type { ClientConfig } from './config';
import type { TenantListItem } from './tenant_list';
import { TENANT_MESSAGES, tenantValue } from './tenants';

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

const NOT_AVAILABLE = TENANT_MESSAGES.notAvailable.defaultMessage;

/** Row of a role's tenant permissions. Patterns and missing tenants have no details. */
export interface RoleTenantPermissionDetail extends TenantPermission {
  readonly permissionType: TenantPermissionType;
  readonly tenant: string;
  readonly reserved: boolean | string;
  readonly description: string;
  /** Wire name; absent if the row does not name a single tenant. */
  readonly tenantValue: string | undefined;
}

export function roleTenantPermissionDetail(
  permission: TenantPermission,
  tenants: readonly TenantListItem[]
): RoleTenantPermissionDetail {
  const [pattern] = permission.tenant_patterns;
  const value =
    pattern === undefined || permission.tenant_patterns.length > 1
      ? undefined
      : tenantValue(pattern);
  const found = value === undefined ? undefined : tenants.find((row) => row.tenantValue === value);
  return {
    ...permission,
    permissionType: tenantPermissionType(permission.allowed_actions),
    tenant: found?.tenant ?? NOT_AVAILABLE,
    reserved: found?.reserved ?? NOT_AVAILABLE,
    description: found?.description ?? NOT_AVAILABLE,
    tenantValue: found?.tenantValue,
  };
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
