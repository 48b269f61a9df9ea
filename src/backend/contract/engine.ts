/**
 * The engine's one door: what the dashboards server may ask of whatever holds the security
 * configuration and decides about access. Two implementations stand behind it, the embedded
 * engine of this folder and (later) a client of an OpenSearch cluster with its security plugin;
 * callers cannot tell which.
 *
 * Requests and responses have the cluster's own REST shapes
 * (`/_plugins/_security/...`, status codes, bodies and error texts of the OpenSearch Security plugin).
 */
import type { Observable } from 'rxjs';
import type {
  AccessComparison,
  AccessExplanation,
  AccessQuestion,
  DecisionQuestion,
  EffectivePermissions,
  ExplainedDecision,
} from '../../contracts/api';

import type { ResourceType, RoleMapping } from '../../contracts/entities';

export type * from '../../contracts/api';
export type { ResourceType };

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

/**
 * A proven identity. Serialisable (it is kept, encrypted, in the session), opaque to callers except
 * for the name.
 */
export interface Principal {
  readonly userName: string;
  /** Changes when the user's credentials change, so that older sessions end. Embedded engine only. */
  readonly credentialVersion?: string;
  /** Header that carries the credentials to a cluster, `authorization` for example. Cluster only. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Who makes a call. `internal` is the server itself and passes every check. */
export type EngineCaller =
  | { readonly kind: 'internal' }
  | { readonly kind: 'anonymous'; readonly remoteAddress?: string }
  | {
      readonly kind: 'user';
      readonly principal: Principal;
      /** Wire name of the requested tenant: '' global, `__user__` private, else its name. */
      readonly tenant?: string;
      readonly remoteAddress?: string;
    };

export interface Credentials {
  /** Lower-case request headers; `authorization: Basic ...` is understood by every engine. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string;
}

export type AuthenticationResult =
  | { readonly ok: true; readonly principal: Principal }
  | {
      readonly ok: false;
      /** `invalid`: unknown user or wrong secret, deliberately not told apart; `blocked`: too many failures. */
      readonly reason: 'missing' | 'invalid' | 'blocked' | 'unavailable';
      /** Whole seconds until another attempt makes sense, only with `blocked`. */
      readonly retryAfterSeconds?: number;
      /** `www-authenticate` of a challenge, when the engine has one. */
      readonly challenge?: string;
    };

/** Body of `GET /_plugins/_security/authinfo`, the parts the server relies on. */
export interface AuthInfo {
  readonly user_name: string;
  readonly user_requested_tenant: string | null;
  readonly backend_roles: readonly string[];
  readonly custom_attribute_names: readonly string[];
  readonly roles: readonly string[];
  /** true: read and write; false: read only; absent: none. The user's own name is the private tenant. */
  readonly tenants: Readonly<Record<string, boolean>>;
}

/** What the server must know of a caller on every request; cached by the engine per configuration version. */
export interface Identity {
  readonly userName: string;
  readonly backendRoles: readonly string[];
  readonly roles: readonly string[];
  readonly tenants: Readonly<Record<string, boolean>>;
  readonly hasApiAccess: boolean;
  readonly isInternalUser: boolean;
  readonly isReserved: boolean;
}

/** A page of a collection. Filtering, sorting and paging happen in the engine, never in the browser. */
export interface FindQuery {
  readonly type: ResourceType;
  /** Case-insensitive; every word must occur in the name or in one of the searchable fields. */
  readonly search?: string;
  /**
   * Facet name to accepted values (any of them). Facets: roles: `cluster_permissions`, `index_patterns`,
   * `users`, `backend_roles`, `tenants`, `customization` (`reserved` | `custom`); internalusers:
   * `backend_roles`, `roles`, `customization`; actiongroups: `type`, `customization`; tenants and
   * rolesmapping: `customization`.
   */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
  /** `name` (default), `description` or `changed`. */
  readonly sortField?: string;
  readonly sortOrder?: 'asc' | 'desc';
  /** From 1. */
  readonly page: number;
  /** 1 to 1000. */
  readonly perPage: number;
  /** Facets whose values (at most 100 each, ascending) shall come with the page. */
  readonly facets?: readonly string[];
}

export interface FoundEntity {
  readonly name: string;
  /** The entity as `GET /<type>/<name>` shows it (never a hash). */
  readonly entity: Readonly<Record<string, unknown>>;
  /** Entity tag of this version, for `if-match`. */
  readonly version: string;
  /** Roles only: the role mapping of the same name, if there is one. */
  readonly mapping?: RoleMapping;
  /** Internal users only: the security roles the user has, direct and mapped. */
  readonly roles?: readonly string[];
  /** Epoch milliseconds of the last change, absent for built-in entries. */
  readonly changedAtMs?: number;
  /** Patterns of the entity, and of its role mapping, that match nothing as they are, and why. */
  readonly warnings?: readonly string[];
}

export interface FindResult {
  readonly total: number;
  readonly items: readonly FoundEntity[];
  readonly facets: Readonly<Record<string, readonly string[]>>;
}

export interface EngineStatus {
  readonly level: 'available' | 'degraded' | 'unavailable';
  readonly summary: string;
}

export type EngineAnswer<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly response: EngineResponse };

/** Entities, and the single documents, whose name in the history is `config`. */
export type HistoryType = ResourceType | 'config' | 'audit' | 'nodesdn' | 'allowlist';
export type HistoryAction = 'create' | 'update' | 'delete';

