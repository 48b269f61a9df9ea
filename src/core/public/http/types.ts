import type { Observable } from 'rxjs';

type HttpQueryValue = string | number | boolean | undefined;

/** Parameters of a query. */
export interface HttpFetchQuery {
  /** Encoded for the address; `undefined` is left out, a list repeats the parameter. */
  readonly [key: string]: HttpQueryValue | readonly HttpQueryValue[];
}

/** What a request is, beyond its path: the options of the browser's `fetch`, and these. */
export interface HttpFetchOptions extends Omit<RequestInit, 'headers'> {
  /** Beginning with `kbn-` or `osd-` they are refused: those are core's own. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Appended to the path. */
  readonly query?: HttpFetchQuery;
  /** Default: true. */
  readonly prependBasePath?: boolean;
  /** Nobody asked for it: such a request does not keep a session alive. Default: false. */
  readonly asSystemRequest?: boolean;
  /** Resolves to the whole {@link HttpResponse} instead of its body. Default: false. */
  readonly asResponse?: boolean;
}

/** A request in one object. */
export interface HttpFetchOptionsWithPath extends HttpFetchOptions {
  /** Without base path; begins with a slash. */
  readonly path: string;
}

/** An answer with its request. */
export interface HttpResponse<T = unknown> {
  /** As asked, after the interceptors. */
  readonly fetchOptions: HttpFetchOptionsWithPath;
  /** As sent. */
  readonly request: Request;
  /** Absent when no answer came. */
  readonly response?: Response;
  /**
   * JSON is parsed, NDJSON is a `Blob`, anything else is text; `undefined` for an empty JSON body.
   */
  readonly body?: T;
}

/**
 * Sends a request of its method. Rejects with {@link IHttpFetchError} when no answer comes or its
 * status is not 2xx.
 */
export interface HttpHandler {
  /** Path and options, or both in one object; `asResponse: true` for more than the body. */
  <T = unknown>(
    path: string,
    options: HttpFetchOptions & { asResponse: true }
  ): Promise<HttpResponse<T>>;
  /** Path and options, or both in one object; `asResponse: true` for more than the body. */
  <T = unknown>(options: HttpFetchOptionsWithPath & { asResponse: true }): Promise<HttpResponse<T>>;
  /** Path and options, or both in one object; `asResponse: true` for more than the body. */
  <T = unknown>(path: string, options?: HttpFetchOptions): Promise<T>;
  /** Path and options, or both in one object; `asResponse: true` for more than the body. */
  <T = unknown>(options: HttpFetchOptionsWithPath): Promise<T>;
}

/** Thrown for network failures and non-2xx answers. */
export interface IHttpFetchError extends Error {
  /** As sent. */
  readonly request: Request;
  /** Absent when no answer came. */
  readonly response?: Response;
  /** Of the refusal; its `message` is for people, `attributes.code` for programs. */
  readonly body?: {
    readonly message?: string;
    readonly statusCode?: number;
    readonly attributes?: Record<string, unknown>;
  };
  /** The lineage's name. @deprecated in favour of `request` */
  readonly req: Request;
  /** The lineage's name. @deprecated in favour of `response` */
  readonly res?: Response;
}

/** With which an interceptor ends the matter. */
export interface IHttpInterceptController {
  /** Whether it was ended. */
  readonly halted: boolean;
  /**
   * The request is not sent, or its answer reaches nobody: the caller's promise never settles. For
   * interceptors that leave the page.
   */
  halt(): void;
}
type MaybePromise<T> = T | Promise<T>;

/**
 * Sees every request of the page, of all plugins: look at the path before you act. What a method
 * returns replaces parts of what it was given. Requests pass the last one registered first, answers
 * the first one.
 */
export interface HttpInterceptor {
  /** Before it is sent. */
  request?(
    options: Readonly<HttpFetchOptionsWithPath>,
    controller: IHttpInterceptController
  ): MaybePromise<Partial<HttpFetchOptionsWithPath>> | void;
  /** When another interceptor's `request` has thrown; what it returns is sent instead. */
  requestError?(
    error: { fetchOptions: Readonly<HttpFetchOptionsWithPath>; error: Error },
    controller: IHttpInterceptController
  ): MaybePromise<Partial<HttpFetchOptionsWithPath>> | void;
  /** After a 2xx answer. */
  response?(
    response: HttpResponse,
    controller: IHttpInterceptController
  ): MaybePromise<Partial<Pick<HttpResponse, 'response' | 'body'>>> | void;
  /** After any other answer, or none; returning something makes it a success. */
  responseError?(
    error: HttpResponse & { error: Error | IHttpFetchError },
    controller: IHttpInterceptController
  ): MaybePromise<Partial<Pick<HttpResponse, 'response' | 'body'>>> | void;
}

/** The path under which the server answers, for example behind a proxy; empty for none. */
export interface IBasePath {
  /** Without a slash at the end. */
  get(): string;
  /** Puts it before a path that begins with a slash; full addresses stay as they are. */
  prepend(url: string): string;
  /** Takes it from a path that has it; others stay as they are. */
  remove(url: string): string;
  /** As configured, whatever the request's own is. */
  readonly serverBasePath: string;
}

/** Pages that nobody has to sign in for. */
export interface IAnonymousPaths {
  /** Without base path; exactly this path, not those below it. */
  register(path: string): void;
  /** With base path; case and a slash at the end do not matter. */
  isAnonymous(path: string): boolean;
}

/** Requests to the server, with the headers it wants and the base path before each path. */
export interface HttpSetup {
  /** The path under which the server answers. */
  readonly basePath: IBasePath;
  /** Pages that nobody has to sign in for. */
  readonly anonymousPaths: IAnonymousPaths;
  /** With the method in the options; default: GET. */
  readonly fetch: HttpHandler;
  /** A GET. */
  readonly get: HttpHandler;
  /** A POST. */
  readonly post: HttpHandler;
  /** A PUT. */
  readonly put: HttpHandler;
  /** A PATCH. */
  readonly patch: HttpHandler;
  /** A DELETE. */
  readonly delete: HttpHandler;
  /** A HEAD. */
  readonly head: HttpHandler;
  /** An OPTIONS. */
  readonly options: HttpHandler;
  /** Adds an interceptor for every request of the page. @returns a function that removes it */
  intercept(interceptor: HttpInterceptor): () => void;
  /**
   * Adds work other than requests to the loading bar: how much is under way, now and after each
   * change.
   */
  addLoadingCountSource(count$: Observable<number>): void;
  /** Replays how much is under way, requests included; distinct. */
  getLoadingCount$(): Observable<number>;
}

/** The same, at start. */
export type HttpStart = HttpSetup;
