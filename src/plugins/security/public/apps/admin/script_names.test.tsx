/** Tests of the names by which scripts find elements: `data-test-subj` and element ids. */
import { screen, waitFor } from '@testing-library/react';
import { type Routes, searchResponse } from '../../mocks';
import {
  button,
  CONFIG,
  formRoutes,
  index,
  openAdmin,
  role,
  roleListRoutes,
  SEARCH_ROLES,
  SEARCH_USERS,
} from './mocks';

jest.setTimeout(30_000);

const routes: Routes = {
  ...formRoutes,
  ...roleListRoutes(),
  [SEARCH_USERS]: () => searchResponse([]),
  [`GET ${CONFIG}/roles/reader`]: () => ({
    ...role({ index_permissions: [index()], tenant_permissions: [] }),
    etag: '"1"',
  }),
  [`GET ${CONFIG}/roles/bare`]: () => ({ ...role(), etag: '"1"' }),
  [`GET ${CONFIG}/rolesmapping/reader`]: () => ({ users: ['jane'], etag: '"1"' }),
  [`GET ${CONFIG}/rolesmapping/bare`]: () => ({ users: [], etag: '"1"' }),
  [`GET ${CONFIG}/internalusers/jane`]: () => ({ etag: '"1"' }),
};

const selector = (name: string) => (name.startsWith('#') ? name : `[data-test-subj~="${name}"]`);
const expectNames = (names: readonly string[]) =>
  waitFor(() =>
    expect(names.filter((name) => document.querySelector(selector(name)) === null)).toEqual([])
  );

// @feature get-started/1
it.each([
  [
    '/getstarted',
    [
      'review-authentication-and-authorization',
      'explore-existing-roles',
      'create-new-role',
      'map-users-to-role',
      'create-internal-user',
      'review-audit-log-configuration',
    ],
  ],
  ['/roles', ['role-list']],
  ['/roles/create', ['name-text', 'submit', 'cancel']],
  ['/roles/view/reader', ['index-permission-container', 'tenant-permission-container']],
  ['/roles/view/reader/mapuser', ['role-mapping-list', 'manage-mapping']],
  ['/roles/view/bare', ['addClusterPermission']],
  ['/roles/view/bare/mapuser', ['map-users']],
  ['/roles/edit/reader/mapuser', ['cancel', '#map']],
  ['/users/create', ['name-text', 'password', 're-enter-password', '#submit', '#add-row']],
  ['/tenants', ['#createTenant']],
  ['/tenants/create', ['name-text', 'tenant-description', '#submit']],
  ['/permissions/create', ['name-text', '#submit']],
])('exist on %s', async (path, names) => {
  await openAdmin(path, routes);
  await expectNames(names);
});

it('exist on the actions of a list', async () => {
  const { user } = await openAdmin('/roles', routes);
  await user.click(await screen.findByRole('checkbox', { name: 'Select reader' }));
  await expectNames(['actions']);
  await user.click(button('Actions'));
  await expectNames(['edit', 'duplicate']);
});

// @feature permissions/4
it('exist on the actions of permissions, as element ids too', async () => {
  const { user } = await openAdmin('/permissions', {
    ...routes,
    'GET /api/v1/search/actiongroups': () =>
      searchResponse([{ name: 'mine', version: '1', entity: { allowed_actions: [] } }]),
    [SEARCH_ROLES]: () => searchResponse([]),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select mine' }));
  await user.click(button('Actions'));
  await expectNames(['#edit', '#duplicate', '#create-from-selection']);
  await user.click(await screen.findByRole('menuitem', { name: /from selection/ }));
  await expectNames(['name-text', '#submit']);
});
