/**
 * Where the objects of a tenant are. The cluster's security plugin keeps each tenant in an index of
 * its own: for people it puts that in the place of the index they name, by the header
 * `securitytenant`, and judges by their rights in the tenant; the server's user names it itself
 * (docs/reference/engine.md#dashboards-index).
 */
import { tenantIndexName } from '../../access/evaluation/dashboards_index';
import {
  savedObjectsErrors,
  type SavedObjectsCaller,
  type TenantKey,
} from '../../api/saved_objects';
import type { ClusterCall, ClusterResponse } from '../client';
import type { RequestCaller } from '../../api/engine';
import type { Ask } from '../documents/responses';

/** Both sides of the connection, as the client has them. */
export interface ClusterRequests {
  asServer(call: ClusterCall): Promise<ClusterResponse>;
  asCaller(caller: RequestCaller, call: ClusterCall): Promise<ClusterResponse>;
}

export interface TenantIndex {
  readonly ask: Ask;
  /** What calls name. */
  readonly index: string;
  /** Alias of the index that answers must come from. */
  readonly alias: string;
  readonly isGlobal: boolean;
  /** What must be there before anything is written; the plugin itself makes indices for people. */
  readonly needs: string;
}

const PREFIX = { private: 'user:', named: 'tenant:' };
/** Wire name of a user's own tenant. */
const OWN = '__user__';

/** @throws {SavedObjectsError} 403 for the private tenant of somebody else */
export function tenantIndexOf(
  asks: ClusterRequests,
  index: string,
  caller: SavedObjectsCaller,
  key: TenantKey
): TenantIndex {
  const name = nameOf(key);
  const alias = tenantIndexName(index, name ?? '');
  const about = { alias, isGlobal: name === undefined, needs: index };
  if (caller.kind === 'server')
    return { ...about, ask: (call) => asks.asServer(call), index: alias, needs: alias };
  const isPrivate = key.startsWith(PREFIX.private);
  if (caller.kind === 'anonymous') {
    if (isPrivate) throw savedObjectsErrors.privateTenant();
    return { ...about, ask: (call) => asks.asCaller(caller, call), index };
  }
  if (isPrivate && caller.principal.userName !== name) throw savedObjectsErrors.privateTenant();
  const tenant = isPrivate ? OWN : name;
  const { tenant: _asked, ...rest } = caller;
  const inTenant: RequestCaller = { ...rest, ...(tenant !== undefined && { tenant }) };
  return { ...about, ask: (call) => asks.asCaller(inTenant, call), index };
}

/** `undefined`: the global tenant. */
function nameOf(key: TenantKey): string | undefined {
  if (key === '') return undefined;
  const prefix = key.startsWith(PREFIX.private) ? PREFIX.private : PREFIX.named;
  return key.slice(prefix.length);
}

/**
 * Whether an answer is of the tenant that was asked. Some calls of somebody without rights in a
 * tenant the plugin neither refuses nor leads there: they would show objects of the global one.
 */
export const isOf = ({ alias, isGlobal }: TenantIndex, index: string): boolean =>
  isGlobal || index === alias || index.startsWith(`${alias}_`);
