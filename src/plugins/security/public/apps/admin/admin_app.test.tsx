import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { AppLeaveActionType } from '@sd/core/public';
import type { IndexPermission, Role } from '@sd/contracts';
import {
  callsOf,
  createAccount,
  fetchError,
  lastBody,
  renderAdmin,
  type Routes,
  searchResponse,
  type ScreenMock,
  type ScreenMockOptions,
} from '../../mocks';

jest.setTimeout(30_000);

const SEARCH_ROLES = 'GET /api/v1/search/roles';
const SEARCH_USERS = 'GET /api/v1/search/internalusers';
const CONFIG = '/api/v1/configuration';

const role = (more: Partial<Role> = {}): Role => ({
  reserved: false,
  hidden: false,
  cluster_permissions: [],
  index_permissions: [],
  tenant_permissions: [],
  ...more,
});
const index = (more: Partial<IndexPermission> = {}): IndexPermission => ({
  index_patterns: ['logs-*'],
  fls: [],
  masked_fields: [],
  allowed_actions: ['read'],
  ...more,
});
const notFound = () => {
  throw fetchError(404, { message: 'Not found' });
};

const formRoutes: Routes = {
  'GET /api/v1/permissions': () => ({
    cluster: ['cluster:monitor/main'],
    index: ['indices:data/read/get'],
  }),
  [`GET ${CONFIG}/actiongroups`]: () => ({
    total: 1,
    data: { read: { allowed_actions: ['indices:data/read*'] } },
  }),
  'GET /api/v1/search/tenants': () => searchResponse([{ name: 'finance', entity: {} }]),
};

