import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allowConsole } from '../../../../../../test/helpers/console_guard';
import {
  createAccount,
  createScreen,
  fetchError,
  lastBody,
  renderInCore,
  type ScreenMockOptions,
} from '../../mocks';
import { takeToast } from '../../services/cross_page_toasts';
import type { ScreenDeps } from '../../services/screen_deps';
import { ResetPasswordDialog } from './reset_password_dialog';

const TENANT = '/api/v1/multitenancy/tenant';
const ACCOUNT = '/api/v1/configuration/account';
const DASHBOARDS_INFO = '/api/v1/auth/dashboardsinfo';
const button = (name: string | RegExp) => screen.getByRole('button', { name });

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

  // @feature reset-password/1
  it('verifies the current password, updates it and logs out', async () => {
    const { user, fill, posted, page, core } = await open();
    expect(screen.getByRole('heading', { name: 'Reset password for jane' })).toBeInTheDocument();
    expect(button('Reset')).toBeDisabled();
    await fill('old', 'New-pass-1');
    await user.click(button('Reset'));
    await waitFor(() => expect(page.assign).toHaveBeenCalled());
    expect(posted()).toEqual(['/auth/login', ACCOUNT, '/auth/logout']);
    expect(takeToast('/app/login')?.title).toMatch(/^Your password has been changed/);
    expect(lastBody(core.http, '/auth/login')).toEqual({ username: 'jane', password: 'old' });
    expect(lastBody(core.http, ACCOUNT)).toEqual({
      password: 'New-pass-1',
      current_password: 'old',
    });
  });

  it('requires matching new passwords', async () => {
    const { user, fill } = await open();
    await fill('old', 'New-pass-1', 'New-pass-');
    const repeated = screen.getByLabelText('Re-enter new password');
    expect(repeated).toBeInvalid();
    expect(button('Reset')).toBeDisabled();
    await user.type(repeated, '1');
    expect(repeated).toBeValid();
    expect(button('Reset')).toBeEnabled();
  });

  it.each([
    ['without a message', fetchError(401), 'Invalid current password.'],
    [
      'like any login',
      fetchError(401, {
        message: 'Invalid username or password',
        attributes: { code: 'security.invalid_credentials' },
      }),
      'Invalid current password.',
    ],
    [
      'with a message of the server',
      fetchError(429, { message: 'Wait a minute.' }),
      'Wait a minute.',
    ],
  ])('stops at a current password rejected %s, and reports it', async (_how, error, text) => {
    const { user, fill, posted } = await open({
      'POST /auth/login': () => {
        throw error;
      },
    });
    await fill('wrong', 'New-pass-1');
    await user.click(button('Reset'));
    const current = screen.getByLabelText('Current password');
    await waitFor(() => expect(current).toBeInvalid());
    expect(current).toHaveAccessibleDescription(expect.stringContaining(text));
    expect(current).toHaveFocus();
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

  it('describes its fields, offers Cancel and Reset, and has names for scripts', async () => {
    await open();
    expect(await screen.findByLabelText('Current password')).toHaveAccessibleDescription(
      'Verify your account by entering your current password.'
    );
    await waitFor(() =>
      expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
        /at least 8 characters.*uppercase.*lowercase.*digit.*special character/
      )
    );
    expect(screen.getByLabelText('Re-enter new password')).toHaveAccessibleDescription(
      'The password must be identical to what you entered above.'
    );
    expect(button('Cancel')).toBeVisible();
    expect(button('Reset')).toBeVisible();
    const fields = ['current-password', 'new-password', 'reenter-new-password'];
    for (const name of [...fields, 'cancel', 'reset'])
      expect(document.querySelector(`[data-test-subj~="${name}"]`)).not.toBeNull();
  });

  it('says "Failed to reset password." if the server gives no reason', async () => {
    allowConsole(/could not be changed/);
    const { user, fill } = await open({
      [`POST ${ACCOUNT}`]: () => {
        throw fetchError();
      },
    });
    await fill('old', 'New-pass-1');
    await user.click(button('Reset'));
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('Failed to reset password.')
    );
  });
});
