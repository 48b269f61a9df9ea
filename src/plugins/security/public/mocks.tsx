/** Test setup of the plugin's screens. */
import { act, render, type RenderResult } from '@testing-library/react';
import type { ReactElement } from 'react';
import { of } from 'rxjs';
import { type AppMountParameters, CoreContext, getErrorStatus } from '@sd/core/public';
import { MemoryStorage } from '@sd/ui_kit/mocks';
import { coreMock, type CoreStartMock, createCapabilitiesMock } from '../../../core/public/mocks';
import type { AccountInfo, ClientConfig, SearchResponse, TenancyState } from '../common';
import { AdminApp } from './apps/admin/admin_app';
import { createAdminServices } from './apps/admin';
import type { AdminServices } from './services/admin_context';
import { DeviceStorage } from './services/device_storage';
import type { BrowserLocation } from './services/page';
import type { ScreenDeps } from './services/screen_deps';
import { securityClient } from './services/security_client';
import type { AdminPage, ClusterSource, EntityPart, ImpactPart, SaveAction } from './types';
import { LoggedInSession } from './services/session_state';
import { Tenancy } from './services/tenancy';
import { TenantMemory } from './services/tenant_memory';

type DeepPartial<T> = { readonly [K in keyof T]?: T[K] extends object ? DeepPartial<T[K]> : T[K] };

export function createConfig(more: DeepPartial<ClientConfig> = {}): ClientConfig {
  const merge = (base: object, changes: object): object =>
    Object.fromEntries(
      Object.entries({ ...base, ...changes }).map(([key, value]) => {
        const old = (base as Record<string, unknown>)[key];
        const isSection =
          value !== null && typeof value === 'object' && !Array.isArray(value) && old;
        return [key, isSection ? merge(old as object, value as object) : value];
      })
    );
  return merge(
    {
      enabled: true,
      auth: {
        type: '',
        anonymous_auth_enabled: false,
        logout_url: '',
        passkey_login: { enabled: false },
      },
      ui: {
        autologout: true,
        backend_configurable: true,
        basicauth: {
          login: {
            title: 'Please login to {productName}',
            subtitle: 'Ask',
            showbrandimage: true,
            brandimage: '',
            buttonstyle: '',
          },
        },
        anonymous: loginButton('Log in as anonymous'),
        openid: loginButton('Log in with single sign-on'),
        saml: loginButton('Log in with single sign-on (SAML)'),
        login: { message: '' },
      },
      multitenancy: {
        enabled: true,
        popup: 'once',
        tenants: { enable_private: true, enable_global: true, preferred: [] },
      },
      readonly_mode: { roles: ['kibana_read_only'] },
      clusterPermissions: { include: [] },
      indexPermissions: { include: [] },
      disabledTransportCategories: { exclude: [] },
      disabledRestCategories: { exclude: [] },
    },
    more
  ) as ClientConfig;
}

const loginButton = (buttonname: string) => ({
  login: { buttonname, showbrandimage: false, brandimage: '', buttonstyle: '' },
});

export const createAccount = (more: Partial<AccountInfo> = {}): AccountInfo => ({
  user_name: 'jane',
  is_reserved: false,
  is_hidden: false,
  is_internal_user: true,
  user_requested_tenant: '',
  backend_roles: ['staff'],
  custom_attribute_names: [],
  tenants: { global_tenant: true, jane: true, finance: true, Archive: false },
  roles: ['own_index', 'kibana_user'],
  ...more,
});

/** Tenancy response of a server with default settings. */
export const createTenancyState = (
  { user_requested_tenant: tenant }: AccountInfo,
  { multitenancy: { enabled, tenants } }: ClientConfig,
  more: Partial<TenancyState> = {}
): TenancyState => ({
  enabled,
  global_enabled: tenants.enable_global,
  private_enabled: tenants.enable_private,
  default_tenant: '',
  tenant,
  ...more,
});

/**
 * Error of the HTTP service for responses outside 2xx; without a status, for a missing response.
 */
export function fetchError(
  status?: number,
  body: { message?: string; attributes?: Record<string, unknown> } = {},
  headers: Record<string, string> = {}
): Error {
  if (status === undefined) return Object.assign(new TypeError('Failed to fetch'), { request: {} });
  const message = body.message ?? `HTTP ${status}`;
  const response = {
    status,
    headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
  };
  return Object.assign(new Error(message), {
    request: {},
    response,
    body: { statusCode: status, ...body },
  });
}

export interface PageMock extends BrowserLocation {
  readonly assign: jest.Mock;
  readonly reload: jest.Mock;
}
export const createPage = (more: Partial<BrowserLocation> = {}): PageMock => ({
  pathname: '/app/home',
  search: '',
  hash: '',
  ...more,
  assign: jest.fn(),
  reload: jest.fn(),
});

/** @param device - shared with other tabs of the same browser */
export function createMemory(device = new MemoryStorage()): TenantMemory {
  const tab = new MemoryStorage();
  return new TenantMemory(new DeviceStorage(() => device), new DeviceStorage(() => tab));
}

export type Routes = Record<string, (options: Record<string, unknown>) => unknown>;

export interface ScreenMock extends Omit<ScreenDeps, 'core' | 'page'> {
  readonly core: CoreStartMock;
  readonly page: PageMock;
}

