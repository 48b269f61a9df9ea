/** Tests of the tenants through the screens. */
import { screen, waitFor, within, act, fireEvent } from '@testing-library/react';
import {
  callsOf,
  fetchError,
  lastBody,
  type Routes,
  searchResponse,
  type ScreenMockOptions,
} from '../../../mocks';
import { releaseFacts } from '@sd/contracts';
import { button, CONFIG, openAdmin } from '../mocks';

jest.setTimeout(30_000);

/** Without the label Reserved or Custom. */
const names = () =>
  screen
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent?.replace(/(Reserved|Custom)$/, ''));

describe('tenants list', () => {
  const routes: Routes = {
    'GET /api/v1/search/tenants': () =>
      searchResponse([
        { name: 'global_tenant', version: '1', entity: { reserved: true, description: 'Global' } },
        { name: 'finance', version: '1', entity: { description: 'Money', reserved: false } },
      ]),
  };

  // @feature tenants/1, tenants/2
  it('shows Global and, second, Private', async () => {
    await openAdmin('/tenants', routes);
    await screen.findByText('Money');
    expect(names()).toEqual(['GlobalCurrent', 'Private', 'finance']);
    expect(screen.getByText('Everyone can see it')).toBeInTheDocument();
    expect(screen.getByText('Only visible to the current logged in user')).toBeInTheDocument();
    expect(screen.getByText('3', { selector: 'header *' })).toBeInTheDocument();
    expect(screen.queryByText('View dashboard')).not.toBeInTheDocument();
  });

  it('omits Private if private tenants are disabled', async () => {
    await openAdmin('/tenants', routes, {
      config: { multitenancy: { tenants: { enable_private: false } } },
    });
    await screen.findByText('Money');
    expect(names()).toEqual(['GlobalCurrent', 'finance']);
  });

  // @feature tenants/8
  it('says that multitenancy is disabled', async () => {
    await openAdmin('/tenants', {}, { config: { multitenancy: { enabled: false } } });
    expect(screen.getByText('You have not enabled multi tenancy')).toBeInTheDocument();
    expect(
      screen.getByText('Contact your administrator to enable multi tenancy.')
    ).toBeInTheDocument();
  });

  // @feature tenants/5
  it('switches the tenant and reloads the page, or reports the failure', async () => {
    let isRefused = true;
    const { user, core, page } = await openAdmin('/tenants', {
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

  // @feature tenants/7
  it('deletes tenants with one request each, with URL-encoded names', async () => {
    const odd = ['spec gone/1', 'spec gone/2'];
    const paths = odd.map((name) => `${CONFIG}/tenants/${encodeURIComponent(name)}`);
    const { user, core } = await openAdmin('/tenants', {
      'GET /api/v1/search/tenants': () =>
        searchResponse(odd.map((name) => ({ name, version: '1', entity: { reserved: false } }))),
      ...Object.fromEntries(paths.map((path) => [`DELETE ${path}`, () => ({ message: 'gone' })])),
    });
    for (const name of odd)
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await user.click(button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: /Delete/ }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 tenants?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(callsOf(core.http.delete).map(([path]) => path)).toEqual(paths));
  });

  it('has no actions for the content of tenants without an app that shows it', async () => {
    const { user } = await openAdmin('/tenants', routes);
    await user.click(await screen.findByRole('checkbox', { name: 'Select finance' }));
    await user.click(button('Actions'));
    await screen.findByRole('menuitem', { name: 'Edit' });
    const ids = screen.getAllByRole('menuitem').map(({ id }) => id);
    expect(ids).toEqual(['switchTenant', 'edit', 'duplicate', 'rename', 'delete']);
  });

  describe('with apps for dashboards and visualizations', () => {
    const openIn = async () => {
      const opened = await openAdmin(
        '/tenants',
        { ...routes, 'POST /api/v1/multitenancy/tenant': () => 'finance' },
        { apps: ['dashboards', 'visualize'] }
      );
      await screen.findByText('Money');
      return opened;
    };

    // @feature tenants/6
    it.each([
      ['createDashboard', 'Create dashboard', '/app/dashboards'],
      ['createVisualizations', 'Create visualizations', '/app/visualize'],
    ])('%s switches to the tenant and opens its app', async (id, label, path) => {
      const { user, core, page } = await openIn();
      await user.click(screen.getByRole('checkbox', { name: 'Select finance' }));
      await user.click(button('Actions'));
      const item = await screen.findByRole('menuitem', { name: label });
      expect(item).toHaveAttribute('id', id);
      await user.click(item);
      await waitFor(() => expect(page.assign).toHaveBeenCalledWith(path));
      expect(lastBody(core.http, '/api/v1/multitenancy/tenant')).toMatchObject({
        tenant: 'finance',
      });
    });

    it.each([
      ['View dashboard', '/app/dashboards'],
      ['View visualizations', '/app/visualize'],
    ])('%s does so in each row', async (label, path) => {
      const { user, page } = await openIn();
      const row = screen.getByText('Money').closest('tr') as HTMLElement;
      await user.click(within(row).getByText(label));
      await waitFor(() => expect(page.assign).toHaveBeenCalledWith(path));
    });
  });

  it('keeps the input when a name is rejected', async () => {
    const { user, core } = await openAdmin('/tenants/create', {
      [`POST ${CONFIG}/tenants/sales`]: () => {
        throw fetchError(409, {
          message: 'The tenant "sales" already exists.',
          attributes: { code: 'security.already_exists' },
        });
      },
    });
    await user.type(screen.getByLabelText('Name'), 'sales');
    await user.type(screen.getByLabelText(/Description/), 'Numbers');
    const logged = jest.spyOn(console, 'error').mockImplementation();
    await user.click(button('Create'));
    expect(await screen.findAllByText('The tenant "sales" already exists.')).not.toHaveLength(0);
    expect(logged).toHaveBeenCalledWith(
      'A request failed. HTTP 409: The tenant "sales" already exists.',
      expect.any(Error)
    );
    logged.mockRestore();
    expect(screen.getByLabelText(/Description/)).toHaveValue('Numbers');
    const [, options] = callsOf(core.http.post).at(-1)!;
    expect(options['headers']).toEqual({ 'if-none-match': '*' });
  });
});

it.each([
  ['/tenants/create', 'Name', 'internalusers', 'There is a user named “sales”'],
  ['/users/create', 'Username', 'tenants', 'There is a tenant named “sales”'],
])('%s warns that the name is taken by the other kind', async (page, label, taken, warning) => {
  await openAdmin(page, { [`GET ${CONFIG}/${taken}/sales`]: () => ({ description: '' }) });
  const name = await screen.findByLabelText(label);
  fireEvent.change(name, { target: { value: 'sales' } });
  expect(await screen.findByText(warning)).toBeInTheDocument();
  fireEvent.change(name, { target: { value: 'sales2' } });
  await waitFor(() => expect(screen.queryByText(warning)).not.toBeInTheDocument());
});

describe('tenants configuration', () => {
  const CONFIG = '/api/v1/configuration/tenancy/config';
  const STORED = {
    multitenancy_enabled: true,
    private_tenant_enabled: true,
    default_tenant: 'private',
  };
  async function open(
    routes: NonNullable<ScreenMockOptions['routes']> = {},
    more: Omit<ScreenMockOptions, 'routes'> = {}
  ) {
    const opened = await openAdmin(
      '/tenants/configure',
      {
        [`GET ${CONFIG}`]: () => STORED,
        'GET /api/v1/search/tenants': () => searchResponse([]),
        'GET /api/v1/configuration/tenants': () => ({
          total: 3,
          data: { global_tenant: {}, hr: {}, finance: {} },
        }),
        [`PUT ${CONFIG}`]: () => STORED,
        ...routes,
      },
      more
    );
    const { overlays, http } = opened.core;
    overlays.openConfirm.mockResolvedValue(true);
    await screen.findByLabelText('Default tenant');
    const puts = () =>
      callsOf(http.put).map(([, { body }]) => JSON.parse(String(body)) as Record<string, unknown>);
    return { ...opened, overlays, puts };
  }
  /** Text of the last confirmation dialog. */
  async function confirmationText(overlays: Awaited<ReturnType<typeof open>>['overlays']) {
    const [mount] = overlays.openConfirm.mock.lastCall ?? [];
    if (typeof mount !== 'function') throw new Error('No confirmation was requested.');
    const container = document.body.appendChild(document.createElement('div'));
    await act(async () => void mount(container));
    return container.textContent;
  }
  it('shows the effects of a change for confirmation, then saves it', async () => {
    const { user, overlays, core, path, puts } = await open();
    await user.click(screen.getByRole('switch', { name: 'Multi-tenancy' }));
    await user.selectOptions(screen.getByLabelText('Default tenant'), 'finance');
    await user.click(button('Save changes'));
    await waitFor(() => expect(path()).toBe('/tenants'));
    const dialogText = await confirmationText(overlays);
    expect(dialogText).toContain('All users work in the global tenant within seconds.');
    expect(dialogText).toContain('New sessions start in the tenant finance');
    expect(dialogText).not.toContain('private tenants');
    expect(puts()).toEqual([{ multitenancy_enabled: false, default_tenant: 'finance' }]);
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
      title: 'Tenancy changes applied',
    });
  });

  it('never sends the empty default tenant of a cluster from 3.7, which refuses it', async () => {
    const { user, puts, path } = await open({
      [`GET ${CONFIG}`]: () => ({ ...STORED, default_tenant: '' }),
    });
    await user.click(screen.getByRole('switch', { name: 'Private tenant' }));
    await user.click(button('Save changes'));
    await waitFor(() => expect(path()).toBe('/tenants'));
    expect(puts()).toEqual([{ private_tenant_enabled: false }]);
  });

  it('says that a cluster from 3.7 keeps a default tenant', async () => {
    const capabilities = { securityRelease: releaseFacts('3.7.0') };
    const { user, puts } = await open({}, { capabilities });
    await user.selectOptions(screen.getByLabelText('Default tenant'), '');
    await user.click(button('Save changes'));
    expect(
      await screen.findByRole('link', { name: /can't remove its default tenant here/ })
    ).toBeInTheDocument();
    expect(puts()).toEqual([]);
  });

  it('saves nothing without confirmation and keeps the input', async () => {
    const { user, overlays, puts, path } = await open();
    overlays.openConfirm.mockResolvedValue(false);
    await user.selectOptions(screen.getByLabelText('Default tenant'), 'hr');
    await user.click(button('Save changes'));
    await waitFor(() => expect(overlays.openConfirm).toHaveBeenCalled());
    expect(puts()).toEqual([]);
    expect(path()).toBe('/tenants/configure');
    expect(screen.getByLabelText('Default tenant')).toHaveValue('hr');
  });

  it('rejects disabled private tenants while they are the default', async () => {
    const { user, overlays } = await open();
    await user.click(screen.getByRole('switch', { name: 'Private tenant' }));
    await user.click(button('Save changes'));
    const problem = 'The private tenant is turned off. Choose another default tenant.';
    expect((await screen.findAllByText(new RegExp(problem))).length).toBeGreaterThan(0);
    expect(overlays.openConfirm).not.toHaveBeenCalled();
  });

  it('disables what the server configuration turns off and shows a missing default tenant', async () => {
    await open(
      { [`GET ${CONFIG}`]: () => ({ ...STORED, default_tenant: 'gone' }) },
      { config: { multitenancy: { tenants: { enable_private: false } } } }
    );
    expect(screen.getByRole('switch', { name: 'Private tenant' })).toBeDisabled();
    expect(screen.getByLabelText('Default tenant')).toHaveValue('gone');
  });

  it('shows why the change was rejected', async () => {
    const error = () => {
      throw fetchError(403, { message: 'No permission to configure tenancy.' });
    };
    const { user, path } = await open({ [`PUT ${CONFIG}`]: error });
    await user.selectOptions(screen.getByLabelText('Default tenant'), 'hr');
    await user.click(button('Save changes'));
    expect(await screen.findByText(/No permission to configure tenancy/)).toBeInTheDocument();
    expect(path()).toBe('/tenants/configure');
  });

  it('is reachable by its legacy address and from the list while tenants are disabled', async () => {
    const { path } = await openAdmin('/tenantsConfigureTab', { [`GET ${CONFIG}`]: () => STORED });
    expect(path()).toBe('/tenants/configure');
    expect(screen.getByRole('tab', { name: 'Manage' })).toBeInTheDocument();
  });
});
