/** Calls on behalf of somebody, as answers that tell a refusal from a cluster that is not there. */
import { createHash } from 'node:crypto';
import type { RequestCaller } from '../../api';
import type { ClusterResponse } from './cluster_client';
import { ClusterError, troubleOfDelay } from './cluster_error';

/**
 * Not the credentials themselves: what is remembered by it gives none away. With the address, by
 * which a cluster may map roles.
 */
export function keyOf(caller: RequestCaller): string {
  const headers = caller.kind === 'user' ? (caller.principal.headers ?? {}) : {};
  const sent = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([caller.kind, caller.remoteAddress, sent]))
    .digest('base64url');
}

/** What does not depend on the tenant that somebody looks at is asked without it. */
export function withoutTenant<T extends RequestCaller>(caller: T): T {
  if (caller.kind !== 'user') return caller;
  const { tenant: _tenant, ...plain } = caller;
  return plain as T;
}

/**
 * Nothing for a cluster that answers.
 * @throws {ClusterError} for one that has no time, or is not ready
 */
export function assertReady({ statusCode, text }: ClusterResponse): void {
  if (statusCode !== 429 && statusCode < 500) return;
  const words = `The cluster answers ${statusCode}: ${text.slice(0, 300)}`;
  throw new ClusterError(troubleOfDelay(statusCode, text), words);
}
