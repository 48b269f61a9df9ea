/** Paths and payloads between the plugin's browser and server parts. */
import type {
  EntityByType,
  ErrorParams,
  LockoutDetails,
  ResourceType,
  RoleMapping,
} from '@sd/contracts';

export const API_PREFIX = '/api/v1';
export const API_PATHS = Object.freeze({
  login: '/auth/login',
  logout: '/auth/logout',
  authType: '/api/authtype',
  authInfo: `${API_PREFIX}/auth/authinfo`,
  dashboardsInfo: `${API_PREFIX}/auth/dashboardsinfo`,
  restApiInfo: `${API_PREFIX}/restapiinfo`,
  account: `${API_PREFIX}/configuration/account`,
  configuration: `${API_PREFIX}/configuration`,
  /** `GET {search}/{resource}`: a page, see `SearchQuery` and `SearchResponse`. */
  search: `${API_PREFIX}/search`,
  /** `GET`: names of single permissions for pickers, see `PermissionCatalogue`. */
  permissionCatalogue: `${API_PREFIX}/permissions`,
  /** `GET` and `POST`: why access is granted or denied. */
  explain: `${API_PREFIX}/access/explain`,
  /** `GET`: what a user may do. */
  effective: `${API_PREFIX}/access/effective`,
  cache: `${API_PREFIX}/configuration/cache`,
  tenant: `${API_PREFIX}/multitenancy/tenant`,
  tenancyInfo: `${API_PREFIX}/multitenancy/info`,
});

/** Body of `GET /api/v1/configuration/account`, wrapped as `{ total, data }`. */
export interface AccountInfo {
  readonly user_name: string;
  readonly is_reserved: boolean;
  readonly is_hidden: boolean;
  readonly is_internal_user: boolean;
  /** '' global, `__user__` private, else the tenant's name. */
  readonly user_requested_tenant: string | null;
  readonly backend_roles: readonly string[];
  readonly custom_attribute_names: readonly string[];
  /** true: read and write; false: read only. */
  readonly tenants: Readonly<Record<string, boolean>>;
  readonly roles: readonly string[];
}
export interface AccountResponse {
  readonly total: number;
  readonly data: AccountInfo;
}

export interface LoginRequest {
  readonly username: string;
  readonly password: string;
}
export interface LoginResponse {
  readonly username: string;
  readonly tenants: Readonly<Record<string, boolean>>;
  readonly roles: readonly string[];
  readonly backendroles: readonly string[];
  readonly selectedTenants: string;
}
export interface RestApiInfo {
  readonly user_name: string;
  readonly has_api_access: boolean;
  readonly disabled_endpoints: Readonly<Record<string, readonly string[]>>;
}
export interface SelectTenantRequest {
  readonly tenant: string;
  readonly username: string;
}
/** `GET /api/v1/configuration/{resource}`: the whole collection. */
export interface ListResponse<R extends ResourceType> {
  readonly total: number;
  readonly data: Readonly<Record<string, EntityByType[R]>>;
}
/** Query of `GET /api/v1/search/{resource}`. */
export interface SearchQuery {
  readonly search?: string;
  /** JSON: `{ [facet]: values }`, facets as in the engine's `FindQuery`. */
  readonly filters?: string;
  readonly sort_field?: string;
  readonly sort_order?: 'asc' | 'desc';
  readonly page?: number;
  readonly per_page?: number;
  /** Comma-joined facet names whose values shall come along. */
  readonly facets?: string;
}
export interface SearchItem<R extends ResourceType> {
  readonly name: string;
  readonly entity: EntityByType[R];
  readonly version: string;
  /** Roles only. */
  readonly mapping?: RoleMapping;
  /** Internal users only: effective security roles. */
  readonly roles?: readonly string[];
  readonly changed_at?: number;
}
export interface SearchResponse<R extends ResourceType> {
  readonly total: number;
  readonly page: number;
  readonly per_page: number;
  readonly items: ReadonlyArray<SearchItem<R>>;
  readonly facets: Readonly<Record<string, readonly string[]>>;
}
/** `POST /api/v1/configuration/{resource}/_bulk_delete`; names are deleted independently of one another. */
export interface BulkDeleteRequest {
  readonly names: readonly string[];
}
export interface BulkDeleteResult {
  readonly name: string;
  readonly status: number;
  readonly message: string;
  /** Permanent code of a refusal, for example `security.locks_out`. */
  readonly code?: string;
  /** Parameters of the code's text. */
  readonly params?: ErrorParams;
  /** With `security.locks_out`. */
  readonly lockout?: LockoutDetails;
}
export interface BulkDeleteResponse {
  readonly results: readonly BulkDeleteResult[];
}
/** Code of a 409 for a change that takes access to security away; `?confirm_lockout=true` makes it all the same. */
export const LOCKS_OUT_CODE = 'security.locks_out';
export const CONFIRM_LOCKOUT = 'confirm_lockout';
export interface PermissionCatalogue {
  readonly cluster: readonly string[];
  readonly index: readonly string[];
}
/**
 * Single entities: `GET|POST|DELETE /api/v1/configuration/{resource}/{id}` (id URL-encoded).
 * GET answers the bare entity with an `etag` header; with `?optional=true` an absent one is 204 and no error. POST creates or replaces: `if-none-match: *` means
 * "create, 409 when it exists"; `if-match: <etag>` means "replace that version, 409 when it has changed".
 * Answer `{ message }` with the new `etag`. DELETE honours `if-match` as well; deleting a role deletes its mapping.
 */
export interface ChangeResponse {
  readonly message: string;
}
