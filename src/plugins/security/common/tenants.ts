/** Tenant names as displayed and on the wire. */
import type { Tenant } from '@sd/contracts';
import { defineMessage } from '@sd/core/common';

export const PRIVATE_TENANT = '__user__';
export const GLOBAL_TENANT = '';
/** The engine's name of the global tenant. */
export const GLOBAL_TENANT_NAME = 'global_tenant';
/** Setting with the wire name of the user's start tenant. */
export const PERSONAL_TENANT_SETTING = 'security:tenant';
export const TENANT_QUERY_KEYS = ['security_tenant', 'securitytenant'] as const;

/** English texts; `services/tenant_labels.ts` translates them. */
export const TENANT_MESSAGES = Object.freeze({
  global: defineMessage('security.tenantWords.global', { defaultMessage: 'Global' }),
  private: defineMessage('security.tenantWords.private', { defaultMessage: 'Private' }),
  globalDescription: defineMessage('security.tenantWords.globalDescription', {
    defaultMessage: 'Everyone can see it',
  }),
  privateDescription: defineMessage('security.tenantWords.privateDescription', {
    defaultMessage: 'Only visible to the current logged in user',
  }),
  notAvailable: defineMessage('security.tenantWords.notAvailable', { defaultMessage: 'N/A' }),
});

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

/**
 * Displayed name of a tenant: Global, Private or its own name. The text `undefined` counts as
 * unset, hence Global.
 */
export function tenantLabel(tenant: string | null | undefined, userName?: string): string {
  if (!tenant || tenant === 'undefined' || tenant === GLOBAL_TENANT_NAME)
    return GLOBAL_TENANT_LABEL;
  if (tenant === PRIVATE_TENANT || (userName !== undefined && tenant === userName))
    return PRIVATE_TENANT_LABEL;
  return tenant;
}

/**
 * Converts the engine's name to the wire name: `global_tenant` becomes '', the user's own name
 * `__user__`.
 */
export function tenantValue(engineName: string, userName?: string): string {
  if (engineName === GLOBAL_TENANT_NAME) return GLOBAL_TENANT;
  return userName !== undefined && engineName === userName ? PRIVATE_TENANT : engineName;
}

/** Converts a wire name to the engine's name. */
export function engineTenantName(value: string, userName: string): string {
  if (value === GLOBAL_TENANT) return GLOBAL_TENANT_NAME;
  return value === PRIVATE_TENANT ? userName : value;
}

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
