/**
 * The interface between the server and a security backend. Each backend has one function that
 * creates it, called only in the server's `backend` folder.
 */
import type { Observable } from 'rxjs';
import type { ErrorDefinition } from '../../contracts/errors';
import type { PageCaller } from './caller';
import type { UsedCertificate } from './certificates';
import type { Change } from './change';
import type { ResourceType } from '../../contracts/entities';
import type { AuditTrail, ConfigurationReader, ConfigurationSnapshot } from './configuration';
import type { Engine } from './engine';
import type { CheckedFindings, FindingsOptions } from './findings';
import type { HistoryChange } from './history';
import type { NewChange, WatchedHistoryStore } from './history_store';
import type { BackendFeatures } from './features';
import type { SharedDocumentId, DocumentStore } from './document_store';
import type { PreferenceStore } from './preferences';
import type { EngineRequest, EngineResponse, EngineResult } from './request';
import type { OpenSavedObjects } from './saved_objects';
import type { SessionStore } from './sessions';
import type { EngineSettings } from './settings';
import type { Login } from './login';

/** Health status of the backend, as shown in `/api/status`. */
export interface BackendStatus {
  /** `degraded`: reads work, changes may fail. `unavailable`: requests reject. */
  readonly level: 'available' | 'degraded' | 'unavailable';
  /** One English sentence for operators. May contain host names. */
  readonly summary: string;
  /** Why logins fail, without confidential details. Absent while logins work. */
  readonly reason?: ErrorDefinition;
}

/**
 * Tenancy settings that administrators store in the backend. Absent members mean that the backend
 * has no such setting.
 */
export interface TenancySettings {
  readonly multitenancy_enabled?: boolean;
  readonly private_tenant_enabled?: boolean;
  readonly default_tenant?: string;
}

/**
 * Operations of the server itself, each by name, so that no caller bypasses access checks. On a
 * cluster, the service user needs only the permissions for these operations.
 */
export interface InternalOperations {
  /** Rejects if the backend cannot be reached. */
  tenancySettings(): Promise<TenancySettings>;
  /**
   * Names of all tenants except the global one; `undefined` if the backend does not report them.
   */
  tenantNames(): Promise<readonly string[] | undefined>;
  /**
   * Everything that files of entities and `audit.yml` can contain, or `undefined` if the
   * configuration still has the revision `known`. Rejects if the backend cannot be reached.
   */
  configuration(known?: string): Promise<ConfigurationSnapshot | undefined>;
  /**
   * Records in the audit log that a user ended sessions. Absent if this server does not write the
   * audit log.
   * @param path - of the request; it contains the owner of the sessions
   */
  sessionsEnded?(by: PageCaller, path: string): void;
  /**
   * Records in the history that a connection to a further cluster was added, changed or removed,
   * and in the audit log if this server writes it.
   */
  connectionChanged(by: PageCaller, change: ConnectionChange): Promise<void>;
  /**
   * Checks the configuration as the server itself, for alarms. On a cluster, as far as the server's
   * own account may read it; absent if that has no user name.
   */
  findings?(options: FindingsOptions): Promise<EngineResult<CheckedFindings>>;
  /**
   * The recorded changes that made someone an administrator or took it away.
   * @param afterId - the last change that is known; `undefined`: only the number of the last one
   */
  administratorChanges(afterId: number | undefined): Promise<AdministratorChanges>;
}

/** Answer of `InternalOperations.administratorChanges`. */
export interface AdministratorChanges {
  /** The last recorded change of any role mapping or user; 0 if there is none. */
  readonly lastId: number;
  /** By ascending number. Of a long list, the newest (`ALARM_LIMITS.changesPerCheck`). */
  readonly changes: readonly AdministratorChange[];
}

/** A change of the mapping of an API role, or of a user who has one before or after it. */
export interface AdministratorChange extends Pick<HistoryChange, 'id' | 'atMs' | 'actor'> {
  /** Type of the changed entity. */
  readonly type: 'rolesmapping' | 'internalusers';
  /** Of the role mapping or user. */
  readonly name: string;
  /** Who became an administrator, such as `user jane`, `backend role ops` or `host 10.*`. */
  readonly gained: readonly string[];
  /** In the same form: who no longer is an administrator. */
  readonly lost: readonly string[];
}

export interface ConnectionChange extends Pick<
  NewChange,
  'before' | 'after' | 'isCredentialChanged'
> {
  readonly id: string;
  readonly request: Pick<EngineRequest, 'method' | 'path'>;
}

