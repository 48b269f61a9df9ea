import { type ClientConfig, GLOBAL_TENANT, PRIVATE_TENANT } from '../../common';

/**
 * Whether the configuration has a tenant, by its wire name; the roles of a user are another matter.
 */
export function isTenantOffered(
  tenant: string,
  { multitenancy: { enabled, tenants } }: Pick<ClientConfig, 'multitenancy'>
): boolean {
  if (tenant === GLOBAL_TENANT) return tenants.enable_global;
  return enabled && (tenant !== PRIVATE_TENANT || tenants.enable_private);
}
