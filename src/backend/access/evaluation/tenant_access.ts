/** The tenants that a user may read or write. */
import { ANONYMOUS_USER_NAME } from '../../../contracts/entities';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import type { TenantAccess } from '../../api/tenants';
import type { Subject } from './attributes';
import type { CompiledRole, CompiledTenantPermission, SubjectPatterns } from './compiled_role';
import type { RuleView } from './rule_view';

export const GLOBAL_TENANT = 'global_tenant';
export const DASHBOARDS_USER_ROLE = 'kibana_user';

/** The private tenant's name in patterns. */
const PRIVATE_TENANT = '__user__';

/**
 * Access of an API key's permissions to a tenant: `true` for write, `false` for read, `undefined`
 * for none.
 */
export function namesTenant(
  { tenantPermissions }: CompiledRole,
  tenant: string,
  subject: Subject
): boolean | undefined {
  const names = tenant === subject.userName ? [tenant, PRIVATE_TENANT] : [tenant];
  const naming = tenantPermissions.filter(({ patterns }) =>
    names.some((name) => patterns.matches(name, subject))
  );
  return naming.length === 0 ? undefined : naming.some(({ canWrite }) => canWrite);
}

/** Limits access to a tenant to the permissions of the API key, if the caller uses one. */
function withoutDenied(
  tenant: string,
  canWrite: boolean | undefined,
  subject: Subject,
  rules: Pick<RuleView, 'compiledPermissions'>
): boolean | undefined {
  const named = subject.within
    ? namesTenant(rules.compiledPermissions(subject.within), tenant, subject)
    : true;
  return canWrite === undefined || named === undefined ? undefined : canWrite && named;
}

type RolesByName = Pick<RuleView, 'compiledRoles' | 'compiledPermissions'>;

/** Like `tenantSteps`, for a single tenant. */
export const findTenantAccess = (
  tenant: string,
  subject: Subject,
  roles: readonly CompiledRole[],
  rules: RolesByName & Pick<RuleView, 'hasTenant'>
): boolean | undefined =>
  withoutDenied(tenant, grantedOn(tenant, subject, roles, rules), subject, rules);

function grantedOn(
  tenant: string,
  subject: Subject,
  roles: readonly CompiledRole[],
  rules: RolesByName & Pick<RuleView, 'hasTenant'>
): boolean | undefined {
  if (tenant === subject.userName) return isVisitor(subject) ? undefined : true;
  const grants = rules.hasTenant(tenant)
    ? roles.flatMap(({ tenantPermissions }) =>
        tenantPermissions.filter(({ patterns }) => patterns.matches(tenant, subject))
      )
    : [];
  if (grants.length > 0) return grants.some(({ canWrite }) => canWrite);
  const isGlobal = tenant === GLOBAL_TENANT && subject.roles.includes(DASHBOARDS_USER_ROLE);
  return isGlobal && !isGlobalInDoubt(subject, rules) ? !isVisitor(subject) : undefined;
}

/** Visitors share the anonymous user, so everything that one of them saves is visible to all. */
const isVisitor = ({ userName }: Subject): boolean => userName === ANONYMOUS_USER_NAME;

/**
 * Combines the tenant permissions of all roles. Role `kibana_user` can write to the global tenant
 * unless a role names that tenant. The private tenant, with the user's own name, is always
 * writable. The anonymous user has no private tenant and needs a role that names the tenant to
 * write.
 *
 * With an API key, only the tenants in its permissions are kept.
 *
 * Many roles list the same patterns, so each list is evaluated once.
 */
export function* tenantSteps(
  rules: RolesByName & Pick<RuleView, 'tenantsMatching'>,
  subject: Subject
): CooperativeTask<TenantAccess> {
  const grants = new Map<string, { patterns: SubjectPatterns; canWrite: boolean }>();
  for (const { tenantPermissions } of rules.compiledRoles(subject.roles)) {
    for (const { patterns, canWrite } of tenantPermissions) {
      const known = grants.get(patterns.key);
      if (known) known.canWrite ||= canWrite;
      else grants.set(patterns.key, { patterns, canWrite });
    }
  }
  const access = new Map<string, boolean>();
  for (const { patterns, canWrite } of grants.values()) {
    for (const tenant of rules.tenantsMatching(patterns, subject))
      access.set(tenant, canWrite || access.get(tenant) === true);
    yield;
  }
  const isImplied = subject.roles.includes(DASHBOARDS_USER_ROLE) && !access.has(GLOBAL_TENANT);
  if (isImplied && !isGlobalInDoubt(subject, rules)) access.set(GLOBAL_TENANT, !isVisitor(subject));
  if (isVisitor(subject)) access.delete(subject.userName);
  else access.set(subject.userName, true);
  if (!subject.within) return access;
  const left = new Map<string, boolean>();
  for (const [tenant, canWrite] of access) {
    const still = withoutDenied(tenant, canWrite, subject, rules);
    if (still !== undefined) left.set(tenant, still);
    yield;
  }
  return left;
}

/**
 * Whether it is undecided if a role names the global tenant, because of its pattern or of an
 * undecided role mapping.
 */
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
