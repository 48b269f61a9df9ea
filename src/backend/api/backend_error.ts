/** A storage failure of any backend. */
import type { ErrorDefinition } from '../../contracts/errors';

export abstract class BackendError extends Error {
  /**
   * The error response for callers. File and host names go to the log only. Status 503: temporarily
   * unavailable. 507: temporarily read-only. `undefined` for failures that callers must not see.
   */
  abstract readonly response: ErrorDefinition | undefined;

  /** Whether a restart cannot solve the problem. */
  get isLasting(): boolean {
    return false;
  }
}

/** The error response for a thrown value; `undefined` if callers must not see it. */
export const getErrorResponse = (error: unknown): ErrorDefinition | undefined =>
  error instanceof BackendError ? error.response : undefined;

/** Whether the storage is temporarily read-only: no space, no permission, or a disk failure. */
export const isUnwritable = (error: unknown): error is BackendError =>
  getErrorResponse(error)?.status === 507;
