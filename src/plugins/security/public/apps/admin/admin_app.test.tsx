/** Tests of the app's frame and of its pages about the whole configuration. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allowConsole } from '../../../../../../test/helpers/console_guard';
import type { AuditConfig } from '../../../common';
import { callsOf, fetchError, lastBody, renderAdmin, type Routes } from '../../mocks';
import { button, CONFIG, fill, formRoutes, notFound, openAdmin } from './mocks';

jest.setTimeout(30_000);

describe('admin app frame', () => {
  it('redirects legacy hash addresses', async () => {
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

  it('redirects /tenantsManageTab', async () => {
    const { services } = await openAdmin('/tenantsManageTab', {
      'GET /api/v1/search/tenants': notFound,
    });
    expect(services.kit.services.history.location.pathname).toBe('/tenants');
  });

  it('shows a page of another plugin, in its group and with its parameters', async () => {
    const Orders = ({ name }: { readonly name?: string }) => <h1>Orders of {name}</h1>;
    const { user } = await renderAdmin('/getstarted', {
      addedPages: [
        {
          id: 'shop.orders',
          path: '/orders/:name?',
          title: () => 'Orders',
          navigation: { group: 'investigate', order: 35 },
          load: async () => Orders,
        },
        {
          id: 'shop.prices',
          path: '/prices',
          title: () => 'Prices',
          navigation: { group: 'investigate', order: 36 },
          isAvailable: ({ isConnected }) => isConnected,
          load: async () => Orders,
        },
      ],
    }).then((shown) => ({ ...shown, user: userEvent.setup() }));
    const nav = within(screen.getByRole('navigation', { name: 'Security' }));
    const names = nav.getAllByRole('link').map(({ textContent }) => textContent);
    expect(names.slice(names.indexOf('Change history'))).toEqual([
      'Change history',
      'Orders',
      'Audit events',
      ...names.slice(names.indexOf('Audit events') + 1),
    ]);
    expect(names).not.toContain('Prices');
    await user.click(nav.getByRole('link', { name: 'Orders' }));
    expect(await screen.findByRole('heading', { name: /^Orders of/ })).toBeInTheDocument();
  });

  it('sets breadcrumbs and title and shows Page not found for unknown addresses', async () => {
    const { core } = await openAdmin('/nowhere', {});
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
    const [crumbs] = core.chrome.setBreadcrumbs.mock.calls.at(-1)!;
    expect(crumbs.map(({ text }) => text)).toEqual(['Security', 'Not found']);
    expect(core.chrome.docTitle.change).toHaveBeenLastCalledWith(['Not found', 'Security']);
  });
});

describe('get started', () => {
  // @feature get-started/2
  it('is the default page and purges the cache', async () => {
    const { user, core, path } = await openAdmin('/', {
      'DELETE /api/v1/configuration/cache': () => ({ message: 'Cache flushed successfully.' }),
    });
    expect(path()).toBe('/getstarted');
    expect(screen.getByRole('heading', { level: 1 })).not.toHaveFocus();
    const nav = within(screen.getByRole('navigation', { name: 'Security' }));
    expect(nav.getByRole('link', { name: 'Security' })).toHaveClass(
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

describe('authentication page', () => {
  const config = (dynamic: object): Routes => ({
    [`GET ${CONFIG}/securityconfig`]: () => ({ total: 1, data: { config: { dynamic } } }),
    [`GET ${CONFIG}/securityconfig/trial`]: () => ({ allowed: false }),
    'GET /api/v1/factor_requirement': () => ({ roles: [], configured: [] }),
    'GET /api/v1/auth/signin': () => ({
      user_name: 'jane',
      domain: 'sso',
      type: 'openid',
      backend_roles: ['staff'],
      attributes: { 'attr.jwt.dept': 'it' },
      roles: ['own_index'],
    }),
  });

  // @feature authentication/1
  it('shows the domains in evaluation order, those that are off on request', async () => {
    const { user } = await openAdmin(
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
    expect(
      await screen.findByText('jane, logged in by the domain sso (openid).')
    ).toBeInTheDocument();
    expect(screen.getByText('attr.jwt.dept')).toBeInTheDocument();
    expect(screen.getByText('Authentication domains are read-only here.')).toBeInTheDocument();
    const table = screen.getByRole('table');
    expect(within(table).queryByText('ldap')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show 1 domain that is off' }));
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      expect.stringContaining('basic'),
      expect.stringContaining('ldap'),
    ]);
    // HTTP and challenge are shown as text.
    expect(within(rows[1]!).getAllByText('Disabled')).toHaveLength(2);
    expect(within(rows[0]!).getAllByText('Enabled').length).toBeGreaterThan(0);
    await user.click(screen.getByText('View expression'));
    expect(await screen.findByRole('dialog')).toHaveTextContent('a:389');
    expect(screen.getByRole('dialog')).toHaveAttribute('data-test-subj', 'expression-modal');
    expect(screen.getByText('No authorization domains')).toBeInTheDocument();
  });

  // @feature authentication/2
  it('shows an empty state', async () => {
    await openAdmin('/auth', config({}));
    expect(
      await screen.findByText('Authentication and authorization are not set up')
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

  /** Of the names by which scripts find elements, those that are not on the page. */
  const missing = (names: readonly string[]) =>
    names.filter((name) => document.querySelector(`[data-test-subj~="${name}"]`) === null);

  // @feature audit-logging/1
  it('shows every setting as text, and only the switch while it is off', async () => {
    await openAdmin('/auditLogging', routes());
    const layer = await screen.findByRole('region', { name: 'Layer' });
    expect(layer).toHaveTextContent('REST layerEnabled');
    expect(layer).toHaveTextContent('AUTHENTICATED, OF_ANOTHER_VERSION');
    expect(layer).toHaveTextContent('Transport disabled categories—');
    const titles = (level: number) =>
      screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent);
    expect(titles(2)[0]).toBe('Audit');
    const groups = ['Layer', 'Attribute', 'Ignore', 'Compliance mode', 'Compliance config'];
    expect(titles(3)).toEqual(['Storage location', ...groups, 'Read', 'Write']);
    const configure = ['general-settings-configure', 'compliance-settings-configure'];
    expect(missing(['audit-logging-enabled-switch', ...configure])).toEqual([]);
  });

  // @feature audit-logging/2
  it('switches immediately with the version that is shown', async () => {
    const { user, core } = await openAdmin(
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

  it('reports that the switch could not be saved', async () => {
    const { user, core } = await openAdmin('/auditLogging', {
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
          text: 'Disk full',
        })
      )
    );
  });

  it.each(['', '/edit/generalSettings', '/edit/complianceSettings'])(
    'reports at %j that the configuration cannot be loaded, and what to do',
    async (part) => {
      await openAdmin(`/auditLogging${part}`, {
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
    }
  );

  it.each([
    [
      'generalSettings',
      'General settings',
      ['Layer', 'Attribute', 'Ignore'],
      [
        'audit:disabled_rest_categories',
        'audit:disabled_transport_categories',
        'audit:ignore_users',
        'audit:ignore_requests',
      ],
    ],
    [
      'complianceSettings',
      'Compliance settings',
      ['Compliance mode', 'Compliance config', 'Read', 'Write'],
      [
        'compliance:read_ignore_users',
        'compliance:write_ignore_users',
        'compliance:write_watched_indices',
      ],
    ],
  ])('has every setting of %s in its form', async (page, title, panels, combos) => {
    await openAdmin(`/auditLogging/edit/${page}`, routes());
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    for (const name of panels)
      expect(await screen.findByRole('heading', { level: 2, name })).toBeVisible();
    for (const name of combos) expect(screen.getByRole('combobox', { name })).toBeVisible();
    const [section, values] =
      page === 'generalSettings'
        ? (['audit', CONFIGURATION.audit] as const)
        : (['compliance', CONFIGURATION.compliance] as const);
    const switches = Object.entries(values).flatMap(([key, value]) =>
      typeof value === 'boolean' ? [`${section}.${key}-switch`] : []
    );
    expect(missing([...switches, 'cancel', 'save'])).toEqual([]);
  });

  it('lists the categories in order without excluded ones and keeps stored ones', async () => {
    const { user, core, path } = await openAdmin('/auditLogging/edit/generalSettings', routes(), {
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

  // @feature audit-logging/3
  it('lists the categories of the transport layer in order without excluded ones', async () => {
    const { user } = await openAdmin('/auditLogging/edit/generalSettings', routes(), {
      config: { disabledTransportCategories: { exclude: ['INDEX_EVENT'] } },
    });
    await user.click(
      await screen.findByRole('combobox', { name: 'audit:disabled_transport_categories' })
    );
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'BAD_HEADERS',
      'FAILED_LOGIN',
      'GRANTED_PRIVILEGES',
      'MISSING_PRIVILEGES',
      'SSL_EXCEPTION',
      'OPENDISTRO_SECURITY_INDEX_ATTEMPT',
      'AUTHENTICATED',
    ]);
  });

  it.each([
    ['with its reason', fetchError(500, { message: 'Disk full' }), 'Disk full'],
    [
      'without a reason',
      fetchError(502, { message: '' }),
      'You may refresh the page to retry or see browser console for more information.',
    ],
  ])('shows a failure %s, logs it and keeps the input', async (_name, failure, text) => {
    allowConsole(/Audit configuration could not be updated/);
    const log = jest.spyOn(console, 'error');
    const { user } = await openAdmin('/auditLogging/edit/generalSettings', {
      ...routes(),
      [`POST ${SAVE}`]: () => {
        throw failure;
      },
    });
    await user.click(await screen.findByRole('switch', { name: /^Resolve indices/ }));
    await user.click(button('Save'));
    expect(
      await screen.findByText(
        `Audit configuration could not be updated. Please check configuration. ${text}`
      )
    ).toBeVisible();
    expect(log).toHaveBeenCalledWith(
      expect.stringMatching(/^Audit configuration could not be updated/),
      failure
    );
    expect(screen.getByRole('switch', { name: /^Resolve indices/ })).not.toBeChecked();
  });

  // @feature audit-logging/4
  it('rejects watched fields that are not a map of patterns, and keeps the text', async () => {
    const { user, core, path } = await openAdmin('/auditLogging/edit/complianceSettings', routes());
    const field = await screen.findByLabelText('compliance:read_watched_fields');
    for (const wrong of ['{', '[]', '"text"', '{"logs-*": 1}']) {
      fill(field, wrong);
      await user.click(button('Save'));
      expect(
        await screen.findAllByText('Invalid content. Please check sample data content.')
      ).not.toHaveLength(0);
      expect(core.http.post).not.toHaveBeenCalled();
      expect(field).toHaveValue(wrong);
    }
    fill(field, '{ "people-*": ["name", "address.*"] }');
    await user.click(button('Save'));
    await waitFor(() => expect(path()).toBe('/auditLogging'));
    expect(lastBody(core.http, SAVE)).toMatchObject({
      compliance: { read_watched_fields: { 'people-*': ['name', 'address.*'] } },
    });
  });

  it('hides the compliance settings while compliance is off', async () => {
    const { user } = await openAdmin('/auditLogging/edit/complianceSettings', routes());
    await user.click(await screen.findByRole('switch', { name: /^Compliance logging/ }));
    expect(screen.queryByText('Watched fields')).not.toBeInTheDocument();
  });
});
