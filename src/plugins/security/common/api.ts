/**
 * Paths between the browser and server parts, and the types of their payloads; the schemas are in
 * `@sd/contracts`.
 *
 * Single entities: `GET|POST|DELETE /api/v1/configuration/{resource}/{id}` (id URL-encoded). GET
 * returns the entity with an `etag` header; with `?optional=true` a missing entity is a 204 instead
 * of an error. POST creates or replaces: `if-none-match: *` creates, or returns 409 if the entity
 * exists; `if-match: <etag>` replaces that version, or returns 409 if it has changed. The response
 * is `{ message }` with the new `etag`. DELETE supports `if-match` as well; deleting a role deletes
 * its mapping.
 */
export type {
  AccountInfo,
  AccountResponse,
  ApiKey,
  AuditConfig,
  AuditEvent,
  AuditEventsResponse,
  BulkDeleteRequest,
  BulkDeleteResponse,
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

const API_PREFIX = '/api/v1';
export const API_PATHS = Object.freeze({
  login: '/auth/login',
  loginStep: '/auth/login/round',
  /** `POST`: starts a login with a passkey alone; the next login step takes the response. */
  loginPasskey: '/auth/login/passkey',
  logout: '/auth/logout',
  authType: '/api/authtype',
  /** `GET`: login method of the current session. */
  currentAuthType: `${API_PREFIX}/auth/type`,
  configuration: `${API_PREFIX}/configuration`,
  /** `GET {search}/{resource}`: one page, see `SearchQuery` and `SearchResponse`. */
  search: `${API_PREFIX}/search`,
});

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

/** `GET {path}/{kind}?format=…`: `ConfigurationFile`. */
export const CONFIGURATION_FILES_PATH = `${API_PREFIX}/configuration_files`;

/**
 * Below the configuration files path: `POST {kind}/{plan}` returns `ImportPlan`, `POST {run}`
 * returns `ImportResult`.
 */
export const IMPORT_PATHS = Object.freeze({ plan: '_plan', run: '_import' });
