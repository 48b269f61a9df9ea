/** Requests to the server: header rules, body parsing, errors and interceptors. */
import { BehaviorSubject, type Observable } from 'rxjs';
import {
  RESERVED_HEADER_PREFIXES,
  SYSTEM_REQUEST_HEADER,
  VERSION_HEADER,
  XSRF_HEADER,
} from '../../common';
import type {
  HttpFetchOptions,
  HttpFetchOptionsWithPath,
  HttpFetchQuery,
  HttpHandler,
  HttpInterceptor,
  HttpResponse,
  IBasePath,
  IHttpFetchError,
} from './types';
import { i18n } from '../i18n';
import { HttpFetchError } from './http_fetch_error';
import {
  HttpInterceptController,
  HttpInterceptHaltError,
  interceptRequest,
  interceptResponse,
} from './interception';

/** @throws for arguments other than `(path, options?)` or `(options)`, and for reserved headers */
function parseFetchArguments(pathOrOptions: unknown, options: unknown): HttpFetchOptionsWithPath {
  const parsed = combine(pathOrOptions, options);
  const names = Object.keys(parsed.headers ?? {});
  for (const prefix of RESERVED_HEADER_PREFIXES) {
    const reserved = names.filter((name) => name.toLowerCase().startsWith(prefix));
    if (reserved.length > 0) {
      throw new Error(
        `Invalid fetch headers, headers beginning with "${prefix}" are not allowed: [${reserved.join(',')}]`
      );
    }
  }
  return parsed;
}

