/**
 * The documents of the security configuration that are no entities. Fields that a screen does not know are kept and
 * sent back. Paths and options: specification section 3, "Audit configuration settings".
 */

/** `GET /api/v1/configuration/securityconfig`. What stands inside differs from backend to backend. */
export interface SecurityConfigResponse {
  readonly total: number;
  readonly data: SecurityConfig;
}
export interface SecurityConfig {
  readonly config?: unknown;
}

/** `config` of `GET /api/v1/configuration/audit`, and the body of `POST …/audit/config`. */
export interface AuditConfig {
  readonly enabled: boolean;
  readonly audit: AuditSettings;
  readonly compliance: ComplianceSettings;
}

interface AuditSettings {
  readonly enable_rest: boolean;
  readonly disabled_rest_categories: readonly string[];
  readonly enable_transport: boolean;
  readonly disabled_transport_categories: readonly string[];
  readonly resolve_bulk_requests: boolean;
  readonly log_request_body: boolean;
  readonly resolve_indices: boolean;
  readonly exclude_sensitive_headers: boolean;
  readonly ignore_users: readonly string[];
  readonly ignore_requests: readonly string[];
}

interface ComplianceSettings {
  readonly enabled: boolean;
  readonly internal_config: boolean;
  readonly external_config: boolean;
  readonly read_metadata_only: boolean;
  readonly read_ignore_users: readonly string[];
  /** Index pattern to field patterns; a single one may stand without a list. */
  readonly read_watched_fields: Readonly<Record<string, readonly string[] | string>>;
  readonly write_metadata_only: boolean;
  readonly write_log_diffs: boolean;
  readonly write_ignore_users: readonly string[];
  readonly write_watched_indices: readonly string[];
}

/** In the order in which they are offered. */
export const REST_AUDIT_CATEGORIES: readonly string[] = Object.freeze([
  'BAD_HEADERS',
  'FAILED_LOGIN',
  'MISSING_PRIVILEGES',
  'GRANTED_PRIVILEGES',
  'SSL_EXCEPTION',
  'AUTHENTICATED',
]);

/** In the order in which they are offered. */
export const TRANSPORT_AUDIT_CATEGORIES: readonly string[] = Object.freeze([
  'BAD_HEADERS',
  'FAILED_LOGIN',
  'GRANTED_PRIVILEGES',
  'INDEX_EVENT',
  'MISSING_PRIVILEGES',
  'SSL_EXCEPTION',
  'OPENDISTRO_SECURITY_INDEX_ATTEMPT',
  'AUTHENTICATED',
]);
