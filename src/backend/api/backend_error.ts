/** A failure of the place where data is kept, whichever that is. */
import type { ErrorDefinition } from '../../contracts/errors';

export abstract class BackendError extends Error {
  /**
   * What a caller over the network is told; names of files and hosts are for the log. Status 503:
   * not to be had right now; 507: nothing can be written for the time being, reading works.
   * `undefined` for failures that are nobody's business but the server's own.
   */
  abstract readonly refusal: ErrorDefinition | undefined;

  /** Whether starting again cannot help. */
  get isLasting(): boolean {
    return false;
  }
}

/** What to tell the caller about a thrown value; `undefined` when it is not for callers. */
export const errorResponseOf = (error: unknown): ErrorDefinition | undefined =>
  error instanceof BackendError ? error.refusal : undefined;

/** Whether nothing can be written for the time being: no space, no right, or a failing disk. */
export const isUnwritable = (error: unknown): error is BackendError =>
  errorResponseOf(error)?.status === 507;
