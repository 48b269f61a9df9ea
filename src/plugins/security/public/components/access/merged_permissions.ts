/**
 * Merges effective permissions over all roles: each permission once, with the roles that grant it.
 */
import type { EffectivePermissions, EffectiveRole } from '@sd/contracts';

/** A permission with the roles that grant it. */
export interface GrantedPermission {
  readonly name: string;
  readonly roles: readonly string[];
}

/** Restriction set by one entry of a role. */
export interface RoleLimit {
  readonly role: string;
  readonly dls?: string;
  readonly fls: readonly string[];
  readonly masked: readonly string[];
}

/** Merged access of one index pattern. */
export interface IndexAccess {
  /** With attributes and dates substituted for this user. */
  readonly pattern: string;
  readonly permissions: readonly GrantedPermission[];
  /** Empty if no role sets a restriction. */
  readonly limits: readonly RoleLimit[];
}

export interface TenantAccess {
  readonly tenant: string;
  readonly canWrite: boolean;
  /** Roles that grant it; empty for the user's private tenant. */
  readonly roles: readonly string[];
}

class RolesByName {
  private readonly byName = new Map<string, Set<string>>();

  add(name: string, role: string): void {
    const roles = this.byName.get(name);
    if (roles) roles.add(role);
    else this.byName.set(name, new Set([role]));
  }

  list(): readonly GrantedPermission[] {
    return [...this.byName]
      .map(([name, roles]) => ({ name, roles: [...roles] }))
      .sort((a, b) => compare(a.name, b.name));
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function clusterAccess(roles: readonly EffectiveRole[]): readonly GrantedPermission[] {
  const roleIndex = new RolesByName();
  for (const { role, cluster } of roles)
    for (const name of cluster.listed) roleIndex.add(name, role);
  return roleIndex.list();
}

/** Sorted by pattern. */
export function indexAccess(roles: readonly EffectiveRole[]): readonly IndexAccess[] {
  const byPattern = new Map<
    string,
    { readonly roleIndex: RolesByName; readonly limits: RoleLimit[] }
  >();
  for (const { role, index } of roles)
    for (const entry of index) {
      const { dls, fls, masked_fields: masked } = entry;
      const isLimited = dls !== undefined || fls.length > 0 || masked.length > 0;
      for (const pattern of new Set(entry.rendered_patterns)) {
        let found = byPattern.get(pattern);
        if (!found) byPattern.set(pattern, (found = { roleIndex: new RolesByName(), limits: [] }));
        for (const action of entry.allowed_actions) found.roleIndex.add(action, role);
        if (isLimited) found.limits.push({ role, ...(dls !== undefined && { dls }), fls, masked });
      }
    }
  return [...byPattern]
    .map(([pattern, { roleIndex, limits }]) => ({ pattern, permissions: roleIndex.list(), limits }))
    .sort((a, b) => compare(a.pattern, b.pattern));
}

/** Sorted by name. */
export function tenantAccess({
  tenants,
  roles,
}: Pick<EffectivePermissions, 'tenants' | 'roles'>): readonly TenantAccess[] {
  const rolesByTenant = new Map<string, Set<string>>();
  for (const { role, tenants: entries } of roles)
    for (const { tenants: names } of entries)
      for (const name of names)
        rolesByTenant.set(name, (rolesByTenant.get(name) ?? new Set()).add(role));
  return Object.entries(tenants)
    .map(([tenant, canWrite]) => ({
      tenant,
      canWrite,
      roles: [...(rolesByTenant.get(tenant) ?? [])],
    }))
    .sort((a, b) => compare(a.tenant, b.tenant));
}