export interface HistoryQuery {
  /** Default: every type the caller may read. */
  readonly types?: readonly HistoryType[];
  /** Exact name of the entity. */
  readonly name?: string;
  /** Exact name of the user who made the change. */
  readonly actor?: string;
  readonly actions?: readonly HistoryAction[];
  /** Every word must occur in the name or in the actor's name. */
  readonly search?: string;
  /** Epoch milliseconds, both inclusive. */
  readonly fromMs?: number;
  readonly toMs?: number;
  /** From 1. */
  readonly page: number;
  /** 1 to 1000. */
  readonly perPage: number;
}

export interface HistoryChange {
  readonly id: number;
  readonly atMs: number;
  readonly actor: string;
  readonly remoteAddress?: string;
  /** `start`: a new folder; `files`: an import; `recovery`: the offline reset; `revert`: undoes `reverts`. */
  readonly via: 'rest' | 'revert' | 'start' | 'files' | 'recovery';
  readonly reverts?: number;
  readonly type: HistoryType;
  readonly name: string;
  readonly action: HistoryAction;
}

/** Secrets are replaced by placeholders everywhere. */
export interface HistoryChangeDetails extends HistoryChange {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** JSON Patch; paths start with the name. */
  readonly diff: readonly {
    readonly op: 'add' | 'remove' | 'replace';
    readonly path: string;
    readonly value?: unknown;
  }[];
  /** Nothing changed since: a revert needs no `version`. */
  readonly isLatest: boolean;
  /** Entity tag of the entity as it is now; null when there is none. */
  readonly currentVersion: string | null;
}

export interface RevertOptions {
  /** `currentVersion` as the caller knows it, null for none: reverts although the entity changed since. */
  readonly version?: string | null;
  /** As `?confirm_lockout=true` of the API. */
  readonly confirmsLockout?: boolean;
}

/** Every change of the configuration. Each call needs access to the management endpoint of the type. */
export interface EngineHistory {
  /** Newest first. */
  list(
    caller: EngineCaller,
    query: HistoryQuery
  ): Promise<EngineAnswer<{ total: number; items: readonly HistoryChange[] }>>;
  get(caller: EngineCaller, id: number): Promise<EngineAnswer<HistoryChangeDetails>>;
  /**
   * Puts back what was before one change; itself a change, with the checks and answers of PUT or DELETE.
   * 409 when the entity changed since, unless `version` is the present one.
   */
  revert(caller: EngineCaller, id: number, options?: RevertOptions): Promise<EngineResponse>;
}

export interface AuditQuery {
  /** Epoch milliseconds, both inclusive. */
  readonly fromMs?: number;
  readonly toMs?: number;
  /** Any of them. */
  readonly categories?: readonly string[];
  /** Exact effective user. */
  readonly user?: string;
  /** Exact remote address. */
  readonly remote?: string;
  /** Case-insensitive (ASCII); every word must occur in the event's JSON text. */
  readonly search?: string;
  /** `nextCursor` of the page before; the filters must be the same. */
  readonly cursor?: string;
  /** From 1; instead of `cursor`, within the newest 10 000 events. */
  readonly page?: number;
  /** 1 to 1000, default 50. */
  readonly perPage?: number;
}

export interface AuditPage {
  /** Newest first: event documents as the cluster writes them, each with `_id`. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
  /** Up to 10 000; absent with `search`. */
  readonly total?: number;
  readonly totalRelation?: 'eq' | 'gte';
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** A security configuration and decision engine. */
export interface Engine {
  readonly kind: 'embedded' | 'opensearch';
  /** Replays the current status; completes on stop. */
  readonly status$: Observable<EngineStatus>;
  /** Verifies credentials. Never throws for wrong ones; takes the same time for unknown users. */
  authenticate(credentials: Credentials): Promise<AuthenticationResult>;
  /**
   * What the engine knows of a caller now, or `undefined` when the principal is no longer valid (user
   * deleted, password changed since). Cheap: called on every request.
   */
  identify(caller: EngineCaller): Promise<Identity | undefined>;
  /** One REST call on behalf of `caller`. Resolves for every HTTP status; rejects only when unreachable. */
  request(caller: EngineCaller, request: EngineRequest): Promise<EngineResponse>;
  /** A page of a collection, with the same authorization as `GET /_plugins/_security/api/<type>`. */
  find(
    caller: EngineCaller,
    query: FindQuery
  ): Promise<{ ok: true; result: FindResult } | { ok: false; response: EngineResponse }>;
  /** Audit events, with the same authorization as `GET /_plugins/_security/api/audit`. Embedded engine only. */
  auditEvents?(caller: EngineCaller, query: AuditQuery): Promise<EngineAnswer<AuditPage>>;
  /** Embedded engine only. */
  readonly history?: EngineHistory;
  /**
   * Whether somebody may do something, without a reason why; for hot paths. No right is asked for: the server
   * asks. `undefined` when there is no such internal user.
   */
  decide?(question: DecisionQuestion): Promise<ExplainedDecision | undefined>;
  /**
   * Why somebody may do something, or may not; an `AccessComparison` when the question proposes changes. Callers without API access may ask about themselves only.
   */
  explain?(
    caller: EngineCaller,
    question: AccessQuestion
  ): Promise<EngineAnswer<AccessExplanation | AccessComparison>>;
  /** All permissions of a user (of the caller when none is named) by the role they come from. */
  effectivePermissions?(
    caller: EngineCaller,
    userName?: string
  ): Promise<EngineAnswer<EffectivePermissions>>;
  stop(): Promise<void>;
}
