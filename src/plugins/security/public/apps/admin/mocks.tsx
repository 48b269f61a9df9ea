/** Test setup of the admin app's screens. */
import { fireEvent, screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import type { IndexPermission, Role } from '@sd/contracts';
import {
  callsOf,
  fetchError,
  renderAdmin,
  type Routes,
  type ScreenMock,
  type ScreenMockOptions,
  searchResponse,
} from '../../mocks';

export const CONFIG = '/api/v1/configuration';
export const SEARCH_ROLES = 'GET /api/v1/search/roles';
export const SEARCH_USERS = 'GET /api/v1/search/internalusers';

export const role = (more: Partial<Role> = {}): Role => ({
  reserved: false,
  hidden: false,
  cluster_permissions: [],
  index_permissions: [],
  tenant_permissions: [],
  ...more,
});
export const index = (more: Partial<IndexPermission> = {}): IndexPermission => ({
  index_patterns: ['logs-*'],
  fls: [],
  masked_fields: [],
  allowed_actions: ['read'],
  ...more,
});
export const notFound = () => {
  throw fetchError(404, { message: 'Not found' });
};

export const formRoutes: Routes = {
  'GET /api/v1/permissions': () => ({
    cluster: ['cluster:monitor/main'],
    index: ['indices:data/read/get'],
  }),
  [`GET ${CONFIG}/actiongroups`]: () => ({
    total: 1,
    data: { read: { allowed_actions: ['indices:data/read*'] } },
  }),
  'GET /api/v1/suggestions/indices': () => ({ names: [], is_cut: false }),
  'GET /api/v1/suggestions/fields': () => ({ fields: [], is_cut: false }),
  'GET /api/v1/search/tenants': () => searchResponse([{ name: 'finance', entity: {} }]),
};

export const ROLE_ITEMS = [
  {
    name: 'reader',
    version: '1',
    entity: role({
      cluster_permissions: ['a', 'b', 'c', 'd'],
      index_permissions: [index({ index_patterns: ['logs-*', 'x'] }), index()],
      tenant_permissions: [{ tenant_patterns: ['finance'], allowed_actions: [] }],
    }),
    mapping: { users: ['jane'], backend_roles: ['staff'], and_backend_roles: [], hosts: [] },
  },
  { name: 'all_access', version: '1', entity: role({ reserved: true }) },
];
export const roleListRoutes = (items: readonly object[] = ROLE_ITEMS): Routes => ({
  [SEARCH_ROLES]: () =>
    searchResponse(items, {
      unfiltered_total: 66,
      facets: { users: ['jane', 'joe'] },
      facet_counts: { users: { jane: 1, joe: 7 } },
    }),
});

type HttpMock = ScreenMock['core']['http'];
export const queries = (http: HttpMock, path = '/api/v1/search/roles') =>
  callsOf(http.get)
    .filter(([url]) => url === path)
    .map(([, options]) => options['query'] as Record<string, unknown>);
/** Options of the requests to a path so far. */
export const callsTo = (method: HttpMock['get'], path: string) =>
  callsOf(method)
    .filter(([url]) => url === path)
    .map(([, options]) => options);
export const lastQuery = (http: HttpMock, path?: string) => queries(http, path).at(-1);
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const combo = (name: string) => screen.getByRole('combobox', { name });
/** Pastes the value, because typing takes seconds in forms of this size. */
export const fill = (field: HTMLElement, value: string) =>
  fireEvent.change(field, { target: { value } });
export const addTo = (box: HTMLElement, value: string) => {
  fireEvent.focus(box);
  fill(box, value);
  fireEvent.keyDown(box, { key: 'Enter' });
};

/** Whether clusters are connected since the page was loaded. */
export { isConnected$ } from '../../services/clusters';

/** What the contract of the plugin offers others. */
export const adminParts = () => import('./parts');

/** Opens the admin app and waits for a heading. `user` acts without delays. */
export async function openAdmin(
  path: string,
  routes: Routes,
  more: Omit<ScreenMockOptions, 'routes'> = {}
): Promise<Awaited<ReturnType<typeof renderAdmin>> & { readonly user: UserEvent; path(): string }> {
  const rendered = await renderAdmin(path, { ...more, routes });
  await screen.findByRole('heading', { level: 1 });
  return {
    ...rendered,
    path: () => rendered.services.kit.services.history.location.pathname,
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
  };
}

/** Opens the form of a new role, with a row for each kind of permission and its restrictions. */
export async function openNewRole(
  routes: Routes,
  more?: Omit<ScreenMockOptions, 'routes'>
): ReturnType<typeof openAdmin> {
  const opened = await openAdmin('/roles/create', routes, more);
  await opened.user.click(await screen.findByRole('button', { name: 'Add index permission' }));
  await opened.user.click(button('Restrict documents or fields'));
  await opened.user.click(button('Add tenant permission'));
  return opened;
}