const ITEMS = [
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
const listRoutes = (items: readonly object[] = ITEMS): Routes => ({
  [SEARCH_ROLES]: () => searchResponse(items, { facets: { users: ['jane', 'joe'] } }),
});

type HttpMock = ScreenMock['core']['http'];
const queries = (http: HttpMock, path = '/api/v1/search/roles') =>
  callsOf(http.get)
    .filter(([asked]) => asked === path)
    .map(([, options]) => options['query'] as Record<string, unknown>);
const lastQuery = (http: HttpMock, path?: string) => queries(http, path).at(-1);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const combo = (name: string) => screen.getByRole('combobox', { name });
/** As one paste; typing by keys costs seconds in forms of this size. */
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const addTo = (box: HTMLElement, value: string) => {
  fireEvent.focus(box);
  fill(box, value);
  fireEvent.keyDown(box, { key: 'Enter' });
};

async function open(path: string, routes: Routes, more: Omit<ScreenMockOptions, 'routes'> = {}) {
  const rendered = await renderAdmin(path, { ...more, routes });
  await screen.findByRole('heading', { level: 1 });
  return {
    ...rendered,
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
  };
}

describe('frame', () => {
  it('follows addresses of earlier generations', async () => {
    const old = await renderAdmin('/#/roles/view/a%2Fb', {
      routes: {
        [`GET ${CONFIG}/roles/a%2Fb`]: notFound,
        [`GET ${CONFIG}/rolesmapping/a%2Fb`]: notFound,
        ...formRoutes,
      },
    });
    expect(await screen.findByText(/There is no role “a\/b”/)).toBeInTheDocument();
    expect(old.services.kit.services.history.location.pathname).toBe('/roles/view/a%2Fb');
  });

  it('sets breadcrumbs and title, and says when there is no such page', async () => {
    const { core } = await open('/nowhere', {});
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
    const [crumbs] = core.chrome.setBreadcrumbs.mock.calls.at(-1)!;
    expect(crumbs.map(({ text }) => text)).toEqual(['Security', 'Not found']);
    expect(core.chrome.docTitle.change).toHaveBeenLastCalledWith(['Not found', 'Security']);
  });
});

describe('role list', () => {
  it('shows the roles with truncated lists and labels', async () => {
    const { user } = await open('/roles', listRoutes());
    expect(await screen.findByRole('link', { name: 'reader' })).toHaveAttribute(
      'href',
      '/app/security/roles/view/reader'
    );
    expect(screen.getByRole('heading', { name: 'Roles (2)' })).toBeInTheDocument();
    expect(screen.getByText('Reserved')).toBeInTheDocument();
    expect(screen.getByText('Custom')).toBeInTheDocument();
    const list = screen.getByRole('list', { name: 'Cluster permissions of reader' });
    expect(within(list).queryByText('d')).not.toBeInTheDocument();
    await user.click(within(list).getByRole('button', { name: /Show all 4/ }));
    expect(await screen.findByText('d')).toBeInTheDocument();
  });

  it('asks the server for what the address says, and the address follows', async () => {
    const { core, user, services } = await open('/roles?q=read&f.users=jane&page=2&size=25', {
      [SEARCH_ROLES]: () => searchResponse(ITEMS, { total: 40, page: 2, per_page: 25 }),
    });
    await screen.findByRole('link', { name: 'reader' });
    expect(lastQuery(core.http)).toEqual({
      search: 'read',
      filters: '{"users":["jane"]}',
      facets: 'cluster_permissions,index_patterns,users,backend_roles,tenants',
      page: 2,
      per_page: 25,
      sort_field: 'name',
      sort_order: 'asc',
    });
    const search = screen.getByRole('searchbox', { name: 'Search roles' });
    expect(search).toHaveValue('read');
    await user.clear(search);
    await user.type(search, 'ops');
    await waitFor(() => expect(lastQuery(core.http)).toMatchObject({ search: 'ops', page: 1 }));
    await waitFor(() => expect(services.kit.services.history.location.search).toContain('q=ops'));
    expect(services.kit.services.history.location.search).toContain('f.users=jane');
  });

  it('filters by the values the server offers', async () => {
    const { core, user } = await open('/roles', listRoutes());
    await screen.findByRole('link', { name: 'reader' });
    await user.click(button(/Internal users/));
    await user.click(await screen.findByRole('option', { name: /joe/ }));
    await waitFor(() =>
      expect(lastQuery(core.http)).toMatchObject({ filters: '{"users":["joe"]}' })
    );
  });

  it('sorts on the server', async () => {
    const { core, user } = await open('/roles', listRoutes());
    await screen.findByRole('link', { name: 'reader' });
    await user.click(
      within(screen.getByRole('columnheader', { name: /Role/ })).getByRole('button')
    );
    await waitFor(() => expect(lastQuery(core.http)).toMatchObject({ sort_order: 'desc' }));
  });

  it('says why an action is disabled and deletes with a report', async () => {
    const { user, core } = await open('/roles', {
      ...listRoutes([...ITEMS, { name: 'writer', version: '1', entity: role() }]),
      [`POST ${CONFIG}/roles/_bulk_delete`]: () => ({
        results: [
          { name: 'reader', status: 200, message: 'gone' },
          { name: 'writer', status: 500, message: 'Disk full' },
        ],
      }),
    });
    await screen.findByRole('link', { name: 'reader' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all_access' }));
    await user.click(button('Actions'));
    expect(
      await screen.findByRole('menuitem', {
        name: /Delete.*Reserved roles cannot be changed or deleted/,
      })
    ).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('menuitem', { name: /Delete/ }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('checkbox', { name: 'Select all_access' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select reader' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select writer' }));
    await user.click(button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Delete' });
    expect(
      within(dialog).getByText('Do you really want to delete selected role(s)?')
    ).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    const report = await screen.findByRole('alertdialog', { name: 'Not everything was deleted' });
    expect(lastBody(core.http, `${CONFIG}/roles/_bulk_delete`)).toEqual({
      names: ['reader', 'writer'],
    });
    expect(report).toHaveTextContent('writer: Disk full');
    const asked = queries(core.http).length;
    await user.click(within(report).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(queries(core.http).length).toBeGreaterThan(asked));
    // The answer arrives before the test ends.
    await act(async () => {});
  });

  it('shows a failure with another try, and an empty result with a way out', async () => {
    let isBroken = true;
    const { user, core } = await open('/roles?q=zzz', {
      [SEARCH_ROLES]: () => {
        if (isBroken) throw fetchError(500, { message: 'The engine is away.' });
        return searchResponse([]);
      },
    });
    expect(await screen.findByText('The engine is away.')).toBeInTheDocument();
    isBroken = false;
    await user.click(button('Retry loading'));
    expect(await screen.findByText('No items found')).toBeInTheDocument();
    await user.click(button('Clear search and filters'));
    expect(screen.getByRole('searchbox', { name: 'Search roles' })).toHaveValue('');
    await waitFor(() => expect(lastQuery(core.http)).not.toHaveProperty('search'));
    expect(await screen.findByText('No items found')).toBeInTheDocument();
  });
});

describe('role view', () => {
  const routes: Routes = {
    ...formRoutes,
    [`GET ${CONFIG}/roles/reader`]: () => ({
      ...role({
        cluster_permissions: ['read'],
        index_permissions: [index({ dls: '{"match":{"a":1}}', fls: ['~secret'] })],
        tenant_permissions: [
          { tenant_patterns: ['finance'], allowed_actions: ['kibana_all_read'] },
          { tenant_patterns: ['a*', 'b'], allowed_actions: ['kibana_all_write'] },
        ],
      }),
      etag: '"1"',
    }),
    [`GET ${CONFIG}/rolesmapping/reader`]: () => ({
      users: ['jane'],
      backend_roles: ['jane'],
      and_backend_roles: [],
      hosts: [],
      description: 'kept',
      etag: '"7"',
    }),
    [`GET ${CONFIG}/tenants/finance`]: () => ({ description: 'Money', etag: '"1"' }),
  };

  it('shows permissions: groups as a tree, expressions, tenants', async () => {
    const { user } = await open('/roles/view/reader', routes);
    expect(
      await screen.findByRole('heading', { name: 'Cluster permissions (1)' })
    ).toBeInTheDocument();
    await user.click(
      within(screen.getByRole('list', { name: /Cluster permissions/ })).getByRole('button', {
        name: /read/,
      })
    );
    expect(await screen.findByText('indices:data/read*')).toBeInTheDocument();
    expect(screen.getByText('Exclude: secret')).toBeInTheDocument();
    expect(screen.getByText('Money')).toBeInTheDocument();
    expect(screen.getByText('Read only')).toBeInTheDocument();
    expect(screen.getByText('N/A')).toBeInTheDocument();
    await user.click(button(/View expression/));
    expect(
      await screen.findByRole('dialog', { name: 'Document-level security' })
    ).toHaveTextContent('"match"');
  });

  it('deletes one mapping and keeps the rest, in the version that was read', async () => {
    const { user, core } = await open('/roles/view/reader/mapuser', {
      ...routes,
      [`POST ${CONFIG}/rolesmapping/reader`]: () => ({ message: 'ok' }),
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select User jane' }));
    await user.click(button('Delete mapping'));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Confirm' })
    );
    await waitFor(() => expect(core.notifications.toasts.addSuccess).toHaveBeenCalled());
    expect(lastBody(core.http, `${CONFIG}/rolesmapping/reader`)).toEqual({
      users: [],
      backend_roles: ['jane'],
      and_backend_roles: [],
      hosts: [],
      description: 'kept',
    });
    expect(callsOf(core.http.post)[0]![1]).toMatchObject({ headers: { 'if-match': '"7"' } });
  });
});

describe('role form', () => {
  const POST_NEW = `POST ${CONFIG}/roles/analyst`;

  it('creates a role from what was typed and goes to it', async () => {
    const { user, core, services } = await open('/roles/create', {
      ...formRoutes,
      [POST_NEW]: () => ({ message: 'created' }),
      [`GET ${CONFIG}/roles/analyst`]: notFound,
      [`GET ${CONFIG}/rolesmapping/analyst`]: notFound,
    });
    fill(await screen.findByLabelText('Name'), 'analyst');
    fill(screen.getByLabelText('Description'), 'Reads');
    addTo(combo('Cluster permissions'), 'cluster:new/action');
    addTo(combo('Index'), 'logs-*');
    addTo(combo('Index permissions'), 'read');
    fireEvent.change(screen.getByLabelText('Document level security'), {
      target: { value: '{"a":{}}' },
    });
    addTo(combo('Fields'), 'secret');
    addTo(combo('Tenant'), 'finance');
    await user.selectOptions(screen.getByLabelText('Read/write permission'), 'Read only');
    await user.click(button('Create'));
    await waitFor(() =>
      expect(services.kit.services.history.location.pathname).toBe('/roles/view/analyst')
    );
    expect(lastBody(core.http, `${CONFIG}/roles/analyst`)).toEqual({
      description: 'Reads',
      cluster_permissions: ['cluster:new/action'],
      index_permissions: [
        {
          index_patterns: ['logs-*'],
          dls: '{"a":{}}',
          fls: ['~secret'],
          masked_fields: [],
          allowed_actions: ['read'],
        },
      ],
      tenant_permissions: [{ tenant_patterns: ['finance'], allowed_actions: ['kibana_all_read'] }],
    });
    expect(callsOf(core.http.post)[0]![1]).toMatchObject({ headers: { 'if-none-match': '*' } });
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
      title: 'Role "analyst" successfully created',
      toastLifeTimeMs: 10_000,
    });
    expect(services.kit.services.drafts.getAll()).toEqual([]);
  });

  it('validates the name after leaving it, the query as JSON, and lists what is wrong on submit', async () => {
    const { user, core } = await open('/roles/create', formRoutes);
    const name = await screen.findByLabelText('Name');
    await user.type(name, 'x');
    expect(name).toBeValid();
    await user.tab();
    expect(name).toBeInvalid();
    await user.type(name, 'y%');
    expect(screen.getByText(/Invalid characters found in role name/)).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Document level security'), {
      target: { value: '{ nope' },
    });
    await user.click(button('Create'));
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveFocus();
    expect(within(summary).getAllByRole('link')).toHaveLength(3);
    await user.click(within(summary).getByRole('link', { name: /not valid JSON/ }));
    expect(screen.getByLabelText('Document level security')).toHaveFocus();
    expect(core.http.post).not.toHaveBeenCalled();
  });

  it('shows a taken name at the field and keeps what was typed', async () => {
    const { user } = await open('/roles/create', {
      ...formRoutes,
      [POST_NEW]: () => {
        throw fetchError(409, {
          message: 'The role "analyst" already exists.',
          attributes: { code: 'security.already_exists' },
        });
      },
    });
    fill(await screen.findByLabelText('Name'), 'analyst');
    fill(screen.getByLabelText('Description'), 'Mine');
    await user.click(button('Create'));
    await waitFor(() => expect(screen.getByLabelText('Name')).toBeInvalid());
    expect(screen.getByLabelText('Description')).toHaveValue('Mine');
    fill(screen.getByLabelText('Name'), 'analyst2');
    await waitFor(() => expect(screen.getByLabelText('Name')).toBeValid());
  });

  it('keeps what was typed when saving fails otherwise', async () => {
    const { user } = await open('/roles/create', {
      ...formRoutes,
      [POST_NEW]: () => {
        throw fetchError(503, { message: 'Try again in a few seconds.' });
      },
    });
    fill(await screen.findByLabelText('Name'), 'analyst');
    await user.click(button('Create'));
    expect(await screen.findByText('Try again in a few seconds.')).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('analyst');
    expect(button('Create')).toBeEnabled();
  });

  it('on a conflict shows their changes; editing on replaces their version knowingly', async () => {
    let version = 1;
    const { user, core, services } = await open('/roles/edit/reader', {
      ...formRoutes,
      [`GET ${CONFIG}/roles/reader`]: () => ({
        ...role({
          description: version === 1 ? 'Old' : 'Theirs',
          cluster_permissions: version === 1 ? [] : ['new:one'],
        }),
        kept_field: 1,
        etag: `"${version}"`,
      }),
      [`GET ${CONFIG}/rolesmapping/reader`]: notFound,
      [`POST ${CONFIG}/roles/reader`]: (options) => {
        if ((options['headers'] as Record<string, string>)['if-match'] === '"1"') {
          version = 2;
          throw fetchError(409, {
            message: 'Changed',
            attributes: { code: 'security.stale_version' },
          });
        }
        return { message: 'ok' };
      },
    });
    const description = await screen.findByLabelText('Description');
    await user.clear(description);
    await user.type(description, 'Mine');
    await user.click(button('Update'));
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Somebody else changed “reader”',
    });
    expect(await within(dialog).findByText(/added new:one/)).toBeInTheDocument();
    expect(within(dialog).getByText(/Old → Theirs/)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByLabelText('Description')).toHaveValue('Mine');
    await user.click(button('Update'));
    await waitFor(() =>
      expect(services.kit.services.history.location.pathname).toBe('/roles/view/reader')
    );
    expect(lastBody(core.http, `${CONFIG}/roles/reader`)).toMatchObject({
      description: 'Mine',
      kept_field: 1,
    });
  });

  it('on a conflict can start from their version', async () => {
    let version = 1;
    const { user } = await open('/roles/edit/reader', {
      ...formRoutes,
      [`GET ${CONFIG}/roles/reader`]: () => ({
        ...role({ description: `v${version}` }),
        etag: `"${version}"`,
      }),
      [`POST ${CONFIG}/roles/reader`]: () => {
        version = 2;
        throw fetchError(409, {
          message: 'Changed',
          attributes: { code: 'security.stale_version' },
        });
      },
    });
    fill(await screen.findByLabelText('Description'), ' mine');
    await user.click(button('Update'));
    await user.click(await screen.findByRole('button', { name: 'Load their version' }));
    await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('v2'));
    expect(screen.getByLabelText('Name')).toBeDisabled();
  });

  it('on a conflict saves both changes where they do not collide, and asks where they do', async () => {
    let version = 1;
    const { user, core, services } = await open('/roles/edit/reader', {
      ...formRoutes,
      [`GET ${CONFIG}/roles/reader`]: () => ({
        ...role({
          description: version === 1 ? 'Old' : 'Theirs',
          cluster_permissions: version === 1 ? ['a:b'] : ['a:b', 'new:one'],
        }),
        etag: `"${version}"`,
      }),
      [`GET ${CONFIG}/rolesmapping/reader`]: notFound,
      [`POST ${CONFIG}/roles/reader`]: (options) => {
        if ((options['headers'] as Record<string, string>)['if-match'] === '"2"')
          return { message: 'ok' };
        version = 2;
        throw fetchError(409, {
          message: 'Changed',
          attributes: { code: 'security.stale_version' },
        });
      },
    });
    fill(await screen.findByLabelText('Description'), 'Mine');
    addTo(combo('Cluster permissions'), 'my:own');
    await user.click(button('Update'));
    const dialog = await screen.findByRole('alertdialog', { name: /Somebody else changed/ });
    const group = await within(dialog).findByRole('group', { name: 'description' });
    const save = within(dialog).getByRole('button', { name: 'Save both changes' });
    expect(within(dialog).queryByRole('group', { name: 'cluster_permissions' })).toBeNull();
    expect(save).toBeDisabled();
    expect(within(group).getByRole('radio', { name: 'Yours: Mine' })).not.toBeChecked();
    await user.click(within(group).getByRole('radio', { name: 'Theirs: Theirs' }));
    await user.click(save);
    await waitFor(() =>
      expect(services.kit.services.history.location.pathname).toBe('/roles/view/reader')
    );
    expect(lastBody(core.http, `${CONFIG}/roles/reader`)).toMatchObject({
      description: 'Theirs',
      cluster_permissions: ['a:b', 'new:one', 'my:own'],
    });
  });

  const leaveBy = (onAppLeave: Awaited<ReturnType<typeof open>>['onAppLeave']) =>
    onAppLeave.mock.calls[0]![0]({
      confirm: (text, title) => ({
        type: AppLeaveActionType.confirm,
        text,
        ...(title !== undefined && { title }),
      }),
      default: () => ({ type: AppLeaveActionType.default }),
    });

  it('lets one leave a form inside the app without a question, and keeps the text', async () => {
    const { user, core, services, onAppLeave } = await open('/roles/create', {
      ...formRoutes,
      ...listRoutes(),
    });
    expect(leaveBy(onAppLeave).type).toBe('default');
    fill(await screen.findByLabelText('Name'), 'analyst');
    await user.click(screen.getByRole('link', { name: 'Roles' }));
    expect(await screen.findByRole('link', { name: 'reader' })).toBeInTheDocument();
    expect(core.overlays.openConfirm).not.toHaveBeenCalled();
    expect(leaveBy(onAppLeave)).toMatchObject({ title: 'Leave without saving?' });
    const waiting = screen.getByRole('region', { name: 'Not saved yet' });
    expect(within(waiting).getByRole('link', { name: 'Create Role' })).toHaveAttribute(
      'href',
      '/app/security/roles/create'
    );
    act(() => services.kit.services.history.push('/roles/create'));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('analyst'));
    expect(screen.getByText('What you typed earlier is here, and not saved yet.')).toBeVisible();
    await user.click(button('Discard it and start anew'));
    expect(screen.getByLabelText('Name')).toHaveValue('');
    expect(leaveBy(onAppLeave).type).toBe('default');
  });

  it('gives up what was typed on "Cancel", and offers it back', async () => {
    const { user, core, services, onAppLeave } = await open('/roles/create', {
      ...formRoutes,
      ...listRoutes(),
    });
    fill(await screen.findByLabelText('Name'), 'analyst');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    expect(await screen.findByRole('link', { name: 'reader' })).toBeInTheDocument();
    expect(leaveBy(onAppLeave).type).toBe('default');
    const [toast] = jest.mocked(core.notifications.toasts.addInfo).mock.calls[0]!;
    expect(toast).toMatchObject({ title: 'Changes were not saved: Create Role' });
    const element = document.body.appendChild(document.createElement('div'));
    act(() => void (toast as { text: (target: HTMLElement) => unknown }).text(element));
    await user.click(within(element).getByRole('button', { name: 'Bring them back' }));
    expect(core.application.navigateToUrl).toHaveBeenCalledWith('/app/security/roles/create');
    act(() => services.kit.services.history.push('/roles/create'));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('analyst'));
  });

  it('proposes a name for a copy and copies everything', async () => {
    const { user, core, services } = await open('/roles/duplicate/reader', {
      ...formRoutes,
      [`GET ${CONFIG}/roles/reader`]: () => ({
        ...role({ reserved: true, cluster_permissions: ['x:y'] }),
        etag: '"1"',
      }),
      [`POST ${CONFIG}/roles/reader_copy`]: () => ({ message: 'ok' }),
      [`GET ${CONFIG}/roles/reader_copy`]: notFound,
      [`GET ${CONFIG}/rolesmapping/reader_copy`]: notFound,
    });
    expect(await screen.findByLabelText('Name')).toHaveValue('reader_copy');
    await user.click(button('Create'));
    await waitFor(() =>
      expect(services.kit.services.history.location.pathname).toBe('/roles/view/reader_copy')
    );
    expect(lastBody(core.http, `${CONFIG}/roles/reader_copy`)).not.toHaveProperty('reserved');
  });
});

