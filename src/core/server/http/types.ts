import type { Static, TSchema } from '@sinclair/typebox';
import type { HttpMethod, Identity, PageCaller, TlsConnection } from '../../../backend/api';
import type { ErrorBody, ErrorDefinition } from '../../../contracts/errors';

/**
 * Who may call a route. The product's own say it aloud; a route that does not needs a signed-in
 * user. `public`: anybody, identity not looked at. `optional`: anybody, identity used when there is
 * one. `user`: any signed-in user. `admin`: signed in and with API access (`has_api_access`).
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
export interface RouteLimits {
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

/** Schema of a JSON body; `null`: no body; `{ contentType }`: a body that is no JSON. */
export type ResponseSchema = TSchema | null | { readonly contentType: string };

/**
 * What a route is for and what it answers: published in `docs/reference/openapi.json`, and what
 * `server.checkAnswers` holds answers against.
 */
interface RouteDoc {
  /** One line. */
  readonly summary: string;
  /**
   * What a body may hold, where `validate` leaves that to whoever the body is for, in his own
   * words.
   */
  readonly body?: TSchema;
  /** Statuses below 400. Other answers of the route than these are mistakes. */
  readonly answers: Readonly<Record<number, ResponseSchema>>;
  /** Its own refusals, beside those that access, schemas and limits bring. */
  readonly errors?: readonly ErrorDefinition[];
  /** Headers that it reads: lower-case name to what they do. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A route as it is in force: where it is, who may call it, and what it takes. */
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
   * `false` only for routes that read neither parameters, query nor body. Unknown keys are refused.
   */
  readonly validate: RouteValidation<P, Q, B> | false;
  /** The product's own routes all have it. */
  readonly doc?: RouteDoc;
  /** Who may call it, and the limits of what comes in and goes out. */
  readonly options: {
    /** Checked before `validate`: refusals are 401 without a user, 403 without the right. */
    readonly access: RouteAccess;
    /**
     * Default true for methods other than GET, HEAD and OPTIONS. Without it, changes that a browser
     * sends for a page of another site are refused all the same.
     */
    readonly xsrfRequired?: boolean;
    /**
     * Pages of other sites may have a browser send it, as identity providers do with their answers
     * (SAML 2.0, HTTP POST binding). Only without `xsrfRequired`, and only for handlers that take
     * nothing in such a request for the visitor's wish.
     */
    readonly fromOtherSites?: boolean;
    /** With `access: 'user'`: the route is open to anyone while this is true. */
    readonly openWhile?: () => boolean;
    /**
     * On a route that is open to anyone: a caller counts as anonymous if the session cannot be read
     * within `HTTP_LIMITS.identifyMs`. Otherwise the response is 503.
     */
    readonly strangersWhenAway?: boolean;
    /**
     * Changes nothing, although its method says nothing of that: credentials that may only read may
     * call it. What they see is decided as ever.
     */
    readonly reads?: boolean;
    /** Free labels of the owner; core gives them no meaning. */
    readonly tags?: readonly string[];
    /** Of requests with a body; others ignore it. */
    readonly body?: {
      /** Default `server.maxPayload`. */
      readonly maxBytes?: number;
      /** Accepted content types; default `application/json`. Others arrive as a string. */
      readonly accepts?: readonly string[];
      /** A body that is no JSON arrives as a `Buffer`: decoding a large one holds up everyone. */
      readonly asBytes?: boolean;
      /** Limits of a JSON body that differ from `HTTP_LIMITS`; beyond them 400. */
      readonly json?: Partial<JsonBudget>;
    };
    /** Of what the handler answers with. */
    readonly answer?: {
      /**
       * Largest answer that is no stream, as JSON; beyond it 413. Default
       * `HTTP_LIMITS.answerBytes`.
       */
      readonly maxBytes?: number;
    };
    /**
     * Requests per minute of one signed-in user, or of one address when nobody is signed in; beyond
     * it 429 with `retry-after`. Default: no limit.
     */
    readonly rateLimitPerMinute?: number;
  };
}

/** What the auth handler established; `undefined` for anonymous requests. */
export interface RequestAuth {
  /** Roles, tenants and rights of the user as of this request. */
  readonly identity: Identity;
  /** On whose behalf the backend is asked: the same user, with what proves him. */
  readonly caller: PageCaller;
  /**
   * Wire name of the tenant in force: '' global, `__user__` private, else its name; absent: none.
   */
  readonly tenant?: string;
  /** Opaque to core: what the auth handler wants to find again in its own routes. */
  readonly state?: unknown;
}

