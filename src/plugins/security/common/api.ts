/** Payloads between the browser and server parts, and constants of their calls (`calls`). */
export type {
  AccountInfo,
  AccountResponse,
  ApiKey,
  AuditConfig,
  AuditEvent,
  AuditEventsResponse,
  BulkDeleteRequest,
  BulkDeleteResult,
  ChangeResponse,
  DashboardsInfo,
  HistoryDetails,
  HistoryItem,
  HistoryTypeName,
  ListResponse,
  LoginRequest,
  LoginResponse,
  OwnApiKeys,
  OwnLogin,
  PermissionCatalogue,
  RestApiInfo,
  SearchItem,
  SearchQuery,
  SearchResponse,
  SecurityConfig,
  SelectTenantRequest,
  SessionItem,
  SessionListResponse,
  SessionsOfUserResponse,
  LastLogin,
  SessionState,
  LoginChanges,
  LoginRights,
  LoginDryRunResponse,
  LoginDryRunBody,
  TenancyState,
} from '@sd/contracts';

/**
 * Code of the 409 for a change that would lock administrators out; `?confirm_lockout=true` applies
 * it anyway.
 */
export const LOCKS_OUT_CODE = 'security.locks_out';
export const CONFIRM_LOCKOUT = 'confirm_lockout';
/** If `true` when saving a user, the next login requires a new password. */
export const MUST_CHANGE_PASSWORD = 'must_change_password';

/** Numbered pages reach this many events; `cursor` continues from there. */
export const AUDIT_PAGES_REACH = 10_000;

/** Change history between browser and server; the formats are in `@sd/contracts`. */
export { HISTORY_ACTIONS, HISTORY_TYPES } from '@sd/contracts';

/**
 * Configuration files that the screens export, one per kind. Kinds and names:
 * docs/reference/engine.md#configuration-files. The security configuration (`config.yml`) is
 * excluded, because it may contain passwords and keys of other systems.
 */
export const CONFIGURATION_FILES = Object.freeze({
  tenants: 'tenants.yml',
  actiongroups: 'action_groups.yml',
  roles: 'roles.yml',
  rolesmapping: 'roles_mapping.yml',
  internalusers: 'internal_users.yml',
  audit: 'audit.yml',
  guardrails: 'guardrails.yml',
});
export type ConfigurationFileKind = keyof typeof CONFIGURATION_FILES;

/** YAML files of a cluster, or CSV tables for reviews. */
export const CONFIGURATION_FORMATS = ['yaml', 'csv'] as const;
export type ConfigurationFormat = (typeof CONFIGURATION_FORMATS)[number];
