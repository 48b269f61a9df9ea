/** The index of a tenant's objects, and the permissions that requests for it need. */
import type {
  TenantAccessLevel,
  TenantKind,
  TenantNeed,
  TenantDenial,
} from '../../../contracts/api';
import type { TenantAccess } from '../../api/tenants';
import { GLOBAL_TENANT } from './tenant_access';

/** The settings of the `kibana` block of the security configuration that affect decisions. */
export interface DashboardsSettings {
  readonly multitenancy_enabled: boolean;
  readonly private_tenant_enabled: boolean;
  readonly server_username: string;
  readonly index: string;
}

const READ_ACTIONS = new Set([
  'indices:admin/get',
  'indices:data/read/get',
  'indices:data/read/search',
  'indices:data/read/msearch',
  'indices:data/read/mget',
  'indices:data/read/mget[shard]',
]);

const tenantNeed = (action: string): TenantNeed => (READ_ACTIONS.has(action) ? 'read' : 'write');

/** @param tenant - '' for the global tenant, whose index is the dashboards index itself */
export function tenantIndexName(index: string, tenant: string): string {
  if (tenant === '') return index;
  const sanitised = tenant.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return `${index}_${javaHash(tenant)}_${sanitised}`;
}

/** `String.hashCode()`: signed, over UTF-16 code units. */
function javaHash(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(31, hash) + text.charCodeAt(at)) | 0;
  return hash;
}

export interface TenantDecision {
  /**
   * Requested wire name: '' for the global tenant, the user's own name for the private one,
   * otherwise the tenant's name.
   */
  readonly name: string;
  readonly kind: TenantKind;
  readonly access: TenantAccessLevel;
  readonly needed: TenantNeed;
  readonly isAllowed: boolean;
  readonly reason?: TenantDenial;
  /** The index of the tenant's objects. */
  readonly index: string;
}

/**
 * @param requested - '' for the global tenant, `__user__`, the user's own name, or a tenant's name;
 *   `global_tenant` is an ordinary tenant here, with its own index
 */
export function decideTenant(
  requested: string,
  action: string,
  userName: string,
  access: Pick<TenantAccess, 'get'>,
  settings: DashboardsSettings,
  hasTenant: (name: string) => boolean
): TenantDecision {
  const name = requested === '__user__' ? userName : requested;
  const kind = name === '' ? 'global' : name === userName ? 'private' : 'custom';
  const needed = tenantNeed(action);
  const granted = access.get(kind === 'global' ? GLOBAL_TENANT : name);
  const level = granted === undefined ? 'none' : granted ? 'write' : 'read';
  const decided = {
    name,
    kind,
    needed,
    index: tenantIndexName(settings.index, name),
  } as const;
  const refuse = (reason: TenantDecision['reason'], has: TenantDecision['access'] = 'none') => ({
    ...decided,
    access: has,
    isAllowed: false,
    reason,
  });
  if (!settings.multitenancy_enabled) return refuse('tenancy_disabled');
  if (kind === 'private' && !settings.private_tenant_enabled) {
    return refuse('private_tenant_disabled');
  }
  if (kind === 'custom' && !hasTenant(name)) return refuse('tenant_missing');
  if (level === 'none') return refuse('tenant_not_granted');
  if (level === 'read' && needed === 'write') return refuse('tenant_read_only', 'read');
  return { ...decided, access: level, isAllowed: true };
}