/**
 * A request as a handler sees it, after authentication and validation. `P`, `Q` and `B` are the
 * types of the
 * route's schemas; without a schema they are empty, an unread body is `undefined`.
 */
export interface RouteRequest<P = unknown, Q = unknown, B = unknown> {
  /** Unique among the requests of this process; log lines of the request carry it. */
  readonly id: string;
  /** As it was sent: a `GET` route also answers `HEAD`. */
  readonly method: HttpMethod;
  /** Path and parsed query without the base path. */
  readonly url: URL;
  /** `url.pathname` of the matched route's pattern. */
  readonly route: { readonly path: string; readonly options: RouteConfig['options'] };
  /** Parameters of the path, decoded and checked. */
  readonly params: P;
  /** Parameters after `?`, checked; at most 1000 of them. */
  readonly query: Q;
  /** Parsed JSON; text when the route accepts a `text` type. */
  readonly body: B;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Name to value, decoded; of a repeated name the first one. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** IP address of the client: behind a proxy of `server.trustedProxies` the one it names. */
  readonly remoteAddress: string;
  /** IP address at the other end of the connection: of the nearest proxy, if there is one. */
  readonly peerAddress: string;
  /** A proxy of `server.trustedProxies` handed it over and named whom it came from. */
  readonly isForwarded: boolean;
  /** Base path under which this request came in. */
  readonly basePath: string;
  /**
   * Sent by a page on its own, not by what somebody did (`kbn-system-request: true`): such requests
   * keep no
   * session alive.
   */
  readonly isSystemRequest: boolean;
  /**
   * Who is signed in; always there on routes with access `user` or `admin`, never on `public` ones.
   */
  readonly auth: RequestAuth | undefined;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** A cookie of an answer. Always `HttpOnly`, and its path is the base path. */
export interface SetCookie {
  /** A token of RFC 6265: no spaces, separators or control characters. */
  readonly name: string;
  /** `undefined` removes the cookie. */
  readonly value: string | undefined;
  /** Absent: until the browser is closed. */
  readonly maxAgeSeconds?: number;
  /** RFC 6265bis; absent: the browser decides. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
  /**
   * Sent over TLS only. Default: true for requests that came over TLS, and with `sameSite: None`.
   */
  readonly secure?: boolean;
  /** Absent: the host that was asked, without its subdomains. */
  readonly domain?: string;
}

export interface ResponseOptions {
  /** Beside those of the server; the names are lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Set, or removed, with the answer. */
  readonly cookies?: readonly SetCookie[];
}

/** A finished answer; made by the response factory only. */
export interface RouteResponse extends ResponseOptions {
  /** HTTP status, 200 to 599. */
  readonly statusCode: number;
  /** An object is sent as JSON, a string, buffer or stream as it is; absent: no body. */
  readonly body?: unknown;
}

/** What an error answer is made of. */
export interface ErrorResponseOptions extends ResponseOptions {
  /** `errorBody(definition, params)`; absent: the general text of the status. */
  readonly body?: ErrorBody;
}

/**
 * Error bodies become `{ statusCode, error, message, attributes }`
 * (docs/reference/core.md#headers-and-errors).
 */
export interface ResponseFactory {
  /** 200. */
  ok(options?: ResponseOptions & { body?: unknown }): RouteResponse;
  /** 201: something new is there. */
  created(options?: ResponseOptions & { body?: unknown }): RouteResponse;
  /** 202: the work goes on after the answer. */
  accepted(options?: ResponseOptions & { body?: unknown }): RouteResponse;
  /** 204; it has no body. */
  noContent(options?: ResponseOptions): RouteResponse;
  /** 302 to `location`: a path with the base path, or a URL. */
  redirected(options: ResponseOptions & { location: string }): RouteResponse;
  /** 400: the request itself is wrong. */
  badRequest(options?: ErrorResponseOptions): RouteResponse;
  /** 401: nobody is signed in, or the proof is not valid. */
  unauthorized(options?: ErrorResponseOptions): RouteResponse;
  /** 403: the user lacks the right. */
  forbidden(options?: ErrorResponseOptions): RouteResponse;
  /** 404: what the path names is not there. */
  notFound(options?: ErrorResponseOptions): RouteResponse;
  /** 409: what is there has another state or version than the request takes for granted. */
  conflict(options?: ErrorResponseOptions): RouteResponse;
  /** 500: the fault is here. Tell nothing of the inside. */
  internalError(options?: ErrorResponseOptions): RouteResponse;
  /** Another error. @throws for a status outside 400 to 599 */
  customError(options: ErrorResponseOptions & { statusCode: number }): RouteResponse;
  /** Any status with a body of the caller's own shape. */
  custom(options: ResponseOptions & { statusCode: number; body?: unknown }): RouteResponse;
  /** The shell's page HTML (injected metadata, CSP nonce, bootstrap). */
  renderApp(options?: ResponseOptions & { anonymous?: boolean }): Promise<RouteResponse>;
}

/**
 * Answers a request that passed access, limits and schemas. What it throws is logged and answered
 * with 500, but for
 * errors that carry a status.
 */
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
  /** Reads; answers `HEAD` too. */
  readonly get: RouteRegistrar;
  /** Creates, or does something. */
  readonly post: RouteRegistrar;
  /** Writes whole, under a name the caller knows. */
  readonly put: RouteRegistrar;
  /** Changes parts. */
  readonly patch: RouteRegistrar;
  /** Removes. */
  readonly delete: RouteRegistrar;
}

