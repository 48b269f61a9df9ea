import type { Observable } from 'rxjs';
import type { CallAddress } from '../../../contracts/calls';

type HttpQueryValue = string | number | boolean | undefined;

/** Query parameters. */
export interface HttpFetchQuery {
  /** URL-encoded. `undefined` is skipped, an array repeats the parameter. */
  readonly [key: string]: HttpQueryValue | readonly HttpQueryValue[];
}

/** Options of a request besides its path: those of the browser's `fetch`, and the ones below. */
export interface HttpFetchOptions extends Omit<RequestInit, 'headers'> {
  /** Names starting with `kbn-` or `osd-` are rejected, because they are reserved for core. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Appended to the path. */
  readonly query?: HttpFetchQuery;
  /** Default: true. */
  readonly prependBasePath?: boolean;
  /**
   * Marks a request that the user did not trigger and that does not extend the session. Default:
   * false.
   */
  readonly asSystemRequest?: boolean;
  /** Resolves to the complete {@link HttpResponse} instead of its body. Default: false. */
  readonly asResponse?: boolean;
  /** The declared call that is sent, for interceptors. {@link send} sets it. */
  readonly call?: CallAddress;
}

/** A request as one object. */
export interface HttpFetchOptionsWithPath extends HttpFetchOptions {
  /** Without base path; starts with a slash. */
  readonly path: string;
}

/** A response with its request. */
export interface HttpResponse<T = unknown> {
  /** Options of the call, after the interceptors. */
  readonly fetchOptions: HttpFetchOptionsWithPath;
  /** The request as sent. */
  readonly request: Request;
  /** Absent if there was no response. */
  readonly response?: Response;
  /**
   * JSON is parsed, NDJSON is a `Blob`, anything else is text. An empty JSON body is `undefined`.
   */
  readonly body?: T;
}

/**
 * Sends a request with a fixed method. Rejects with {@link IHttpFetchError} if there is no response
 * or its status is not 2xx.
 */
export interface HttpHandler {
  /**
   * Takes path and options, or both in one object. `asResponse: true` returns more than the body.
   */
  <T = unknown>(
    path: string,
    options: HttpFetchOptions & { asResponse: true }
  ): Promise<HttpResponse<T>>;
  /**
   * Takes path and options, or both in one object. `asResponse: true` returns more than the body.
   */
  <T = unknown>(options: HttpFetchOptionsWithPath & { asResponse: true }): Promise<HttpResponse<T>>;
  /**
   * Takes path and options, or both in one object. `asResponse: true` returns more than the body.
   */
  <T = unknown>(path: string, options?: HttpFetchOptions): Promise<T>;
  /**
   * Takes path and options, or both in one object. `asResponse: true` returns more than the body.
   */
  <T = unknown>(options: HttpFetchOptionsWithPath): Promise<T>;
}

/** Thrown for network failures and responses outside 2xx. */
export interface IHttpFetchError extends Error {
  /** The request as sent. */
  readonly request: Request;
  /** Absent if there was no response. */
  readonly response?: Response;
  /** Body of the error response: `message` is for users, `attributes.code` for programs. */
  readonly body?: {
    readonly message?: string;
    readonly statusCode?: number;
    readonly attributes?: Record<string, unknown>;
  };
  /** Name in OpenSearch Dashboards. @deprecated in favor of `request` */
  readonly req: Request;
  /** Name in OpenSearch Dashboards. @deprecated in favor of `response` */
  readonly res?: Response;
}

/** Lets an interceptor halt a request. */
export interface IHttpInterceptController {
  /** Whether the request was halted. */
  readonly halted: boolean;
  /**
   * Does not send the request, or discards its response: the caller's promise never settles. For
   * interceptors that leave the page.
   */
  halt(): void;
}
type MaybePromise<T> = T | Promise<T>;

/**
 * Intercepts every request of the page, from all plugins: check the path before acting. Return
 * values replace parts of the input. Request hooks run in reverse registration order, response
 * hooks in registration order.
 */
export interface HttpInterceptor {
  /** Called before the request is sent. */
  request?(
    options: Readonly<HttpFetchOptionsWithPath>,
    controller: IHttpInterceptController
  ): MaybePromise<Partial<HttpFetchOptionsWithPath>> | void;
  /** Called when another interceptor's `request` has thrown; its return value is sent instead. */
  requestError?(
    error: { fetchOptions: Readonly<HttpFetchOptionsWithPath>; error: Error },
    controller: IHttpInterceptController
  ): MaybePromise<Partial<HttpFetchOptionsWithPath>> | void;
  /** Called after a 2xx response. */
  response?(
    response: HttpResponse,
    controller: IHttpInterceptController
  ): MaybePromise<Partial<Pick<HttpResponse, 'response' | 'body'>>> | void;
  /** Called after any other response, or none. A return value turns the failure into a success. */
  responseError?(
    error: HttpResponse & { error: Error | IHttpFetchError },
    controller: IHttpInterceptController
  ): MaybePromise<Partial<Pick<HttpResponse, 'response' | 'body'>>> | void;
}

/** The URL path under which the server is reachable, for example behind a proxy; empty for none. */
export interface IBasePath {
  /** Returns the base path without a trailing slash. */
  get(): string;
  /** Prepends the base path to a path that starts with a slash; absolute URLs are unchanged. */
  prepend(url: string): string;
  /** Removes the base path from a path that has it; other paths are unchanged. */
  remove(url: string): string;
  /** The configured base path, regardless of the request's own. */
  readonly serverBasePath: string;
}

/** Pages that do not require a login. */
export interface IAnonymousPaths {
  /** Registers exactly this path, without base path; paths below it are not included. */
  register(path: string): void;
  /** Checks a path with base path. Ignores case and a trailing slash. */
  isAnonymous(path: string): boolean;
}

/** Sends requests to the server with the required headers and the base path. */
export interface HttpSetup {
  /** The URL path under which the server is reachable. */
  readonly basePath: IBasePath;
  /** Pages that do not require a login. */
  readonly anonymousPaths: IAnonymousPaths;
  /** Sends a request with the method in the options; default: GET. */
  readonly fetch: HttpHandler;
  /** Sends a GET request. */
  readonly get: HttpHandler;
  /** Sends a POST request. */
  readonly post: HttpHandler;
  /** Sends a PUT request. */
  readonly put: HttpHandler;
  /** Sends a PATCH request. */
  readonly patch: HttpHandler;
  /** Sends a DELETE request. */
  readonly delete: HttpHandler;
  /** Sends a HEAD request. */
  readonly head: HttpHandler;
  /** Sends an OPTIONS request. */
  readonly options: HttpHandler;
  /** Adds an interceptor for all requests of the page. @returns a function that removes it */
  intercept(interceptor: HttpInterceptor): () => void;
  /**
   * Adds operations other than requests to the loading indicator: emits the number in progress, now
   * and after each change.
   */
  addLoadingCountSource(count$: Observable<number>): void;
  /** Replays the number of operations in progress, requests included; distinct values. */
  getLoadingCount$(): Observable<number>;
}

/** Contract at start; the same as at setup. */
export type HttpStart = HttpSetup;
