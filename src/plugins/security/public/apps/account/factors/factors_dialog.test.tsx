import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { callsOf, createScreen, fetchError, lastBody, renderInCore } from '../../../mocks';
import type { ScreenDeps } from '../../../services/screen_deps';
import { FactorsDialog } from './factors_dialog';

const PATH = '/api/v1/account/factors';
const PHONE = {
  id: 'one',
  kind: 'totp',
  name: 'Phone',
  createdAt: '2026-01-01T00:00:00Z',
  lastUsedAt: null,
};
const state = (...factors: object[]) => ({
  factors,
  recoveryCodesLeft: 10,
  isRequired: false,
  mustChangePassword: false,
  canUsePasskeys: false,
});

async function open(routes: Readonly<Record<string, () => unknown>>) {
  const deps = await createScreen({ routes });
  const guard = { mayClose: () => true };
  renderInCore(<FactorsDialog {...(deps as unknown as ScreenDeps)} guard={guard} />);
  await waitFor(() => expect(callsOf(deps.core.http.get)).toContainEqual([PATH, {}]));
  return { ...deps, guard, user: userEvent.setup() };
}

describe('second factors dialog', () => {
  it('adds an authenticator app with password and code and shows the recovery codes', async () => {
    let factors: object[] = [];
    const { user, core, guard } = await open({
      [`GET ${PATH}`]: () => state(...factors),
      [`POST ${PATH}`]: () => ({ id: 'e1', totp: { secret: 'JBSWY3DP', uri: 'otpauth://totp/x' } }),
      [`POST ${PATH}/_confirm`]: () => {
        factors = [PHONE];
        return { state: state(PHONE), recoveryCodes: ['ABCD-EFGH'] };
      },
    });
    const add = screen.getByRole('button', { name: 'Add authenticator app' });
    expect(add).toBeDisabled();
    await user.type(screen.getByLabelText('Current password'), 's3cret');
    await user.type(screen.getByLabelText('Name (optional)'), 'Phone');
    await user.click(add);
    expect(lastBody(core.http, PATH)).toEqual({ kind: 'totp', current_password: 's3cret' });
    expect(await screen.findByText('JBSWY3DP')).toBeVisible();
    await user.type(screen.getByLabelText('Code from the app'), '123456{Enter}');
    expect(await screen.findByText(/ABCD-EFGH/)).toBeInTheDocument();
    const proof = { id: 'e1', name: 'Phone', code: '123456' };
    expect(lastBody(core.http, `${PATH}/_confirm`)).toEqual(proof);
    act(() => expect(guard.mayClose()).toBe(false));
    expect(screen.getByText(/Have you saved it/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: "I've saved them" }));
    expect(guard.mayClose()).toBe(true);
    expect(await screen.findByText('Phone')).toBeVisible();
    expect(screen.queryByText(/ABCD-EFGH/)).toBeNull();
  });

  it('starts again after a rejected code, because an enrollment can be confirmed once', async () => {
    const { user } = await open({
      [`GET ${PATH}`]: () => state(),
      [`POST ${PATH}`]: () => ({ id: 'e1', totp: { secret: 'JBSWY3DP', uri: 'otpauth://totp/x' } }),
      [`POST ${PATH}/_confirm`]: () => {
        throw fetchError(400, { message: 'The proof does not hold.' });
      },
    });
    await user.type(screen.getByLabelText('Current password'), 's3cret');
    await user.click(screen.getByRole('button', { name: 'Add authenticator app' }));
    const code = await screen.findByLabelText('Code from the app');
    expect(code).toHaveFocus();
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await user.type(code, '123456{Enter}');
    expect(await screen.findByText('The proof does not hold.')).toBeVisible();
    expect(screen.getByLabelText('Current password')).toHaveValue('s3cret');
    expect(screen.getByRole('button', { name: 'Add authenticator app' })).toBeEnabled();
  });

  it('shows the error and keeps the existing factors', async () => {
    const { user, core } = await open({
      [`GET ${PATH}`]: () => state(PHONE),
      [`POST ${PATH}/_remove`]: () => {
        throw fetchError(400, {
          message: 'The current password is wrong.',
          attributes: { code: 'security.wrong_password' },
        });
      },
    });
    await user.type(screen.getByLabelText('Current password'), 'wrong');
    await user.click(await screen.findByRole('button', { name: 'Remove Phone' }));
    expect(await screen.findByText('The current password is wrong.')).toBeVisible();
    expect(lastBody(core.http, `${PATH}/_remove`)).toEqual({
      id: 'one',
      current_password: 'wrong',
    });
    expect(screen.getByText('Phone')).toBeVisible();
  });
});
