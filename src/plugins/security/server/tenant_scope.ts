/**
 * Saved objects by tenant: which part of the store a request sees, and whether it may change it.
 * Source: specification section 6, docs/reference/security-app.md#tenant-storage,
 * docs/reference/engine.md#dashboards-index.
 */
import {
  ANONYMOUS_USER_NAME,
  SERVER_ERRORS,
  type ErrorDefinition,
  type ErrorParams,
} from '@sd/contracts';
import type { Identity, RouteRequest, SavedObjectsScope } from '@sd/core/server';
import {
  engineTenantName,
  GLOBAL_TENANT,
  PRIVATE_TENANT,
  SECURITY_ERRORS,
  tenantLabel,
} from '../common';

/**
 * Storage key of a tenant: '' global, `user:{name}` private, `tenant:{name}`. The prefixes keep
 * them apart.
 */
export function tenantPartition(tenant: string, userName: string): string {
  if (tenant === GLOBAL_TENANT) return '';
  return tenant === PRIVATE_TENANT ? `user:${userName}` : `tenant:${tenant}`;
}

/**
 * @param isMultitenancyOn - without it there is one partition, open to all users
 */
export function createScopeProvider(
  isMultitenancyOn: boolean
): (request: RouteRequest) => SavedObjectsScope {
  return (request) => {
    const { auth } = request;
    if (!auth || auth.caller.kind === 'anonymous')
      return denied('', SERVER_ERRORS.authenticationRequired);
    if (!isMultitenancyOn) return sharedScope(auth.identity);
    return tenantScope(auth.identity, auth.tenant);
  };
}

/** API keys may have less than everything; anonymous visitors only read. */
function sharedScope({ userName, key }: Identity): SavedObjectsScope {
  const right = key ? key.shared : userName !== ANONYMOUS_USER_NAME;
  const label = tenantLabel(GLOBAL_TENANT, userName);
  if (right === undefined) return denied('', SECURITY_ERRORS.tenantForbidden, { tenant: label });
  const readOnly = { error: SECURITY_ERRORS.tenantReadOnly, params: { tenant: label } };
  return { partition: '', canRead: true, canWrite: right, ...(!right && { denied: readOnly }) };
}

function tenantScope(identity: Identity, tenant: string | undefined): SavedObjectsScope {
  if (tenant === undefined) return denied('', SECURITY_ERRORS.noAvailableTenant);
  const { userName, tenants } = identity;
  const partition = tenantPartition(tenant, userName);
  const label = tenantLabel(tenant, userName);
  const name = engineTenantName(tenant, userName);
  // A tenant that bears the user's own name is the private one; a custom one of that name is out of
  // reach.
  const isMine = tenant !== PRIVATE_TENANT && name === userName;
  if (isMine || !Object.hasOwn(tenants, name))
    return denied(partition, SECURITY_ERRORS.tenantForbidden, { tenant: label });
  const canWrite = tenants[name] === true;
  return {
    partition,
    canRead: true,
    canWrite,
    ...(!canWrite && {
      denied: { error: SECURITY_ERRORS.tenantReadOnly, params: { tenant: label } },
    }),
  };
}

function denied(
  partition: string,
  error: ErrorDefinition,
  params: ErrorParams = {}
): SavedObjectsScope {
  return { partition, canRead: false, canWrite: false, denied: { error, params } };
}
