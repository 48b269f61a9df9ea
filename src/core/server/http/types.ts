import type { Static, TSchema } from '@sinclair/typebox';
import type { HttpMethod, Identity, PageCaller, TlsConnection } from '../../../backend/api';
import type { RequiredRights } from '../../../contracts/api';
import type {
  Call,
  CallAccess,
  CallBody,
  CallParams,
  CallQuery,
  CallResult,
  JsonBudget,
  ResponseSchema,
} from '../../../contracts/calls';
import type { ErrorBody, ErrorDefinition } from '../../../contracts/errors';

export type { JsonBudget, ResponseSchema } from '../../../contracts/calls';

/**
 * Who may call a route. The product's own routes always declare it; the default is `user`.
 */
export type RouteAccess = CallAccess;

export interface RouteValidation<P extends TSchema, Q extends TSchema, B extends TSchema> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}

/** The effective limits of one route or entry point. */
export interface RouteLimits {
  /** `*` for entry points, which accept all methods. */
  readonly method: HttpMethod | '*';
  readonly path: string;
  readonly access: RouteAccess | 'entry_point';
  readonly bodyBytes: number;
  readonly json: JsonBudget;
  readonly responseBytes: number;
  /** Per user or address. Absent: no limit of its own. */
  readonly requestsPerMinute?: number;
}

/**
 * Documentation of a route: published in `docs/reference/openapi.json`, and used by
 * `server.checkAnswers` to validate responses.
 */
