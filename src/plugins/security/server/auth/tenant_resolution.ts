/**
 * Which tenant a request works in. Source: docs/reference/security-app.md#tenant-of-a-request.
 *
 * Whatever was wished for first counts: address, header, what the session has (the tenant last
 * chosen, and before that the user's own choice). After it, or if it cannot be had: the preferred
 * tenants of the configuration, the default tenant of the administrators, global, private, any.
 *
 * Two deliberate differences: the global tenant counts only for users who have a permission in it
 * (a user without one would otherwise be put where everything is refused), and preferred names keep
 * their case.
 */
import type { Identity } from '@sd/core/server';
import { GLOBAL_TENANT, GLOBAL_TENANT_NAME, PRIVATE_TENANT } from '../../common';

/** What configuration and the engine's tenancy settings allow together. */
export interface TenancyRules {
  readonly isEnabled: boolean;
  readonly isGlobalEnabled: boolean;
  readonly isPrivateEnabled: boolean;
  readonly preferred: readonly string[];
  /** As an administrator typed it: '' (none), `global`, `private` or a name. */
  readonly defaultTenant: string;
}

/** Newest spelling first. */
const QUERY_KEYS = ['securityTenant_', 'securitytenant', 'security_tenant'] as const;
const HEADERS = ['securitytenant', 'security_tenant'] as const;
const GLOBAL_NAMES = ['global', 'Global', GLOBAL_TENANT, GLOBAL_TENANT_NAME];
const PRIVATE_NAMES = ['private', 'Private', PRIVATE_TENANT];

/** The tenant named in the address; '' is a name (global). */
export function tenantInQuery(query: URLSearchParams): string | undefined {
  return QUERY_KEYS.map((key) => query.get(key)).find((value) => value !== null) ?? undefined;
}

export function tenantInHeaders(
  headers: Readonly<Record<string, string | undefined>>
): string | undefined {
  return HEADERS.map((name) => headers[name]).find((value) => value !== undefined);
}

type TenantUser = Pick<Identity, 'userName' | 'tenants'>;

const has = (user: TenantUser, name: string): boolean => Object.hasOwn(user.tenants, name);

/** Neither the global tenant nor the private one, which bears the user's name. */
const isCustom = (user: TenantUser, name: string): boolean =>
  name !== GLOBAL_TENANT_NAME && name !== user.userName;

/**
 * An identity serves many requests; looking through thousands of tenants is done for the first of
 * them.
 */
const firstCustom = new WeakMap<TenantUser['tenants'], string | null>();

function firstCustomTenantOf(user: TenantUser): string | undefined {
  const known = firstCustom.get(user.tenants);
  if (known !== undefined) return known ?? undefined;
  const found = Object.keys(user.tenants).find((name) => isCustom(user, name));
  firstCustom.set(user.tenants, found ?? null);
  return found;
}

/**
 * Wire name of a tenant the user may work in, or `undefined`. Understands the aliases of addresses
 * and headers.
 */
export function usableTenant(
  wanted: string,
  user: TenantUser,
  rules: TenancyRules
): string | undefined {
  const canGlobal = rules.isGlobalEnabled && has(user, GLOBAL_TENANT_NAME);
  const canPrivate = rules.isEnabled && rules.isPrivateEnabled && has(user, user.userName);
  if (rules.isEnabled && isCustom(user, wanted) && has(user, wanted)) return wanted;
  if (canPrivate && (PRIVATE_NAMES.includes(wanted) || wanted === user.userName))
    return PRIVATE_TENANT;
  if (canGlobal && GLOBAL_NAMES.includes(wanted)) return GLOBAL_TENANT;
  return undefined;
}

/**
 * Wire name of the tenant in force, or `undefined` when the user has none at all.
 * Runs on every request: its cost does not grow with the number of tenants.
 * @param wanted - wishes in order of precedence; the first that was expressed counts, usable or not
 */
export function resolveTenant(
  wanted: ReadonlyArray<string | undefined>,
  user: TenantUser,
  rules: TenancyRules
): string | undefined {
  const wish = wanted.find((name) => name !== undefined);
  const wishes = [...(wish === undefined ? [] : [wish]), ...rules.preferred.map(preferredName)];
  const byDefault = rules.defaultTenant === '' ? [] : [rules.defaultTenant];
  for (const name of [...wishes, ...byDefault, 'global', 'private']) {
    const usable = usableTenant(name, user, rules);
    if (usable !== undefined) return usable;
  }
  return rules.isEnabled ? firstCustomTenantOf(user) : undefined;
}

/** In configuration `Global` and `PRIVATE` are meant as the built-in ones, whatever their case. */
function preferredName(name: string): string {
  const lowered = name.toLowerCase();
  return lowered === 'global' || lowered === 'private' ? lowered : name;
}
