/**
 * Paths between the plugin's browser and server parts, and the types of what travels there; their
 * schemas stand in `@sd/contracts`.
 *
 * Single entities: `GET|POST|DELETE /api/v1/configuration/{resource}/{id}` (id URL-encoded). GET
 * answers the bare entity with an `etag` header; with `?optional=true` an absent one is 204 and no
 * error. POST creates or replaces: `if-none-match: *` means "create, 409 when it exists";
 * `if-match: <etag>` means "replace that version, 409 when it has changed". Answer `{ message }`
 * with the new `etag`. DELETE honours `if-match` as well; deleting a role deletes its mapping.
 */
export type {
  AccountInfo,
  AccountResponse,
  ApiKey,
  ApiKeyList,
  ApiKeyMade,
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
  HistoryListResponse,
  HistoryTypeName,
  ListResponse,
  LoginRequest,
  LoginResponse,
  OwnApiKeys,
  OwnFactors,
  OwnLogin,
  PermissionCatalogue,
  RestApiInfo,
  SearchItem,
  SearchQuery,
  SearchResponse,
  SecurityConfig,
  SecurityConfigResponse,
  SelectTenantRequest,
  SessionItem,
  SessionListResponse,
  SessionsOfUserResponse,
  LastLogin,
  SessionState,
  SessionsEndedResponse,
  LoginChanges,
  LoginRights,
  LoginDryRunResponse,
  LoginDryRunBody,
  TenancyState,
} from '@sd/contracts';

export const API_PREFIX = '/api/v1';
export const API_PATHS = Object.freeze({
  login: '/auth/login',
  loginRound: '/auth/login/round',
  /** `POST`: begins a sign-in by a passkey alone; the round takes the answer. */
  loginPasskey: '/auth/login/passkey',
  logout: '/auth/logout',
  authType: '/api/authtype',
  /** `GET`: of the present session. */
  currentAuthType: `${API_PREFIX}/auth/type`,
  authInfo: `${API_PREFIX}/auth/authinfo`,
  dashboardsInfo: `${API_PREFIX}/auth/dashboardsinfo`,
  restApiInfo: `${API_PREFIX}/restapiinfo`,
  account: `${API_PREFIX}/configuration/account`,
  /** The caller's own second factors; `/{id}` is one of them. */
  factors: `${API_PREFIX}/account/factors`,
  /** Those of others: `GET` and `DELETE /{user}`, `POST` for several. */
  userFactors: `${API_PREFIX}/factors`,
  /** The caller's own API keys; `DELETE /{id}` revokes one. */
  ownApiKeys: `${API_PREFIX}/account/api_keys`,
  /** Those of everybody: `GET` a page, `DELETE /{id}`. */
  apiKeys: `${API_PREFIX}/api_keys`,
  configuration: `${API_PREFIX}/configuration`,
  /** `GET {search}/{resource}`: a page, see `SearchQuery` and `SearchResponse`. */
  search: `${API_PREFIX}/search`,
  /** `GET`: names of single permissions for pickers, see `PermissionCatalogue`. */
  permissionCatalogue: `${API_PREFIX}/permissions`,
  /** `GET` and `POST`: why access is granted or denied. */
  explain: `${API_PREFIX}/access/explain`,
  /** `POST`: who gains and loses what by unsaved changes. */
  impact: `${API_PREFIX}/access/impact`,
  /** `POST`: what many users or roles may do, cell by cell. */
  matrix: `${API_PREFIX}/access/matrix`,
  /** `GET`: what a user may do. */
  effective: `${API_PREFIX}/access/effective`,
  /** `GET`: how long the session that asks will last; asked by a person, it lasts longer. */
  sessionState: `${API_PREFIX}/account/session`,
  /** `GET` and `DELETE`: the caller's own sessions; `DELETE {ownSessions}/{id}`: one of them. */
  ownSessions: `${API_PREFIX}/account/sessions`,
  /** `GET` and `DELETE {sessions}/{user}`, `DELETE {sessions}/{user}/{id}`: for administrators. */
  sessions: `${API_PREFIX}/sessions`,
  /** `POST`: what a query of documents, a role or a user shows of indices. */
  dlsPreview: `${API_PREFIX}/dls/preview`,
  /** `GET`: indices, aliases and data streams that the caller may see. */
  suggestedIndices: `${API_PREFIX}/suggestions/indices`,
  /** `GET`: fields of indices. */
  suggestedFields: `${API_PREFIX}/suggestions/fields`,
  cache: `${API_PREFIX}/configuration/cache`,
  /** `GET` with an `etag`; `POST`: changes of authentication domains. */
  securityConfig: `${API_PREFIX}/configuration/securityconfig`,
  /** `GET`: whether domains may be changed; `POST`: a sign-in that is tried. */
  loginTrial: `${API_PREFIX}/configuration/securityconfig/trial`,
  /** `GET`: what came with the caller's own sign-in. */
  ownLogin: `${API_PREFIX}/auth/signin`,
  tenant: `${API_PREFIX}/multitenancy/tenant`,
  /** `GET`, `PUT`: what administrators say about tenants. */
  tenancyConfig: `${API_PREFIX}/configuration/tenancy/config`,
  tenancyInfo: `${API_PREFIX}/multitenancy/info`,
  /** `GET`: which tenants there are, and which is in force; cheap enough to be asked often. */
  tenancyState: `${API_PREFIX}/multitenancy/state`,
});

