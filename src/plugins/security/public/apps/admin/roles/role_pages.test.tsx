/** Tests of the role list, role pages and mappings. */
import { readFileSync } from 'node:fs';
import type { RoleMapping } from '@sd/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { callsOf, fetchError, lastBody, type Routes, searchResponse } from '../../../mocks';
import {
  addTo,
  button,
  callsTo,
  combo,
  CONFIG,
  fill,
  formRoutes,
  index,
  lastQuery,
  notFound,
  openAdmin,
  queries,
  role,
  ROLE_ITEMS,
  roleListRoutes,
  SEARCH_ROLES,
  SEARCH_USERS,
} from '../mocks';

jest.setTimeout(30_000);

/** The path data of an icon of the design system. */
function shapeOf(icon: string): string {
  const file = require.resolve(`@elastic/eui/es/components/icon/assets/${icon}`);
  return /d: "([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'no shape';
}

describe('role list', () => {
  it('shows the roles with truncated lists and labels', async () => {
    const { user } = await openAdmin('/roles', roleListRoutes());
    expect(await screen.findByRole('link', { name: 'reader' })).toHaveAttribute(
      'href',
      '/app/security/roles/view/reader'
    );
    expect(screen.getByText('2', { selector: 'header *' })).toBeInTheDocument();
    for (const [label, icon] of [
      ['Reserved', 'lock'],
      ['Custom', 'pencil'],
    ] as const)
      expect(screen.getByText(label).querySelector('path')).toHaveAttribute('d', shapeOf(icon));
    const reserved = screen.getByText('Reserved').closest('tr') as HTMLElement;
    expect(within(reserved).getAllByText('—').length).toBeGreaterThan(2);
    await user.click(button('Columns'));
    await user.click(await screen.findByRole('checkbox', { name: 'Cluster permissions' }));
    const list = await screen.findByRole('list', { name: 'Cluster permissions of reader' });
    expect(list).toHaveTextContent(/^a, b, c, \.\.\.$/);
    expect(within(list).queryByText('d')).not.toBeInTheDocument();
    await user.click(within(list).getByRole('button', { name: /Show all 4/ }));
    expect(await screen.findByText('d')).toBeInTheDocument();
  });

  it('sends the query in the address to the server and updates the address', async () => {
    const { core, user, services } = await openAdmin('/roles?q=read&f.users=jane&page=2&size=25', {
      [SEARCH_ROLES]: () => searchResponse(ROLE_ITEMS, { total: 40, page: 2, per_page: 25 }),
    });
    await screen.findByRole('link', { name: 'reader' });
    expect(lastQuery(core.http)).toEqual({
      search: 'read',
      filters: '{"users":["jane"]}',
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

  it('filters by values from the server', async () => {
    const { core, user } = await openAdmin('/roles', roleListRoutes());
    await screen.findByRole('link', { name: 'reader' });
    await user.click(screen.getByRole('button', { name: /Users/, expanded: false }));
    const joe = await screen.findByRole('option', { name: /joe/ });
    expect(joe).toHaveTextContent(/7$/);
    expect(lastQuery(core.http)).toMatchObject({ facets: 'users', counts: 'true', per_page: 1 });
    await user.click(joe);
    await waitFor(() =>
      expect(lastQuery(core.http)).toMatchObject({ filters: '{"users":["joe"]}' })
    );
    expect(await screen.findByText('2 of 66', { selector: 'header *' })).toBeVisible();
  });

  it('hides reserved roles on request, also on the next visit', async () => {
    const { core, user, services } = await openAdmin('/roles', roleListRoutes());
    await user.click(await screen.findByRole('switch', { name: 'Show reserved' }));
    const custom = { filters: '{"customization":["custom"]}' };
    await waitFor(() => expect(lastQuery(core.http)).toMatchObject(custom));
    const { history } = services.kit.services;
    act(() => history.push('/explorer'));
    await screen.findByRole('heading', { level: 1, name: 'Access explorer' });
    act(() => history.push('/roles'));
    const again = await screen.findByRole('switch', { name: 'Show reserved', checked: false });
    await waitFor(() => expect(history.location.search).toBe('?f.customization=custom'));
    await user.click(again);
    expect(history.location.search).toBe('');
  });

  it('counts the users of a role and links to them', async () => {
    await openAdmin('/roles', {
      [SEARCH_ROLES]: () =>
        searchResponse([
          {
            name: 'reader',
            entity: role(),
            mapping: { users: ['jane', 'joe'], backend_roles: ['staff'], hosts: [] },
            user_count: 10_040,
          },
        ]),
    });
    const count = await screen.findByRole('link', { name: '10,040 users' });
    expect(count).toHaveAttribute('href', '/app/security/roles/view/reader/mapuser');
    expect(count.closest('td')).toHaveTextContent('1 backend role');
  });

  it('sorts on the server', async () => {
    const { core, user } = await openAdmin('/roles', roleListRoutes());
    await screen.findByRole('link', { name: 'reader' });
    await user.click(
      within(screen.getByRole('columnheader', { name: /Role/ })).getByRole('button')
    );
    const sorted = (sort_field: string, sort_order: string) =>
      waitFor(() => expect(lastQuery(core.http)).toMatchObject({ sort_field, sort_order }));
    await sorted('name', 'desc');
    const sortBy = (name: string) =>
      user.click(within(screen.getByRole('columnheader', { name })).getByRole('button'));
    await sortBy('Tenants');
    await sorted('tenants', 'asc');
    await sortBy('Tenants');
    await sorted('tenants', 'desc');
  });

  it('maps a user to several roles and undoes only its own additions, one by one', async () => {
    const mappings: Record<string, Partial<RoleMapping>> = {
      reader: { users: ['jane'], hosts: ['h'] },
    };
    const { user } = await openAdmin('/roles', {
      ...roleListRoutes(),
      [SEARCH_USERS]: () => searchResponse([{ name: 'jane', entity: {} }]),
      ...Object.fromEntries(
        ['reader', 'all_access'].flatMap((name) => [
          [`GET ${CONFIG}/rolesmapping/${name}`, () => mappings[name]],
          [
            `POST ${CONFIG}/rolesmapping/${name}`,
            (options: { body?: unknown } | undefined) => {
              mappings[name] = JSON.parse(String(options?.body)) as RoleMapping;
              return { message: 'ok' };
            },
          ],
        ])
      ),
    });
    const choose = async (act: string) => {
      await user.click(button('Actions'));
      await user.click(await screen.findByRole('menuitem', { name: act }));
      const dialog = await screen.findByRole('alertdialog');
      expect(within(dialog).getByRole('button', { name: act })).toBeDisabled();
      await user.click(within(dialog).getByRole('combobox', { name: /User/ }));
      await user.click(await screen.findByRole('option', { name: 'jane' }));
      await user.click(within(dialog).getByRole('button', { name: act }));
    };
    for (const name of ['reader', 'all_access'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await choose('Map user');
    expect(await screen.findByText('jane is now mapped to 2 roles.')).toBeVisible();
    expect(mappings['all_access']).toEqual({ users: ['jane'] });
    await user.click(button('Undo'));
    expect(await screen.findByText('Change undone.')).toBeVisible();
    expect(mappings['all_access']?.users).toEqual([]);
    expect(mappings['reader']).toEqual({ users: ['jane'], hosts: ['h'] });
    await choose('Remove user');
    const report = await screen.findByRole('alertdialog', { name: 'Some changes failed' });
    expect(report).toHaveTextContent("all_access: The mapping doesn't list jane.");
    await user.click(button('Close'));
    expect(mappings['reader']).toEqual({ users: [], hosts: ['h'] });
  });

  it('restores deleted roles with their mappings', async () => {
    const { user, core } = await openAdmin('/roles', {
      ...roleListRoutes(),
      [SEARCH_USERS]: () => searchResponse([]),
      [`POST ${CONFIG}/roles/_bulk_delete`]: () => ({
        results: [{ name: 'reader', status: 200, message: 'gone' }],
      }),
      [`POST ${CONFIG}/roles/reader`]: () => ({ message: 'ok' }),
      [`POST ${CONFIG}/rolesmapping/reader`]: () => ({ message: 'ok' }),
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select reader' }));
    await user.click(button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: /Delete/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Change undone.')).toBeVisible();
    const saved = (path: string) => {
      const call = callsOf(core.http.post).find(([url]) => url === path);
      return [JSON.parse(String(call?.[1]['body'])), call?.[1]['headers']] as const;
    };
    const [body, headers] = saved(`${CONFIG}/roles/reader`);
    expect(body).toMatchObject({ cluster_permissions: ['a', 'b', 'c', 'd'] });
    expect(body).not.toHaveProperty('reserved');
    expect(headers).toEqual({ 'if-none-match': '*' });
    expect(saved(`${CONFIG}/rolesmapping/reader`)[0]).toMatchObject({ users: ['jane'] });
  });

  it('shows why an action is disabled, and deletes with a report', async () => {
    const { user, core } = await openAdmin('/roles', {
      ...roleListRoutes([...ROLE_ITEMS, { name: 'writer', version: '1', entity: role() }]),
      [SEARCH_USERS]: () => searchResponse([{ name: 'jane', entity: {} }], { total: 10 }),
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
        name: /Delete.*Reserved roles can't be changed or deleted/,
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
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 roles?' });
    // Up to ten affected users, a click is enough.
    expect(await within(dialog).findByText(/10 internal users lose access/)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    const report = await screen.findByRole('alertdialog', { name: 'Some items were not deleted' });
    expect(lastBody(core.http, `${CONFIG}/roles/_bulk_delete`)).toEqual({
      names: ['reader', 'writer'],
    });
    expect(report).toHaveTextContent('writer: Disk full');
    const before = queries(core.http).length;
    await user.click(within(report).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(queries(core.http).length).toBeGreaterThan(before));
    // Waits for the response before the test ends.
    await act(async () => {});
  });

  it('offers a retry after a failure and a reset for an empty result', async () => {
    let isBroken = true;
    const { user, core } = await openAdmin('/roles?q=zzz', {
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
    [`GET ${CONFIG}/internalusers/jane`]: () => ({ etag: '"1"' }),
    [SEARCH_USERS]: () => searchResponse([]),
  };

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
    expect(screen.getByText('Read only')).toBeInTheDocument();
    expect(screen.getByText('N/A')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Manage mapping' })).toHaveAttribute(
      'href',
      expect.stringContaining('/roles/edit/reader/mapuser')
    );
    await user.click(button(/View expression/));
    expect(
      await screen.findByRole('dialog', { name: 'Document-level security' })
    ).toHaveTextContent('"match"');
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
        gains: { total: 0, people: [] },
        loses: {
          total: 11,
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

describe('map user page', () => {
  it('splits several pasted names and keeps a distinguished name whole', async () => {
    const { user, core } = await openAdmin('/roles/edit/reader/mapuser', {
      ...formRoutes,
      [`GET ${CONFIG}/rolesmapping/reader`]: notFound,
      [SEARCH_USERS]: () => searchResponse([]),
      [`POST ${CONFIG}/rolesmapping/reader`]: () => ({ message: 'ok' }),
      [`GET ${CONFIG}/roles/reader`]: () => ({ ...role(), etag: '"1"' }),
    });
    addTo(await screen.findByRole('combobox', { name: 'Users' }), 'jane, joe,ann');
    addTo(combo('Users'), 'CN=bo,OU=it,O=example');
    await user.click(button('Map'));
    await waitFor(() =>
      expect(lastBody(core.http, `${CONFIG}/rolesmapping/reader`)).toMatchObject({
        users: ['jane', 'joe', 'ann', 'CN=bo,OU=it,O=example'],
      })
    );
  });

  it('creates the first mapping of a role', async () => {
    const { user, core, services } = await openAdmin('/roles/edit/reader/mapuser', {
      ...formRoutes,
      [`GET ${CONFIG}/rolesmapping/reader`]: notFound,
      [SEARCH_USERS]: () => searchResponse([{ name: 'jane', entity: {} }]),
      [`POST ${CONFIG}/rolesmapping/reader`]: () => ({ message: 'ok' }),
      'POST /api/v1/access/impact': () => ({
        gains: {
          total: 1,
          people: [
            {
              name: 'jane',
              roles: ['reader'],
              permissions: [
                {
                  kind: 'index',
                  on: 'logs-*',
                  actions: ['indices:data/read*'],
                  listed: ['read'],
                },
              ],
            },
          ],
        },
        loses: { total: 0, people: [] },
        sees_other: { total: 0, names: [] },
        complete: true,
      }),
      [`GET ${CONFIG}/roles/reader`]: () => ({ ...role(), etag: '"1"' }),
    });
    await user.click(await screen.findByRole('combobox', { name: 'Users' }));
    await user.click(await screen.findByRole('option', { name: 'jane' }));
    addTo(combo('Any of these backend roles'), 'staff');
    addTo(combo('Host names or addresses'), '*.example');
    const gained = await screen.findByText(/^Gain the role/);
    expect(gained).toHaveTextContent('Gain the role: jane; users with the backend role staff');
    const impact = await screen.findByRole('table', { name: /Impact/ });
    expect(within(impact).getAllByRole('row')[1]).toHaveTextContent(
      /jane.*Role reader.*logs-\*: read.*—/s
    );
    expect(impact).not.toHaveTextContent('indices:data/read*');
    await user.click(button('Show exact actions'));
    expect(impact).toHaveTextContent('indices:data/read*');
    expect(lastBody(core.http, '/api/v1/access/impact')).toEqual({
      changes: {
        rolesmapping: {
          reader: {
            users: ['jane'],
            backend_roles: ['staff'],
            and_backend_roles: [],
            hosts: ['*.example'],
          },
        },
      },
    });
    await user.click(button('Map'));
    await waitFor(() =>
      expect(services.kit.services.history.location.pathname).toBe('/roles/view/reader/mapuser')
    );
    expect(lastBody(core.http, `${CONFIG}/rolesmapping/reader`)).toEqual({
      users: ['jane'],
      backend_roles: ['staff'],
      and_backend_roles: [],
      hosts: ['*.example'],
    });
  });
});
