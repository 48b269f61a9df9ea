/** Tests that server errors, sent in English, are displayed in the user's language. */
import { getServerMessage } from '@sd/core/public';
import { showTranslations } from '@sd/core/public/mocks';
import { ENGINE_ERRORS, errorBody } from '@sd/contracts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allowConsole } from '../../../../../../test/helpers/console_guard';
import { germanTranslations } from '../../../../../../test/helpers/german';
import { PAGE_ERRORS } from '../../../common';
import {
  createAccount,
  createScreen,
  fetchError,
  renderInCore,
  type ScreenMockOptions,
  searchResponse,
} from '../../mocks';
import type { ScreenDeps } from '../../services/screen_deps';
import { button, CONFIG, fill, openAdmin } from '../admin/mocks';
import { LoginPage } from '../login/login_page';
import { ResetPasswordDialog } from './reset_password_dialog';

jest.setTimeout(30_000);

const ACCOUNT = 'POST /api/v1/configuration/account';
const WRONG_CREDENTIALS = fetchError(401, errorBody(PAGE_ERRORS.invalidCredentials));

const refusing = (error: Error) => () => {
  throw error;
};

beforeEach(() => showTranslations(germanTranslations()));
afterEach(() => showTranslations());

async function resetPassword(routes: ScreenMockOptions['routes']): Promise<void> {
  const deps = await createScreen({
    account: createAccount(),
    routes: {
      'POST /auth/login': () => ({}),
      'POST /api/v1/multitenancy/tenant': () => '',
      ...routes,
    },
  });
  renderInCore(<ResetPasswordDialog {...(deps as unknown as ScreenDeps)} onClose={jest.fn()} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Aktuelles Passwort'), 'old');
  await user.type(screen.getByLabelText('Neues Passwort'), 'Weak-pass-1');
  await user.type(screen.getByLabelText('Neues Passwort wiederholen'), 'Weak-pass-1');
  await user.click(screen.getByRole('button', { name: 'Ändern' }));
}

it('shows a failed login in German', async () => {
  const deps = await createScreen({ routes: { 'POST /auth/login': refusing(WRONG_CREDENTIALS) } });
  renderInCore(<LoginPage {...(deps as unknown as ScreenDeps)} productName="Acme" />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Benutzername'), 'jane');
  await user.type(screen.getByLabelText('Passwort'), 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Benutzername oder Passwort/);
});

it('shows in German why a new password is rejected during login', async () => {
  const stepError = (id: string, more: object) =>
    refusing(
      fetchError(401, {
        attributes: {
          code: PAGE_ERRORS.furtherStep.code,
          round: { id, fields: ['password'], question: { kind: 'new_password', ...more } },
        },
      })
    );
  const problem = ENGINE_ERRORS.weakPassword.defaultMessage;
  const deps = await createScreen({
    routes: {
      'POST /auth/login': stepError('1', {}),
      'POST /auth/login/round': stepError('2', { isWrong: true, problem }),
    },
  });
  renderInCore(
    <LoginPage {...(deps as unknown as ScreenDeps)} productName="Security Dashboards" />
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Benutzername'), 'jane');
  await user.type(screen.getByLabelText('Passwort'), 'old{Enter}');
  await user.type(await screen.findByLabelText('Neues Passwort'), 'weak');
  await user.type(screen.getByLabelText('Neues Passwort wiederholen'), 'weak{Enter}');
  expect(await screen.findByText('Das Passwort ist zu schwach.')).toBeInTheDocument();
});

it('shows in German that the current password is wrong', async () => {
  await resetPassword({ 'POST /auth/login': refusing(WRONG_CREDENTIALS) });
  const texts = await screen.findAllByText('Das aktuelle Passwort ist falsch.');
  expect(texts.length).toBeGreaterThan(0);
  expect(screen.queryByText(/Invalid/)).not.toBeInTheDocument();
});

it('shows in German that a password is weak and the maximum length of a text', async () => {
  allowConsole(/could not be changed/);
  const tooLong = errorBody(ENGINE_ERRORS.tooLong, { limit: 1_000 });
  const bodies = [errorBody(ENGINE_ERRORS.weakPassword), tooLong];
  const texts = ['Das Passwort ist zu schwach.', /erlaubten 1000 Zeichen/];
  for (const [index, body] of bodies.entries()) {
    cleanup();
    await resetPassword({ [ACCOUNT]: refusing(fetchError(400, body)) });
    expect((await screen.findAllByText(texts[index]!)).length).toBeGreaterThan(0);
  }
});

it('shows a rejected password at its field', async () => {
  const { user } = await openAdmin('/users/edit/joe', {
    [`GET ${CONFIG}/internalusers/joe`]: () => ({ backend_roles: [], attributes: {} }),
    'GET /api/v1/search/internalusers': () => searchResponse([]),
    'GET /api/v1/search/roles': () => searchResponse([]),
    [`POST ${CONFIG}/internalusers/joe`]: refusing(
      fetchError(400, errorBody(ENGINE_ERRORS.weakPassword))
    ),
  });
  fill(await screen.findByLabelText('Passwort'), 'aaaaaaaa');
  fill(screen.getByLabelText('Passwort wiederholen'), 'aaaaaaaa');
  await user.click(button('Änderungen speichern'));
  await waitFor(() => expect(screen.getByLabelText('Passwort')).toBeInvalid());
});

it("shows the server's message for an unknown error code", async () => {
  allowConsole(/could not be changed/);
  const body = { message: 'Not on Mondays', attributes: { code: 'security.no_such_code' } };
  await resetPassword({ [ACCOUNT]: refusing(fetchError(400, body)) });
  expect((await screen.findAllByText('Not on Mondays')).length).toBeGreaterThan(0);
});

it.each([
  ['Private', 'Privat'],
  ['Global', 'Global'],
  ['sales', 'sales'],
])('shows the tenant %s of an error with its German name', (tenant, name) => {
  const { attributes } = errorBody(PAGE_ERRORS.tenantForbidden, { tenant });
  expect(getServerMessage({ body: { attributes } })).toContain(`„${name}“`);
});