interface RouteDoc {
  /** One line. */
  readonly summary: string;
  /**
   * Schema of the body if `validate` does not check it, because the backend does so with its own
   * messages.
   */
  readonly body?: TSchema;
  /** Statuses below 400. Any other such status is a bug of the route. */
  readonly responses: Readonly<Record<number, ResponseSchema>>;
  /** Errors of the route itself, besides those of access, schemas and limits. */
  readonly errors?: readonly ErrorDefinition[];
  /** Request headers that the route reads: lower-case name and description. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A registered route: its path, access and input. */
export interface RouteConfig<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
> {
  /**
   * Path below the base path, with `{name}`, optional `{name?}` (last) and rest `{name*}`
   * parameters.
   */
  readonly path: string;
  /**
   * `false` only for routes that read neither parameters, query nor body. Unknown keys are
   * rejected.
   */
  readonly validate: RouteValidation<P, Q, B> | false;
  /** Required for the product's own routes. */
  readonly doc?: RouteDoc;
  /** Access to the route, and limits of its requests and responses. */
  readonly options: {
    /** Checked before `validate`: 401 without a user, 403 without the permission. */
    readonly access: RouteAccess;
    /**
     * With `access: 'admin'`: what the route needs of the endpoints of the management API. Required
     * for the product's own routes; default: `any`. Core checks `full`, and the engine the others,
     * which then are in its audit log.
     */
    readonly rights?: RequiredRights;
    /**
     * Default: true for methods other than GET, HEAD and OPTIONS. If false, cross-site write
     * requests of browsers are still rejected.
     */
    readonly xsrfRequired?: boolean;
    /**
     * Allows browsers to send the request from pages of other sites, as identity providers do with
     * their responses (SAML 2.0, HTTP POST binding). Only with `xsrfRequired: false`, and only for
     * handlers that do not treat the request as the user's intent.
     */
    readonly fromOtherSites?: boolean;
    /** Also opens the route to collectors with `metrics.token`. */
    readonly forCollectors?: boolean;
    /** With `access: 'user'`: opens the route to everyone while this returns true. */
    readonly openWhile?: () => boolean;
    /**
     * On routes that are open to everyone: treats the caller as anonymous if the session cannot be
     * read within `HTTP_LIMITS.identifyMs`. Otherwise the response is 503.
     */
    readonly anonymousWhenUnavailable?: boolean;
    /**
     * Marks a route as read-only despite its method, so that read-only credentials may call it. The
     * results are restricted as usual.
     */
    readonly reads?: boolean;
    /** Whether the route is about the cluster that the header `securitycluster` names. */
    readonly forClusters?: boolean;
    /** Arbitrary labels of the owner; core does not interpret them. */
    readonly tags?: readonly string[];
    /** Applies to requests with a body. */
    readonly body?: {
      /** Default: `server.maxPayload`. */
      readonly maxBytes?: number;
      /** Accepted content types; default: `application/json`. Bodies of other types are strings. */
      readonly accepts?: readonly string[];
      /**
       * Passes a body other than JSON as a `Buffer`, because decoding a large one would block other
       * requests.
       */
      readonly asBytes?: boolean;
      /** Limits of a JSON body that differ from `HTTP_LIMITS`; exceeding them leads to 400. */
      readonly json?: Partial<JsonBudget>;
    };
    /** Limits of the response. */
    readonly response?: {
      /**
       * Largest JSON size of a response other than a stream; exceeding it leads to 413. Default:
       * `HTTP_LIMITS.responseBytes`.
       */
      readonly maxBytes?: number;
    };
    /**
     * Requests per minute of one authenticated user, or of one address without a user; exceeding it
     * leads to 429 with `retry-after`. Default: no limit.
     */
    readonly rateLimitPerMinute?: number;
  };
}

/** Result of the auth handler; `undefined` for anonymous requests. */
export interface RequestAuth {
  /** Roles, tenants and permissions of the user at the time of this request. */
  readonly identity: Identity;
  /** The user's identity and credentials for requests to the backend. */
  readonly caller: PageCaller;
  /**
   * Wire name of the current tenant: '' for Global, `__user__` for Private, else its name. Absent:
   * none.
   */
  readonly tenant?: string;
  /** State that the auth handler passes to its own routes; core does not interpret it. */
  readonly state?: unknown;
}

/**
 * A request as a handler sees it, after authentication and validation. `P`, `Q` and `B` are the
 * types of the route's schemas. Parts without a schema are empty, and an unread body is
 * `undefined`.
 */
export interface RouteRequest<P = unknown, Q = unknown, B = unknown> {
  /** Unique among the requests of this process. Log lines of the request include it. */
  readonly id: string;
  /** As sent: a `GET` route also responds to `HEAD`. */
  readonly method: HttpMethod;
  /** Path and parsed query without the base path. */
  readonly url: URL;
  /** `url.pathname` of the matched route's pattern. */
  readonly route: { readonly path: string; readonly options: RouteConfig['options'] };
  /** Path parameters, decoded and validated. */
  readonly params: P;
  /** Query parameters, validated; at most 1000. */
  readonly query: Q;
  /** Parsed JSON; text when the route accepts a `text` type. */
  readonly body: B;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Decoded values by name. Of duplicate names, the first is used. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** IP address of the client, as forwarded by a proxy of `server.trustedProxies`, if any. */
  readonly remoteAddress: string;
  /** IP address of the connection's other end: that of the nearest proxy, if any. */
  readonly peerAddress: string;
  /**
   * Whether a proxy of `server.trustedProxies` forwarded the request and stated the client's
   * address.
   */
  readonly isForwarded: boolean;
  /** Base path of this request. */
  readonly basePath: string;
  /**
   * Sent by the page itself rather than caused by a user action (`kbn-system-request: true`). Such
   * requests do not extend the session.
   */
  readonly isSystemRequest: boolean;
  /**
   * The authenticated user. Always set on routes with access `user` or `admin`, never on `public`
   * ones.
   */
  readonly auth: RequestAuth | undefined;
  /** Whether `metrics.token` opened the route; there is no user then. */
  readonly isCollector: boolean;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /**
   * Names the user in the access log, for handlers that verify credentials themselves. Never pass a
   * name that is not verified.
   */
  identify(userName: string): void;
}

/** A response cookie. Always `HttpOnly`, with the base path as its path. */
export interface SetCookie {
  /** A token as defined in RFC 6265: no spaces, separators or control characters. */
  readonly name: string;
  /** `undefined` removes the cookie. */
  readonly value: string | undefined;
  /** Absent: a session cookie, deleted when the browser closes. */
  readonly maxAgeSeconds?: number;
  /** See RFC 6265bis. Absent: the browser's default. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
  /**
   * Restricts the cookie to TLS. Default: true for requests over TLS, and with `sameSite: None`.
   */
  readonly secure?: boolean;
  /** Absent: the request's host without its subdomains. */
  readonly domain?: string;
}

export interface ResponseOptions {
  /** Added to the server's own headers; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cookies that the response sets or removes. */
  readonly cookies?: readonly SetCookie[];
}

/** A complete response; created by the response factory only. */
export interface RouteResponse extends ResponseOptions {
  /** HTTP status, 200 to 599. */
  readonly statusCode: number;
  /** An object is sent as JSON; a string, buffer or stream is sent as it is. Absent: no body. */
  readonly body?: unknown;
}

/** Options of an error response. */
export interface ErrorResponseOptions extends ResponseOptions {
  /** `errorBody(definition, params)`. Absent: the status's general text. */
  readonly body?: ErrorBody;
}

/**
 * Error bodies become `{ statusCode, error, message, attributes }`
 * (docs/reference/core.md#headers-and-errors).
 */
export interface ResponseFactory {
  /** 200. */
  ok(options?: ResponseOptions & { body?: unknown }): RouteResponse;
  /** 201: a resource was created. */
  created(options?: ResponseOptions & { body?: unknown }): RouteResponse;
  /** 202: the work continues after the response. */
  accepted(options?: ResponseOptions & { body?: unknown }): RouteResponse;
  /** 204, without a body. */
  noContent(options?: ResponseOptions): RouteResponse;
  /** 302 to `location`: a path with the base path, or a URL. */
  redirected(options: ResponseOptions & { location: string }): RouteResponse;
  /** 400: the request is invalid. */
  badRequest(options?: ErrorResponseOptions): RouteResponse;
  /** 401: there is no user, or the credentials are invalid. */
  unauthorized(options?: ErrorResponseOptions): RouteResponse;
  /** 403: the user lacks the permission. */
  forbidden(options?: ErrorResponseOptions): RouteResponse;
  /** 404: the resource does not exist. */
  notFound(options?: ErrorResponseOptions): RouteResponse;
  /** 409: the resource's state or version differs from what the request expects. */
  conflict(options?: ErrorResponseOptions): RouteResponse;
  /** 500: an internal error. Do not expose internals. */
  internalError(options?: ErrorResponseOptions): RouteResponse;
  /** Any other error. @throws for a status outside 400 to 599 */
  customError(options: ErrorResponseOptions & { statusCode: number }): RouteResponse;
  /** Any status with a custom body. */
  custom(options: ResponseOptions & { statusCode: number; body?: unknown }): RouteResponse;
  /** The shell's page HTML (injected metadata, CSP nonce, bootstrap). */
  renderApp(options?: ResponseOptions & { anonymous?: boolean }): Promise<RouteResponse>;
}

/**
 * Handles a request that passed access check, limits and validation. Errors are logged and lead to
 * a 500, except for errors with their own status.
 */
export type RouteHandler<P extends TSchema, Q extends TSchema, B extends TSchema> = (
  request: RouteRequest<Static<P>, Static<Q>, Static<B>>,
  response: ResponseFactory
) => Promise<RouteResponse> | RouteResponse;

/**
 * A route as its owner declares it. Without `options.access`, it requires an authenticated user.
 */
type RouteInput<P extends TSchema, Q extends TSchema, B extends TSchema> = Omit<
  RouteConfig<P, Q, B>,
  'options'
> & { readonly options?: Partial<RouteConfig['options']> };

export type RouteRegistrar = <P extends TSchema, Q extends TSchema, B extends TSchema>(
  config: RouteInput<P, Q, B>,
  handler: RouteHandler<P, Q, B>
) => void;

/** A request of a call, after authentication and validation. */
export interface CallInput<C extends Call> {
  /** Path parameters. */
  readonly params: CallParams<C>;
  /** Query parameters, with defaults filled in. */
  readonly query: CallQuery<C>;
  /** The parsed body. */
  readonly body: CallBody<C>;
  /** The whole request, for its user, headers and address. */
  readonly request: RouteRequest<CallParams<C>, CallQuery<C>, CallBody<C>>;
}

/** What the handler of a call returns; nothing where the response is an empty object. */
type HandlerResult<C extends Call> =
  CallResult<C> | (Record<never, never> extends CallResult<C> ? void : never);

/**
 * Handles a call. Returns the body of its response, with the first status of `responses`. Errors
 * are thrown: `CodedError` becomes the response of its definition.
 */
export type CallHandler<C extends Call, I = CallInput<C>> = (
  input: I
) => Promise<HandlerResult<C>> | HandlerResult<C>;

/** Handles a call whose response has headers, cookies or several statuses. */
export type CallResponder<C extends Call, I = CallInput<C>> = (
  input: I,
  response: ResponseFactory
) => Promise<RouteResponse> | RouteResponse;

/** Registers the handlers of calls. */
export interface CallRouter {
  /** Registers a handler that returns the body. */
  handle<C extends Call>(call: C, handler: CallHandler<C>): void;
  /** Registers a handler that returns a complete response. */
  respond<C extends Call>(call: C, handler: CallResponder<C>): void;
}

/** Converts an error that a handler has thrown to a response. */
export type RouteErrorHandler = (
  error: unknown,
  response: ResponseFactory
) => RouteResponse | undefined;

/** Routes of one owner. Registering throws after setup. */
export interface Router extends CallRouter {
  /** Reads a resource; also responds to `HEAD`. */
  readonly get: RouteRegistrar;
  /** Creates a resource or performs an action. */
  readonly post: RouteRegistrar;
  /** Writes a complete resource under a name chosen by the caller. */
  readonly put: RouteRegistrar;
  /** Changes parts of a resource. */
  readonly patch: RouteRegistrar;
  /** Deletes a resource. */
  readonly delete: RouteRegistrar;
}

/** Result of an auth handler for a request. */
export type AuthOutcome =
  /** The request continues with this identity. Cookies are set on the response. */
  | {
      readonly type: 'authenticated';
      readonly auth: RequestAuth;
      readonly cookies?: readonly SetCookie[];
    }
  /**
   * There is no user. Routes with access `user` or `admin` respond with 401; `optional` ones
   * continue.
   */
  | {
      readonly type: 'anonymous';
      /** Redirect target for page requests (GET of HTML) instead of 401; includes the base path. */
      readonly redirectTo?: string;
      readonly cookies?: readonly SetCookie[];
      /** `www-authenticate` header of the 401, if the caller can authenticate by header. */
      readonly challenge?: string;
    }
  /** The request is rejected, regardless of the route. */
  | { readonly type: 'refused'; readonly response: RouteResponse };

/** Runs once per request to a route whose access is not `public`. */
export type AuthHandler = (
  request: RouteRequest,
  response: ResponseFactory
) => Promise<AuthOutcome> | AuthOutcome;

/** Called with every response of a route before it is sent; may add headers. */
export type PreResponseHandler = (
  request: RouteRequest,
  statusCode: number
) => { readonly headers?: Readonly<Record<string, string>> } | undefined;

/** HTTP service for plugins. Registration is possible during setup only; later calls throw. */
export interface HttpServiceSetup {
  /**
   * Creates a router for the plugin's routes below the base path.
   * @param options.onError - converts errors of handlers that core does not know; `undefined` for
   *   all others
   */
  createRouter(options?: { readonly onError?: RouteErrorHandler }): Router;
  /**
   * Registers the only auth handler of the server. Without one, all requests are anonymous.
   * @throws if called twice: `Auth interceptor was already registered`
   */
  registerAuth(handler: AuthHandler): void;
  /** Handlers run in registration order. */
  registerOnPreResponse(handler: PreResponseHandler): void;
  /**
   * Passes every request below `prefix` to `handler` without cookie authentication, XSRF header or
   * schema: for entry points with their own protocol, such as the engine's REST API. The raw body
   * text may have up to `maxBytes`.
   *
   * With `isExact`, only that path matches; `/` then receives only requests of clients that send
   * credentials (an `authorization` header, or a certificate that counts).
   */
  registerEntryPoint(options: {
    readonly prefix: string;
    readonly isExact?: boolean;
    readonly maxBytes?: number;
    readonly handler: (request: EntryPointRequest) => Promise<RouteResponse>;
  }): void;
  /** The URL path under which the browser reaches the server (`server.basePath`). */
  readonly basePath: {
    /** Base path as the browser sees it; '' for none. */
    readonly serverBasePath: string;
    /** Prepends the base path to an absolute path. */
    prepend(path: string): string;
    /** Removes the base path from a path. */
    remove(path: string): string;
  };
  /**
   * Whether the server itself uses TLS (`server.ssl.enabled`). Says nothing about a proxy in front.
   */
  readonly isTls: boolean;
  /** Public URL of the server (`server.publicBaseUrl`), if configured. */
  readonly publicBaseUrl: string | undefined;
  /** How the server was started. `port` is the actual one, even if 0 was configured. */
  getServerInfo(): {
    readonly name: string;
    readonly hostname: string;
    readonly port: number;
    readonly protocol: 'http' | 'https';
  };
}

/** A request as passed to an entry point: neither parsed, validated nor authenticated. */
export interface EntryPointRequest {
  /** All methods are passed on. */
  readonly method: HttpMethod;
  /** Still percent-encoded. */
  readonly path: string;
  /** A repeated parameter is an array; at most 1000 parameters. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Lower-case names, including `authorization` and `cookie`. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as text; `undefined` if there is none. */
  readonly rawBody: string | undefined;
  /** IP address of the client, as forwarded by a proxy of `server.trustedProxies`, if any. */
  readonly remoteAddress: string;
  /** IP address of the connection's other end: that of the nearest proxy, if any. */
  readonly peerAddress: string;
  /**
   * Whether a proxy of `server.trustedProxies` forwarded the request and stated the client's
   * address.
   */
  readonly isForwarded: boolean;
  /**
   * The connection, if this server itself terminates TLS. `peer`: the caller's certificates, only
   * for requests from neither a browser nor a proxy.
   */
  readonly tls: TlsConnection | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /**
   * Names the user in the access log, for handlers that verify credentials themselves. Never pass a
   * name that is not verified.
   */
  identify(userName: string): void;
}
