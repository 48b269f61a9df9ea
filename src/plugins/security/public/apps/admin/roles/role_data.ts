/** Data of the pages of one role. */
import type { Role, RoleMapping, TenantPermission } from '@sd/contracts';
import {
  roleTenantPermissionDetail,
  type RoleTenantPermissionDetail,
  tenantListItem,
} from '../../../../common';
import type { ActionGroups } from '../../../components/permission_tree';
import type { EntityClient } from '../../../services/entity_client';
import { translatedTenantLabel } from '../../../services/tenant_labels';

export interface RoleData {
  readonly role: Role;
  readonly etag: string | undefined;
  /** `undefined` if the role has no mapping. */
  readonly mapping: RoleMapping | undefined;
  readonly mappingEtag: string | undefined;
  readonly groups: ActionGroups;
  readonly tenants: readonly RoleTenantPermissionDetail[];
  /** Internal users with the role, by any origin; `undefined` if unknown. */
  readonly holders: number | undefined;
}

/**
 * @param canSearch - whether the backend can search for users with the role
 * @returns `undefined` if the role does not exist
 */
export async function loadRole(
  entities: EntityClient,
  name: string,
  canSearch: boolean,
  signal: AbortSignal
): Promise<RoleData | undefined> {
  const [role, mapping, groups, holders] = await Promise.all([
    entities.find('roles', name, signal),
    entities.find('rolesmapping', name, signal),
    entities.list('actiongroups', signal),
    // A failed count does not mean that no user has the role.
    canSearch ? countHolders(entities, name, signal).catch(() => undefined) : undefined,
  ]);
  if (!role) return undefined;
  return {
    role: role.entity,
    etag: role.etag,
    mapping: mapping?.entity,
    mappingEtag: mapping?.etag,
    groups: groups.data,
    tenants: await loadTenantDetails(entities, role.entity.tenant_permissions ?? [], signal),
    holders,
  };
}

/** @returns the number of internal users with the role, by any origin */
export async function countHolders(
  entities: EntityClient,
  role: string,
  signal: AbortSignal
): Promise<number> {
  const query = { page: 1, per_page: 1, filters: JSON.stringify({ roles: [role] }) };
  return (await entities.search('internalusers', query, signal)).total;
}

/** Only rows that name exactly one tenant have details; each tenant is loaded once. */
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
  return permissions.map((permission) => {
    const detail = roleTenantPermissionDetail(permission, found.flat());
    const isOwnText = detail.tenantValue !== undefined && detail.tenantValue !== '';
    return isOwnText
      ? detail
      : {
          ...detail,
          tenant: translatedTenantLabel(detail.tenant),
          description: translatedTenantLabel(detail.description),
        };
  });
}
