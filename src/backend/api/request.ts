/** Calls and answers in the cluster's own REST shapes. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** One call in the cluster's own REST shape. */
export interface EngineRequest {
  /** `HEAD` answers as `GET` without a body. */
  readonly method: HttpMethod;
  /**
   * Decoded by the engine: path segments stay URL-encoded, for example
   * `/_plugins/_security/api/roles/a%2Fb`.
   */
  readonly path: string;
  /** Decoded; a repeated parameter is a list. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * Lower-case names. `if-match` carries an entity version; `securitytenant` the requested tenant.
   */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /**
   * Parsed JSON; `undefined` means no body. A caller that has raw text passes `rawBody` instead.
   */
  readonly body?: unknown;
  /** Unparsed JSON text; the engine parses it and answers the documented parse errors. */
  readonly rawBody?: string;
}

/** The answer to one call, in the cluster's own REST shape. */
export interface EngineResponse {
  /** HTTP status. */
  readonly statusCode: number;
  /** Lower-case names. `etag` carries the version of a single entity. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON value, or a string: of `text/plain`, and of JSON when the query asked for `pretty`. */
  readonly body: unknown;
}

/**
 * A result in our own shape, or the REST answer that refuses it: 400, 401, 403, 404, 409, 429 or
 * 501, with a body.
 */
export type EngineResult<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly response: EngineResponse };

/** How several changes are made as one. */
export interface ChangeSetOptions {
  /** Everything is judged, nothing is changed. */
  readonly isDryRun: boolean;
}

/** What became of several changes that are made whole or not at all. */
export interface ChangeSetOutcome {
  /** False: nothing was changed. */
  readonly isDone: boolean;
  /** One for each call, in their order; what it would have answered when nothing was changed. */
  readonly responses: readonly EngineResponse[];
  /** Why all of them together are refused though none is by itself: limits, or a lock-out. */
  readonly error?: EngineResponse;
}
