/** Wire names of tenants, and the tenants that a user may write to. */
export const GLOBAL_TENANT = '';
export const PRIVATE_TENANT = '__user__';
/** Name of the global tenant in the permissions of a user. */
const GLOBAL_TENANT_NAME = 'global_tenant';

/** A user with the tenants of their roles: true means read and write, false read only. */
export interface TenantUser {
  readonly userName: string;
  readonly tenants: Readonly<Record<string, boolean>>;
}

/** Name of a tenant in permissions; `undefined` if the wire name is invalid. */
function permissionName(tenant: string, userName: string): string | undefined {
  if (tenant === GLOBAL_TENANT) return GLOBAL_TENANT_NAME;
  if (tenant === PRIVATE_TENANT) return userName;
  return tenant === GLOBAL_TENANT_NAME || tenant === userName ? undefined : tenant;
}

export function mayWriteTenant(tenant: string, { userName, tenants }: TenantUser): boolean {
  const name = permissionName(tenant, userName);
  return (
    name !== undefined && name !== '' && Object.hasOwn(tenants, name) && tenants[name] === true
  );
}

/** Wire names: global and private first, then the others in ascending order. */
export function writableTenants(user: TenantUser): readonly string[] {
  const custom = Object.keys(user.tenants).sort((a, b) => a.localeCompare(b));
  return [GLOBAL_TENANT, PRIVATE_TENANT, ...custom].filter((tenant) =>
    mayWriteTenant(tenant, user)
  );
}
