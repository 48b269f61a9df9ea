/** What the pages of one role load. */
import type { Role, RoleMapping, TenantPermission } from '@sd/contracts';
import {
  roleTenantPermissionDetail,
  type RoleTenantPermissionDetail,
  tenantListItem,
} from '../../../../common';
import type { ActionGroups } from '../../../components/permission_tree';
import type { EntityClient } from '../../../services/entity_client';

export interface RoleData {
  readonly role: Role;
  readonly etag: string | undefined;
  /** `undefined`: nobody is mapped. */
  readonly mapping: RoleMapping | undefined;
  readonly mappingEtag: string | undefined;
  readonly groups: ActionGroups;
  readonly tenants: readonly RoleTenantPermissionDetail[];
}

/** @returns `undefined` when there is no such role */
export async function loadRole(
  entities: EntityClient,
  name: string,
  signal: AbortSignal
): Promise<RoleData | undefined> {
  const [role, mapping, groups] = await Promise.all([
    entities.find('roles', name, signal),
    entities.find('rolesmapping', name, signal),
    entities.list('actiongroups', signal),
  ]);
  if (!role) return undefined;
  return {
    role: role.entity,
    etag: role.etag,
    mapping: mapping?.entity,
    mappingEtag: mapping?.etag,
    groups: groups.data,
    tenants: await loadTenantDetails(entities, role.entity.tenant_permissions ?? [], signal),
  };
}

/**
 * Only rows that name exactly one tenant have details; each such tenant is asked for by itself, and
 * once.
 */
async function loadTenantDetails(
  entities: EntityClient,
  permissions: readonly TenantPermission[],
  signal: AbortSignal
): Promise<readonly RoleTenantPermissionDetail[]> {
  const isName = (pattern: string) => !/[*?]|^\/.*\/$/.test(pattern);
  const names = permissions.flatMap(({ tenant_patterns: [first, ...others] }) =>
    first !== undefined && others.length === 0 && isName(first) ? [first] : []
  );
  const found = await Promise.all(
    [...new Set(names)].map(async (name) => {
      const tenant = await entities.find('tenants', name, signal);
      return tenant ? [tenantListItem(name, tenant.entity)] : [];
    })
  );
  return permissions.map((permission) => roleTenantPermissionDetail(permission, found.flat()));
}
