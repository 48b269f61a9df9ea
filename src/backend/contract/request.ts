/** Calls and answers in the cluster's own REST shapes. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** One call in the cluster's own REST shape. */
export interface EngineRequest {
  readonly method: HttpMethod;
  /** Decoded by the engine: path segments stay URL-encoded, for example `/_plugins/_security/api/roles/a%2Fb`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Lower-case names. `if-match` carries an entity version; `securitytenant` the requested tenant. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON; `undefined` means no body. A caller that has raw text passes `rawBody` instead. */
  readonly body?: unknown;
  /** Unparsed JSON text; the engine parses it and answers the documented parse errors. */
  readonly rawBody?: string;
}

export interface EngineResponse {
  readonly statusCode: number;
  /** Lower-case names. `etag` carries the version of a single entity. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON value, or a string: of `text/plain`, and of JSON when the query asked for `pretty`. */
  readonly body: unknown;
}

export type EngineAnswer<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly response: EngineResponse };
