/** Tenants as lists show them. */
import type { Tenant } from '@sd/contracts';
import { GLOBAL_TENANT, GLOBAL_TENANT_NAME, PRIVATE_TENANT, TENANT_MESSAGES } from './tenants';

const GLOBAL_TENANT_LABEL = TENANT_MESSAGES.global.defaultMessage;
const PRIVATE_TENANT_LABEL = TENANT_MESSAGES.private.defaultMessage;
const GLOBAL_TENANT_DESCRIPTION = TENANT_MESSAGES.globalDescription.defaultMessage;
const PRIVATE_TENANT_DESCRIPTION = TENANT_MESSAGES.privateDescription.defaultMessage;

/** One row of a tenant list. */
export interface TenantListItem {
  /** Displayed name. */
  readonly tenant: string;
  readonly reserved: boolean;
  readonly description: string;
  /** Wire name: '' for global, `__user__` for private, otherwise the tenant's name. */
  readonly tenantValue: string;
}

export const PRIVATE_ROW: TenantListItem = Object.freeze({
  tenant: PRIVATE_TENANT_LABEL,
  reserved: true,
  description: PRIVATE_TENANT_DESCRIPTION,
  tenantValue: PRIVATE_TENANT,
});

export function tenantListItem(name: string, tenant: Partial<Tenant>): TenantListItem {
  const isGlobal = name === GLOBAL_TENANT_NAME;
  return {
    tenant: isGlobal ? GLOBAL_TENANT_LABEL : name,
    reserved: tenant.reserved ?? false,
    description: isGlobal ? GLOBAL_TENANT_DESCRIPTION : (tenant.description ?? ''),
    tenantValue: isGlobal ? GLOBAL_TENANT : name,
  };
}

/** Rows in the given order. The private tenant, if enabled, is second. */
export function tenantList(
  tenants: Readonly<Record<string, Partial<Tenant>>>,
  isPrivateEnabled: boolean
): readonly TenantListItem[] {
  const rows = Object.entries(tenants).map(([name, tenant]) => tenantListItem(name, tenant));
  return isPrivateEnabled ? [...rows.slice(0, 1), PRIVATE_ROW, ...rows.slice(1)] : rows;
}

/** Custom tenants that a user can choose, sorted; without the global and the private tenant. */
export function customTenants(
  tenants: Readonly<Record<string, boolean>>,
  userName: string
): readonly string[] {
  return Object.keys(tenants)
    .filter((name) => name !== GLOBAL_TENANT_NAME && name !== userName)
    .sort((a, b) => a.localeCompare(b));
}
