import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allowConsole } from '../../../../../../test/helpers/console_guard';
import {
  callsOf,
  createAccount,
  createConfig,
  createScreen,
  createTenancyState,
  fetchError,
  lastBody,
  renderInCore,
  type ScreenMockOptions,
} from '../../mocks';
import { takeToast } from '../../services/cross_page_toasts';
import type { ScreenDeps } from '../../services/screen_deps';
import { AccountMenu } from './account_menu';
import { OwnSessionsDialog, RoleInfoDialog } from './dialog_content';
import { TenantSwitchDialog } from './tenant_switch_dialog';

const TENANT = '/api/v1/multitenancy/tenant';
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const createDialogs = () => ({
  openTenantSwitcher: jest.fn(),
  openRoleInfo: jest.fn(),
  openPasswordReset: jest.fn(),
  openSessions: jest.fn(),
  openFactors: jest.fn(),
  openApiKeys: jest.fn(),
  openPalette: jest.fn(),
  openShortcuts: jest.fn(),
  openPreferences: jest.fn(),
});
/** Names by which scripts find the elements on the page. */
const testSubjects = () =>
  [...document.querySelectorAll('[data-test-subj]')].flatMap((element) =>
    (element.getAttribute('data-test-subj') ?? '').split(' ')
  );

describe('account menu', () => {
  async function open(options: ScreenMockOptions = {}, opensTenantDialog = false) {
    const deps = await createScreen(options);
    const dialogs = createDialogs();
    const props = { ...(deps as unknown as ScreenDeps), dialogs, opensTenantDialog };
    const { rerender } = renderInCore(<AccountMenu {...props} />);
    return { ...deps, dialogs, rerender, user: userEvent.setup() };
  }

  it('shows user, tenant and the account actions', async () => {
    const { user, dialogs } = await open({
      account: createAccount({ user_requested_tenant: '__user__' }),
    });
    await user.click(button('Account menu: jane'));
    expect(await screen.findByText('jane')).toBeInTheDocument();
    expect(screen.getAllByText('Private')).toHaveLength(2);
    await user.click(button('View roles and identities'));
    expect(dialogs.openRoleInfo).toHaveBeenCalled();
    await user.click(button('Account menu: jane'));
    await user.click(button('Reset password'));
    expect(dialogs.openPasswordReset).toHaveBeenCalled();
  });

  // @feature account-menu/1, all-of-these/1
  it('shows its four actions in order, at most 256 px wide, with names for scripts', async () => {
    const { user } = await open();
    await user.click(button(/^Account menu/));
    await screen.findByRole('button', { name: 'Log out' });
    const names = ['View roles and identities', 'Switch tenants', 'Reset password', 'Log out'];
    const labels = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(labels.filter((text) => names.includes(text ?? ''))).toEqual(names);
    expect(button('Log out').closest('[style*="max-width"]')).toHaveStyle({ maxWidth: '256px' });
    expect(testSubjects()).toEqual(
      expect.arrayContaining([
        'account-popover',
        'tenant-label',
        'view-roles-and-identities',
        'switch-tenants',
        'reset-password',
        'log-out-2',
      ])
    );
  });

  it('logs out to the server base path by default', async () => {
    const { user, page, core } = await open({ routes: { 'POST /auth/logout': () => ({}) } });
    await user.click(button(/^Account menu/));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    const root = core.http.basePath.serverBasePath || '/';
    await waitFor(() => expect(page.assign).toHaveBeenCalledWith(root));
  });

  // @feature tenant-switch/1
  it('switches from the tenant beside the avatar to one of a searchable list', async () => {
    allowConsole(/truncation ellipsis/); // jsdom has no widths.
    const { user, core, page, memory, dialogs } = await open({
      account: createAccount({ user_requested_tenant: 'finance' }),
      routes: { [`POST ${TENANT}`]: () => '' },
    });
    memory.saveTenant('finance');
    await user.click(button('Tenant: finance. Switch tenant'));
    expect(await screen.findByRole('option', { name: /finance/ })).toHaveAttribute(
      'aria-selected',
      'true'
    );
    await user.type(await screen.findByRole('combobox', { name: 'Search tenants' }), 'glob');
    await user.click(screen.getByRole('option', { name: /Global/ }));
    await waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
    expect(lastBody(core.http, TENANT)).toEqual({ tenant: '', username: 'jane' });
    // The next page must not switch back to the remembered tenant.
    expect(memory.mayShowPopup).toBe(false);
    expect(dialogs.openTenantSwitcher).not.toHaveBeenCalled();
  });

  it('separates access, login, page and logout with lines', async () => {
    const { user } = await open();
    await user.click(button('Account menu: jane'));
    await screen.findByRole('button', { name: 'Log out' });
    expect(screen.getAllByRole('separator')).toHaveLength(4);
  });

  it('marks a read-only tenant', async () => {
    const { user } = await open({ account: createAccount({ user_requested_tenant: 'Archive' }) });
    await user.click(button('Account menu: jane'));
    expect(await screen.findByText('Archive (read only)')).toBeInTheDocument();
  });

  it('keeps Switch tenants without multitenancy and hides Reset password for external users', async () => {
    const { user, dialogs } = await open({
      config: { multitenancy: { enabled: false } },
      account: createAccount({ is_internal_user: false }),
    });
    expect(screen.queryByRole('button', { name: /Tenant:/ })).not.toBeInTheDocument();
    await user.click(button('Account menu: jane'));
    await screen.findByRole('button', { name: 'Log out' });
    expect(screen.queryByRole('button', { name: 'Reset password' })).not.toBeInTheDocument();
    await user.click(button('Switch tenants'));
    expect(dialogs.openTenantSwitcher).toHaveBeenCalledTimes(1);
  });

  it('logs out: ends the session, resets the popup flag and opens the configured address', async () => {
    const { user, page, memory, core } = await open({
      config: { auth: { logout_url: 'https://bye.example' } },
      routes: { 'POST /auth/logout': () => ({}) },
    });
    memory.markPopupOpened();
    await user.click(button('Account menu: jane'));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(page.assign).toHaveBeenCalledWith('https://bye.example'));
    expect(callsOf(core.http.post)).toContainEqual(['/auth/logout', {}]);
    expect(memory.mayShowPopup).toBe(true);
    expect(takeToast('/app/login')?.title).toBe('You have logged out.');
  });

  it('links to the provider logout for openid and hides logout for proxy', async () => {
    const { user } = await open({ config: { auth: { type: 'openid' } } });
    await user.click(button('Account menu: jane'));
    expect(await screen.findByRole('link', { name: 'Log out' })).toHaveAttribute(
      'href',
      '/auth/logout'
    );
  });

  it('opens the tenant dialog once when requested', async () => {
    const { dialogs, memory } = await open({}, true);
    expect(dialogs.openTenantSwitcher).toHaveBeenCalledTimes(1);
    expect(memory.mayShowPopup).toBe(false);
  });
});

