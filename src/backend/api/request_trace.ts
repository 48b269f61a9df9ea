/** The HTTP request that the current work belongs to, for logs, audit events and the history. */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestTrace {
  /** Assigned by this server; sent to the client as `x-request-id`. */
  readonly id: string;
  /** The client's own id for it (`x-opaque-id`), validated for length and characters. */
  readonly opaqueId?: string;
  /** Why the user makes the change (`x-change-reason`, percent-encoded). */
  readonly reason?: string;
  /** Set while an approved change request is applied. Unlike a reason, it lifts no guardrail. */
  readonly changeRequest?: ChangeRequestOrigin;
}

/** The change request that a change comes from. */
export interface ChangeRequestOrigin {
  /** Of `GET /api/v1/change_requests/{id}`. */
  readonly id: string;
  /** In the words of its author. */
  readonly title: string;
  /** Name of the user who proposed the changes. */
  readonly author: string;
}

/** Empty for work without a request. */
export const requestTrace = new AsyncLocalStorage<RequestTrace>();

/** Runs `work`; the history notes with its changes that they come from this change request. */
export function asChangeRequest<T>(changeRequest: ChangeRequestOrigin, work: () => T): T {
  const trace = requestTrace.getStore();
  return trace ? requestTrace.run({ ...trace, changeRequest }, work) : work();
}
