/** Which tenants a user may read or write. Source: reference 4.8, default evaluator. */
import { finish, type Steps } from '../steps';
import type { Subject } from './attributes';
import type { CompiledRole, CompiledTenantPermission } from './compiled_role';
import type { RuleView } from './rule_view';

export const GLOBAL_TENANT = 'global_tenant';
const DASHBOARDS_USER_ROLE = 'kibana_user';

/** Tenant name to access: true reads and writes, false reads; absent is none. */
export type TenantAccess = ReadonlyMap<string, boolean>;

type RolesByName = Pick<RuleView, 'compiledRoles'>;

/** What one role grants on the configured tenants. */
export function roleTenantAccess(
  role: CompiledRole,
  subject: Subject,
  tenants: Iterable<string>
): TenantAccess {
  const access = new Map<string, boolean>();
  if (role.tenantPermissions.length === 0) return access;
  for (const tenant of tenants) {
    for (const { patterns, canWrite } of role.tenantPermissions) {
      if (access.get(tenant) !== true && patterns.matches(tenant, subject))
        access.set(tenant, canWrite);
    }
  }
  return access;
}

/** As `combineTenantAccess` says of one tenant, without a look at the others. */
export function tenantHeld(
  tenant: string,
  subject: Subject,
  roles: readonly CompiledRole[],
  rules: RolesByName & Pick<RuleView, 'hasTenant'>
): boolean | undefined {
  if (tenant === subject.userName) return true;
  const grants = rules.hasTenant(tenant)
    ? roles.flatMap(({ tenantPermissions }) =>
        tenantPermissions.filter(({ patterns }) => patterns.matches(tenant, subject))
      )
    : [];
  if (grants.length > 0) return grants.some(({ canWrite }) => canWrite);
  const isGlobal = tenant === GLOBAL_TENANT && subject.roles.includes(DASHBOARDS_USER_ROLE);
  return isGlobal && !isGlobalInDoubt(subject, rules) ? true : undefined;
}

/** True when the answer of `roleTenantAccess` is the same for every user, so that it can be kept. */
export const isTenantAccessShared = (role: CompiledRole): boolean =>
  role.tenantPermissions.every(({ patterns }) => !patterns.dependsOnSubject);

export const combineTenantAccess = (
  subject: Subject,
  perRole: Iterable<TenantAccess>,
  rules: RolesByName
): TenantAccess => finish(tenantSteps(subject, perRole, rules));

/**
 * Adds the roles up. Role `kibana_user` writes to the global tenant unless a role names that tenant, and
 * the user's own name, the private tenant, is always writable.
 */
export function* tenantSteps(
  subject: Subject,
  perRole: Iterable<TenantAccess>,
  rules: RolesByName
): Steps<TenantAccess> {
  const access = new Map<string, boolean>();
  for (const grants of perRole) {
    for (const [tenant, canWrite] of grants)
      access.set(tenant, canWrite || access.get(tenant) === true);
    yield;
  }
  const isImplied = subject.roles.includes(DASHBOARDS_USER_ROLE) && !access.has(GLOBAL_TENANT);
  if (isImplied && !isGlobalInDoubt(subject, rules)) access.set(GLOBAL_TENANT, true);
  access.set(subject.userName, true);
  return access;
}

/** Whether nobody knows if a role names the global tenant: by its pattern, or because the role is in doubt. */
function isGlobalInDoubt(subject: Subject, rules: RolesByName): boolean {
  const inDoubt = ({ patterns }: CompiledTenantPermission): boolean =>
    patterns.mayBeInDoubt &&
    patterns.mayMatch(GLOBAL_TENANT, subject) &&
    !patterns.matches(GLOBAL_TENANT, subject);
  const mayName = ({ patterns }: CompiledTenantPermission): boolean =>
    patterns.mayMatch(GLOBAL_TENANT, subject);
  const some = (names: readonly string[], test: typeof inDoubt): boolean =>
    rules.compiledRoles(names).some(({ tenantPermissions }) => tenantPermissions.some(test));
  return some(subject.roles, inDoubt) || some(subject.doubtfulRoles ?? [], mayName);
}