describe('tenant switch dialog', () => {
  async function open(options: ScreenMockOptions = {}, savedTenant?: string) {
    const deps = await createScreen({ routes: { [`POST ${TENANT}`]: () => 'x' }, ...options });
    if (savedTenant !== undefined) deps.memory.saveTenant(savedTenant);
    const onClose = jest.fn();
    renderInCore(<TenantSwitchDialog {...(deps as unknown as ScreenDeps)} onClose={onClose} />);
    await waitFor(() => expect(deps.core.http.get).toHaveBeenCalled());
    return { ...deps, onClose, user: userEvent.setup() };
  }
  const radio = (name: string) => screen.getByRole('radio', { name });

  it('starts with the current tenant', async () => {
    await open({ account: createAccount({ user_requested_tenant: '__user__' }) });
    expect(screen.getByRole('heading', { name: 'Select your tenant' })).toBeInTheDocument();
    expect(radio('Private')).toBeChecked();
    expect(radio('Global')).toHaveAttribute('id', 'global');
  });

  it.each([
    ['Global', {}, ''],
    ['Private', {}, '__user__'],
  ])('switches to %s and reloads the page', async (name, _options, tenant) => {
    const { user, core, page, onClose, memory } = await open({
      account: createAccount({ user_requested_tenant: 'finance' }),
    });
    await user.click(radio(name));
    await user.click(button('Confirm'));
    await waitFor(() => expect(page.reload).toHaveBeenCalled());
    expect(lastBody(core.http, TENANT)).toEqual({ tenant, username: 'jane' });
    expect(onClose).toHaveBeenCalled();
    expect(memory.savedTenant).toBeUndefined();
    // The user requested the switch, so the next page does not announce it.
    expect(memory.lastTenant('jane')).toBe(tenant);
    expect(takeToast(page.pathname)?.title).toBe(`You switched to the ${name} tenant.`);
  });

  it('selects the custom radio when a custom tenant is chosen, and remembers the tenant', async () => {
    const { user, core, page, memory } = await open();
    await user.click(screen.getByRole('combobox', { name: 'Custom tenant' }));
    const options = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Archive', 'finance']);
    await user.keyboard('fin');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.click(screen.getByRole('option', { name: 'finance' }));
    expect(radio('Choose from custom')).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: /Remember my selection next time/ }));
    await user.click(button('Confirm'));
    await waitFor(() => expect(page.reload).toHaveBeenCalled());
    expect(lastBody(core.http, TENANT)).toEqual({ tenant: 'finance', username: 'jane' });
    expect(memory.savedTenant).toBe('finance');
  });

  it('offers to remember the tenant, Cancel and Confirm, with names for scripts', async () => {
    await open();
    expect(
      screen.getByRole('checkbox', {
        name: 'Remember my selection next time I log in from this device.',
      })
    ).toBeInTheDocument();
    expect(button('Cancel')).toBeVisible();
    expect(button('Confirm')).toBeVisible();
    expect(screen.getAllByRole('radio').map(({ id }) => id)).toEqual([
      'global',
      'private',
      'custom',
    ]);
    expect(testSubjects()).toEqual(expect.arrayContaining(['tenant-switch-radios', 'confirm']));
  });

  // @feature tenant-switch/2
  it('forgets the remembered tenant once the checkbox is cleared', async () => {
    const { user, page, memory } = await open({}, '');
    const box = screen.getByRole('checkbox', { name: /Remember my selection/ });
    expect(box).toBeChecked();
    await user.click(box);
    await user.click(button('Confirm'));
    await waitFor(() => expect(page.reload).toHaveBeenCalled());
    expect(memory.savedTenant).toBeUndefined();
  });

  it('requires a tenant and clears the error on every change', async () => {
    const { user, core } = await open();
    await user.click(radio('Choose from custom'));
    await user.click(button('Confirm'));
    expect(screen.getByRole('alert')).toHaveTextContent('No target tenant is specified!');
    expect(core.http.post).not.toHaveBeenCalled();
    await user.click(radio('Global'));
    expect(screen.queryByText('No target tenant is specified!')).not.toBeInTheDocument();
  });

  it('keeps the remembered tenant and shows the error when the server rejects the switch', async () => {
    allowConsole(/could not be switched/);
    const { user, memory, page } = await open(
      {
        routes: {
          [`POST ${TENANT}`]: () => {
            throw fetchError(403, { message: 'You have no access.' });
          },
        },
      },
      'finance'
    );
    expect(screen.getByRole('checkbox', { name: /Remember/ })).toBeChecked();
    await user.click(radio('Private'));
    await user.click(button('Confirm'));
    expect(await screen.findByText('You have no access.')).toBeInTheDocument();
    expect(memory.savedTenant).toBe('finance');
    expect(page.reload).not.toHaveBeenCalled();
    expect(button('Confirm')).toBeEnabled();
  });

  it('shows a default error if the server gives no reason', async () => {
    allowConsole(/could not be switched/);
    const { user } = await open({
      routes: {
        [`POST ${TENANT}`]: () => {
          throw fetchError();
        },
      },
    });
    await user.click(radio('Private'));
    await user.click(button('Confirm'));
    expect(await screen.findByText('Failed to switch tenant.')).toBeInTheDocument();
  });

  it('shows why a choice is disabled', async () => {
    await open({
      config: { multitenancy: { tenants: { enable_global: false } } },
      account: createAccount({ tenants: { global_tenant: true } }),
    });
    expect(radio('Global')).toBeDisabled();
    expect(radio('Global')).toHaveAccessibleDescription(
      'Contact the administrator to enable global tenant.'
    );
    expect(radio('Private')).toHaveAccessibleDescription(
      'Contact the administrator to get access to private tenant.'
    );
    expect(radio('Choose from custom')).toBeDisabled();
  });

  it('disables choices that administrators disable while it is open', async () => {
    let response = { enabled: true, private_enabled: true };
    const account = createAccount();
    const { tenancy } = await open({
      account,
      routes: {
        'GET /api/v1/multitenancy/state': () =>
          createTenancyState(account, createConfig(), response),
      },
    });
    expect(radio('Private')).toBeEnabled();
    response = { enabled: true, private_enabled: false };
    await act(async () => void (await tenancy.refresh()));
    expect(radio('Private')).toBeDisabled();
    expect(radio('Private')).toHaveAccessibleDescription(
      'Contact the administrator to enable private tenant.'
    );
    response = { enabled: false, private_enabled: false };
    await act(async () => void (await tenancy.refresh()));
    expect(
      screen.getByText('Contact the administrator to enable multi tenancy.')
    ).toBeInTheDocument();
    expect(button('Confirm')).toBeDisabled();
  });

  it('disables Confirm without multitenancy', async () => {
    await open({ config: { multitenancy: { enabled: false } } });
    expect(
      screen.getByText('Contact the administrator to enable multi tenancy.')
    ).toBeInTheDocument();
    expect(button('Confirm')).toBeDisabled();
  });
});

