import type { Observable } from 'rxjs';
import type {
  Backend,
  BackendFeatures,
  BackendStatus,
  ConfigurationFiles,
  ConnectedBackend,
  ConnectionCheck,
  ConnectionSettings,
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
  UsedCertificate,
} from '../../../backend/api';
import type { CertificateSource } from '../certificates';
import type { ChangeCause, ClusterEntry } from '../../../contracts/api';
import type { PreventedLockout } from './prevented_lockouts';
import type { RouteRequest } from '../http/types';

/** An engine method with its caller already bound. */
type Bound<F> = F extends (caller: RequestCaller, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/**
 * The engine on behalf of one caller. Features that the backend lacks respond with 501
 * (`features`).
 */
export interface ScopedEngineClient {
  /**
   * Sends one REST request. Resolves for every HTTP status; rejects only if the backend is
   * unreachable.
   */
  readonly request: Bound<Engine['request']>;
  /** Applies several changes, atomically if the backend can (`features.changeSets`). */
  readonly changeTogether: Bound<Engine['changeTogether']>;
  /** Returns one page of a collection. */
  readonly find: Bound<Engine['find']>;
  /** Returns one page of the audit log. */
  readonly auditEvents: Bound<Engine['auditEvents']>;
  /** Changes of the configuration. */
  readonly history: { readonly [K in keyof EngineHistory]: Bound<EngineHistory[K]> };
  /** Second factors of internal users. */
  readonly factors: { readonly [K in keyof EngineFactors]: Bound<EngineFactors[K]> };
  /** API keys of internal users. */
  readonly apiKeys: { readonly [K in keyof EngineApiKeys]: Bound<EngineApiKeys[K]> };
  /** Indices and their contents, restricted to what the caller may see. */
  readonly indices: { readonly [K in keyof EngineIndices]: Bound<EngineIndices[K]> };
  /** Explains why a subject may or may not perform an action. */
  readonly explain: Bound<Engine['explain']>;
  /** Computes which users gain or lose access by unsaved changes. */
  readonly impact: Bound<Engine['impact']>;
  /** What is risky, unused, broken or weak in the configuration. */
  readonly findings: Bound<Engine['findings']>;
  /** What holders of a role used according to audit events, and a smaller role. */
  readonly roleUsage: Bound<Engine['roleUsage']>;
  /** What a user used according to audit events, and which of their roles grant it. */
  readonly userUsage: Bound<Engine['userUsage']>;
  /** Which recorded requests unsaved changes would deny. */
  readonly replay: Bound<Engine['replay']>;
  /** Evaluates several actions for several users or roles, as a table. */
  readonly matrix: Bound<Engine['matrix']>;
  /** All permissions of a user, grouped by role. */
  readonly effectivePermissions: Bound<Engine['effectivePermissions']>;
}

/** The engine as all plugins see it. */
export interface EngineServiceSetup {
  /** Kind of backend: `embedded` in this process, or a cluster. Prefer checking `features`. */
  readonly kind: Backend['kind'];
  /** Features of the backend; the browser receives them as the capabilities `securityFeatures`. */
  readonly features: BackendFeatures;
  /**
   * Release number of a cluster, once it is known; absent for the embedded engine. The browser
   * receives its facts as the capabilities `securityRelease`.
   */
  readonly release?: () => string | undefined;
  /** Replays the current health status. */
  readonly status$: Observable<BackendStatus>;
  /**
   * Binds engine calls to the caller of a request: the authenticated user with the current tenant,
   * else anonymous.
   */
  asScoped(request: RouteRequest): ScopedEngineClient;
}

/** `incomplete`: the password was right, but more is needed. */
type LoginOutcome = 'success' | 'invalid' | 'blocked' | 'incomplete' | 'unavailable';

/**
 * Backend access for plugins that implement login. Only the product's own plugins whose manifest
 * requests the privilege `backend` receive it.
 */
export interface PrivilegedBackend {
  /** Authenticates users. */
  readonly login: Login;
  /** Store of login sessions. */
  readonly sessions: SessionStore;
  /** Documents that all servers share, by id. */
  readonly documents: Backend['documents'];
  /** Encrypts secrets of connections, where the configuration has no key. */
  readonly connectionKey: Backend['connectionKey'];
  /** Parses and changes texts of configuration files, outside the event loop. */
  readonly configurationFiles: ConfigurationFiles;
  /** Returns the preferences of a user across all tenants, by name of setting. */
  preferencesOf(userName: string): Promise<Preferences>;
  /** Returns the current identity of an authenticated caller; `Engine.identify`. */
  identify(caller: RequestCaller): Promise<Identity | undefined>;
  /**
   * Counts a session that a login opened (`success`), or a failed login, by method. Absent when
   * metrics are off.
   */
  readonly countLogin?: (method: string, outcome: LoginOutcome) => void;
  /** Adds a metric of the plugin. Absent when metrics are off. */
  readonly addMetric?: (metric: AddedMetric) => void;
  /** Adds certificates that the plugin uses to those whose end is reported. */
  readonly addCertificates: (source: CertificateSource) => void;
  /** Certificates of this server that end soon or have ended. */
  readonly endingCertificates: () => readonly UsedCertificate[];
  /** Binds engine calls to a caller that the plugin itself has authenticated. */
  asCaller(caller: RequestCaller): ScopedEngineClient;
  /**
   * Runs work of the current request whose changes keep in the history what led to them. Outside of
   * a request, nothing is kept.
   */
  because<T>(cause: ChangeCause, work: () => Promise<T>): Promise<T>;
  /** Requests that the server sends on its own behalf. */
  readonly internal: InternalOperations;
  /** Changes of this backend that the lockout check refuses from now on. */
  readonly preventedLockouts$: Observable<PreventedLockout>;
  /**
   * Opens a connection to a cluster besides this backend. Rejects if a certificate file cannot be
   * read.
   */
  connect(settings: ConnectionSettings): Promise<ClusterConnection>;
  /** The cluster that a request is for. */
  readonly clusters: RequestClusters;
}

/** The cluster that a request is for: home, or one that a plugin connects. */
export interface RequestClusters {
  /** Id of the cluster that a request names; `HOME_CLUSTER` if it names none. */
  idOf(request: Pick<RouteRequest, 'headers'>): string;
  /** Whether a request is for this installation. */
  isHome(request: Pick<RouteRequest, 'headers'>): boolean;
  /** Whether there is a cluster with this id, home included. */
  has(id: string): boolean;
  /** Those that an administrator chooses among, home first. */
  list(request: RouteRequest): readonly ClusterEntry[];
  /** `engineFor` the cluster that the request names. */
  asScoped(request: RouteRequest): ScopedEngineClient;
  /**
   * The engine of a cluster with the caller's credentials for it.
   * @throws an error with status 403 if the caller has none, or 404 if there is no such cluster
   */
  engineFor(id: string, request: RouteRequest): ScopedEngineClient;
  /** Of the cluster that the request names. */
  featuresOf(request: RouteRequest): BackendFeatures;
  /** Whether changes of a cluster need a confirmation that the request does not have. */
  lacksConfirmation(request: Pick<RouteRequest, 'headers'>, id: string): boolean;
  /** Whether a request confirms changes of a cluster. */
  confirms(request: Pick<RouteRequest, 'headers'>, id: string): boolean;
  /** Connections as the server may use them by itself, by id. */
  readonly stored: ReadonlyMap<string, StoredConnection>;
  /**
   * Adds the clusters besides home.
   * @throws if another plugin has done so
   */
  provide(provider: ClusterProvider): void;
  /**
   * Called when a connection has been removed, so that another cluster with its id inherits
   * nothing. A failure is logged.
   */
  onRemoved(forget: (id: string) => Promise<void>): void;
  /** Calls those that `onRemoved` has registered; never rejects. */
  forget(id: string): Promise<void>;
}

/** Clusters besides home, by the plugin that connects them. Ids are never `HOME_CLUSTER`. */
export interface ClusterProvider {
  /** Whether it connects a cluster with this id. */
  has(id: string): boolean;
  /** Those that it connects, as they are shown to the caller. */
  list(request: RouteRequest): readonly ClusterEntry[];
  /**
   * Only called with ids that it has.
   * @throws an error with status 403 if the caller has no credentials for it
   */
  engineFor(id: string, request: RouteRequest): ScopedEngineClient;
  /** `undefined` without such a cluster. */
  featuresOf(id: string): BackendFeatures | undefined;
  /** Whether each change needs a confirmation. */
  confirmsChanges(id: string): boolean;
  /** Those that the server may use by itself. */
  readonly stored: RequestClusters['stored'];
}

/** What the server may do by itself with a connection, without a request. */
export interface StoredConnection {
  /** Of the cluster, as it is shown. */
  readonly name: string;
  /** Of stored credentials: another destination is another cluster, whatever its id. */
  readonly destination: string;
  /**
   * Stands for the connection; another object after each change. The connection itself would open
   * the cluster to any code that has it.
   */
  readonly connection: object;
  /** Checks with the stored credentials; absent unless the connection stores complete ones. */
  readonly findings?: ScopedEngineClient['findings'];
}

/** One value of a metric, with its labels. */
export type MetricSample = readonly [value: number, labels?: Readonly<Record<string, string>>];

/** A metric whose samples are read at each scrape; one without samples is absent. */
export interface AddedMetric {
  /** What Prometheus takes it for. */
  readonly kind: 'gauge' | 'counter';
  /** After `security_dashboards_`; those of counters end with `_total`. */
  readonly name: string;
  /** What it counts, in one sentence. */
  readonly help: string;
  /** Of all samples. */
  readonly labelNames?: readonly string[];
  /** Must not throw: the whole response would fail. */
  readonly read: () => readonly MetricSample[];
}

/** A cluster besides the installation's own backend. */
export interface ClusterConnection extends Pick<ConnectedBackend, 'features' | 'release' | 'stop'> {
  /**
   * Binds engine calls to a caller with credentials of that cluster.
   * @throws an error with status 403 that asks for credentials, without a caller
   */
  asCaller(caller: RequestCaller | undefined): ScopedEngineClient;
  /** Tests the connection step by step; never rejects. */
  check(caller: RequestCaller): Promise<ConnectionCheck>;
}
