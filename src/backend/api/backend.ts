/**
 * What the server needs from whatever holds security and data; made by one function per backend and
 * put together in the server's `backend` folder alone.
 */
import type { Observable } from 'rxjs';
import type { ErrorDefinition } from '../../contracts/errors';
import type { PageCaller } from './caller';
import type { AuditTrail, ConfigurationReader } from './configuration';
import type { Engine } from './engine';
import type { HistoryStore } from './history_store';
import type { BackendFeatures } from './features';
import type { PreferenceStore } from './preferences';
import type { OpenSavedObjects } from './saved_objects';
import type { SessionStore } from './sessions';
import type { EngineSettings } from './settings';
import type { Login } from './login';

/** Whether the backend works, as `/api/status` shows it. */
export interface BackendStatus {
  /** `degraded`: reads work, changes may fail; `unavailable`: calls reject. */
  readonly level: 'available' | 'degraded' | 'unavailable';
  /** One English sentence for operators; it may name hosts. */
  readonly summary: string;
  /** Why nobody can log in, for anyone to read; absent while logins work. */
  readonly reason?: ErrorDefinition;
}

/**
 * What administrators keep of tenancy in the backend; a backend without such settings says nothing.
 */
export interface TenancySettings {
  readonly multitenancy_enabled?: boolean;
  readonly private_tenant_enabled?: boolean;
  readonly default_tenant?: string;
}

/**
 * Calls of the server itself, each named: there is no caller who passes every check. On a cluster
 * the server's user needs no more rights than these take.
 */
export interface InternalOperations {
  /** Rejects when the backend cannot be reached. */
  tenancySettings(): Promise<TenancySettings>;
  /** Names of all tenants but the global one; `undefined` when the backend does not say. */
  tenantNames(): Promise<readonly string[] | undefined>;
  /**
   * Into the audit log: somebody ended sessions. Absent where the log is not this server's.
   * @param path - of the call, which names whose they were
   */
  sessionsEnded?(by: PageCaller, path: string): void;
}

/** What the server puts around an engine that lacks features (`src/backend/decorators`). */
export interface EngineSupplies {
  readonly configuration: ConfigurationReader;
  /** Absent where no history can be kept. */
  readonly history?: HistoryStore;
  /** Absent where the backend audits changes itself. */
  readonly trail?: AuditTrail;
  /**
   * As far as the backend's own are known; they decide who counts as an administrator, and what a
   * payload may be.
   */
  readonly settings: Pick<
    EngineSettings,
    | 'apiRoles'
    | 'rolesMappingResolution'
    | 'isRestAdminEnabled'
    | 'compatibility'
    | 'maxStringLength'
    | 'maxDlsLength'
  >;
}

/** What a monitoring system may know of a backend; each only where the backend has it. */
export interface BackendFigures {
  /** Sessions that have not expired. */
  readonly sessions?: number;
  readonly auditEventsWaiting?: number;
  /** Since the start. */
  readonly auditEventsLost?: number;
  /** By name of the database. */
  readonly storeBytes?: Readonly<Record<string, number>>;
  /** Since the start: `answered`, or what was wrong. */
  readonly clusterCalls?: Readonly<
    Record<string, { readonly count: number; readonly seconds: number }>
  >;
}

export interface Backend {
  readonly kind: 'embedded' | 'opensearch';
  readonly features: BackendFeatures;
  /** Replays the current status; completes on stop. */
  readonly status$: Observable<BackendStatus>;
  readonly engine: Engine;
  /**
   * Given by backends whose engine keeps no versions, asks no lock-out question, or records no
   * changes.
   */
  readonly supplies?: EngineSupplies;
  readonly login: Login;
  readonly sessions: SessionStore;
  readonly savedObjects: OpenSavedObjects;
  readonly preferences: PreferenceStore;
  /** Identity of this installation, the same at every start. */
  readonly instanceId: string;
  /** False while saved objects or sessions cannot be written; reading works. Completes on stop. */
  readonly isWritable$: Observable<boolean>;
  readonly internal: InternalOperations;
  figures?(): BackendFigures;
  /** May be called twice. */
  stop(): Promise<void>;
}
