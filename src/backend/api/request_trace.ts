/** Which HTTP request the current work is for, so that logs and audit events can name it. */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestTrace {
  /** Given by this server; sent to the client as `x-request-id`. */
  readonly id: string;
  /** The client's own name for it (`x-opaque-id`), checked for length and characters. */
  readonly opaqueId?: string;
}

/** Empty in work that no request started. */
export const requestTrace = new AsyncLocalStorage<RequestTrace>();
