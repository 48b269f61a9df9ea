/** Own permissions of an API key as entered in the form, with suggestions. */
import type { ApiKeyPermissions, EffectivePermissions } from '@sd/contracts';

export interface IndexEntry {
  readonly patterns: readonly string[];
  readonly actions: readonly string[];
}

export interface TenantEntry {
  readonly patterns: readonly string[];
  readonly canWrite: boolean;
}

export interface OwnPermissions {
  readonly cluster: readonly string[];
  readonly indices: readonly IndexEntry[];
  readonly tenants: readonly TenantEntry[];
}

/** Permissions of the owner: others would have no effect on a key. */
export interface OwnerPermissionNames {
  readonly cluster: readonly string[];
  readonly patterns: readonly string[];
  readonly actions: readonly string[];
  readonly tenants: readonly string[];
}

export const NO_PERMISSIONS: OwnPermissions = { cluster: [], indices: [], tenants: [] };

/** Permissions that open the management API, one per endpoint (docs/guide/authentication.md). */
const ENDPOINTS: readonly string[] = [
  'actiongroups',
  'audit',
  'config/update',
  'internalusers',
  'roles',
  'rolesmapping',
  'tenants',
].map((endpoint) => `restapi:admin/${endpoint}`);

/** Whether there is at least one entry and none is incomplete. */
export const isComplete = ({ cluster, indices, tenants }: OwnPermissions): boolean =>
  cluster.length + indices.length + tenants.length > 0 &&
  indices.every(({ patterns, actions }) => patterns.length > 0 && actions.length > 0) &&
  tenants.every(({ patterns }) => patterns.length > 0);

export const toPermissions = ({
  cluster,
  indices,
  tenants,
}: OwnPermissions): ApiKeyPermissions => ({
  cluster_permissions: [...cluster],
  index_permissions: indices.map(({ patterns, actions }) => ({
    index_patterns: [...patterns],
    allowed_actions: [...actions],
  })),
  tenant_permissions: tenants.map(({ patterns, canWrite }) => ({
    tenant_patterns: [...patterns],
    allowed_actions: [canWrite ? 'kibana_all_write' : 'kibana_all_read'],
  })),
});

export function listNames({
  roles,
  tenants,
  api,
  user,
}: EffectivePermissions): OwnerPermissionNames {
  const index = roles.flatMap((role) => role.index);
  return {
    cluster: distinct([
      ...roles.flatMap(({ cluster }) => cluster.listed),
      ...(api.has_api_access ? ENDPOINTS : []),
    ]),
    patterns: distinct(index.flatMap(({ index_patterns: patterns }) => patterns)),
    actions: distinct(index.flatMap(({ allowed_actions: actions }) => actions)),
    tenants: distinct(Object.keys(tenants).map((name) => (name === user.name ? '__user__' : name))),
  };
}

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();