/** What an auth handler found out about a request. */
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
      /** `www-authenticate` of the 401, when the caller can prove himself by header. */
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

/** HTTP as plugins set it up. Everything is registered in setup; afterwards each call throws. */
export interface HttpServiceSetup {
  /** Routes of the caller, below the base path. */
  createRouter(): Router;
  /**
   * Who signs people in: one for the whole server; without it nobody is signed in.
   * @throws when called twice: `Auth interceptor was already registered`
   */
  registerAuth(handler: AuthHandler): void;
  /** Several handlers run in the order of registration. */
  registerOnPreResponse(handler: PreResponseHandler): void;
  /**
   * Hands every request below `prefix` to `handler` without cookie authentication, XSRF header or
   * schema: for entry points with a protocol of their own, such as the engine's REST API. Raw body
   * text, up to `maxBytes`.
   *
   * With `isExact` it is that path alone; `/` then comes here only from clients that bring
   * credentials with the request (an `authorization` header, or a certificate that counts).
   */
  registerEntryPoint(options: {
    readonly prefix: string;
    readonly isExact?: boolean;
    readonly maxBytes?: number;
    readonly handler: (request: EntryPointRequest) => Promise<RouteResponse>;
  }): void;
  /** The path below which the browser finds the server (`server.basePath`). */
  readonly basePath: {
    /** Base path the browser sees ('' when none). */
    readonly serverBasePath: string;
    /** Puts the base path before an absolute path. */
    prepend(path: string): string;
    /** Takes it off again. */
    remove(path: string): string;
  };
  /**
   * The server itself speaks TLS (`server.ssl.enabled`); what a proxy in front speaks is not known.
   */
  readonly isTls: boolean;
  /** The server as people reach it (`server.publicBaseUrl`), where the configuration says it. */
  readonly publicBaseUrl: string | undefined;
  /** How the server was started; `port` is the one it listens on, also where 0 was configured. */
  getServerInfo(): {
    readonly name: string;
    readonly hostname: string;
    readonly port: number;
    readonly protocol: 'http' | 'https';
  };
}

/** A request as `registerEntryPoint` hands it over: nothing is parsed, checked or proven. */
export interface EntryPointRequest {
  /** Every method comes here. */
  readonly method: HttpMethod;
  /** Still URL-encoded. */
  readonly path: string;
  /** A repeated parameter is a list; at most 1000 parameters. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Lower-case names; `authorization` and `cookie` included. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as text; `undefined` when there is none. */
  readonly rawBody: string | undefined;
  /** IP address of the client: behind a proxy of `server.trustedProxies` the one it names. */
  readonly remoteAddress: string;
  /** IP address at the other end of the connection: of the nearest proxy, if there is one. */
  readonly peerAddress: string;
  /**
   * The connection, where this server itself ends TLS. `peer`: the caller's certificates, only on
   * requests that neither a browser nor a proxy has sent.
   */
  readonly tls: TlsConnection | undefined;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}
