/** Permissions, tenants, authentication and audit logging, as people use them. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { AuditConfig, SearchQuery } from '../../../common';
import {
  callsOf,
  fetchError,
  lastBody,
  renderAdmin,
  type Routes,
  type ScreenMockOptions,
  searchResponse,
} from '../../mocks';

jest.setTimeout(30_000);

const CONFIG = '/api/v1/configuration';

async function open(path: string, routes: Routes, more: Omit<ScreenMockOptions, 'routes'> = {}) {
  const rendered = await renderAdmin(path, { ...more, routes });
  await screen.findByRole('heading', { level: 1 });
  return {
    ...rendered,
    path: () => rendered.services.kit.services.history.location.pathname,
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
  };
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

describe('permissions', () => {
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

  it('lists action groups, then single permissions, over all pages', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [
        `group_${String(i).padStart(2, '0')}`,
        { allowed_actions: ['read'] },
      ])
    );
    const { user } = await open('/permissions', routes(many));
    await screen.findByRole('link', { name: 'group_00' });
    expect(
      screen.getByRole('heading', { name: 'Permissions and action groups (15)' })
    ).toBeInTheDocument();
    expect(names()).toHaveLength(10);
    await user.click(screen.getByRole('link', { name: /Next page/ }));
    await screen.findByRole('link', { name: 'group_10' });
    expect(names()).toEqual([
      'group_10',
      'cluster:monitor/health',
      'cluster:monitor/main',
      'indices:data/read/get',
      'indices:data/read/search',
    ]);
  });

  it('finds single permissions of one scope, without asking for groups', async () => {
    const { core } = await open('/permissions?q=read&f.kind=single&f.scope=index', routes());
    await screen.findByText('indices:data/read/search');
    expect(names()).toEqual(['indices:data/read/get', 'indices:data/read/search']);
    expect(callsOf(core.http.get).map(([path]) => path)).not.toContain(
      '/api/v1/search/actiongroups'
    );
  });

  it('asks for the groups of a scope by their types', async () => {
    const { core } = await open('/permissions?f.scope=cluster', routes());
    await screen.findByText('cluster:monitor/main');
    const [, options] = callsOf(core.http.get).find(([path]) => path.endsWith('actiongroups'))!;
    expect(options['query']).toMatchObject({ filters: '{"type":["cluster","all"]}' });
  });

  it('makes a group of what is selected', async () => {
    const { user, core, path } = await open('/permissions', {
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

  it('keeps type and what it does not show when a group is edited', async () => {
    const { user, core } = await open('/permissions/edit/my_group', {
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

  it('opens a group as a tree and names the groups that hold it', async () => {
    await open('/permissions/view/read', routes());
    expect(await screen.findByText('indices:data/read*')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Part of action groups (1)' })).toBeInTheDocument();
    expect(screen.getByText('my_group')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Edit action group' })).not.toBeInTheDocument();
  });
});

describe('a group of groups', () => {
  it('stays closed where it would fill the page, and says where to look', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `group_${i}`);
    const data = Object.fromEntries(names.map((name) => [name, { allowed_actions: names }]));
    await open('/permissions/view/group_0', {
      [`GET ${CONFIG}/actiongroups`]: () => ({ total: 60, data }),
    });
    expect(await screen.findByText(/more than can be opened here/)).toBeInTheDocument();
    expect(screen.getAllByText('group_59').length).toBeGreaterThan(0);
  });
});

describe('tenants', () => {
  const routes: Routes = {
    'GET /api/v1/search/tenants': () =>
      searchResponse([
        { name: 'global_tenant', version: '1', entity: { reserved: true, description: 'Global' } },
        { name: 'finance', version: '1', entity: { description: 'Money', reserved: false } },
      ]),
  };

  it('shows Global and, as the second one, Private', async () => {
    await open('/tenants', routes);
    await screen.findByText('Money');
    expect(names()).toEqual(['GlobalCurrent', 'Private', 'finance']);
    expect(screen.getByText('Everyone can see it')).toBeInTheDocument();
    expect(screen.getByText('Only visible to the current logged in user')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Tenants (3)' })).toBeInTheDocument();
    expect(screen.queryByText('View dashboard')).not.toBeInTheDocument();
  });

  it('has no private one where private tenants are off', async () => {
    await open('/tenants', routes, {
      config: { multitenancy: { tenants: { enable_private: false } } },
    });
    await screen.findByText('Money');
    expect(names()).toEqual(['GlobalCurrent', 'finance']);
  });

  it('says so when multi-tenancy is off', async () => {
    await open('/tenants', {}, { config: { multitenancy: { enabled: false } } });
    expect(screen.getByText('You have not enabled multi tenancy')).toBeInTheDocument();
    expect(
      screen.getByText('Contact your administrator to enable multi tenancy.')
    ).toBeInTheDocument();
  });

  it('switches and loads the page again; a failure is told', async () => {
    let isRefused = true;
    const { user, core, page } = await open('/tenants', {
      ...routes,
      'POST /api/v1/multitenancy/tenant': () => {
        if (isRefused) throw fetchError(403, { message: 'No right' });
        return 'finance';
      },
    });
    await screen.findByText('Money');
    await user.click(screen.getByRole('checkbox', { name: 'Select finance' }));
    const switchTo = async () => {
      await user.click(button('Actions'));
      await user.click(await screen.findByRole('menuitem', { name: 'Switch to selected tenant' }));
    };
    await switchTo();
    await waitFor(() =>
      expect(core.notifications.toasts.addDanger).toHaveBeenCalledWith(
        expect.objectContaining({ title: 'Failed to select finance tenant', text: 'No right' })
      )
    );
    expect(page.reload).not.toHaveBeenCalled();
    isRefused = false;
    await switchTo();
    await waitFor(() => expect(page.reload).toHaveBeenCalled());
    expect(lastBody(core.http, '/api/v1/multitenancy/tenant')).toEqual({
      tenant: 'finance',
      username: 'jane',
    });
  });

  it('deletes by one call each', async () => {
    const { user, core } = await open('/tenants', {
      ...routes,
      [`DELETE ${CONFIG}/tenants/finance`]: () => ({ message: 'gone' }),
    });
    await screen.findByText('Money');
    await user.click(screen.getByRole('checkbox', { name: 'Select finance' }));
    await user.click(button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: /Delete/ }));
    expect(
      await screen.findByText('Do you really want to delete selected tenant(s)?')
    ).toBeInTheDocument();
    await user.click(button('Confirm'));
    await waitFor(() =>
      expect(callsOf(core.http.delete).map(([path]) => path)).toEqual([`${CONFIG}/tenants/finance`])
    );
  });

  it('keeps what was typed when a name is refused', async () => {
    const { user, core } = await open('/tenants/create', {
      [`POST ${CONFIG}/tenants/sales`]: () => {
        throw fetchError(409, {
          message: 'The tenant "sales" already exists.',
          attributes: { code: 'security.already_exists' },
        });
      },
    });
    await user.type(screen.getByLabelText('Name'), 'sales');
    await user.type(screen.getByLabelText(/Description/), 'Numbers');
    await user.click(button('Create'));
    expect(await screen.findAllByText('The tenant "sales" already exists.')).not.toHaveLength(0);
    expect(screen.getByLabelText(/Description/)).toHaveValue('Numbers');
    const [, options] = callsOf(core.http.post).at(-1)!;
    expect(options['headers']).toEqual({ 'if-none-match': '*' });
  });
});

describe('authentication', () => {
  const config = (dynamic: object): Routes => ({
    [`GET ${CONFIG}/securityconfig`]: () => ({ total: 1, data: { config: { dynamic } } }),
  });

  it('shows the domains in the order in which they are tried', async () => {
    const { user } = await open(
      '/auth',
      config({
        authc: {
          ldap: {
            http_enabled: false,
            order: 5,
            http_authenticator: { type: 'basic', challenge: false, config: {} },
            authentication_backend: { type: 'ldap', config: { hosts: ['a:389'] } },
          },
          basic: { order: 1, http_authenticator: { type: 'basic' } },
        },
        authz: {},
      })
    );
    await screen.findByText('Authentication sequences (2)');
    const table = screen.getByRole('table');
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
      expect.stringContaining('basic'),
      expect.stringContaining('ldap'),
    ]);
    expect(within(rows[1]!).getByText('Disabled')).toBeInTheDocument();
    expect(within(rows[1]!).getByText('False')).toBeInTheDocument();
    await user.click(screen.getByText('View expression'));
    expect(await screen.findByRole('dialog')).toHaveTextContent('a:389');
    expect(screen.getByText('No authorization')).toBeInTheDocument();
  });

  it('says when nothing is set up', async () => {
    await open('/auth', config({}));
    expect(
      await screen.findByText('You have not set up authentication and authorization')
    ).toBeInTheDocument();
  });
});

describe('audit logging', () => {
  const CONFIGURATION: AuditConfig & { readonly unknown: string } = {
    unknown: 'kept',
    enabled: true,
    audit: {
      enable_rest: true,
      disabled_rest_categories: ['AUTHENTICATED', 'OF_ANOTHER_VERSION'],
      enable_transport: true,
      disabled_transport_categories: [],
      resolve_bulk_requests: false,
      log_request_body: true,
      resolve_indices: true,
      exclude_sensitive_headers: true,
      ignore_users: ['kibanaserver'],
      ignore_requests: [],
    },
    compliance: {
      enabled: true,
      internal_config: false,
      external_config: false,
      read_metadata_only: true,
      read_ignore_users: [],
      read_watched_fields: { 'logs-*': ['message'] },
      write_metadata_only: true,
      write_log_diffs: false,
      write_ignore_users: [],
      write_watched_indices: [],
    },
  };
  const SAVE = `${CONFIG}/audit/config`;
  const routes = (config: object = CONFIGURATION): Routes => ({
    [`GET ${CONFIG}/audit`]: () => ({ config, etag: '"3"' }),
    [`POST ${SAVE}`]: () => ({ message: 'ok' }),
  });

  it('shows every setting in words, and only the switch while it is off', async () => {
    await open('/auditLogging', routes());
    const layer = await screen.findByRole('region', { name: 'Layer' });
    expect(layer).toHaveTextContent('REST layerEnabled');
    expect(layer).toHaveTextContent('AUTHENTICATED, OF_ANOTHER_VERSION');
    expect(layer).toHaveTextContent('Transport disabled categories—');
    for (const name of [
      'Attribute',
      'Ignore',
      'Compliance mode',
      'Compliance config',
      'Read',
      'Write',
    ])
      expect(screen.getByRole('region', { name })).toBeInTheDocument();
  });

  it('switches at once, in the version that is shown', async () => {
    const { user, core } = await open(
      '/auditLogging',
      routes({ ...CONFIGURATION, enabled: false })
    );
    const enable = await screen.findByRole('switch', { name: /Enable audit logging.*Disabled/ });
    expect(screen.queryByText('General settings')).not.toBeInTheDocument();
    await user.click(enable);
    await waitFor(() =>
      expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith(
        expect.objectContaining({ title: 'Audit configuration was successfully updated.' })
      )
    );
    expect(lastBody(core.http, SAVE)).toEqual(CONFIGURATION);
    expect(callsOf(core.http.post).at(-1)?.[1]['headers']).toEqual({ 'if-match': '"3"' });
  });

  it('says when the switch could not be saved', async () => {
    const { user, core } = await open('/auditLogging', {
      ...routes(),
      [`POST ${SAVE}`]: () => {
        throw fetchError(500, { message: 'Disk full' });
      },
    });
    await user.click(await screen.findByRole('switch', { name: /Enable audit logging/ }));
    await waitFor(() =>
      expect(core.notifications.toasts.addDanger).toHaveBeenCalledWith(
        expect.objectContaining({
          title: 'Audit configuration could not be updated. Please check configuration.',
        })
      )
    );
  });

  it('says that it cannot be read', async () => {
    await open('/auditLogging', {
      [`GET ${CONFIG}/audit`]: () => {
        throw fetchError(501, { message: 'Not supported' });
      },
    });
    expect(
      await screen.findByText('Sorry, there was an error fetching audit configuration.')
    ).toBeInTheDocument();
    expect(
      screen.getByText(
        'Please ensure hot reloading of audit configuration is enabled in the security plugin.'
      )
    ).toBeInTheDocument();
  });

  it('offers the categories in their order, without excluded ones, and keeps stored ones', async () => {
    const { user, core, path } = await open('/auditLogging/edit/generalSettings', routes(), {
      config: { disabledRestCategories: { exclude: ['BAD_HEADERS'] } },
    });
    const combo = await screen.findByRole('combobox', { name: 'audit:disabled_rest_categories' });
    await user.click(combo);
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'FAILED_LOGIN',
      'MISSING_PRIVILEGES',
      'GRANTED_PRIVILEGES',
      'SSL_EXCEPTION',
    ]);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('switch', { name: /^Resolve indices/ }));
    await user.click(button('Save'));
    await waitFor(() => expect(path()).toBe('/auditLogging'));
    expect(lastBody(core.http, SAVE)).toEqual({
      ...CONFIGURATION,
      audit: { ...CONFIGURATION.audit, resolve_indices: false },
    });
  });

  it('refuses watched fields that are no map of patterns, and keeps the text', async () => {
    const { user, core } = await open('/auditLogging/edit/complianceSettings', routes());
    const field = await screen.findByLabelText('compliance:read_watched_fields');
    await user.clear(field);
    await user.click(field);
    await user.paste('{"logs-*": 1}');
    await user.click(button('Save'));
    expect(
      await screen.findAllByText('Invalid content. Please check sample data content.')
    ).not.toHaveLength(0);
    expect(core.http.post).not.toHaveBeenCalled();
    expect(field).toHaveValue('{"logs-*": 1}');
  });

  it('hides what compliance holds while it is off', async () => {
    const { user } = await open('/auditLogging/edit/complianceSettings', routes());
    await user.click(await screen.findByRole('switch', { name: /^Compliance logging/ }));
    expect(screen.queryByText('Watched fields')).not.toBeInTheDocument();
  });
});

describe('get started', () => {
  it('is where the app begins, and purges the cache', async () => {
    const { user, core, path } = await open('/', {
      'DELETE /api/v1/configuration/cache': () => ({ message: 'Cache flushed successfully.' }),
    });
    expect(path()).toBe('/getstarted');
    expect(screen.getByRole('heading', { level: 1 })).not.toHaveFocus();
    const nav = within(screen.getByRole('navigation', { name: 'Security' }));
    expect(nav.getByRole('link', { name: 'Get started' })).toHaveClass(
      'euiSideNavItemButton-isSelected'
    );
    expect(screen.getByRole('link', { name: 'Create new role' })).toHaveAttribute(
      'href',
      '/app/security/roles/create'
    );
    await user.click(button('Purge cache'));
    await waitFor(() =>
      expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith(
        expect.objectContaining({ title: 'Cache purged' })
      )
    );
  });
});