export interface ScreenMockOptions {
  readonly config?: DeepPartial<ClientConfig>;
  readonly account?: AccountInfo;
  readonly page?: Partial<BrowserLocation>;
  /** Responses by `GET /path`; a thrown or rejected value fails the request. */
  readonly routes?: Routes;
  /** Backend features as in the capabilities; all by default. */
  readonly features?: Readonly<Record<string, boolean>>;
  /** Ids of the registered apps. */
  readonly apps?: readonly string[];
  /** Pages that other plugins add. */
  readonly addedPages?: readonly AdminPage[];
  /** Buttons that other plugins add beside Save. */
  readonly saveActions?: readonly SaveAction[];
  /** Parts that other plugins add to pages of entities. */
  readonly entityParts?: readonly EntityPart[];
  /** What other plugins show beside the impact of changes. */
  readonly impactParts?: readonly ImpactPart[];
  readonly clusterSources?: readonly ClusterSource[];
  /** Other capabilities, by app. */
  readonly capabilities?: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
}

/** The HTTP mock responds by route. An unexpected request fails the test. */
export async function createScreen(options: ScreenMockOptions = {}): Promise<ScreenMock> {
  const core = coreMock.createStart();
  // Forms request the impact after a pause in typing; enabled only if the test provides a response.
  const isExplained = Object.keys(options.routes ?? {}).some((route) => route.includes('/access/'));
  const securityFeatures = { ...(!isExplained && { explain: false }), ...options.features };
  Object.assign(core.application, {
    capabilities: createCapabilitiesMock({ securityFeatures, ...options.capabilities }),
    ...(options.apps && { applications$: of(new Map(options.apps.map((id) => [id, { id }]))) }),
  });
  const account = options.account ?? createAccount();
  const config = createConfig(options.config);
  const routes: Routes = {
    'GET /api/v1/configuration/account': () => ({ total: 1, data: account }),
    'GET /api/v1/restapiinfo': () => ({ has_api_access: true }),
    'GET /api/v1/auth/dashboardsinfo': () => ({}),
    'GET /api/v1/multitenancy/state': () => createTenancyState(account, config),
    ...options.routes,
  };
  for (const method of ['get', 'post', 'put', 'delete'] as const) {
    core.http[method].mockImplementation(async (path: unknown, fetchOptions: unknown = {}) => {
      const route = routes[`${method.toUpperCase()} ${String(path)}`];
      if (!route) throw new Error(`Unexpected request: ${method} ${String(path)}`);
      const response = await responseOf(route, fetchOptions as Record<string, unknown>);
      if ((fetchOptions as { asResponse?: boolean }).asResponse !== true) return response;
      if (response === undefined) return { response: { status: 204 } };
      const { etag, ...body } = response as { etag?: string };
      return { body, response: { status: 200, headers: { get: () => etag ?? null } } };
    });
  }
  const client = securityClient(core.http);
  const tenancy = new Tenancy(client, config);
  const session = new LoggedInSession(client, tenancy);
  await session.load();
  core.http.get.mockClear();
  return {
    core,
    config,
    client,
    session,
    tenancy,
    memory: createMemory(),
    page: createPage(options.page),
    addedPages: options.addedPages ?? [],
    saveActions: options.saveActions ?? [],
    entityParts: options.entityParts ?? [],
    impactParts: options.impactParts ?? [],
    clusterSources: options.clusterSources ?? [],
  };
}

/** Like the server: a missing entity with optional=true is not an error. */
async function responseOf(
  route: Routes[string],
  options: Record<string, unknown>
): Promise<unknown> {
  const { optional } = (options['query'] ?? {}) as { optional?: boolean };
  try {
    return await route(options);
  } catch (error) {
    if (optional && getErrorStatus(error) === 404) return undefined;
    throw error;
  }
}

export const renderInCore = (node: ReactElement): RenderResult =>
  render(<CoreContext>{node}</CoreContext>);

/** Renders the admin app at a path below `/app/security`. */
export async function renderAdmin(
  path: string,
  options: ScreenMockOptions = {}
): Promise<
  ScreenMock & {
    readonly services: AdminServices;
    readonly onAppLeave: jest.Mocked<AppMountParameters>['onAppLeave'];
  }
> {
  const screen = await createScreen(options);
  const params = coreMock.createAppMountParameters('/app/security');
  params.history.push(path);
  const services = createAdminServices(screen as unknown as ScreenDeps, params);
  // The first responses arrive inside `act`.
  await act(async () => void renderInCore(<AdminApp services={services} />));
  return { ...screen, services, onAppLeave: params.onAppLeave };
}

export const searchResponse = (
  items: ReadonlyArray<object>,
  more: Partial<SearchResponse<'roles'>> = {}
): SearchResponse<'roles'> =>
  ({
    total: items.length,
    page: 1,
    per_page: 10,
    unfiltered_total: items.length,
    items,
    facets: {},
    ...more,
  }) as SearchResponse<'roles'>;

/** Path and options of all requests with one method. */
export const callsOf = (method: ScreenMock['core']['http']['get']) =>
  (method.mock.calls as unknown as Array<[string, Record<string, unknown>?]>).map(
    ([path, { call: _call, ...options } = {}]): [string, Record<string, unknown>] => [path, options]
  );

/** Body of the last `POST` to a path. */
export function lastBody(http: ScreenMock['core']['http'], path: string): Record<string, unknown> {
  const call = callsOf(http.post)
    .filter(([url]) => url === path)
    .at(-1);
  if (!call) throw new Error(`No POST ${path}`);
  return JSON.parse(String(call[1]['body'])) as Record<string, unknown>;
}
