/** Requests and responses in the REST shapes of a cluster. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** One request in the REST shape of a cluster. */
export interface EngineRequest {
  /** `HEAD` returns the response of `GET` without a body. */
  readonly method: HttpMethod;
  /**
   * The engine decodes it, so path segments stay URL-encoded, for example
   * `/_plugins/_security/api/roles/a%2Fb`.
   */
  readonly path: string;
  /** Decoded. A repeated parameter is a list. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * Lower-case names. `if-match` carries an entity version, `securitytenant` the requested tenant.
   */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON; `undefined` for no body. Use `rawBody` for unparsed text. */
  readonly body?: unknown;
  /** Unparsed JSON text. The engine parses it and returns the documented parse errors. */
  readonly rawBody?: string;
}

/** The response to a request, in the REST shape of a cluster. */
export interface EngineResponse {
  /** HTTP status. */
  readonly statusCode: number;
  /** Lower-case names. `etag` carries the version of a single entity. */
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or a string for `text/plain` and for JSON with the query parameter `pretty`. */
  readonly body: unknown;
}

/**
 * A result in our own shape, or a REST error response: 400, 401, 403, 404, 409, 429 or 501, with a
 * body.
 */
export type EngineResult<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly response: EngineResponse };

/** Options of a change set. */
export interface ChangeSetOptions {
  /** Checks everything and changes nothing. */
  readonly isDryRun: boolean;
  /** Without `features.changeSets`: ends the set between two changes. */
  readonly signal?: AbortSignal;
}

export interface ChangeSetOutcome {
  /** Whether all changes were made. */
  readonly isDone: boolean;
  /**
   * Whether either all changes were made or none. Without `features.changeSets`, some may have been
   * made, and a dry run only checks the guardrails.
   */
  readonly isWhole: boolean;
  /**
   * One response per request, in order; fewer if the set ended before. If nothing was changed,
   * these are the responses of the checks.
   */
  readonly responses: readonly EngineResponse[];
  /**
   * Why the set is rejected although each request is valid: a limit, a lockout or a guardrail.
   */
  readonly error?: EngineResponse;
}
