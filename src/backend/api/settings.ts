/**
 * Settings of the embedded engine, after the cluster's node settings `plugins.security.*`
 * (docs/reference/engine.md).
 */
import { PASSWORD_LIMITS } from '../../contracts/limits';

/** Lines of OpenSearch whose answers were compared with the engine's own. */
export type Compatibility = '2.19' | '3.4';

export type PasswordStrength = 'fair' | 'good' | 'strong' | 'very_strong';

/** Costs beyond which no hash is stored or computed. */
export interface HashLimits {
  readonly bcryptCost: number;
  readonly argon2MemoryKib: number;
  readonly argon2Passes: number;
  readonly argon2Lanes: number;
  readonly pbkdf2Iterations: number;
}

export interface SecondFactorSettings {
  /** Security roles whose holders have to have one; `*` is everybody. */
  readonly requiredRoles: readonly string[];
  /** From when on; epoch milliseconds. */
  readonly requiredFromMs: number;
  /**
   * Calls that bring a password along are let in without a second factor. They open no session, but
   * whoever learns the password can do all that they can.
   */
  readonly allowsPasswordCalls: boolean;
}

export interface EngineSettings {
  /** What the engine announces itself as, and follows where the lines differ. */
  readonly compatibility: Compatibility;
  /** `restapi.roles_enabled`: security roles that may call the management API. */
  readonly apiRoles: readonly string[];
  /**
   * `restapi.admin.enabled`: lets explicit `restapi:admin/...` permissions make a caller super
   * admin of an endpoint.
   */
  readonly isRestAdminEnabled: boolean;
  /**
   * `restapi.endpoints_disabled`: role (or `global`) to endpoint to methods; `*` is every method.
   */
  readonly disabledEndpoints: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** `restapi.password_min_length`; -1 is off. */
  readonly passwordMinLength: number;
  /** `restapi.password_validation_regex`; enforced only when set. */
  readonly passwordRegex?: string;
  /** `restapi.password_validation_error_message`. */
  readonly passwordMessage?: string;
  /** `restapi.password_score_based_validation_strength`. */
  readonly passwordStrength: PasswordStrength;
  readonly hashLimits: HashLimits;
  /** Whether people may give a ready-made hash for their own account, past the password rules. */
  readonly allowsOwnHash: boolean;
  /** Longest string value anywhere in a payload, UTF-16 units; the newer engine has 256. */
  readonly maxStringLength: number;
  /** `unsupported.restapi.allow_securityconfig_modification`. */
  readonly allowsSecurityConfigModification: boolean;
  /** `roles_mapping_resolution`. */
  readonly rolesMappingResolution: 'MAPPING_ONLY' | 'BACKENDROLES_ONLY' | 'BOTH';
  /**
   * `dfm_empty_overrides_all`: an unrestricted entry lifts the document and field restrictions of
   * all others.
   */
  readonly dfmEmptyOverridesAll: boolean;
  /** Audit events older than this go. */
  readonly auditMaxAgeDays: number;
  /** When the audit log holds more, the oldest events go. Mebibytes. */
  readonly auditMaxSizeMib: number;
  /** Gets each audit event as a line of JSON, besides the store. */
  readonly auditFile?: string;
  /** Recorded changes older than this go, once the audit log has them. */
  readonly historyMaxAgeDays: number;
  readonly historyMaxChanges: number;
  /**
   * Longest DLS query. The newer engine counts it among the strings, which real queries do not fit
   * into.
   */
  readonly maxDlsLength: number;
  /** `nodes_dn_dynamic_config_enabled`: whether the routes `/api/nodesdn` exist. */
  readonly hasNodesDnApi: boolean;
  /** `nodes_dn` of the configuration file, shown by `GET /api/nodesdn?show_all=true`. */
  readonly nodesDn: readonly string[];
  /** `authcz.admin_dn`: subjects of the certificates whose holders are super admins. */
  readonly adminDn: readonly string[];
  /** Which internal users have to have a second factor, and what may be done without. */
  readonly secondFactor: SecondFactorSettings;
  /** `api_keys.enabled`: without it nobody has API keys, and those that were made do not count. */
  readonly hasApiKeys: boolean;
  /** `authcz.rest_impersonation_user`: caller to patterns of users it may act as. */
  readonly impersonation: Readonly<Record<string, readonly string[]>>;
}

export const DEFAULT_SETTINGS: EngineSettings = {
  compatibility: '3.4',
  apiRoles: ['all_access', 'security_rest_api_access'],
  isRestAdminEnabled: false,
  disabledEndpoints: {},
  passwordMinLength: -1,
  passwordStrength: 'strong',
  hashLimits: {
    bcryptCost: PASSWORD_LIMITS.bcryptCost,
    argon2MemoryKib: PASSWORD_LIMITS.argon2MemoryKib,
    argon2Passes: PASSWORD_LIMITS.argon2Passes,
    argon2Lanes: PASSWORD_LIMITS.argon2Lanes,
    pbkdf2Iterations: PASSWORD_LIMITS.pbkdf2Iterations,
  },
  allowsOwnHash: false,
  maxStringLength: 256,
  allowsSecurityConfigModification: false,
  rolesMappingResolution: 'MAPPING_ONLY',
  dfmEmptyOverridesAll: false,
  auditMaxAgeDays: 90,
  auditMaxSizeMib: 1_024,
  historyMaxAgeDays: 730,
  historyMaxChanges: 500_000,
  maxDlsLength: 100_000,
  hasNodesDnApi: false,
  nodesDn: [],
  adminDn: [],
  secondFactor: { requiredRoles: [], requiredFromMs: 0, allowsPasswordCalls: false },
  hasApiKeys: true,
  impersonation: {},
};

/**
 * Where a cluster keeps its audit events: `plugins.security.audit.type`, which it shows to nobody,
 * so that its administrator repeats it for the server.
 */
export const AUDIT_STORAGES = [
  'internal_opensearch',
  'internal_opensearch_data_stream',
  'external_opensearch',
  'webhook',
  'log4j',
  'kafka',
  'debug',
  'noop',
] as const;
export type AuditStorage = (typeof AUDIT_STORAGES)[number];

export interface AuditSettings {
  readonly type: AuditStorage;
  /** Names and patterns of indices, comma-joined; by default those of the plugin. */
  readonly index?: string;
}
