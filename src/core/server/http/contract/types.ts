import type { Static, TSchema } from '@sinclair/typebox';
import type { HttpMethod, Identity, RequestCaller } from '../../../../backend/contract';

/**
 * Who may call a route. The product's own say it aloud; a route that does not needs a signed-in user.
 * `public`: anybody, identity not looked at. `optional`: anybody, identity used when there is one.
 * `user`: any signed-in user. `admin`: signed in and with API access (`has_api_access`).
 */
export type RouteAccess = 'public' | 'optional' | 'user' | 'admin';

export interface RouteValidation<P extends TSchema, Q extends TSchema, B extends TSchema> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}

/** What a JSON body may hold. */
export interface JsonBudget {
  /** Levels of objects and arrays inside one another. */
  readonly depth: number;
  /** Values of all levels together. */
  readonly values: number;
  /** Items of one array. */
  readonly items: number;
}

/** What is in force for one route or entry point. */
export interface RouteBudget {
  /** `*` for entry points, which take them all. */
  readonly method: HttpMethod | '*';
  readonly path: string;
  readonly access: RouteAccess | 'entry_point';
  readonly bodyBytes: number;
  readonly json: JsonBudget;
  readonly answerBytes: number;
  /** Of one user or address; absent: no limit of its own. */
  readonly requestsPerMinute?: number;
}

export interface RouteConfig<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
> {
  /** Path below the base path, with `{name}`, optional `{name?}` (last) and rest `{name*}` parameters. */
  readonly path: string;
  /** `false` only for routes that read neither parameters, query nor body. Unknown keys are refused. */
  readonly validate: RouteValidation<P, Q, B> | false;
  readonly options: {
    readonly access: RouteAccess;
    /**
     * Default true for methods other than GET, HEAD and OPTIONS. Without it, changes that a browser sends
     * for a page of another site are refused all the same.
     */
    readonly xsrfRequired?: boolean;
    readonly tags?: readonly string[];
    readonly body?: {
      /** Default `server.maxPayload`. */
      readonly maxBytes?: number;
      /** Accepted content types; default `application/json`. `text` ones arrive as a string. */
      readonly accepts?: readonly string[];
      /** Limits of a JSON body that differ from `HTTP_LIMITS`; beyond them 400. */
      readonly json?: Partial<JsonBudget>;
    };
    readonly answer?: {
      /** Largest answer that is no stream, as JSON; beyond it 413. Default `HTTP_LIMITS.answerBytes`. */
      readonly maxBytes?: number;
    };
    /**
     * Requests per minute of one signed-in user, or of one address when nobody is signed in; beyond it 429
     * with `retry-after`. Default: no limit.
     */
    readonly rateLimitPerMinute?: number;
  };
}

/** What the auth handler established; `undefined` for anonymous requests. */
export interface RequestAuth {
  readonly identity: Identity;
  readonly caller: RequestCaller;
  /** Wire name of the tenant in force: '' global, `__user__` private, else its name; absent: none. */
  readonly tenant?: string;
  /** Opaque to core: what the auth handler wants to find again in its own routes. */
  readonly state?: unknown;
}

export interface RouteRequest<P = unknown, Q = unknown, B = unknown> {
  readonly id: string;
  readonly method: HttpMethod;
  /** Path and parsed query without the base path. */
  readonly url: URL;
  /** `url.pathname` of the matched route's pattern. */
  readonly route: { readonly path: string; readonly options: RouteConfig['options'] };
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string;
  /** Base path under which this request came in. */
  readonly basePath: string;
  readonly isSystemRequest: boolean;
  readonly auth: RequestAuth | undefined;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

export interface SetCookie {
  readonly name: string;
  /** `undefined` removes the cookie. */
  readonly value: string | undefined;
  readonly maxAgeSeconds?: number;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
  readonly secure?: boolean;
  readonly domain?: string;
}

export interface ResponseOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly SetCookie[];
}

