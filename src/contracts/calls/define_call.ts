/**
 * A call of the HTTP API, declared once: the server checks and handles requests by it, the browser
 * sends them by it, and `docs/reference/openapi.json` describes it. Of its declaration, bundles of
 * the browser hold only the method, the path and `forClusters` (`src/dev/webpack/call_loader.js`).
 */
import type { Static, TSchema } from '@sinclair/typebox';
import type { RequiredRights } from '../api/rights';
import type { ErrorDefinition } from '../errors';
import type { Immutable } from '../schema';

/**
 * Who may send a call. `public`: everyone, without authentication. `optional`: everyone,
 * authenticated if possible. `user`: authenticated users. `admin`: authenticated users with API
 * access (`has_api_access`).
 */
export type CallAccess = 'public' | 'optional' | 'user' | 'admin';

/** Limits of a JSON body. */
export interface JsonBudget {
  /** Maximum nesting of objects and arrays. */
  readonly depth: number;
  /** Number of values across all levels. */
  readonly values: number;
  /** Number of items in one array. */
  readonly items: number;
}

/** Schema of a JSON body; `null`: no body; `{ contentType }`: a body other than JSON. */
export type ResponseSchema = TSchema | null | { readonly contentType: string };

/** Where a call goes: all that the browser's bundles contain of it. */
export interface CallAddress {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Path below the base path, with `{name}`, optional `{name?}` (last) and rest `{name*}`
   * parameters.
   */
  readonly path: string;
  /**
   * Whether the call is about the cluster that the request names in the header `securitycluster`.
   * Default: it concerns this installation only, and requests with another cluster get 400.
   */
  readonly forClusters?: boolean;
}

/** The declaration of a call. */
export interface Call extends CallAddress {
  /** One line. */
  readonly summary: string;
  /** Checked before the request is read: 401 without a user, 403 without the permission. */
  readonly access: CallAccess;
  /**
   * With `access: 'admin'`: what the call needs of the endpoints of the management API. Core checks
   * `full`, and the engine the others, which then are in its audit log.
   */
  readonly rights?: RequiredRights;
  /**
   * Whether the call changes nothing despite its method, so that read-only credentials may send it.
   */
  readonly reads?: boolean;
  /** Path parameters. Requests with unknown keys are rejected, here and in query and body. */
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** The body as it is documented, where `body` leaves checks to the backend. */
  readonly describedBody?: TSchema;
  /** Statuses below 400. Any other such status is a bug of the handler. */
  readonly responses: Readonly<Record<number, ResponseSchema>>;
  /** Errors of the call itself, besides those of access, schemas and limits. */
  readonly errors?: readonly ErrorDefinition[];
  /** Request headers that the handler reads: lower-case name and description. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: {
    /**
     * Requests per minute of one authenticated user, or of one address without a user. Default: no
     * limit.
     */
    readonly perMinute?: number;
    /** Default: `server.maxPayload`. */
    readonly bodyBytes?: number;
    /** Limits of a JSON body that differ from `HTTP_LIMITS`. */
    readonly json?: Partial<JsonBudget>;
    /** JSON size of the response. Default: `HTTP_LIMITS.responseBytes`. */
    readonly responseBytes?: number;
  };
  /** Content types of the body. Default: JSON. Bodies of other types are strings. */
  readonly accepts?: readonly string[];
  /** Passes a body other than JSON as a `Buffer`. */
  readonly asBytes?: boolean;
  /** Default: true for methods other than GET. */
  readonly xsrfRequired?: boolean;
  /** Allows browsers to send the request from pages of other sites. */
  readonly fromOtherSites?: boolean;
  /** Also open to collectors with `metrics.token`. */
  readonly forCollectors?: boolean;
  /** Treats callers as anonymous while their sessions cannot be read. */
  readonly anonymousWhenUnavailable?: boolean;
  /** One route for each value of a path parameter, where the value decides more than the path. */
  readonly variants?: CallVariants;
}

/** What differs between the routes of a call. */
export interface CallVariants {
  /** Name of a required path parameter; also a key of `params`. */
  readonly parameter: string;
  /** By value of the parameter. */
  readonly of: Readonly<Record<string, Partial<Omit<Call, keyof CallAddress | 'variants'>>>>;
}

/** Declares a call. Method and path must be literals: the browser's build reads them. */
export const defineCall = <const C extends Call>(call: C): C => call;

type StaticOf<S> = S extends TSchema ? Static<S> : unknown;

/** Path parameters as the handler gets them. */
export type CallParams<C extends Call> = StaticOf<C['params']>;
/** Query as the handler gets it. */
export type CallQuery<C extends Call> = StaticOf<C['query']>;
/** Body as the handler gets it. */
export type CallBody<C extends Call> = StaticOf<C['body']>;

type Success = 200 | 201 | 202 | 204;
type BodyOfResponse<S> = S extends TSchema
  ? Immutable<Static<S>>
  : S extends null
    ? undefined
    : string;

/** What the response to a call contains. */
export type CallResult<C extends Call> = {
  [S in keyof C['responses'] & Success]: BodyOfResponse<C['responses'][S]>;
}[keyof C['responses'] & Success];

/** Query as it is sent: values with a default can be left out, as can those that are undefined. */
export type SentQuery<C extends Call> = {
  readonly [K in keyof CallQuery<C>]?: CallQuery<C>[K] | undefined;
};

/** Body as it is sent. */
export type SentBody<C extends Call> = Immutable<
  StaticOf<C['describedBody'] extends TSchema ? C['describedBody'] : C['body']>
>;
