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

/** Numbered pages reach this many events; `cursor` continues from there. */
export const AUDIT_PAGES_REACH = 10_000;

export {
  CONFIGURATION_FILES,
  type ConfigurationFileKind,
  CONFIRM_LOCKOUT,
  HISTORY_ACTIONS,
  HISTORY_TYPES,
  MUST_CHANGE_PASSWORD,
} from '@sd/contracts';

/** YAML files of a cluster, or CSV tables for reviews. */
export const CONFIGURATION_FORMATS = ['yaml', 'csv'] as const;
export type ConfigurationFormat = (typeof CONFIGURATION_FORMATS)[number];
