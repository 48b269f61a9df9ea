/** A failure of the place where data is kept, whichever that is. */

/** What a caller over the network is told; names of files and hosts are for the log. */
export interface BackendRefusal {
  /**
   * 503: not to be had right now. 507: nothing can be written for the time being, reading works.
   */
  readonly statusCode: 503 | 507;
  readonly message: string;
}

export abstract class BackendError extends Error {
  /** `undefined` for failures that are nobody's business but the server's own. */
  abstract readonly refusal: BackendRefusal | undefined;
}

/** What to tell the caller about a thrown value; `undefined` when it is not for callers. */
export const refusalOf = (error: unknown): BackendRefusal | undefined =>
  error instanceof BackendError ? error.refusal : undefined;

/** Whether nothing can be written for the time being: no space, no right, or a failing disk. */
export const isUnwritable = (error: unknown): error is BackendError =>
  refusalOf(error)?.statusCode === 507;