describe('my sessions', () => {
  const OWN = '/api/v1/account/sessions';
  const item = (id: string, is_current: boolean) => ({
    id,
    is_current,
    created_at: 1,
    used_at: 2,
    expires_at: 3,
    remote_address: '192.0.2.7',
    method: 'openid',
    browser: `Browser ${id}`,
    system: 'iOS',
  });

  it('end all other sessions and never the current one', async () => {
    let items = [item('here', true), item('there', false)];
    const deps = await createScreen({
      routes: {
        [`GET ${OWN}`]: () => ({ total: items.length, page: 1, per_page: 25, items }),
        [`DELETE ${OWN}`]: () => {
          items = items.slice(0, 1);
          return { ended: 1 };
        },
      },
    });
    renderInCore(<OwnSessionsDialog {...(deps as unknown as ScreenDeps)} />);
    const current = (await screen.findByText('This session')).closest('tr') as HTMLElement;
    expect(current).toHaveTextContent('Browser here on iOS');
    expect(within(current).queryByRole('button')).toBeNull();
    await userEvent.setup().click(button('End all others'));
    await waitFor(() => expect(screen.queryByText('Browser there on iOS')).toBeNull());
    expect(button('End all others')).toBeDisabled();
    expect(deps.core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
      title: '1 session ended.',
    });
  });
});

