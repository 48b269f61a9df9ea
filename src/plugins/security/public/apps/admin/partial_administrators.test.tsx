/** What the app offers to administrators whose roles open only a part of the management API. */
import { screen, waitFor, within } from '@testing-library/react';
import { type Routes, searchResponse } from '../../mocks';
import {
  button,
  CONFIG,
  formRoutes,
  openAdmin,
  role,
  ROLE_ITEMS,
  roleListRoutes,
  SEARCH_ROLES,
  SEARCH_USERS,
} from './mocks';
import { routes as userRoutes } from './users/mocks';

jest.setTimeout(60_000);

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE'];
const ALL = [
  'ACTIONGROUPS',
  'AUDIT',
  'CACHE',
  'CONFIG',
  'INTERNALUSERS',
  'ROLES',
  'ROLESMAPPING',
  'TENANTS',
];
const closed = (endpoints: readonly string[], methods: readonly string[]) =>
  Object.fromEntries(endpoints.map((endpoint) => [endpoint, methods]));
const READER = closed(ALL, CHANGES);
const open = (path: string, disabled: object, routes: Routes) =>
  openAdmin(path, {
    'GET /api/v1/restapiinfo': () => ({ has_api_access: true, disabled_endpoints: disabled }),
    ...routes,
  });

const audit = {
  enabled: true,
  audit: { enable_rest: true, disabled_rest_categories: [], disabled_transport_categories: [] },
  compliance: { enabled: false },
};
const change = {
  id: 7,
  changed_at: 1,
  actor: 'jane',
  via: 'rest',
  type: 'tenants',
  name: 'finance',
  action: 'update',
  before: { description: 'a' },
  after: { description: 'b' },
  diff: [],
  is_latest: true,
  current_version: '"5"',
  together: [{ id: 8, changed_at: 1, type: 'roles', name: 'r', action: 'create' }],
};
const session = { id: 'a', browser: '', system: '', created_at: 1, used_at: 1, is_current: false };
const config = {
  dynamic: { authc: { basic: { order: 1, http_authenticator: { type: 'basic' } } }, authz: {} },
};
/** Pages with what is there for everybody, and what only those who may use it are offered. */
const PAGES: ReadonlyArray<readonly [string, Routes, RegExp, readonly RegExp[]]> = [
  [
    '/auth',
    {
      [`GET ${CONFIG}/securityconfig`]: () => ({ total: 1, data: { config } }),
      [`GET ${CONFIG}/securityconfig/trial`]: () => ({ allowed: true }),
      'GET /api/v1/factor_requirement': () => ({ roles: ['finance'], configured: [] }),
      'GET /api/v1/auth/signin': () => ({
        user_name: 'jane',
        domain: null,
        backend_roles: [],
        attributes: {},
        roles: [],
      }),
    },
    /View expression|^History$/,
    [
      /^Add domain$/,
      /^Set up OpenID Connect$/,
      /^Test login$/,
      /^Actions for basic$/,
      /^Change roles…$/,
    ],
  ],
  [
    '/auditLogging',
    { [`GET ${CONFIG}/audit`]: () => ({ config: audit }) },
    /^History$/,
    [/^Configure: General settings$/, /^Configure: Compliance settings$/],
  ],
  [
    '/users/view/joe/sessions',
    {
      ...userRoutes(),
      'GET /api/v1/sessions/joe': () => ({ total: 1, page: 1, per_page: 25, items: [session] }),
    },
    /^Permissions$/,
    [/^End all sessions$/, /^End session: /, /^Edit user$/],
  ],
  ['/users/view/joe/roles', userRoutes(), /^Permissions$/, [/^Give roles$/, /^Remove roles$/]],
  [
    '/roles/view/reader/mapuser',
    {
      [`GET ${CONFIG}/roles/reader`]: () => role(),
      [`GET ${CONFIG}/rolesmapping/reader`]: () => ({
        users: ['jane'],
        backend_roles: [],
        and_backend_roles: [],
        hosts: [],
      }),
      ...formRoutes,
      [SEARCH_USERS]: () => searchResponse([]),
      [SEARCH_ROLES]: () => searchResponse([]),
    },
    /^Permissions$/,
    [/^Delete mapping$/, /^Manage mapping$/],
  ],
  ['/getstarted', {}, /^Explore existing roles$/, [/^Purge cache$/, /^Create new role$/]],
  [
    '/history/view/7',
    { 'GET /api/v1/history/7': () => change },
    /r: Created/,
    [/^Revert all 2 changes…$/, /^Restore in form$/],
  ],
  ['/configuration', {}, /^Export$/, [/^Preview changes$/]],
];

