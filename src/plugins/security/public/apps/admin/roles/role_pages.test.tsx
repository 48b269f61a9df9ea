/** Tests of the role list and of mapping users. */
import { readFileSync } from 'node:fs';
import type { RoleMapping } from '@sd/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { callsOf, fetchError, lastBody, searchResponse } from '../../../mocks';
import {
  addTo,
  button,
  combo,
  CONFIG,
  formRoutes,
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
  // @feature roles/1
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

  // @feature roles/4
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

  // @feature map-user/2
  it('creates the first mapping of a role', async () => {
    const { user, core, services } = await openAdmin('/roles/edit/reader/mapuser', {
      ...formRoutes,
      [`GET ${CONFIG}/rolesmapping/reader`]: notFound,
      [SEARCH_USERS]: () => searchResponse([{ name: 'jane', entity: {} }]),
      [`POST ${CONFIG}/rolesmapping/reader`]: () => ({ message: 'ok' }),
      'POST /api/v1/access/impact': () => ({
        gains: {
          total: 1,
          hosts: [],
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
        loses: { total: 0, hosts: [], people: [] },
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