describe('role info dialog', () => {
  // @feature role-info/1
  it('lists and counts roles and backend roles', async () => {
    const deps = await createScreen();
    renderInCore(<RoleInfoDialog {...(deps as unknown as ScreenDeps)} />);
    expect(screen.getByRole('heading', { name: 'Roles (2)' })).toBeInTheDocument();
    expect(
      screen.getByText('Roles you are currently mapped to by your administrator.')
    ).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Backend roles (1)' })).toBeInTheDocument();
    expect(
      screen.getByText('Backend roles you are currently mapped to by your administrator.')
    ).toBeVisible();
    const { roles, backend_roles: backendRoles } = createAccount();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      ...roles,
      ...backendRoles,
    ]);
    await waitFor(() => expect(deps.core.http.get).toHaveBeenCalled());
  });
});

it('dialogs keep the known account when it cannot be reloaded, and log the failure', async () => {
  allowConsole(/Account information could not be loaded/);
  const logged = jest.spyOn(console, 'error');
  let isFailing = false;
  const deps = (await createScreen({
    routes: {
      'GET /api/v1/configuration/account': () => {
        if (isFailing) throw fetchError(500, { message: 'No.' });
        return { total: 1, data: createAccount() };
      },
    },
  })) as unknown as ScreenDeps;
  isFailing = true;
  const roles = renderInCore(<RoleInfoDialog {...deps} />);
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
  expect(screen.getByRole('heading', { name: 'Roles (2)' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  roles.unmount();
  renderInCore(<TenantSwitchDialog {...deps} onClose={jest.fn()} />);
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(2));
  expect(screen.getByRole('radio', { name: 'Global' })).toBeChecked();
});
