/** Access by tenant name: `true` to read and write, `false` to read; absent for none. */
export type TenantAccess = ReadonlyMap<string, boolean>;
