import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createScreen, fetchError, lastBody, renderInCore } from '../../mocks';
import type { ScreenDeps } from '../../services/screen_deps';
import { LoginPage } from './login_page';

const STEP = '/auth/login/round';

const nextStep = (id: string, ...fields: string[]) =>
  fetchError(401, { attributes: { code: 'security.further_round', round: { id, fields } } });
const refused = () => fetchError(401, { attributes: { code: 'security.invalid_credentials' } });

/** Logs in with a password; each login step gets the next of `responses`. */
async function begin(responses: readonly (() => unknown)[], fields = ['code']) {
  let count = 0;
  const deps = await createScreen({
    page: { pathname: '/app/login' },
    routes: {
      'POST /auth/login': () => {
        throw nextStep('first', ...fields);
      },
      [`POST ${STEP}`]: () => responses[count++]?.(),
    },
  });
  renderInCore(<LoginPage {...(deps as unknown as ScreenDeps)} productName="Acme" />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Username'), 'jane');
  await user.type(screen.getByLabelText('Password'), 's3cret{Enter}');
  await screen.findByRole('button', { name: 'Continue' });
  return { ...deps, user };
}
const throwing = (error: Error) => () => {
  throw error;
};
const codeField = () => screen.getByLabelText('One-time code');

describe('login step after the password', () => {
  it('focuses a field for one-time codes and continues with the input', async () => {
    const { user, core, page } = await begin([() => ({ username: 'jane' })]);
    expect(codeField()).toHaveFocus();
    expect(codeField()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    await user.type(codeField(), '123456{Enter}');
    await waitFor(() => expect(page.assign).toHaveBeenCalledWith('/'));
    expect(lastBody(core.http, STEP)).toEqual({ id: 'first', fields: { code: '123456' } });
  });

  it('marks an empty field without a request', async () => {
    const { user, core } = await begin([]);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(codeField()).toBeInvalid();
    expect(codeField()).toHaveAccessibleDescription('Enter the code.');
    expect(core.http.post).toHaveBeenCalledTimes(1);
  });

  it('shows at the field that the code was rejected, and answers the new step', async () => {
    const { user, core, page } = await begin([
      throwing(nextStep('second', 'code')),
      () => ({ username: 'jane' }),
    ]);
    await user.type(codeField(), '000000{Enter}');
    await waitFor(() => expect(codeField()).toBeInvalid());
    expect(codeField()).toHaveAccessibleDescription(/Not accepted/);
    expect(codeField()).toHaveValue('');
    expect(codeField()).toHaveFocus();
    await user.type(codeField(), '123456{Enter}');
    await waitFor(() => expect(page.assign).toHaveBeenCalled());
    expect(lastBody(core.http, STEP)).toEqual({ id: 'second', fields: { code: '123456' } });
  });

  it.each([
    [refused(), /too late. Log in again/],
    [fetchError(429, {}, { 'retry-after': '12' }), /Try again in 12 seconds/],
    [fetchError(503, {}), /can't log in right now/],
  ])(
    'returns to the password with the reason when the step has ended (%#)',
    async (error, text) => {
      const { user, page } = await begin([throwing(error)]);
      await user.type(codeField(), '000000{Enter}');
      expect(await screen.findByText(text)).toBeInTheDocument();
      expect(screen.getByRole('alert')).toHaveTextContent(text);
      expect(screen.getByLabelText('Username')).toHaveValue('jane');
      expect(screen.getByLabelText('Password')).toHaveValue('');
      expect(screen.getByLabelText('Password')).toHaveFocus();
      expect(page.assign).not.toHaveBeenCalled();
    }
  );

  it('keeps the input while the server does not respond', async () => {
    const { user, page } = await begin([throwing(fetchError()), () => ({ username: 'jane' })]);
    await user.type(codeField(), '123456{Enter}');
    expect(await screen.findByText(/can't reach/i)).toBeInTheDocument();
    expect(codeField()).toHaveValue('123456');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(page.assign).toHaveBeenCalled());
  });

  it('returns to the password on demand', async () => {
    const { user } = await begin([]);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(screen.getByLabelText('Username')).toHaveValue('jane');
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  });

  it('labels unknown fields by name and hides secrets', async () => {
    const { user, core } = await begin([() => ({})], ['answer', 'new_password']);
    await user.type(screen.getByLabelText('answer'), 'blue');
    expect(screen.getByLabelText('new_password')).toHaveAttribute('type', 'password');
    await user.type(screen.getByLabelText('new_password'), 'x{Enter}');
    const fields = { answer: 'blue', new_password: 'x' };
    await waitFor(() => expect(lastBody(core.http, STEP)).toEqual({ id: 'first', fields }));
  });

  it('requires a repeated new password, shows why one was rejected, and shows recovery codes', async () => {
    const stepError = (id: string, fields: string[], request: object) =>
      throwing(
        fetchError(401, {
          attributes: { code: 'security.further_round', round: { id, fields, question: request } },
        })
      );
    const weak = { kind: 'new_password', problem: 'Weak password', isWrong: true };
    const { user, core, page } = await begin([
      stepError('second', ['password'], { kind: 'new_password' }),
      stepError('third', ['password'], weak),
      stepError('fourth', [], { kind: 'recovery_codes', codes: ['ABCD-EFGH-IJKL-MNOP'] }),
      () => ({ username: 'jane' }),
    ]);
    await user.type(codeField(), '123456{Enter}');
    await user.type(await screen.findByLabelText('New password'), 'one');
    await user.type(screen.getByLabelText('Re-enter new password'), 'two{Enter}');
    expect(screen.getByLabelText('Re-enter new password')).toBeInvalid();
    await user.clear(screen.getByLabelText('Re-enter new password'));
    await user.type(screen.getByLabelText('Re-enter new password'), 'one{Enter}');
    await screen.findByText('Weak password');
    expect(lastBody(core.http, STEP)).toEqual({ id: 'second', fields: { password: 'one' } });
    await user.type(screen.getByLabelText('New password'), 'better');
    await user.type(screen.getByLabelText('Re-enter new password'), 'better{Enter}');
    expect(await screen.findByText('ABCD-EFGH-IJKL-MNOP')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(page.assign).toHaveBeenCalledWith('/'));
    expect(lastBody(core.http, STEP)).toEqual({ id: 'fourth', fields: {} });
  });

  it('shows the QR code and the key of an authenticator app', async () => {
    const request = {
      kind: 'enrol',
      totp: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' },
    };
    const step = { id: 'second', fields: ['code'], question: request };
    const { user } = await begin([
      throwing(fetchError(401, { attributes: { code: 'security.further_round', round: step } })),
    ]);
    await user.type(codeField(), '1{Enter}');
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
    expect(screen.getByText('JBSWY3DPEHPK3PXP')).toBeVisible();
    expect(screen.getByLabelText('One-time code')).toHaveValue('');
  });
});
