/**
 * Every call the browser part makes, typed. Paths and payloads: `common/api.ts`.
 * All methods reject with the http service's fetch error; reading methods take an abort signal.
 */
import type { HttpResponse, HttpSetup } from '@sd/core/public';
import type { Version } from '@sd/ui_kit';
import {
  type AccountInfo,
  type AccountResponse,
  API_PATHS,
  type ChangeResponse,
  type EntityByResource,
  type ListResponse,
  type LoginRequest,
  type LoginResponse,
  type PermissionCatalogue,
  type ResourceName,
  type RestApiInfo,
  type SearchQuery,
  type SearchResponse,
  type SelectTenantRequest,
} from '../../common';

/** An entity with the version one has in front of one. */
export type Versioned<R extends ResourceName> = Version<EntityByResource[R]>;

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

  search<R extends ResourceName>(
    resource: R,
    query: SearchQuery,
    signal?: AbortSignal
  ): Promise<SearchResponse<R>> {
    return this.http.get(`${API_PATHS.search}/${resource}`, { query: { ...query }, signal });
  }

  list<R extends ResourceName>(resource: R, signal?: AbortSignal): Promise<ListResponse<R>> {
    return this.http.get(`${API_PATHS.configuration}/${resource}`, { signal });
  }

  permissionCatalogue(signal?: AbortSignal): Promise<PermissionCatalogue> {
    return this.http.get(API_PATHS.permissionCatalogue, { signal });
  }

  async get<R extends ResourceName>(
    resource: R,
    name: string,
    signal?: AbortSignal
  ): Promise<Versioned<R>> {
    return versioned(
      await this.http.get<EntityByResource[R]>(entityPath(resource, name), {
        signal,
        asResponse: true,
      })
    );
  }

  /** Like `get`, with `undefined` for an entity that does not exist; the browser logs no error then. */
  async find<R extends ResourceName>(
    resource: R,
    name: string,
    signal?: AbortSignal
  ): Promise<Versioned<R> | undefined> {
    const answer = await this.http.get<EntityByResource[R]>(entityPath(resource, name), {
      signal,
      query: { optional: true },
      asResponse: true,
    });
    return answer.response?.status === NO_CONTENT ? undefined : versioned(answer);
  }
}

const NO_CONTENT = 204;

const versioned = <R extends ResourceName>({
  body,
  response,
}: HttpResponse<EntityByResource[R]>): Versioned<R> => ({
  entity: body as EntityByResource[R],
  etag: response?.headers.get('etag') ?? undefined,
});

/** Address of an entity on the server. */
export const entityPath = (resource: ResourceName, name: string): string =>
  `${API_PATHS.configuration}/${resource}/${encodeURIComponent(name)}`;