/** Renames that have begun and not ended. */
export interface UnfinishedRenames {
  /** The new name, by type and name. */
  get(type: ResourceType, from: string): Promise<string | undefined>;
  /** Resolves with false if a rename of this entry has begun, here or on another server. */
  begin(type: ResourceType, from: string, to: string): Promise<boolean>;
  end(type: ResourceType, from: string): Promise<void>;
}

/** Saved objects of tenants. Those of one tenant follow when it is renamed. */
export interface MovableTenantObjects {
  /** Number of objects, 0 for a tenant without any. */
  count(tenant: string): Promise<number>;
  /** Copies all objects. The old ones can be read but not changed from then on. */
  copy(from: string, to: string): Promise<void>;
  /** Deletes the copy, and lets the old ones be changed again. */
  discardCopy(from: string, to: string): Promise<void>;
  /** Deletes the old ones after a copy. */
  deleteCopied(from: string): Promise<void>;
}

/** For renaming on a backend that has no transaction over its configuration and saved objects. */
export interface RenameSupplies {
  readonly unfinished: UnfinishedRenames;
  readonly tenantObjects: MovableTenantObjects;
}

/** The check of changes against guardrails, for a backend that knows none itself. */
export interface GuardrailCheck {
  /**
   * The response that refuses changes: 409 if they newly break a promise or cannot be predicted,
   * 503 if the promises cannot be read. `undefined` if they may be made.
   * @param changesOf - called only if there are promises; `undefined` for changes that cannot be
   *   predicted
   * @param replacement - the request of the same set that replaces the promises. The changes must
   *   keep those before and those after; 400 if one of these is invalid
   */
  denial(
    changesOf: () => Promise<readonly Change[] | undefined>,
    replacement?: EngineRequest
  ): Promise<EngineResponse | undefined>;
}

/** Parts for the pipeline of changes of a cluster (`src/backend/decorators`). */
export interface EngineSupplies {
  readonly configuration: ConfigurationReader;
  /** Absent if no history can be stored. */
  readonly history?: WatchedHistoryStore;
  /** Absent if the backend audits changes itself. */
  readonly trail?: AuditTrail;
  /** Absent if the backend renames entries itself, or cannot. */
  readonly renaming?: RenameSupplies;
  /** Absent if the backend checks changes itself. */
  readonly guardrails?: GuardrailCheck;
  /**
   * The backend's settings, as far as known. They determine the administrators and the validation
   * of entities.
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

/** Metrics for monitoring. Each is present only if the backend provides it. */
export interface BackendFigures {
  /** Sessions that have not expired. */
  readonly sessions?: number;
  readonly auditEventsWaiting?: number;
  /** Since the start. */
  readonly auditEventsLost?: number;
  /** By database name. */
  readonly storeBytes?: Readonly<Record<string, number>>;
  /** Since the start, by outcome: `answered`, or the kind of failure. */
  readonly clusterCalls?: Readonly<
    Record<string, { readonly count: number; readonly seconds: number }>
  >;
}

/** One call to a cluster. */
export interface BackendCall {
  readonly method: string;
  /** One of few groups of endpoints, never a path. */
  readonly endpoint: string;
  readonly seconds: number;
}

export interface Backend {
  readonly kind: 'embedded' | 'opensearch';
  readonly features: BackendFeatures;
  /** Replays the current status; completes on stop. */
  readonly status$: Observable<BackendStatus>;
  readonly engine: Engine;
  /** Present for engines that lack entity versions, the lockout check, or a change history. */
  readonly supplies?: EngineSupplies;
  readonly login: Login;
  readonly sessions: SessionStore;
  readonly savedObjects: OpenSavedObjects;
  readonly preferences: PreferenceStore;
  readonly documents: (id: SharedDocumentId) => DocumentStore;
  /**
   * A random key of 32 bytes beside the databases, created when it is needed first, for secrets of
   * connections. Absent if the backend has no such place.
   * @param isNeeded - whether secrets are encrypted with it, so that no other may take its place
   */
  readonly connectionKey?: (isNeeded: boolean) => Buffer;
  /** Identifies this installation; the same after every restart. */
  readonly instanceId: string;
  /** `false` while saved objects and sessions can be read but not written. Completes on stop. */
  readonly isWritable$: Observable<boolean>;
  readonly internal: InternalOperations;
  /** Certificates of identity providers. Absent if the backend connects to none itself. */
  certificates?(): Promise<readonly UsedCertificate[]>;
  figures?(): BackendFigures;
  /** Tells one observer of each call from now on; absent where there are none. */
  observeCalls?(observer: (call: BackendCall) => void): void;
  /** May be called twice. */
  stop(): Promise<void>;
}
