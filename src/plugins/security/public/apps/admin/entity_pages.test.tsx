/** Tests of internal users, action groups and tenants through the screens. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { releaseFacts } from '@sd/contracts';
import type { SearchQuery } from '../../../common';
import {
  callsOf,
  createAccount,
  fetchError,
  lastBody,
  type Routes,
  searchResponse,
} from '../../mocks';
import {
  addTo,
  button,
  combo,
  CONFIG,
  fill,
  formRoutes,
  lastQuery,
  openAdmin,
  role,
  SEARCH_ROLES,
  SEARCH_USERS,
} from './mocks';

jest.setTimeout(30_000);

/** Without the label Reserved or Custom. */
const names = () =>
  screen
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent?.replace(/(Reserved|Custom)$/, ''));

it.each([
  ['/roles', 'Roles'],
  ['/users', 'Users'],
  ['/permissions', 'Permissions and action groups'],
  ['/tenants', 'Tenants'],
])('%s explains that the backend has no lists and sends no search', async (path, title) => {
  const { core } = await openAdmin(path, {}, { features: { find: false } });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(screen.getByText(/has no lists that can be searched/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to Get started' })).toBeInTheDocument();
  expect(callsOf(core.http.get).filter(([url]) => url.includes('/search/'))).toEqual([]);
});

it.each([
  ['/roles', 'roles', role()],
  ['/users', 'internalusers', { backend_roles: [], attributes: {} }],
  ['/permissions', 'actiongroups', { allowed_actions: [], type: 'cluster' }],
  ['/tenants', 'tenants', {}],
])('%s marks what was changed outside this console', async (path, resource, entity) => {
  const items = ['left', 'moved'].map((name) => ({
    name,
    version: '1',
    entity,
    ...(name === 'moved' && { changed_outside: true }),
  }));
  const { user } = await openAdmin(path, {
    ...formRoutes,
    [`GET /api/v1/search/${resource}`]: () => searchResponse(items),
  });
  const moved = await screen.findByRole('rowheader', { name: /moved/ });
  const mark = within(moved).getByText('Changed outside this console');
  expect(screen.getAllByText('Changed outside this console')).toHaveLength(1);
  await user.hover(mark);
  expect(await screen.findByText(/doesn't show by whom/)).toBeInTheDocument();
});

it('roles whose mapping was changed outside this console are marked beside their users', async () => {
  await openAdmin('/roles', {
    [SEARCH_ROLES]: () =>
      searchResponse([
        { name: 'mapped', version: '1', entity: role(), mapping_changed_outside: true },
      ]),
  });
  const row = await screen.findByRole('row', { name: /mapped/ });
  const [mark] = within(row).getAllByText('Changed outside this console');
  expect(mark?.closest('[role=rowheader], th')).toBeNull();
});

it('forms request no suggestions without search and accept typed names', async () => {
  const { core } = await openAdmin('/users/create', {}, { features: { find: false } });
  addTo(await screen.findByRole('combobox', { name: 'Backend roles' }), 'staff');
  expect(await screen.findByText('staff')).toBeInTheDocument();
  expect(callsOf(core.http.get).filter(([url]) => url.includes('/search/'))).toEqual([]);
});

it.each([
  ['/users/edit/jane%40example.org', 'internalusers', 'jane@example.org'],
  ['/tenants/edit/a%20b', 'tenants', 'a b'],
  ['/roles/view/x%2Fy', 'roles', 'x/y'],
])('%s is added to Recently viewed once it is loaded', async (path, resource, name) => {
  const at = encodeURIComponent(name);
  const { core } = await openAdmin(path, {
    [`GET ${CONFIG}/${resource}/${at}`]: () => (resource === 'roles' ? role() : { etag: '"1"' }),
    [`GET ${CONFIG}/rolesmapping/${at}`]: () => ({ users: [], hosts: [], backend_roles: [] }),
    [`GET ${CONFIG}/actiongroups`]: () => ({ data: {} }),
    [SEARCH_ROLES]: () => searchResponse([]),
    [SEARCH_USERS]: () => searchResponse([]),
  });
  const { add } = core.chrome.recentlyAccessed;
  await waitFor(() => expect(add).toHaveBeenCalledTimes(1));
  expect(add).toHaveBeenCalledWith(`/app/security${path}`, name, `security:${resource}:${name}`);
});

it('missing entities are not added to Recently viewed', async () => {
  const { core } = await openAdmin('/tenants/edit/gone', {
    [`GET ${CONFIG}/tenants/gone`]: () => {
      throw fetchError(404);
    },
  });
  expect(await screen.findByText('Tenant not found')).toBeInTheDocument();
  expect(core.chrome.recentlyAccessed.add).not.toHaveBeenCalled();
});

const formsOf = (resource: string) => ({
  ...formRoutes,
  [SEARCH_ROLES]: () => searchResponse([]),
  [SEARCH_USERS]: () => searchResponse([]),
  [`GET ${CONFIG}/${resource}/jane`]: () => ({ ...role(), allowed_actions: [], etag: '"1"' }),
});

it.each([
  ['/roles/create', 'Name'],
  ['/users/create', 'Username'],
  ['/tenants/create', 'Name'],
  ['/permissions/create', 'Name'],
])('opens an empty form at %s', async (path, label) => {
  await openAdmin(path, formsOf('roles'));
  expect(await screen.findByLabelText(label)).toHaveValue('');
  for (const box of within(screen.getByRole('form')).getAllByRole('textbox'))
    expect(box).toHaveValue('');
});

it.each([
  ['roles', 'roles', 'Name'],
  ['users', 'internalusers', 'Username'],
  ['tenants', 'tenants', 'Name'],
])(
  '%s keep their name when edited, and get _copy when duplicated',
  async (path, resource, label) => {
    await openAdmin(`/${path}/edit/jane`, formsOf(resource));
    expect(await screen.findByLabelText(label)).toHaveValue('jane');
    expect(screen.getByLabelText(label)).toBeDisabled();
    cleanup();
    await openAdmin(`/${path}/duplicate/jane`, formsOf(resource));
    expect(await screen.findByLabelText(label)).toHaveValue('jane_copy');
    expect(screen.getByLabelText(label)).toBeEnabled();
  }
);

describe('internal users', () => {
  const users = [
    {
      name: 'jane',
      version: '1',
      entity: { backend_roles: ['staff'], attributes: { dep: 'x', enabled: 'false' } },
      roles: ['own_index', 'kibana_user'],
    },
    { name: 'joe', version: '1', entity: { backend_roles: [], attributes: {} }, roles: [] },
  ];
  const routes: Routes = {
    [SEARCH_USERS]: () => searchResponse(users, { facets: { backend_roles: ['staff'] } }),
    [SEARCH_ROLES]: () =>
      searchResponse([{ name: 'own_index', entity: role({ description: 'Reads own indices' }) }]),
  };

  it('marks the current user, who cannot be deleted', async () => {
    const { user } = await openAdmin('/users', routes, {
      account: createAccount({ user_name: 'jane' }),
    });
    expect(await screen.findByRole('link', { name: 'jane' })).toBeInTheDocument();
    expect(screen.getByText('Current')).toBeInTheDocument();
    // Suspension is a badge, not an attribute.
    await user.click(button('Columns'));
    await user.click(await screen.findByRole('checkbox', { name: 'Attributes' }));
    expect(await screen.findByText('dep: "x"')).toBeInTheDocument();
    expect(screen.queryByText(/enabled:/)).toBeNull();
    expect(screen.getByText('Suspended')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Roles of jane' })).toHaveTextContent('own_index');
    await user.click(screen.getByRole('checkbox', { name: 'Select jane' }));
    await user.click(button('Actions'));
    expect(
      await screen.findByRole('menuitem', { name: /Delete.*You can't delete your own user/ })
    ).toHaveAttribute('aria-disabled', 'true');
  });

  it.each([
    ['/users/edit/jane', 'internalusers/jane'],
    ['/roles/edit/jane', 'roles/jane'],
    ['/permissions/edit/jane', 'actiongroups/jane'],
    ['/tenants/edit/jane', 'tenants/jane'],
  ])('are not edited at %s if they are reserved, only duplicated', async (address, entity) => {
    await openAdmin(address, {
      ...routes,
      ...formRoutes,
      [`GET ${CONFIG}/${entity}`]: () => ({ ...role(), reserved: true, allowed_actions: [] }),
    });
    expect(await screen.findByText(/^jane is reserved/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Duplicate' })).toHaveAttribute(
      'href',
      expect.stringContaining('/duplicate/jane')
    );
    expect(screen.queryByRole('form')).toBeNull();
  });

  // @feature user-form/1
  it('creates a user with roles and attributes', async () => {
    const { user, core, services } = await openAdmin('/users/create', {
      ...routes,
      [`POST ${CONFIG}/internalusers/new.user`]: () => ({ message: 'ok' }),
    });
    fill(await screen.findByLabelText('Username'), 'new.user');
    fill(screen.getByLabelText('Password'), 'Str0ng-pass!');
    expect(screen.getByText(/Strength: /)).toBeInTheDocument();
    await user.click(button('Create'));
    expect(
      await screen.findByRole('link', { name: 'Password does not match.' })
    ).toBeInTheDocument();
    fill(screen.getByLabelText('Re-enter password'), 'Str0ng-pass!');
    await user.click(combo('Direct roles'));
    const option = await screen.findByRole('option', { name: 'own_index' });
    expect(option).toHaveAccessibleDescription('Reads own indices');
    // The administrators' own roles come first.
    expect(lastQuery(core.http)).toMatchObject({ sort_field: 'customization' });
    await user.click(option);
    addTo(combo('Backend roles'), 'staff');
    expect(screen.queryByLabelText('Variable name 1')).toBeNull();
    await user.click(button('Add attribute'));
    expect(screen.getByLabelText('Variable name 1')).toHaveFocus();
    fill(screen.getByLabelText('Variable name 1'), 'dep');
    fill(screen.getByLabelText('Value 1'), 'sales');
    await user.click(button('Create'));
    await waitFor(() => expect(services.kit.services.history.location.pathname).toBe('/users'));
    expect(lastBody(core.http, `${CONFIG}/internalusers/new.user`)).toEqual({
      password: 'Str0ng-pass!',
      backend_roles: ['staff'],
      opendistro_security_roles: ['own_index'],
      attributes: { dep: 'sales' },
    });
    // The list shows the new user, and the message leads to it.
    expect(lastQuery(core.http, '/api/v1/search/internalusers')).toMatchObject({
      search: 'new.user',
    });
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
      title: 'User "new.user" successfully created',
      text: expect.any(Function),
    });
  });

  // @feature user-form/3
  it('keeps the password on edit and shows a rejected one at its field', async () => {
    let isRefusing = false;
    const { user, core, services } = await openAdmin('/users/edit/joe', {
      ...routes,
      [`GET ${CONFIG}/internalusers/joe`]: () => ({
        hash: '',
        backend_roles: ['a'],
        attributes: {},
        description: 'Joe',
        etag: '"3"',
      }),
      [`POST ${CONFIG}/internalusers/joe`]: () => {
        if (isRefusing) throw fetchError(400, { message: 'Weak password' });
        return { message: 'ok' };
      },
    });
    isRefusing = true;
    fill(await screen.findByLabelText('Password'), 'aaaaaaaa');
    fill(screen.getByLabelText('Re-enter password'), 'aaaaaaaa');
    await user.click(button('Save changes'));
    expect((await screen.findAllByText('Weak password')).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Password')).toBeInvalid();
    isRefusing = false;
    await user.clear(screen.getByLabelText('Password'));
    await user.clear(screen.getByLabelText('Re-enter password'));
    await user.click(button('Save changes'));
    await waitFor(() => expect(services.kit.services.history.location.pathname).toBe('/users'));
    expect(lastBody(core.http, `${CONFIG}/internalusers/joe`)).toEqual({
      backend_roles: ['a'],
      opendistro_security_roles: [],
      attributes: {},
      description: 'Joe',
    });
    expect(core.http.post).toHaveBeenCalledWith(
      `${CONFIG}/internalusers/joe`,
      expect.objectContaining({ headers: { 'if-match': '"3"' } })
    );
  });
});

describe('permissions list', () => {
  const GROUPS = {
    my_group: { allowed_actions: ['read', 'cluster:monitor/main'], type: 'all', reserved: false },
    read: { allowed_actions: ['indices:data/read*'], type: 'index', reserved: true },
  };
  const routes = (groups: object = GROUPS): Routes => ({
    'GET /api/v1/permissions': () => ({
      cluster: ['cluster:monitor/main', 'cluster:monitor/health'],
      index: ['indices:data/read/get', 'indices:data/read/search'],
    }),
    'GET /api/v1/search/actiongroups': ({ query }) => {
      const { page, per_page: perPage, search } = query as SearchQuery;
      const found = Object.entries(groups)
        .map(([name, entity]) => ({ name, version: '1', entity }))
        .filter(({ name }) => search === undefined || name.includes(search));
      return searchResponse(
        found.slice(((page ?? 1) - 1) * (perPage ?? 10), (page ?? 1) * (perPage ?? 10)),
        {
          total: found.length,
        }
      );
    },
    [`GET ${CONFIG}/actiongroups`]: () => ({ total: 2, data: groups }),
  });

  // @feature permissions/1
  it('lists action groups, then single permissions, across pages', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [
        `group_${String(i).padStart(2, '0')}`,
        { allowed_actions: ['read'] },
      ])
    );
    const { user } = await openAdmin('/permissions', routes(many));
    // Line break opportunities count as spaces in jsdom.
    await screen.findByRole('link', { name: /^group_ ?00$/ });
    expect(screen.getByText('15', { selector: 'header *' })).toBeInTheDocument();
    expect(names()).toHaveLength(10);
    await user.click(screen.getByRole('link', { name: /Next page/ }));
    await screen.findByRole('link', { name: /^group_ ?10$/ });
    expect(names()).toEqual([
      'group_10',
      'cluster:monitor/health',
      'cluster:monitor/main',
      'indices:data/read/get',
      'indices:data/read/search',
    ]);
  });

  it('finds single permissions of one scope without requesting groups', async () => {
    const { core } = await openAdmin('/permissions?q=read&f.kind=single&f.scope=index', routes());
    await screen.findByText('indices:data/read/search');
    expect(names()).toEqual(['indices:data/read/get', 'indices:data/read/search']);
    expect(callsOf(core.http.get).map(([path]) => path)).not.toContain(
      '/api/v1/search/actiongroups'
    );
  });

  it('lists single permissions first when types sort descending, then the groups', async () => {
    const groups = Array.from({ length: 13 }, (_, i) => ({ name: `group ${i}`, entity: {} }));
    const pages: unknown[] = [];
    await openAdmin('/permissions?sort=kind&dir=desc&page=2', {
      ...routes(),
      'GET /api/v1/permissions': () => ({
        cluster: Array.from({ length: 14 }, (_, i) => `cluster:a/${String(i).padStart(2, '0')}`),
        index: [],
      }),
      'GET /api/v1/search/actiongroups': (options) => {
        const page = Number((options?.query as Record<string, unknown>)['page']);
        pages.push(page);
        const items = groups.slice((page - 1) * 10, page * 10);
        return searchResponse(items, { total: 13, unfiltered_total: 13 });
      },
    });
    await screen.findByText('cluster:a/00');
    expect(names()).toEqual([
      'cluster:a/03',
      'cluster:a/02',
      'cluster:a/01',
      'cluster:a/00',
      ...groups.slice(0, 6).map(({ name }) => name),
    ]);
    expect(pages).toEqual([2, 1]);
  });

  it('requests the groups of a scope by their types', async () => {
    const { core } = await openAdmin('/permissions?f.scope=cluster', routes());
    await screen.findByText('cluster:monitor/main');
    const [, options] = callsOf(core.http.get).find(([path]) => path.endsWith('actiongroups'))!;
    expect(options['query']).toMatchObject({ filters: '{"type":["cluster","all"]}' });
  });

  it('creates a group from the selection', async () => {
    const { user, core, path } = await openAdmin('/permissions', {
      ...routes(),
      [`POST ${CONFIG}/actiongroups/mine`]: () => ({ message: 'ok' }),
    });
    await screen.findByRole('link', { name: 'read' });
    await user.click(screen.getByRole('checkbox', { name: 'Select read' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select cluster:monitor/main' }));
    await user.click(button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: /from selection/ }));
    await user.type(await screen.findByLabelText('Name', {}, { timeout: 10_000 }), 'mine');
    await user.click(button('Create'));
    await waitFor(() => expect(path()).toBe('/permissions/view/mine'));
    expect(lastBody(core.http, `${CONFIG}/actiongroups/mine`)).toEqual({
      allowed_actions: ['read', 'cluster:monitor/main'],
    });
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith(
      expect.objectContaining({ title: 'Action group "mine" successfully created' })
    );
  });

  it('offers the types that the backend accepts', async () => {
    await openAdmin('/permissions/create', routes());
    const type = await screen.findByLabelText('Type', {}, { timeout: 10_000 });
    expect(
      within(type)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    ).toEqual(['Not specified', 'Cluster permissions', 'Index permissions']);
  });

  // @feature permissions/6
  it('keeps the type and hidden fields when a group is edited', async () => {
    const { user, core } = await openAdmin('/permissions/edit/my_group', {
      ...routes(),
      [`GET ${CONFIG}/actiongroups/my_group`]: () => ({ ...GROUPS.my_group, etag: '"7"' }),
      [`POST ${CONFIG}/actiongroups/my_group`]: () => ({ message: 'ok' }),
    });
    await user.type(await screen.findByLabelText(/Description/), 'Mine');
    await user.click(button('Save changes'));
    await waitFor(() =>
      expect(lastBody(core.http, `${CONFIG}/actiongroups/my_group`)).toEqual({
        allowed_actions: ['read', 'cluster:monitor/main'],
        type: 'all',
        description: 'Mine',
      })
    );
    const [, options] = callsOf(core.http.post).at(-1)!;
    expect(options['headers']).toEqual({ 'if-match': '"7"' });
  });

  it('shows a group as a tree and the groups that contain it', async () => {
    await openAdmin('/permissions/view/read', routes());
    expect(await screen.findByText('indices:data/read*')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Used in action groups (1)' })).toBeInTheDocument();
    expect(screen.getByText('my_group')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Edit action group' })).not.toBeInTheDocument();
  });
});

describe('nested action groups', () => {
  it('stay collapsed if they would fill the page, with a hint where to look', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `group_${i}`);
    const data = Object.fromEntries(names.map((name) => [name, { allowed_actions: names }]));
    await openAdmin('/permissions/view/group_0', {
      [`GET ${CONFIG}/actiongroups`]: () => ({ total: 60, data }),
    });
    expect(await screen.findByText(/more than can be shown here/)).toBeInTheDocument();
    expect(screen.getAllByText('group_59').length).toBeGreaterThan(0);
  });
});

it.each([
  ['/tenants/create', /^Description/],
  ['/permissions/create', /^Description/],
  ['/users/create', /^Value 1/],
])('%s counts the characters of a text for a cluster from 3.8', async (path, label) => {
  const capabilities = { securityRelease: releaseFacts('3.8.0') };
  const { user, core } = await openAdmin(path, formRoutes, { capabilities });
  if (path.startsWith('/users')) await user.click(await screen.findByText('Add attribute'));
  fill(await screen.findByLabelText(label), 'a'.repeat(270));
  await user.click(button('Create'));
  expect(
    await screen.findByRole('link', { name: /^270 of 256 characters\. This cluster/ })
  ).toBeInTheDocument();
  expect(callsOf(core.http.post)).toEqual([]);
});
