/** The HTTP request that the current work belongs to, for logs, audit events and the history. */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestTrace {
  /** Assigned by this server; sent to the client as `x-request-id`. */
  readonly id: string;
  /** The client's own id for it (`x-opaque-id`), validated for length and characters. */
  readonly opaqueId?: string;
  /** Why the user makes the change (`x-change-reason`, percent-encoded). */
  readonly reason?: string;
}

/** Empty for work without a request. */
export const requestTrace = new AsyncLocalStorage<RequestTrace>();
