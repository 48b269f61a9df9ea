/** Settings of the embedded engine, modeled on a cluster's `plugins.security.*`. */
import { PASSWORD_LIMITS } from '../../contracts/limits';

/** OpenSearch release lines that the engine's responses were compared with. */
export type Compatibility = '2.19' | '3.4';

export type PasswordStrength = 'fair' | 'good' | 'strong' | 'very_strong';

/** Highest costs of a password hash that is stored or computed. */
export interface HashLimits {
  readonly bcryptCost: number;
  readonly argon2MemoryKib: number;
  readonly argon2Passes: number;
  readonly argon2Lanes: number;
  readonly pbkdf2Iterations: number;
}

export interface SecondFactorSettings {
  /** Security roles that require a second factor; `*` means all users. */
  readonly requiredRoles: readonly string[];
  /** When the requirement starts, in epoch milliseconds. */
  readonly requiredFromMs: number;
  /**
   * Whether requests with a password are accepted without a second factor. They open no session,
   * but a stolen password then gives full access to the API.
   */
  readonly allowsPasswordCalls: boolean;
}

export interface EngineSettings {
  /** The release line that the engine reports, and follows where the lines differ. */
  readonly compatibility: Compatibility;
  /** Release number of the cluster that is evaluated; absent for the embedded engine. */
  readonly release?: string | undefined;
  /** `restapi.roles_enabled`: security roles with access to the management API. */
  readonly apiRoles: readonly string[];
  /**
   * `restapi.admin.enabled`: explicit `restapi:admin/...` permissions make a caller super
   * administrator of an endpoint.
   */
  readonly isRestAdminEnabled: boolean;
  /**
   * `restapi.endpoints_disabled`: disabled methods by role (or `global`) and endpoint; `*` means
   * all methods.
   */
  readonly disabledEndpoints: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** `restapi.password_min_length`; -1 disables it. */
  readonly passwordMinLength: number;
  /** `restapi.password_validation_regex`; no check by default. */
  readonly passwordRegex?: string;
  /** `restapi.password_validation_error_message`. */
  readonly passwordMessage?: string;
  /** `restapi.password_score_based_validation_strength`. */
  readonly passwordStrength: PasswordStrength;
  readonly hashLimits: HashLimits;
  /**
   * Whether users may set a precomputed hash for their own account, which bypasses the password
   * rules.
   */
  readonly allowsOwnHash: boolean;
  /** Longest string value anywhere in a payload, in UTF-16 code units. 3.x allows 256. */
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
  /** Older audit events are deleted. */
  readonly auditMaxAgeDays: number;
  /** Limit of the audit log in MiB. Beyond it, the oldest events are deleted. */
  readonly auditMaxSizeMib: number;
  /** Older recorded changes are deleted once they are in the audit log. */
  readonly historyMaxAgeDays: number;
  readonly historyMaxChanges: number;
  /**
   * Longest DLS query. 3.x applies the limit of strings to it, which is too short for real queries.
   */
  readonly maxDlsLength: number;
  /** `nodes_dn_dynamic_config_enabled`: whether the routes `/api/nodesdn` exist. */
  readonly hasNodesDnApi: boolean;
  /** `nodes_dn` of the configuration file, shown by `GET /api/nodesdn?show_all=true`. */
  readonly nodesDn: readonly string[];
  /** `authcz.admin_dn`: subjects of the certificates of super administrators. */
  readonly adminDn: readonly string[];
  /** Which internal users need a second factor, and which requests are accepted without one. */
  readonly secondFactor: SecondFactorSettings;
  /** `api_keys.enabled`: otherwise no API keys can be created, and existing ones are rejected. */
  readonly hasApiKeys: boolean;
  /** `authcz.rest_impersonation_user`: patterns of the users that a caller may impersonate. */
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
 * Where a cluster stores its audit events: `plugins.security.audit.type`. The cluster does not
 * expose this setting, so administrators repeat it in the server's configuration.
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
  /** Index names and patterns, comma-separated; by default those of the Security plugin. */
  readonly index?: string;
}

/** From weakest to strongest. */
const STRENGTHS: readonly PasswordStrength[] = ['fair', 'good', 'strong', 'very_strong'];

/** Whether new passwords may be weaker than by default. */
export const isPasswordWeak = ({ passwordStrength, passwordRegex }: EngineSettings): boolean =>
  passwordRegex === undefined &&
  STRENGTHS.indexOf(passwordStrength) < STRENGTHS.indexOf(DEFAULT_SETTINGS.passwordStrength);
