/**
 * Restricts a user to the scope of an API key: never more than the owner's current access, and only
 * what the key was created for.
 */
import type { Subject } from '../../../access/evaluation/attributes';
import { isClusterActionExplicit } from '../../../access/evaluation/permission_check';
import type { RuleSet } from '../../../access/evaluation/rule_set';
import { GLOBAL_TENANT, namesTenant } from '../../../access/evaluation/tenant_access';
import type { Identity } from '../../../api/engine';
import { ENDPOINT_PERMISSIONS } from './endpoint_permissions';
import type { StoredKey } from './api_key_store';

interface ResolvedCaller {
  readonly identity: Identity;
  readonly subject: Subject;
}

export function restrictToApiKey(
  { identity, subject }: ResolvedCaller,
  key: Pick<StoredKey, 'roles' | 'permissions' | 'isReadOnly'>,
  { rules, apiRoles }: { readonly rules: RuleSet; readonly apiRoles: ReadonlySet<string> }
): ResolvedCaller {
  const { permissions, isReadOnly } = key;
  const own = narrowedSubject(subject, key);
  const { roles } = own;
  const within = permissions && rules.compiledPermissions(permissions);
  const tenants = Object.create(null) as Record<string, boolean>;
  for (const [tenant, canWrite] of rules.tenantsFor(own)) {
    const ownerCanWrite = identity.tenants[tenant];
    if (ownerCanWrite !== undefined) tenants[tenant] = ownerCanWrite && canWrite && !isReadOnly;
  }
  const namesEndpoint =
    !within || ENDPOINT_PERMISSIONS.some((action) => isClusterActionExplicit([within], action));
  const hasApiAccess = namesEndpoint && roles.some((role) => apiRoles.has(role));
  const shared = within ? namesTenant(within, GLOBAL_TENANT, own) : true;
  return {
    identity: {
      ...identity,
      roles,
      tenants,
      hasApiAccess,
      isDelegated: true,
      key: {
        isReadOnly,
        ...(permissions && { permissions }),
        ...(shared !== undefined && { shared: shared && !isReadOnly }),
      },
    },
    subject: own,
  };
}

/** The subject of a request with an API key. */
export function narrowedSubject(
  subject: Subject,
  { roles: scopedRoles, permissions }: Pick<StoredKey, 'roles' | 'permissions'>
): Subject {
  const isInScope = (role: string): boolean =>
    scopedRoles === undefined || scopedRoles.includes(role);
  // A role outside the scope grants nothing, but its restrictions still apply: without them,
  // another role could reveal more than the owner may see.
  const outside = subject.roles.filter((role) => !isInScope(role));
  return {
    ...subject,
    roles: subject.roles.filter(isInScope),
    doubtfulRoles: [...(subject.doubtfulRoles ?? []), ...outside],
    ...(permissions && { within: permissions }),
  };
}