/**
 * Code of a 409 for a change that takes access to security away; `?confirm_lockout=true` makes it
 * all the same.
 */
export const LOCKS_OUT_CODE = 'security.locks_out';
export const CONFIRM_LOCKOUT = 'confirm_lockout';
/** With `true`, of saving a user: the next sign-in sets a new password before anything else. */
export const MUST_CHANGE_PASSWORD = 'must_change_password';

/**
 * Audit events between browser and server: `GET /api/v1/audit/events`. Times go out as the engine
 * writes them.
 */
export const AUDIT_PATHS = Object.freeze({
  /** `GET`: `AuditEventsResponse`. */
  events: `${API_PREFIX}/audit/events`,
});

/** Numbered pages reach so many events back; `cursor` goes on from there. */
export const AUDIT_PAGES_REACH = 10_000;

/**
 * Changes of the configuration between browser and server; their shapes stand in `@sd/contracts`.
 */
export { HISTORY_ACTIONS, HISTORY_TYPES } from '@sd/contracts';

export const HISTORY_PATHS = Object.freeze({
  /** `GET`: `HistoryListResponse`. `GET {list}/{id}`: `HistoryDetails`. */
  list: `${API_PREFIX}/history`,
  /** `POST {list}/{id}/{revert}`: `ChangeResponse`. */
  revert: 'revert',
});

/**
 * The configuration as the files of a cluster, one for each kind: what the screens export. Kinds
 * and names: docs/reference/engine.md#configuration-files; the security configuration
 * (`config.yml`) is not among them, since it may hold passwords and keys of other systems.
 */
export const CONFIGURATION_FILES = Object.freeze({
  tenants: 'tenants.yml',
  actiongroups: 'action_groups.yml',
  roles: 'roles.yml',
  rolesmapping: 'roles_mapping.yml',
  internalusers: 'internal_users.yml',
  audit: 'audit.yml',
});
export type ConfigurationFileKind = keyof typeof CONFIGURATION_FILES;

/** The files of a cluster, or tables for reviews. */
export const CONFIGURATION_FORMATS = ['yaml', 'csv'] as const;
export type ConfigurationFormat = (typeof CONFIGURATION_FORMATS)[number];

/** `GET {path}/{kind}?format=…`: `ConfigurationFile`. */
export const CONFIGURATION_FILES_PATH = `${API_PREFIX}/configuration_files`;

/** Below it: `POST {kind}/{plan}`: `ImportPlan`, and `POST {run}`: `ImportAnswer`. */
export const IMPORT_PATHS = Object.freeze({ plan: '_plan', run: '_import' });