function combine(pathOrOptions: unknown, options: unknown): HttpFetchOptionsWithPath {
  if (typeof pathOrOptions === 'string' && (options === undefined || isObject(options))) {
    return { ...(options as HttpFetchOptions | undefined), path: pathOrOptions };
  }
  if (isObject(pathOrOptions) && options === undefined) {
    return pathOrOptions as HttpFetchOptionsWithPath;
  }
  throw new Error(
    'Invalid fetch arguments, must either be (string, object) or (object, undefined), ' +
      `received (${typeof pathOrOptions}, ${typeof options})`
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Skips undefined values; arrays repeat the key. */
function formatQuery(query: HttpFetchQuery): string {
  return Object.entries(query)
    .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((item) => [key, item]))
    .filter(([, item]) => item !== undefined && item !== null)
    .map(([key, item]) => `${encodeURIComponent(String(key))}=${encodeURIComponent(String(item))}`)
    .join('&');
}

/** @param pageUrl - base of relative paths */
function requestUrl(
  { path, query = {}, prependBasePath = true }: HttpFetchOptionsWithPath,
  basePath: IBasePath,
  pageUrl: string
): URL {
  const url = new URL(prependBasePath ? basePath.prepend(path) : path, pageUrl);
  const search = formatQuery(query);
  if (search !== '') url.search = url.search === '' ? search : `${url.search}&${search}`;
  return url;
}

/**
 * Whether a URL has the same origin and base path. Only such requests carry the product's own
 * headers.
 */
function isInsideBasePath(url: URL, basePath: IBasePath, pageUrl: string): boolean {
  const base = basePath.get();
  return (
    url.origin === new URL(pageUrl).origin &&
    (base === '' || url.pathname === base || url.pathname.startsWith(`${base}/`))
  );
}

const NDJSON_TYPE = /^application\/ndjson\b/i;
const JSON_TYPES = /^(application\/(json|x-javascript)|text\/(x-)?javascript|x-json)(;.*)?$/i;

/**
 * Reads the body by content type: NDJSON as a blob, JSON parsed, anything else as JSON if it
 * parses, else as text.
 * @throws if a body declared as JSON does not parse; an empty one yields `undefined`
 */
async function readBody(response: Response): Promise<unknown> {
  const contentType = response.headers.get('Content-Type') ?? '';
  if (NDJSON_TYPE.test(contentType)) return response.blob();
  const text = await response.text();
  if (JSON_TYPES.test(contentType)) return text === '' ? undefined : JSON.parse(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

interface FetchDeps {
  readonly basePath: IBasePath;
  /** Sent as the version header; the server rejects other versions. */
  readonly version: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Base of relative paths: the page's URL at the time of the call. */
  readonly getPageUrl: () => string;
  /** The `Accept-Language` that the browser sends by itself. */
  readonly browserLanguage: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** Options of this client that are not `fetch` options. */
const OWN_OPTIONS = [
  'path',
  'query',
  'headers',
  'prependBasePath',
  'asSystemRequest',
  'asResponse',
  'call',
];

export class Fetch {
  private readonly interceptors = new Set<HttpInterceptor>();
  private readonly requestCount$ = new BehaviorSubject(0);

  constructor(private readonly deps: FetchDeps) {}

  getRequestCount$(): Observable<number> {
    return this.requestCount$.asObservable();
  }

  intercept = (interceptor: HttpInterceptor): (() => void) => {
    this.interceptors.add(interceptor);
    return () => {
      this.interceptors.delete(interceptor);
    };
  };

  /** Creates a handler whose method overrides the one in the options. */
  shorthand(method: Method): HttpHandler {
    const handler = (pathOrOptions: unknown, options?: unknown) =>
      this.send(pathOrOptions, options, method);
    return handler as HttpHandler;
  }

  readonly fetch = ((pathOrOptions: unknown, options?: unknown) =>
    this.send(pathOrOptions, options)) as HttpHandler;

  /** Rejects on failure. Never settles if an interceptor halted the request. */
  private async send(pathOrOptions: unknown, options: unknown, method?: Method): Promise<unknown> {
    const parsed = parseFetchArguments(pathOrOptions, options);
    const withMethod = method === undefined ? parsed : { ...parsed, method };
    const controller = new HttpInterceptController();
    // System requests do not count as loading.
    const isCounted = withMethod.asSystemRequest !== true;
    if (isCounted) this.count(+1);
    try {
      const intercepted = await interceptRequest(withMethod, this.interceptors, controller);
      const response = await interceptResponse(
        intercepted,
        this.request(intercepted),
        this.interceptors,
        controller
      );
      return withMethod.asResponse === true ? response : response.body;
    } catch (error) {
      if (error instanceof HttpInterceptHaltError) return new Promise(() => undefined);
      throw error;
    } finally {
      if (isCounted) this.count(-1);
    }
  }

  private count(delta: 1 | -1): void {
    this.requestCount$.next(this.requestCount$.value + delta);
  }

  private async request(fetchOptions: HttpFetchOptionsWithPath): Promise<HttpResponse> {
    const request = this.createRequest(fetchOptions);
    let response: Response;
    try {
      response = await this.deps.fetch(request);
    } catch (error) {
      throw new HttpFetchError(toMessage(error), getName(error), request);
    }
    let body: unknown;
    try {
      body = await readBody(response);
    } catch (error) {
      throw new HttpFetchError(toMessage(error), getName(error), request, response);
    }
    if (!response.ok) {
      // HTTP/2 has no status texts.
      const message = response.statusText || `Request failed with status ${response.status}`;
      throw new HttpFetchError(
        message,
        'Error',
        request,
        response,
        body as IHttpFetchError['body']
      );
    }
    return { fetchOptions, request, response, body };
  }

  private createRequest(options: HttpFetchOptionsWithPath): Request {
    const { basePath, version, getPageUrl, browserLanguage } = this.deps;
    const url = requestUrl(options, basePath, getPageUrl());
    const headers = new Headers({ 'Content-Type': 'application/json' });
    for (const [name, value] of Object.entries(options.headers ?? {})) {
      // `undefined` removes a default header: multipart bodies set their own content type.
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    }
    if (isInsideBasePath(url, basePath, getPageUrl())) {
      headers.set(VERSION_HEADER, version);
      headers.set(XSRF_HEADER, 'true');
      // The page's language may differ from the browser's.
      if (mainLanguage(i18n.getLocale()) !== mainLanguage(browserLanguage))
        headers.set('accept-language', i18n.getLocale());
      if (options.asSystemRequest === true) headers.set(SYSTEM_REQUEST_HEADER, 'true');
    }
    const init = Object.fromEntries(
      Object.entries(options).filter(([name]) => !OWN_OPTIONS.includes(name))
    );
    return new Request(url, { method: 'GET', credentials: 'same-origin', ...init, headers });
  }
}

const mainLanguage = (locale: string): string | undefined => locale.toLowerCase().split('-')[0];

const toMessage = (error: unknown): string =>
  error instanceof Error || error instanceof DOMException ? error.message : String(error);
const getName = (error: unknown): string =>
  error instanceof Error || error instanceof DOMException ? error.name : 'Error';
