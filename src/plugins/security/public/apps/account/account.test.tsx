import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allowConsole } from '../../../../../../test/helpers/console_guard';
import {
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
import { ResetPasswordDialog } from './reset_password_dialog';
import { TenantSwitchDialog } from './tenant_switch_dialog';

const TENANT = '/api/v1/multitenancy/tenant';
const ACCOUNT = '/api/v1/configuration/account';
const DASHBOARDS_INFO = '/api/v1/auth/dashboardsinfo';
const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('account menu', () => {
  async function open(options: ScreenMockOptions = {}, opensTenantDialog = false) {
    const deps = await createScreen(options);
    const dialogs = {
      openTenantSwitcher: jest.fn(),
      openRoleInfo: jest.fn(),
      openPasswordReset: jest.fn(),
      openSessions: jest.fn(),
      openFactors: jest.fn(),
      openApiKeys: jest.fn(),
      openPalette: jest.fn(),
      openShortcuts: jest.fn(),
      openPreferences: jest.fn(),
    };
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
    expect(core.http.post).toHaveBeenCalledWith('/auth/logout');
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
    await user.click(options[1]!);
    expect(radio('Choose from custom')).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: /Remember my selection next time/ }));
    await user.click(button('Confirm'));
    await waitFor(() => expect(page.reload).toHaveBeenCalled());
    expect(lastBody(core.http, TENANT)).toEqual({ tenant: 'finance', username: 'jane' });
    expect(memory.savedTenant).toBe('finance');
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

describe('reset password dialog', () => {
  async function open(routes: ScreenMockOptions['routes'] = {}) {
    const deps = await createScreen({
      account: createAccount({ user_requested_tenant: 'finance' }),
      routes: {
        'POST /auth/login': () => ({}),
        [`POST ${ACCOUNT}`]: () => ({ message: 'ok' }),
        'POST /auth/logout': () => ({}),
        [`POST ${TENANT}`]: () => 'finance',
        ...routes,
      },
    });
    renderInCore(<ResetPasswordDialog {...(deps as unknown as ScreenDeps)} onClose={jest.fn()} />);
    const user = userEvent.setup();
    const fill = async (current: string, next: string, repeated = next) => {
      await user.type(screen.getByLabelText('Current password'), current);
      await user.type(screen.getByLabelText('New password'), next);
      await user.type(screen.getByLabelText('Re-enter new password'), repeated);
    };
    const posted = () => deps.core.http.post.mock.calls.map(([path]) => path as unknown as string);
    return { ...deps, user, fill, posted };
  }

  it('verifies the current password, updates it and logs out', async () => {
    const { user, fill, posted, page, core } = await open();
    expect(screen.getByRole('heading', { name: 'Reset password for jane' })).toBeInTheDocument();
    expect(button('Reset')).toBeDisabled();
    await fill('old', 'New-pass-1');
    await user.click(button('Reset'));
    await waitFor(() => expect(page.assign).toHaveBeenCalled());
    expect(posted()).toEqual(['/auth/login', ACCOUNT, '/auth/logout']);
    expect(takeToast('/app/login')?.title).toMatch(/^Your password has been changed/);
    expect(lastBody(core.http, ACCOUNT)).toEqual({
      password: 'New-pass-1',
      current_password: 'old',
    });
  });

  it('requires matching new passwords', async () => {
    const { fill } = await open();
    await fill('old', 'New-pass-1', 'New-pass-2');
    expect(screen.getByLabelText('Re-enter new password')).toBeInvalid();
    expect(button('Reset')).toBeDisabled();
  });

  it.each([
    ['without a message', undefined],
    [
      'like any login',
      {
        message: 'Invalid username or password',
        attributes: { code: 'security.invalid_credentials' },
      },
    ],
  ])('stops at a wrong current password, rejected %s, and reports it', async (_how, body) => {
    const { user, fill, posted } = await open({
      'POST /auth/login': () => {
        throw Object.assign(fetchError(401), { body });
      },
    });
    await fill('wrong', 'New-pass-1');
    await user.click(button('Reset'));
    expect(await screen.findByText('Invalid current password.')).toBeVisible();
    expect(screen.getByLabelText('Current password')).toBeInvalid();
    expect(screen.getByLabelText('Current password')).toHaveFocus();
    expect(posted()).toEqual(['/auth/login']);
  });

  it.each([
    [
      'a passphrase that violates the default rule by having no digits',
      'lantern fjord meadow quilt',
      {},
    ],
    [
      'a password that only a custom rule accepts',
      'lantern-fjord',
      { password_validation_regex: '[a-z-]{12,}', password_validation_error_message: 'Use words.' },
    ],
  ])('leaves the validation of a new password to the engine: %s', async (_what, password, info) => {
    const { user, fill, posted, page } = await open({ [`GET ${DASHBOARDS_INFO}`]: () => info });
    await fill('old', password);
    await user.click(button('Reset'));
    await waitFor(() => expect(page.assign).toHaveBeenCalled());
    expect(posted()).toContain(ACCOUNT);
  });

  it("shows the message of the engine's own rule", async () => {
    await open({
      [`GET ${DASHBOARDS_INFO}`]: () => ({
        password_validation_regex: '[a-z-]{12,}',
        password_validation_error_message: 'Use words.',
      }),
    });
    expect(await screen.findByText('Use words.')).toBeVisible();
  });

  it('shows why a new password is rejected and keeps the tenant', async () => {
    allowConsole(/could not be changed/);
    const { user, fill, posted, page, core } = await open({
      [`POST ${ACCOUNT}`]: () => {
        throw fetchError(400, { message: 'Weak password' });
      },
    });
    await fill('old', 'Weak-pass-1');
    await user.click(button('Reset'));
    expect(await screen.findByText('Weak password')).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('Weak-pass-1');
    expect(screen.getByLabelText('New password')).toBeInvalid();
    expect(screen.getByLabelText('New password')).toHaveFocus();
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
      expect.stringContaining('Weak password')
    );
    expect(posted()).toEqual(['/auth/login', ACCOUNT, TENANT]);
    expect(lastBody(core.http, TENANT)).toEqual({ tenant: 'finance', username: 'jane' });
    expect(page.assign).not.toHaveBeenCalled();
  });
});

describe('my sessions', () => {
  const OWN = '/api/v1/account/sessions';
  const item = (id: string, is_current: boolean) => ({
    ...{ id, is_current, created_at: 1, used_at: 2, expires_at: 3 },
    ...{ remote_address: '192.0.2.7', method: 'openid', browser: `Browser ${id}`, system: 'iOS' },
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
  it('lists and counts roles and backend roles', async () => {
    const deps = await createScreen();
    renderInCore(<RoleInfoDialog {...(deps as unknown as ScreenDeps)} />);
    expect(screen.getByRole('heading', { name: 'Roles (2)' })).toBeInTheDocument();
    expect(
      screen.getByText('Roles you are currently mapped to by your administrator.')
    ).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Backend roles (1)' })).toBeInTheDocument();
    expect(screen.getByText('kibana_user')).toBeInTheDocument();
    await waitFor(() => expect(deps.core.http.get).toHaveBeenCalled());
  });
});
