/** Helpers for requests on behalf of a caller. */
import { createHash } from 'node:crypto';
import type { RequestCaller } from '../../api';
import type { ClusterResponse } from './cluster_client';
import { ClusterError, troubleOfDelay } from './cluster_error';

/**
 * Cache key of a caller. A hash, so that caches hold no credentials; includes the address, because
 * a cluster may map roles by address.
 */
export function keyOf(caller: RequestCaller): string {
  const headers = caller.kind === 'user' ? (caller.principal.headers ?? {}) : {};
  const sent = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([caller.kind, caller.remoteAddress, sent]))
    .digest('base64url');
}

/** For requests that do not depend on the caller's tenant. */
export function withoutTenant<T extends RequestCaller>(caller: T): T {
  if (caller.kind !== 'user') return caller;
  const { tenant: _tenant, ...plain } = caller;
  return plain as T;
}

/**
 * Accepts any response but overload and server errors.
 * @throws {ClusterError} if the cluster is overloaded or not ready
 */
export function assertReady({ statusCode, text }: ClusterResponse): void {
  if (statusCode !== 429 && statusCode < 500) return;
  const message = `The cluster answers ${statusCode}: ${text.slice(0, 300)}`;
  throw new ClusterError(troubleOfDelay(statusCode, text), message);
}
