import type { Observable } from 'rxjs';

type HttpQueryValue = string | number | boolean | undefined;
export interface HttpFetchQuery {
  readonly [key: string]: HttpQueryValue | readonly HttpQueryValue[];
}
export interface HttpFetchOptions extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly query?: HttpFetchQuery;
  readonly prependBasePath?: boolean;
  readonly asSystemRequest?: boolean;
  readonly asResponse?: boolean;
}
export interface HttpFetchOptionsWithPath extends HttpFetchOptions {
  readonly path: string;
}
export interface HttpResponse<T = unknown> {
  readonly fetchOptions: HttpFetchOptionsWithPath;
  readonly request: Request;
  readonly response?: Response;
  readonly body?: T;
}
export interface HttpHandler {
  <T = unknown>(
    path: string,
    options: HttpFetchOptions & { asResponse: true }
  ): Promise<HttpResponse<T>>;
  <T = unknown>(options: HttpFetchOptionsWithPath & { asResponse: true }): Promise<HttpResponse<T>>;
  <T = unknown>(path: string, options?: HttpFetchOptions): Promise<T>;
  <T = unknown>(options: HttpFetchOptionsWithPath): Promise<T>;
}
/** Thrown for network failures and non-2xx answers. */
export interface IHttpFetchError extends Error {
  readonly request: Request;
  readonly response?: Response;
  readonly body?: {
    readonly message?: string;
    readonly statusCode?: number;
    readonly attributes?: Record<string, unknown>;
  };
  /** @deprecated */ readonly req: Request;
  /** @deprecated */ readonly res?: Response;
}
export interface IHttpInterceptController {
  readonly halted: boolean;
  halt(): void;
}
type MaybePromise<T> = T | Promise<T>;
export interface HttpInterceptor {
  request?(
    options: Readonly<HttpFetchOptionsWithPath>,
    controller: IHttpInterceptController
  ): MaybePromise<Partial<HttpFetchOptionsWithPath>> | void;
  requestError?(
    error: { fetchOptions: Readonly<HttpFetchOptionsWithPath>; error: Error },
    controller: IHttpInterceptController
  ): MaybePromise<Partial<HttpFetchOptionsWithPath>> | void;
  response?(
    response: HttpResponse,
    controller: IHttpInterceptController
  ): MaybePromise<Partial<Pick<HttpResponse, 'response' | 'body'>>> | void;
  responseError?(
    error: HttpResponse & { error: Error | IHttpFetchError },
    controller: IHttpInterceptController
  ): MaybePromise<Partial<Pick<HttpResponse, 'response' | 'body'>>> | void;
}
export interface IBasePath {
  get(): string;
  prepend(url: string): string;
  remove(url: string): string;
  readonly serverBasePath: string;
}
export interface IAnonymousPaths {
  register(path: string): void;
  isAnonymous(path: string): boolean;
}
export interface HttpSetup {
  readonly basePath: IBasePath;
  readonly anonymousPaths: IAnonymousPaths;
  readonly fetch: HttpHandler;
  readonly get: HttpHandler;
  readonly post: HttpHandler;
  readonly put: HttpHandler;
  readonly patch: HttpHandler;
  readonly delete: HttpHandler;
  readonly head: HttpHandler;
  readonly options: HttpHandler;
  /** @returns a function that removes the interceptor */
  intercept(interceptor: HttpInterceptor): () => void;
  addLoadingCountSource(count$: Observable<number>): void;
  getLoadingCount$(): Observable<number>;
}
export type HttpStart = HttpSetup;