describe('internal users', () => {
  const users = [
    {
      name: 'jane',
      version: '1',
      entity: { backend_roles: ['staff'], attributes: { dep: 'x' } },
      roles: ['own_index', 'kibana_user'],
    },
    { name: 'joe', version: '1', entity: { backend_roles: [], attributes: {} }, roles: [] },
  ];
  const routes: Routes = {
    [SEARCH_USERS]: () => searchResponse(users, { facets: { backend_roles: ['staff'] } }),
    [SEARCH_ROLES]: () => searchResponse([{ name: 'own_index', entity: role() }]),
  };

  it('marks the own user, who cannot be deleted', async () => {
    const { user } = await open('/users', routes, {
      account: createAccount({ user_name: 'jane' }),
    });
    expect(await screen.findByRole('link', { name: 'jane' })).toBeInTheDocument();
    expect(screen.getByText('Current')).toBeInTheDocument();
    expect(screen.getByText('dep: "x"')).toBeInTheDocument();
    expect(
      within(screen.getByRole('list', { name: 'Roles of jane' })).getByText('own_index')
    ).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Select jane' }));
    await user.click(button('Actions'));
    expect(
      await screen.findByRole('menuitem', { name: /Delete.*You cannot delete your own user/ })
    ).toHaveAttribute('aria-disabled', 'true');
  });

  it('creates a user with roles and attributes', async () => {
    const { user, core, services } = await open('/users/create', {
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
    await user.click(await screen.findByRole('option', { name: 'own_index' }));
    addTo(combo('Backend roles'), 'staff');
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
  });

  it('leaves the password alone on edit, and shows a refused one at its field', async () => {
    let isRefusing = false;
    const { user, core, services } = await open('/users/edit/joe', {
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
    await waitFor(() => expect(screen.getByLabelText('Password')).toBeInvalid());
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
    expect(callsOf(core.http.post).at(-1)![1]).toMatchObject({ headers: { 'if-match': '"3"' } });
  });
});

describe('map user', () => {
  it('creates the first mapping of a role', async () => {
    const { user, core, services } = await open('/roles/edit/reader/mapuser', {
      ...formRoutes,
      [`GET ${CONFIG}/rolesmapping/reader`]: notFound,
      [SEARCH_USERS]: () => searchResponse([{ name: 'jane', entity: {} }]),
      [`POST ${CONFIG}/rolesmapping/reader`]: () => ({ message: 'ok' }),
      [`GET ${CONFIG}/roles/reader`]: () => ({ ...role(), etag: '"1"' }),
    });
    await user.click(await screen.findByRole('combobox', { name: 'Users' }));
    await user.click(await screen.findByRole('option', { name: 'jane' }));
    addTo(combo('Any of these backend roles'), 'staff');
    await user.click(button('Map'));
    await waitFor(() =>
      expect(services.kit.services.history.location.pathname).toBe('/roles/view/reader/mapuser')
    );
    expect(lastBody(core.http, `${CONFIG}/rolesmapping/reader`)).toEqual({
      users: ['jane'],
      backend_roles: ['staff'],
      and_backend_roles: [],
      hosts: [],
    });
  });
});
