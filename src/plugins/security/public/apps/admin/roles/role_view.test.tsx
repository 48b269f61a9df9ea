/** Tests of the page of one role: permissions, users and renaming. */
import { screen, waitFor, within } from '@testing-library/react';
import { callsOf, fetchError, lastBody, type Routes, searchResponse } from '../../../mocks';
import {
  button,
  callsTo,
  CONFIG,
  fill,
  formRoutes,
  index,
  lastQuery,
  notFound,
  openAdmin,
  queries,
  role,
  SEARCH_ROLES,
  SEARCH_USERS,
} from '../mocks';

jest.setTimeout(30_000);

describe('role view', () => {
  const routes: Routes = {
    ...formRoutes,
    [`GET ${CONFIG}/roles/reader`]: () => ({
      ...role({
        cluster_permissions: ['read'],
        index_permissions: [index({ dls: '{"match":{"a":1}}', fls: ['~secret'] })],
        tenant_permissions: [
          { tenant_patterns: ['finance'], allowed_actions: ['kibana_all_read'] },
          { tenant_patterns: ['sales'], allowed_actions: ['kibana_all_read', 'kibana_all_write'] },
          { tenant_patterns: ['hr'], allowed_actions: ['something_else'] },
          { tenant_patterns: ['a*', 'b'], allowed_actions: ['kibana_all_write'] },
          { tenant_patterns: ['gone'], allowed_actions: ['kibana_all_read'] },
        ],
      }),
      etag: '"1"',
    }),
    [`GET ${CONFIG}/tenants/sales`]: () => ({ description: 'Orders', etag: '"1"' }),
    [`GET ${CONFIG}/tenants/hr`]: () => ({ description: 'People', etag: '"1"' }),
    [`GET ${CONFIG}/tenants/gone`]: notFound,
    [`GET ${CONFIG}/rolesmapping/reader`]: () => ({
      users: ['jane'],
      backend_roles: ['jane'],
      and_backend_roles: [],
      hosts: [],
      description: 'kept',
      etag: '"7"',
    }),
    [`GET ${CONFIG}/tenants/finance`]: () => ({ description: 'Money', etag: '"1"' }),
    [`GET ${CONFIG}/internalusers/jane`]: () => ({ etag: '"1"' }),
    [SEARCH_USERS]: () => searchResponse([]),
  };

  // @feature role/3
  it('shows permissions: groups as a tree, expressions, tenants', async () => {
    const { user } = await openAdmin('/roles/view/reader', routes);
    expect(
      await screen.findByRole('heading', { name: 'Cluster permissions (1)' })
    ).toBeInTheDocument();
    await user.click(
      within(screen.getByRole('list', { name: /Cluster permissions/ })).getByRole('button', {
        name: /read/,
      })
    );
    expect(await screen.findByText('indices:data/read*')).toBeInTheDocument();
    expect(screen.getByText('Hidden fields: secret')).toBeInTheDocument();
    expect(screen.getByText('Money')).toBeInTheDocument();
    const tenants = within(screen.getByRole('table', { name: 'Tenant permissions' }));
    const rows = tenants.getAllByRole('row').slice(1);
    for (const [index, texts] of [
      ['finance', 'Money', 'Read only'],
      ['sales', 'Orders', 'Read and Write'],
      ['hr', 'People', 'None'],
      ['b', 'N/A', 'Read and Write'],
      ['gone', 'N/A', 'Read only'],
    ].entries())
      for (const text of texts) expect(rows[index]).toHaveTextContent(text);
    expect(screen.getByRole('link', { name: 'Manage mapping' })).toHaveAttribute(
      'href',
      expect.stringContaining('/roles/edit/reader/mapuser')
    );
    await user.click(button(/View expression/));
    const dialog = await screen.findByRole('dialog', { name: 'Document-level security' });
    expect(dialog).toHaveTextContent('"match"');
    expect(dialog.querySelector('.euiCodeBlock')).toHaveStyle({ maxBlockSize: '300px' });
  });

  describe('users with the role', () => {
    const filtersOf = (options: Record<string, unknown>): unknown =>
      JSON.parse(String((options['query'] as { filters: string }).filters));
    const users: Routes = {
      [`GET ${CONFIG}/rolesmapping/reader`]: () => ({
        users: ['jane', 'gone', 'j*'],
        backend_roles: ['staff'],
        and_backend_roles: [],
        hosts: ['h'],
        etag: '"7"',
      }),
      [`GET ${CONFIG}/internalusers/jane`]: () => ({ etag: '"1"' }),
      [`GET ${CONFIG}/internalusers/gone`]: notFound,
      [SEARCH_USERS]: (options) =>
        'backend_roles' in (filtersOf(options) as object)
          ? searchResponse([], { total: 12 })
          : searchResponse(
              [
                { name: 'jane', entity: { opendistro_security_roles: ['reader'] } },
                { name: 'ann', entity: { backend_roles: ['x', 'staff'] } },
                { name: 'jim', entity: {} },
              ],
              { total: 30 }
            ),
    };

    // @feature role/4
    it('lists all users by every origin, page by page', async () => {
      const { user, core } = await openAdmin('/roles/view/reader/mapuser', { ...routes, ...users });
      const holders = await screen.findByRole('table', {
        name: /Internal users with the role reader/,
      });
      expect(
        screen.getByRole('heading', { name: 'Internal users with this role (30)' })
      ).toBeInTheDocument();
      const row = (name: RegExp) => within(holders).getByRole('row', { name });
      expect(row(/^jane/)).toHaveTextContent('Direct; Mapped by name');
      expect(row(/^ann/)).toHaveTextContent(/Backend role staff$/);
      expect(row(/^jim/)).toHaveTextContent('A pattern in the mapping');
      await user.click(screen.getByLabelText(/Page 3/));
      await waitFor(() =>
        expect(lastQuery(core.http, '/api/v1/search/internalusers')).toMatchObject({
          page: 3,
          filters: '{"roles":["reader"]}',
        })
      );
    });

    it('counts users of a backend role and marks missing internal users', async () => {
      await openAdmin('/roles/view/reader/mapuser', { ...routes, ...users });
      expect(await screen.findByRole('link', { name: '12 internal users' })).toHaveAttribute(
        'href',
        '/app/security/users?f.backend_roles=staff'
      );
      expect(await screen.findByRole('link', { name: 'Internal user' })).toHaveAttribute(
        'href',
        '/app/security/users/view/jane'
      );
      expect(screen.getAllByText('Not an internal user')).toHaveLength(1);
    });

    it('shows them before the role is deleted and requires the name if there are many', async () => {
      const { user, core } = await openAdmin('/roles/view/reader', {
        ...routes,
        ...users,
        [`POST ${CONFIG}/roles/_bulk_delete`]: () => ({
          results: [{ name: 'reader', status: 200, message: 'gone' }],
        }),
        [SEARCH_ROLES]: () => searchResponse([]),
      });
      await user.click(await screen.findByRole('button', { name: 'Actions' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Delete role' }));
      const dialog = await screen.findByRole('alertdialog', { name: 'Delete role reader?' });
      expect(
        await within(dialog).findByText(
          '30 internal users lose access: jane, ann, jim and 27 more.'
        )
      ).toBeInTheDocument();
      const confirm = within(dialog).getByRole('button', { name: 'Delete' });
      expect(confirm).toBeDisabled();
      const confirmation = within(dialog).getByRole('textbox', { name: 'Type reader to confirm' });
      fill(confirmation, 'Reader');
      expect(confirm).toBeDisabled();
      fill(confirmation, 'reader');
      await user.click(confirm);
      await waitFor(() =>
        expect(lastBody(core.http, `${CONFIG}/roles/_bulk_delete`)).toEqual({ names: ['reader'] })
      );
    });

    it('keeps the mapping and offers a retry when the user list fails', async () => {
      await openAdmin('/roles/view/reader/mapuser', {
        ...routes,
        ...users,
        [SEARCH_USERS]: () => {
          throw fetchError(500, { message: 'The engine is away.' });
        },
      });
      expect(await screen.findByText('The engine is away.')).toBeInTheDocument();
      expect(screen.getByRole('checkbox', { name: 'Select User gone' })).toBeInTheDocument();
    });
  });

  describe('role without users', () => {
    const filters = (options: Record<string, unknown>): unknown =>
      JSON.parse(String((options['query'] as { filters: string }).filters));
    const copied: Routes = {
      ...formRoutes,
      [`GET ${CONFIG}/roles/reader_copy`]: () => ({ ...role(), etag: '"1"' }),
      [`GET ${CONFIG}/roles/reader`]: () => ({ ...role(), etag: '"1"' }),
      [`GET ${CONFIG}/rolesmapping/reader_copy`]: notFound,
      [`GET ${CONFIG}/internalusers/jane`]: notFound,
      [`GET ${CONFIG}/rolesmapping/reader`]: () => ({
        users: ['jane'],
        backend_roles: ['staff'],
        and_backend_roles: [],
        hosts: [],
        reserved: true,
        etag: '"7"',
      }),
      [SEARCH_USERS]: (options) =>
        searchResponse([], {
          total: (filters(options) as { roles: readonly string[] }).roles[0] === 'reader' ? 12 : 0,
        }),
    };

    // @feature role/7
    it('shows next steps, and for a copy the mapping of the original', async () => {
      const { user, core, path } = await openAdmin(
        '/roles/view/reader_copy?copiedFrom=reader',
        copied
      );
      expect(await screen.findByText('No one has this role yet')).toBeVisible();
      expect(screen.getByRole('link', { name: 'Map users' })).toHaveAttribute(
        'href',
        '/app/security/roles/edit/reader_copy/mapuser'
      );
      expect(screen.getByRole('link', { name: 'Create user with this role' })).toHaveAttribute(
        'href',
        '/app/security/users/create?role=reader_copy'
      );
      expect(
        await screen.findByRole('link', { name: '12 internal users have reader' })
      ).toHaveAttribute('href', '/app/security/roles/view/reader/mapuser');
      await user.click(await screen.findByRole('button', { name: 'Copy mapping from reader' }));
      expect(path()).toBe('/roles/edit/reader_copy/mapuser');
      expect(await screen.findByText(/We filled in the suggested change/)).toBeVisible();
      expect(screen.getByText('jane')).toBeVisible();
      expect(screen.getByText('staff')).toBeVisible();
      expect(await screen.findByText(/There is no internal user “jane”/)).toBeVisible();
      expect(core.http.post).not.toHaveBeenCalledWith(
        `${CONFIG}/rolesmapping/reader_copy`,
        expect.anything()
      );
    });

    it('shows no next steps if users have the role by other origins than the mapping', async () => {
      const { core } = await openAdmin('/roles/view/reader_copy', {
        ...copied,
        [SEARCH_USERS]: () => searchResponse([], { total: 1 }),
      });
      await screen.findByRole('heading', { name: 'Cluster permissions (0)' });
      await waitFor(() =>
        expect(queries(core.http, '/api/v1/search/internalusers')).toHaveLength(1)
      );
      expect(screen.queryByText('No one has this role yet')).toBeNull();
    });
  });

  it('deletes one mapping entry with the version that was read and keeps the rest', async () => {
    const { user, core } = await openAdmin('/roles/view/reader/mapuser', {
      ...routes,
      [`POST ${CONFIG}/rolesmapping/reader`]: () => ({ message: 'ok' }),
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select User jane' }));
    await user.click(button('Delete mapping'));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' })
    );
    await waitFor(() => expect(core.notifications.toasts.addSuccess).toHaveBeenCalled());
    expect(lastBody(core.http, `${CONFIG}/rolesmapping/reader`)).toEqual({
      users: [],
      backend_roles: ['jane'],
      and_backend_roles: [],
      hosts: [],
      description: 'kept',
    });
    expect(callsOf(core.http.post).at(-1)![1]).toMatchObject({ headers: { 'if-match': '"7"' } });
  });

  it('shows who loses access by a removed mapping and requires the name if there are many', async () => {
    const { user, core } = await openAdmin('/roles/view/reader/mapuser', {
      ...routes,
      'POST /api/v1/access/impact': () => ({
        gains: { total: 0, hosts: [], people: [] },
        loses: {
          total: 11,
          hosts: [],
          people: [{ name: 'ann', roles: ['reader'], permissions: [] }],
        },
        sees_other: { total: 0, names: [] },
        complete: true,
      }),
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select User jane' }));
    await user.click(button('Delete mapping'));
    const dialog = await screen.findByRole('alertdialog');
    expect(
      await within(dialog).findByText('11 internal users lose access: ann and 10 more.')
    ).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Delete' })).toBeDisabled();
    expect(lastBody(core.http, '/api/v1/access/impact')).toMatchObject({
      changes: { rolesmapping: { reader: { users: [], backend_roles: ['jane'] } } },
    });
    await user.type(
      within(dialog).getByRole('textbox', { name: 'Type reader to confirm' }),
      'reader'
    );
    expect(within(dialog).getByRole('button', { name: 'Delete' })).toBeEnabled();
  });
});

describe('renaming a role', () => {
  const path = `${CONFIG}/roles/reader/_rename`;
  const roleRoutes: Routes = {
    [`GET ${CONFIG}/roles/reader`]: () => ({ ...role(), etag: '"7"' }),
    [`GET ${CONFIG}/rolesmapping/reader`]: () => ({
      users: ['jane'],
      backend_roles: [],
      hosts: [],
    }),
    [`GET ${CONFIG}/roles/viewer`]: () => ({ ...role(), etag: '"8"' }),
    [`GET ${CONFIG}/rolesmapping/viewer`]: () => ({ users: [], backend_roles: [], hosts: [] }),
    [`GET ${CONFIG}/actiongroups`]: () => ({ data: {} }),
    [SEARCH_USERS]: () => searchResponse([]),
  };
  const openDialog = async (routes: Routes) => {
    const opened = await openAdmin('/roles/view/reader', { ...roleRoutes, ...routes });
    await opened.user.click(await screen.findByRole('button', { name: 'Actions' }));
    await opened.user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    return opened;
  };

  // @feature roles-groups-tenants/1
  it('shows what changes along, then renames the version that was read and opens the new page', async () => {
    const {
      user,
      core,
      path: shown,
    } = await openDialog({
      [`POST ${path}`]: () => ({
        message: 'ok',
        moved: { rolesmapping: 1, internalusers: 2, apikeys: 3 },
        entries: { rolesmapping: ['reader'], internalusers: ['jane', 'joe'] },
      }),
    });
    const dialog = await screen.findByRole('alertdialog', { name: 'Rename reader' });
    const confirm = within(dialog).getByRole('button', { name: 'Rename' });
    expect(confirm).toBeDisabled();
    fill(within(dialog).getByLabelText('New name'), 'viewer');
    const impact = await within(dialog).findByRole('table', { name: 'Impact' });
    expect(within(impact).getByRole('row', { name: /2 users.*jane, joe$/ })).toBeVisible();
    expect(within(impact).getByRole('row', { name: /3 API keys/ })).toBeVisible();
    expect(callsTo(core.http.post, path)).toMatchObject([{ query: { dry_run: 'true' } }]);
    await user.click(confirm);
    await waitFor(() => expect(shown()).toBe('/roles/view/viewer'));
    expect(callsTo(core.http.post, path).at(-1)).toMatchObject({
      body: JSON.stringify({ to: 'viewer' }),
      headers: { 'if-match': '"7"' },
    });
  });

  it('says that a name is taken', async () => {
    await openDialog({
      [`POST ${path}`]: () => {
        throw fetchError(409, { message: 'The role "viewer" already exists.' });
      },
    });
    const dialog = await screen.findByRole('alertdialog', { name: 'Rename reader' });
    fill(within(dialog).getByLabelText('New name'), 'viewer');
    expect(await within(dialog).findByText('The role "viewer" already exists.')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Rename' })).toBeDisabled();
  });
});
