/**
 * Finds the tenant of a request. A tenant named by the request (address, header) is used or
 * refused. Without one: the tenant of the session, preferred tenants, the default tenant, global,
 * private, any other. Unlike in OpenSearch Dashboards, the global tenant counts only for users with
 * a permission in it, and names are case-sensitive.
 */
import type { Identity } from '@sd/core/server';
import { GLOBAL_TENANT, GLOBAL_TENANT_NAME, PRIVATE_TENANT } from '../../common';

/** Tenancy rules that result from the configuration and the engine's settings. */
export interface TenancyRules {
  readonly isEnabled: boolean;
  readonly isGlobalEnabled: boolean;
  readonly isPrivateEnabled: boolean;
  readonly preferred: readonly string[];
  /** As entered by an administrator: '' (none), `global`, `private` or a name. */
  readonly defaultTenant: string;
}

const HEADERS = ['securitytenant', 'security_tenant'] as const;
const GLOBAL_NAMES = ['global', 'Global', GLOBAL_TENANT, GLOBAL_TENANT_NAME];
const PRIVATE_NAMES = ['private', 'Private', PRIVATE_TENANT];

export function tenantInHeaders(
  headers: Readonly<Record<string, string | undefined>>
): string | undefined {
  return HEADERS.map((name) => headers[name]).find((value) => value !== undefined);
}

type TenantUser = Pick<Identity, 'userName' | 'tenants'>;

const has = (user: TenantUser, name: string): boolean => Object.hasOwn(user.tenants, name);

/** Whether a tenant is neither global nor private (named like the user). */
const isCustom = (user: TenantUser, name: string): boolean =>
  name !== GLOBAL_TENANT_NAME && name !== user.userName;

/** Caches the scan over thousands of tenants, because an identity serves many requests. */
const firstCustom = new WeakMap<TenantUser['tenants'], string | null>();

function getFirstCustomTenant(user: TenantUser): string | undefined {
  const known = firstCustom.get(user.tenants);
  if (known !== undefined) return known ?? undefined;
  const found = Object.keys(user.tenants).find((name) => isCustom(user, name));
  firstCustom.set(user.tenants, found ?? null);
  return found;
}

/** Whether a name means the global tenant, the only one without multitenancy. */
export const namesGlobalTenant = (name: string): boolean => GLOBAL_NAMES.includes(name);

/**
 * Wire name of a tenant that the user may use, or `undefined`. Accepts the aliases of addresses and
 * headers.
 */
export function usableTenant(
  requested: string,
  user: TenantUser,
  rules: TenancyRules
): string | undefined {
  const canGlobal = rules.isGlobalEnabled && has(user, GLOBAL_TENANT_NAME);
  const canPrivate = rules.isEnabled && rules.isPrivateEnabled && has(user, user.userName);
  if (rules.isEnabled && isCustom(user, requested) && has(user, requested)) return requested;
  if (canPrivate && (PRIVATE_NAMES.includes(requested) || requested === user.userName))
    return PRIVATE_TENANT;
  if (canGlobal && namesGlobalTenant(requested)) return GLOBAL_TENANT;
  return undefined;
}

/**
 * Wire name of the effective tenant, or `undefined` if the user has none. Runs on every request, so
 * its cost does not depend on the number of tenants.
 * @param choice - what the user chose before, usable or not
 */
export function resolveTenant(
  choice: string | undefined,
  user: TenantUser,
  rules: TenancyRules
): string | undefined {
  const choices = [
    ...(choice === undefined ? [] : [choice]),
    ...rules.preferred.map(preferredName),
  ];
  const byDefault = rules.defaultTenant === '' ? [] : [rules.defaultTenant];
  for (const name of [...choices, ...byDefault, 'global', 'private']) {
    const usable = usableTenant(name, user, rules);
    if (usable !== undefined) return usable;
  }
  return rules.isEnabled ? getFirstCustomTenant(user) : undefined;
}

/**
 * In the configuration, `Global` and `PRIVATE` are case-insensitive names of the built-in tenants.
 */
function preferredName(name: string): string {
  const lowered = name.toLowerCase();
  return lowered === 'global' || lowered === 'private' ? lowered : name;
}
