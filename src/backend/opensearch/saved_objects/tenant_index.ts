/**
 * Locates the index of a tenant's objects (docs/reference/engine.md#dashboards-index). For users,
 * the cluster replaces the named index by the header `securitytenant`; the server names the index
 * directly.
 */
import { tenantIndexName } from '../../access/evaluation/dashboards_index';
import {
  savedObjectsErrors,
  type SavedObjectsCaller,
  type TenantKey,
} from '../../api/saved_objects';
import type { ClusterCall, ClusterResponse } from '../client';
import type { RequestCaller } from '../../api/engine';
import type { SendRequest } from '../documents/responses';

/** The client's methods for requests as the server and as a caller. */
export interface ClusterRequests {
  asServer(call: ClusterCall): Promise<ClusterResponse>;
  asCaller(caller: RequestCaller, call: ClusterCall): Promise<ClusterResponse>;
}

export interface TenantIndex {
  readonly send: SendRequest;
  /** Index named in requests. */
  readonly index: string;
  /** Alias of the index that responses must come from. */
  readonly alias: string;
  readonly isGlobal: boolean;
  /** Alias that must exist before the first write; the plugin creates tenant indices for users. */
  readonly needs: string;
}

const PREFIX = { private: 'user:', named: 'tenant:' };
/** Wire name of a user's own tenant. */
const OWN = '__user__';

/** @throws {SavedObjectsError} 403 for the private tenant of another user */
export function getTenantIndex(
  cluster: ClusterRequests,
  index: string,
  caller: SavedObjectsCaller,
  key: TenantKey
): TenantIndex {
  const name = getName(key);
  const alias = tenantIndexName(index, name ?? '');
  const about = { alias, isGlobal: name === undefined, needs: index };
  if (caller.kind === 'server')
    return { ...about, send: (call) => cluster.asServer(call), index: alias, needs: alias };
  const isPrivate = key.startsWith(PREFIX.private);
  if (caller.kind === 'anonymous') {
    if (isPrivate) throw savedObjectsErrors.privateTenant();
    return { ...about, send: (call) => cluster.asCaller(caller, call), index };
  }
  if (isPrivate && caller.principal.userName !== name) throw savedObjectsErrors.privateTenant();
  const tenant = isPrivate ? OWN : name;
  const { tenant: _tenant, ...rest } = caller;
  const inTenant: RequestCaller = { ...rest, ...(tenant !== undefined && { tenant }) };
  return { ...about, send: (call) => cluster.asCaller(inTenant, call), index };
}

/** `undefined`: the global tenant. */
function getName(key: TenantKey): string | undefined {
  if (key === '') return undefined;
  const prefix = key.startsWith(PREFIX.private) ? PREFIX.private : PREFIX.named;
  return key.slice(prefix.length);
}

/**
 * Whether a response comes from the requested tenant. For callers without permission in a tenant,
 * the plugin neither denies nor redirects some requests; they would return objects of the global
 * tenant.
 */
export const isFromTenant = ({ alias, isGlobal }: TenantIndex, index: string): boolean =>
  isGlobal || index === alias || index.startsWith(`${alias}_`);
