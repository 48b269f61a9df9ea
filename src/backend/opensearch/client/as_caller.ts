/** Helpers for requests on behalf of a caller. */
import { createHash } from 'node:crypto';
import type { CallerLimits, RequestCaller } from '../../api';
import type { ClusterResponse } from './cluster_client';
import { ClusterError, troubleOfDelay } from './cluster_error';

/**
 * Cache key of a caller. A hash, so that caches hold no credentials; includes the address, because
 * a cluster may map roles by address, and the limits of stored credentials.
 */
export function toKey(caller: RequestCaller): string {
  const headers = caller.kind === 'user' ? (caller.principal.headers ?? {}) : {};
  const sent = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([caller.kind, caller.remoteAddress, sent, getLimits(caller)]))
    .digest('base64url');
}

const getLimits = (caller: RequestCaller): CallerLimits | undefined =>
  caller.kind === 'certificate' ? undefined : caller.limits;

/** For what the server does itself with the stored credentials of a connected cluster. */
export function withoutLimits(caller: RequestCaller): RequestCaller {
  if (caller.kind === 'certificate') return caller;
  const { limits: _limits, ...unlimited } = caller;
  return unlimited;
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
