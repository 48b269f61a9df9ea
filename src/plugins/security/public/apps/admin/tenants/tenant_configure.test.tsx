/** Tests of the Configure tab for tenants. */
import { act, screen, waitFor } from '@testing-library/react';
import { callsOf, fetchError, type ScreenMockOptions, searchResponse } from '../../../mocks';
import { button, openAdmin } from '../mocks';

jest.setTimeout(30_000);

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

describe('tenants configuration', () => {
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
    expect(puts()).toEqual([
      { multitenancy_enabled: false, private_tenant_enabled: true, default_tenant: 'finance' },
    ]);
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
      title: 'Tenancy changes applied',
    });
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
