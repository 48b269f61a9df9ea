/**
 * Tests literal texts of specification sections 2.2 to 2.5, 5 and 8 that the end-to-end journeys do
 * not cover.
 */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allowConsole } from '../../../../../../test/helpers/console_guard';
import { createAccount, createScreen, fetchError, renderInCore } from '../../mocks';
import type { ScreenDeps } from '../../services/screen_deps';
import { AccountMenu } from './account_menu';
import { ResetPasswordDialog } from './reset_password_dialog';
import { RoleInfoDialog } from './dialog_content';
import { TenantSwitchDialog } from './tenant_switch_dialog';

const onClose = () => undefined;
const noDialogs = {
  openTenantSwitcher: jest.fn(),
  openRoleInfo: jest.fn(),
  openPasswordReset: jest.fn(),
  openSessions: jest.fn(),
  openFactors: jest.fn(),
  openPreferences: jest.fn(),
  openApiKeys: jest.fn(),
  openPalette: jest.fn(),
  openShortcuts: jest.fn(),
};

it('account menu shows its four actions in order and is at most 256 px wide', async () => {
  const deps = (await createScreen()) as unknown as ScreenDeps;
  renderInCore(<AccountMenu {...deps} dialogs={noDialogs} opensTenantDialog={false} />);
  await userEvent.click(screen.getByRole('button', { name: /^Account menu/ }));
  await screen.findByRole('button', { name: 'Log out' });
  const names = ['View roles and identities', 'Switch tenants', 'Reset password', 'Log out'];
  const labels = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(labels.filter((text) => names.includes(text ?? ''))).toEqual(names);
  const menu = screen.getByRole('button', { name: 'Log out' }).closest('[style*="max-width"]');
  expect(menu).toHaveStyle({ maxWidth: '256px' });
});

it('password dialog describes its fields and offers Cancel and Reset', async () => {
  const deps = (await createScreen()) as unknown as ScreenDeps;
  renderInCore(<ResetPasswordDialog {...deps} onClose={onClose} />);
  // Waits for the password rule.
  await act(async () => undefined);
  expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
    'Verify your account by entering your current password.'
  );
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
    /at least 8 characters.*uppercase.*lowercase.*digit.*special character/
  );
  expect(screen.getByLabelText('Re-enter new password')).toHaveAccessibleDescription(
    'The password must be identical to what you entered above.'
  );
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reset' })).toBeVisible();
});

it('password dialog says "Failed to reset password." if the server gives no reason', async () => {
  allowConsole(/could not be changed/);
  const deps = (await createScreen({
    account: createAccount(),
    routes: {
      'POST /auth/login': () => ({}),
      'POST /api/v1/configuration/account': () => {
        throw fetchError();
      },
      'POST /api/v1/multitenancy/tenant': () => '',
    },
  })) as unknown as ScreenDeps;
  renderInCore(<ResetPasswordDialog {...deps} onClose={onClose} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Current password'), 'old');
  await user.type(screen.getByLabelText('New password'), 'New-pass-1');
  await user.type(screen.getByLabelText('Re-enter new password'), 'New-pass-1');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to reset password.')
  );
});

it('tenant dialog offers to remember the tenant, Cancel and Confirm', async () => {
  const deps = (await createScreen()) as unknown as ScreenDeps;
  renderInCore(<TenantSwitchDialog {...deps} onClose={onClose} />);
  expect(
    screen.getByRole('checkbox', {
      name: 'Remember my selection next time I log in from this device.',
    })
  ).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeVisible();
  expect(screen.getAllByRole('radio').map(({ id }) => id)).toEqual(['global', 'private', 'custom']);
  await waitFor(() => expect(deps.core.http.get).toHaveBeenCalled());
});

it('role info dialog explains backend roles like roles', async () => {
  const deps = (await createScreen()) as unknown as ScreenDeps;
  renderInCore(<RoleInfoDialog {...deps} />);
  expect(
    screen.getByText('Backend roles you are currently mapped to by your administrator.')
  ).toBeVisible();
  await waitFor(() => expect(deps.core.http.get).toHaveBeenCalled());
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
  renderInCore(<TenantSwitchDialog {...deps} onClose={onClose} />);
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(2));
  expect(screen.getByRole('radio', { name: 'Global' })).toBeChecked();
});

it('clearing the checkbox forgets the remembered tenant, and logout opens the server base path', async () => {
  const deps = await createScreen({
    routes: { 'POST /api/v1/multitenancy/tenant': () => 'x', 'POST /auth/logout': () => ({}) },
  });
  const props = deps as unknown as ScreenDeps;
  deps.memory.saveTenant('');
  const dialog = renderInCore(<TenantSwitchDialog {...props} onClose={onClose} />);
  await waitFor(() => expect(deps.core.http.get).toHaveBeenCalled());
  const box = screen.getByRole('checkbox', { name: /Remember my selection/ });
  expect(box).toBeChecked();
  await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(deps.page.reload).toHaveBeenCalled());
  expect(deps.memory.savedTenant).toBeUndefined();
  dialog.unmount();
  renderInCore(<AccountMenu {...props} dialogs={noDialogs} opensTenantDialog={false} />);
  await userEvent.click(screen.getByRole('button', { name: /^Account menu/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  const root = deps.core.http.basePath.serverBasePath;
  await waitFor(() => expect(deps.page.assign).toHaveBeenCalledWith(root === '' ? '/' : root));
});
