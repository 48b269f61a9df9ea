/** Tenant name to access: true reads and writes, false reads; absent is none. */
export type TenantAccess = ReadonlyMap<string, boolean>;
