/**
 * Every call the browser part makes, typed. Paths and payloads: `common/api.ts`.
 * All methods reject with the http service's fetch error; reading methods take an abort signal.
 */
import type { HttpResponse, HttpSetup } from '@sd/core/public';
import type { Version } from '@sd/ui_kit';
import type { EntityByType, ResourceType } from '@sd/contracts';
import {
  type AccountInfo,
  type AccountResponse,
  API_PATHS,
  type AuditConfig,
  type ChangeResponse,
  type ListResponse,
  type LoginRequest,
  type LoginResponse,
  type PermissionCatalogue,
  type RestApiInfo,
  type SearchQuery,
  type SearchResponse,
  type SecurityConfig,
  type SecurityConfigResponse,
  type SelectTenantRequest,
} from '../../common';

/** An entity with the version one has in front of one. */
export type Versioned<R extends ResourceType> = Version<EntityByType[R]>;

export class SecurityClient {
  constructor(private readonly http: HttpSetup) {}

  async account(signal?: AbortSignal): Promise<AccountInfo> {
    return (await this.http.get<AccountResponse>(API_PATHS.account, { signal })).data;
  }

  restApiInfo(): Promise<RestApiInfo> {
    return this.http.get(API_PATHS.restApiInfo);
  }

  login(credentials: LoginRequest): Promise<LoginResponse> {
    return this.http.post(API_PATHS.login, { body: JSON.stringify(credentials) });
  }

  async logout(): Promise<void> {
    await this.http.post(API_PATHS.logout);
  }

  changePassword(password: string, currentPassword: string): Promise<ChangeResponse> {
    const body = JSON.stringify({ password, current_password: currentPassword });
    return this.http.post(API_PATHS.account, { body });
  }

  selectTenant(request: SelectTenantRequest): Promise<string> {
    return this.http.post(API_PATHS.tenant, { body: JSON.stringify(request) });
  }

  search<R extends ResourceType>(
    resource: R,
    query: SearchQuery,
    signal?: AbortSignal
  ): Promise<SearchResponse<R>> {
    return this.http.get(`${API_PATHS.search}/${resource}`, { query: { ...query }, signal });
  }

  list<R extends ResourceType>(resource: R, signal?: AbortSignal): Promise<ListResponse<R>> {
    return this.http.get(`${API_PATHS.configuration}/${resource}`, { signal });
  }

  permissionCatalogue(signal?: AbortSignal): Promise<PermissionCatalogue> {
    return this.http.get(API_PATHS.permissionCatalogue, { signal });
  }

  async get<R extends ResourceType>(
    resource: R,
    name: string,
    signal?: AbortSignal
  ): Promise<Versioned<R>> {
    return versioned(
      await this.http.get<EntityByType[R]>(entityPath(resource, name), {
        signal,
        asResponse: true,
      })
    );
  }

  /** Like `get`, with `undefined` for an entity that does not exist; the browser logs no error then. */
  async find<R extends ResourceType>(
    resource: R,
    name: string,
    signal?: AbortSignal
  ): Promise<Versioned<R> | undefined> {
    const answer = await this.http.get<EntityByType[R]>(entityPath(resource, name), {
      signal,
      query: { optional: true },
      asResponse: true,
    });
    return answer.response?.status === NO_CONTENT ? undefined : versioned(answer);
  }

  async auditConfig(signal?: AbortSignal): Promise<Version<AuditConfig>> {
    const answer = await this.http.get<{ readonly config: AuditConfig }>(
      `${API_PATHS.configuration}/audit`,
      { signal, asResponse: true }
    );
    return {
      entity: (answer.body as { readonly config: AuditConfig }).config,
      etag: answer.response?.headers.get('etag') ?? undefined,
    };
  }

  /** Replaces the whole configuration; with `etag`, only that version of it. */
  saveAuditConfig(config: object, etag: string | undefined): Promise<ChangeResponse> {
    return this.http.post(`${API_PATHS.configuration}/audit/config`, {
      body: JSON.stringify(config),
      ...(etag !== undefined && { headers: { 'if-match': etag } }),
    });
  }

  async securityConfig(signal?: AbortSignal): Promise<SecurityConfig> {
    const path = `${API_PATHS.configuration}/securityconfig`;
    return (await this.http.get<SecurityConfigResponse>(path, { signal })).data;
  }

  purgeCache(): Promise<ChangeResponse> {
    return this.http.delete(API_PATHS.cache);
  }

  /** Deletes one entity whose absence locks nobody out. */
  remove(resource: 'tenants', name: string): Promise<ChangeResponse> {
    return this.http.delete(entityPath(resource, name));
  }
}

const NO_CONTENT = 204;

const versioned = <R extends ResourceType>({
  body,
  response,
}: HttpResponse<EntityByType[R]>): Versioned<R> => ({
  entity: body as EntityByType[R],
  etag: response?.headers.get('etag') ?? undefined,
});

/** Address of an entity on the server. */
export const entityPath = (resource: ResourceType, name: string): string =>
  `${API_PATHS.configuration}/${resource}/${encodeURIComponent(name)}`;
