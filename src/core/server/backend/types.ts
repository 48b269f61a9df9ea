import type { Observable } from 'rxjs';
import type {
  Backend,
  BackendFeatures,
  BackendStatus,
  Engine,
  EngineApiKeys,
  EngineFactors,
  EngineHistory,
  EngineIndices,
  Identity,
  InternalOperations,
  Preferences,
  RequestCaller,
  SessionStore,
  Login,
} from '../../../backend/api';
import type { RouteRequest } from '../http/types';

/** A member of the engine with its caller filled in. */
type Bound<F> = F extends (caller: RequestCaller, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never;

/**
 * The engine on behalf of one caller. What the backend has no feature for answers 501 (`features`).
 */
export interface ScopedEngineClient {
  /**
   * One REST call. Resolves for every HTTP status; rejects only when the backend cannot be reached.
   */
  readonly request: Bound<Engine['request']>;
  /** Several changes made whole or not at all. */
  readonly changeTogether: Bound<Engine['changeTogether']>;
  /** A page of a collection. */
  readonly find: Bound<Engine['find']>;
  /** A page of the audit log. */
  readonly auditEvents: Bound<Engine['auditEvents']>;
  /** Changes of the configuration. */
  readonly history: { readonly [K in keyof EngineHistory]: Bound<EngineHistory[K]> };
  /** Second factors of internal users. */
  readonly factors: { readonly [K in keyof EngineFactors]: Bound<EngineFactors[K]> };
  /** API keys of internal users. */
  readonly apiKeys: { readonly [K in keyof EngineApiKeys]: Bound<EngineApiKeys[K]> };
  /** Indices and what is in them, as far as the caller may see them. */
  readonly indices: { readonly [K in keyof EngineIndices]: Bound<EngineIndices[K]> };
  /** Why somebody may do something, or may not. */
  readonly explain: Bound<Engine['explain']>;
  /** Who gains and loses what by changes that are not saved. */
  readonly impact: Bound<Engine['impact']>;
  /** Whether users, or roles, may do each of some things: a table. */
  readonly matrix: Bound<Engine['matrix']>;
  /** All permissions of a user by the role they come from. */
  readonly effectivePermissions: Bound<Engine['effectivePermissions']>;
}

/** The engine as every plugin sees it. */
export interface EngineServiceSetup {
  /**
   * Which backend it is: `embedded` in this process, or a cluster. Ask `features` before asking
   * this.
   */
  readonly kind: Backend['kind'];
  /** What the backend can do; browsers find them as the capabilities `securityFeatures`. */
  readonly features: BackendFeatures;
  /** Replays the current status. */
  readonly status$: Observable<BackendStatus>;
  /**
   * Binds calls to who the request is from: the signed-in user with the tenant in force, else
   * anonymous.
   */
  asScoped(request: RouteRequest): ScopedEngineClient;
}

/**
 * What a plugin needs that signs people in. Given to plugins of the product alone whose manifest
 * asks for the privilege `backend`.
 */
export interface PrivilegedBackend {
  /** Proving who somebody is. */
  readonly login: Login;
  /** Where sessions of signed-in people are kept. */
  readonly sessions: SessionStore;
  /** What somebody has chosen for himself, whichever the tenant: names of settings to values. */
  preferencesOf(userName: string): Promise<Preferences>;
  /** What is known of a proven caller now; `Engine.identify`. */
  identify(caller: RequestCaller): Promise<Identity | undefined>;
  /** Binds calls to a caller whom the plugin itself has proven. */
  asCaller(caller: RequestCaller): ScopedEngineClient;
  /** Calls of the server itself. */
  readonly internal: InternalOperations;
}