/** Buttons, links, tabs and menus with a name. */
const offered = (name: RegExp) =>
  (['button', 'link', 'tab'] as const).flatMap((kind) => screen.queryAllByRole(kind, { name }));

it.each(PAGES)(
  'offers nothing on %s that a reader may not do',
  async (path, routes, kept, gone) => {
    await open(path, READER, routes);
    await waitFor(() => expect(offered(kept)).not.toEqual([]));
    expect(gone.filter((name) => offered(name).length > 0)).toEqual([]);
  }
);

it.each(PAGES)('offers everything on %s to others', async (path, routes, kept, gone) => {
  await open(path, {}, routes);
  await waitFor(() => expect(offered(kept)).not.toEqual([]));
  await waitFor(() => expect(gone.filter((name) => offered(name).length === 0)).toEqual([]));
});

it('turns the switches of audit logging off for those who may only read it', async () => {
  await open('/auditLogging', READER, { [`GET ${CONFIG}/audit`]: () => ({ config: audit }) });
  for (const one of await screen.findAllByRole('switch')) expect(one).toBeDisabled();
  expect(screen.getByText(/Your roles don't allow this/)).toBeVisible();
});

const BULK: ReadonlyArray<readonly [string, Routes, string, readonly string[]]> = [
  [
    '/users',
    { [SEARCH_USERS]: () => searchResponse([{ name: 'joe', version: '1', entity: {} }]) },
    'Select joe',
    ['Give role', 'Remove role', 'Suspend', 'Edit', 'Duplicate', 'Delete'],
  ],
  [
    '/roles',
    roleListRoutes(ROLE_ITEMS),
    'Select reader',
    ['Map user', 'Remove user', 'Edit', 'Duplicate', 'Rename', 'Delete'],
  ],
  [
    '/apiKeys',
    {
      'GET /api/v1/api_keys': () => ({
        total: 1,
        items: [
          {
            id: 'k',
            name: 'one',
            user: 'joe',
            status: 'active',
            roles: null,
            permissions: null,
            createdAt: '2026-01-01T00:00:00Z',
            expiresAt: '2026-04-01T00:00:00Z',
            lastUsedAt: null,
            isReadOnly: false,
          },
        ],
      }),
    },
    'Select one (joe)',
    ['Revoke'],
  ],
];

it.each(BULK)('disables actions on selected entries of %s', async (path, routes, row, actions) => {
  const { user } = await open(path, READER, routes);
  await user.click(await screen.findByRole('checkbox', { name: row }));
  await user.click(button('Actions'));
  const menu = within(await screen.findByRole('menu'));
  for (const name of actions) {
    const item = await menu.findByRole('menuitem', { name: new RegExp(`^${name}`) });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveTextContent(/Your roles don't allow this/);
  }
});

it('shows no page that the user may not read, in the navigation and by its address', async () => {
  await open('/users', closed(['INTERNALUSERS'], ['GET', ...CHANGES]), {});
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("You can't use this page");
  const nav = within(screen.getByRole('navigation', { name: 'Security' }));
  expect(nav.queryByRole('link', { name: 'Users' })).toBeNull();
  expect(nav.getByRole('link', { name: 'Roles' })).toBeVisible();
});
