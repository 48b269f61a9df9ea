/** Tests of the tenants through the screens. */
import { screen, waitFor, within } from '@testing-library/react';
import { callsOf, fetchError, lastBody, type Routes, searchResponse } from '../../../mocks';
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

  it('says that multitenancy is disabled', async () => {
    await openAdmin('/tenants', {}, { config: { multitenancy: { enabled: false } } });
    expect(screen.getByText('You have not enabled multi tenancy')).toBeInTheDocument();
    expect(
      screen.getByText('Contact your administrator to enable multi tenancy.')
    ).toBeInTheDocument();
  });

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
    await user.click(button('Create'));
    expect(await screen.findAllByText('The tenant "sales" already exists.')).not.toHaveLength(0);
    expect(screen.getByLabelText(/Description/)).toHaveValue('Numbers');
    const [, options] = callsOf(core.http.post).at(-1)!;
    expect(options['headers']).toEqual({ 'if-none-match': '*' });
  });
});
