/** The HTTP request that the current work belongs to, for logs, audit events and the history. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ChangeCause } from '../../contracts/api';

export interface RequestTrace {
  /** Assigned by this server; sent to the client as `x-request-id`. */
  readonly id: string;
  /** The client's own id for it (`x-opaque-id`), validated for length and characters. */
  readonly opaqueId?: string;
  /** Why the user makes the change (`x-change-reason`, percent-encoded). */
  readonly reason?: string;
  /** What led to the change. Only the server sets it; unlike a reason, it lets nothing pass. */
  readonly cause?: ChangeCause;
}

/** Empty for work without a request. */
export const requestTrace = new AsyncLocalStorage<RequestTrace>();

/** Runs work that no request caused, such as that of a command, for a reason if there is one. */
export const withReason = <T>(reason: string | undefined, work: () => T): T =>
  reason === undefined ? work() : requestTrace.run({ id: randomUUID(), reason }, work);