export interface ErrorBody {
  readonly message: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** A finished answer; made by the response factory only. */
export interface RouteResponse extends ResponseOptions {
  readonly statusCode: number;
  readonly body?: unknown;
}

/** Error bodies become `{ statusCode, error, message, attributes? }` (core-services 20.4). */
export interface ResponseFactory {
  ok(options?: ResponseOptions & { body?: unknown }): RouteResponse;
  created(options?: ResponseOptions & { body?: unknown }): RouteResponse;
  accepted(options?: ResponseOptions & { body?: unknown }): RouteResponse;
  noContent(options?: ResponseOptions): RouteResponse;
  redirected(options: ResponseOptions & { location: string }): RouteResponse;
  badRequest(options?: ResponseOptions & { body?: string | ErrorBody }): RouteResponse;
  unauthorized(options?: ResponseOptions & { body?: string | ErrorBody }): RouteResponse;
  forbidden(options?: ResponseOptions & { body?: string | ErrorBody }): RouteResponse;
  notFound(options?: ResponseOptions & { body?: string | ErrorBody }): RouteResponse;
  conflict(options?: ResponseOptions & { body?: string | ErrorBody }): RouteResponse;
  internalError(options?: ResponseOptions & { body?: string | ErrorBody }): RouteResponse;
  customError(
    options: ResponseOptions & { statusCode: number; body?: string | ErrorBody }
  ): RouteResponse;
  /** Any status with a body of the caller's own shape. */
  custom(options: ResponseOptions & { statusCode: number; body?: unknown }): RouteResponse;
  /** The shell's page HTML (injected metadata, CSP nonce, bootstrap). */
  renderApp(options?: ResponseOptions & { anonymous?: boolean }): Promise<RouteResponse>;
}

export type RouteHandler<P extends TSchema, Q extends TSchema, B extends TSchema> = (
  request: RouteRequest<Static<P>, Static<Q>, Static<B>>,
  response: ResponseFactory
) => Promise<RouteResponse> | RouteResponse;

/** A route as its owner writes it down: without `options.access` it needs a signed-in user. */
type RouteInput<P extends TSchema, Q extends TSchema, B extends TSchema> = Omit<
  RouteConfig<P, Q, B>,
  'options'
> & { readonly options?: Partial<RouteConfig['options']> };

export type RouteRegistrar = <P extends TSchema, Q extends TSchema, B extends TSchema>(
  config: RouteInput<P, Q, B>,
  handler: RouteHandler<P, Q, B>
) => void;

/** Routes of one owner. Registering after setup throws. */
export interface Router {
  readonly get: RouteRegistrar;
  readonly post: RouteRegistrar;
  readonly put: RouteRegistrar;
  readonly patch: RouteRegistrar;
  readonly delete: RouteRegistrar;
}

export type AuthOutcome =
  /** The request goes on with this identity; cookies are set on the answer. */
  | {
      readonly type: 'authenticated';
      readonly auth: RequestAuth;
      readonly cookies?: readonly SetCookie[];
    }
  /** Nobody is signed in. Routes with access `user` or `admin` answer 401, `optional` go on. */
  | {
      readonly type: 'anonymous';
      /** Where page requests (GET of HTML) are sent instead of 401; includes the base path. */
      readonly redirectTo?: string;
      readonly cookies?: readonly SetCookie[];
      readonly challenge?: string;
    }
  /** The request is refused whatever the route says. */
  | { readonly type: 'refused'; readonly response: RouteResponse };

/** Runs once per request to a route whose access is not `public`. */
export type AuthHandler = (
  request: RouteRequest,
  response: ResponseFactory
) => Promise<AuthOutcome> | AuthOutcome;

/** Sees every answer of a route before it is sent and may add headers. */
export type PreResponseHandler = (
  request: RouteRequest,
  statusCode: number
) => { readonly headers?: Readonly<Record<string, string>> } | undefined;

export interface HttpServiceSetup {
  createRouter(): Router;
  /** @throws when called twice: `Auth interceptor was already registered` */
  registerAuth(handler: AuthHandler): void;
  registerOnPreResponse(handler: PreResponseHandler): void;
  /**
   * Hands every request below `prefix` to `handler` without cookie authentication, XSRF header or schema:
   * for entry points with a protocol of their own, such as the engine's REST API. Raw body text, up to `maxBytes`.
   */
  registerEntryPoint(options: {
    readonly prefix: string;
    readonly maxBytes?: number;
    readonly handler: (request: EntryPointRequest) => Promise<RouteResponse>;
  }): void;
  readonly basePath: {
    /** Base path the browser sees ('' when none). */
    readonly serverBasePath: string;
    /** Puts the base path before an absolute path. */
    prepend(path: string): string;
    /** Takes it off again. */
    remove(path: string): string;
  };
  readonly isTls: boolean;
  getServerInfo(): {
    readonly name: string;
    readonly hostname: string;
    readonly port: number;
    readonly protocol: 'http' | 'https';
  };
}

export interface EntryPointRequest {
  readonly method: HttpMethod;
  /** Still URL-encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: string | undefined;
  readonly remoteAddress: string;
  readonly signal: AbortSignal;
}
