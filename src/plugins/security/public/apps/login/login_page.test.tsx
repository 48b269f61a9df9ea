import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { coreMock } from '../../../../../core/public/mocks';
import {
  createScreen,
  fetchError,
  lastBody,
  renderInCore,
  type ScreenMockOptions,
} from '../../mocks';
import type { ScreenDeps } from '../../services/screen_deps';
import { MissingRolePage, mountMissingRole } from '../missing_role';
import { LoginOutage } from './login_outage';
import { LoginPage } from './login_page';

const LOGIN = '/auth/login';

async function open(
  response: () => unknown = () => ({ username: 'jane' }),
  options: ScreenMockOptions = {}
) {
  const deps = await createScreen({
    page: { pathname: '/app/login' },
    ...options,
    routes: { [`POST ${LOGIN}`]: response, ...options.routes },
  });
  const { unmount } = renderInCore(
    <LoginPage {...(deps as unknown as ScreenDeps)} productName="Acme" />
  );
  return { ...deps, unmount, user: userEvent.setup() };
}
const nameField = () => screen.getByLabelText('Username');
const passwordField = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Log In' });

describe('login page', () => {
  it('shows the configured texts and focuses the name field', async () => {
    await open(undefined, {
      config: {
        ui: {
          basicauth: {
            login: {
              title: 'Welcome to {productName}',
              subtitle: 'Call 42',
              buttonstyle: 'our-button',
            },
          },
        },
      },
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome to Acme' })).toBeInTheDocument();
    expect(screen.getByText('Call 42')).toBeInTheDocument();
    expect(submit()).toHaveClass('our-button');
    expect(nameField()).toHaveFocus();
    expect(nameField()).toHaveAttribute('autocomplete', 'username');
    expect(passwordField()).toHaveAttribute('autocomplete', 'current-password');
  });

  it('reports before any input that login is unavailable', async () => {
    const deps = await createScreen({ page: { pathname: '/app/login' } });
    deps.core.injectedMetadata.getOutage.mockReturnValue('The cluster cannot be reached.');
    renderInCore(<LoginPage {...(deps as unknown as ScreenDeps)} productName="Acme" />);
    expect(await screen.findByText(/^The cluster cannot be reached\./)).toHaveAttribute(
      ...(['role', 'alert'] as const)
    );
    expect(screen.getByRole('link', { name: 'Show server status' })).toHaveAttribute(
      ...(['href', '/status'] as const)
    );
    expect(nameField()).toBeEnabled();
  });

  it('removes the notice when the server requires login again', async () => {
    const responses: Array<() => unknown> = [
      () => ({ status: { overall: { state: 'red' } } }),
      () => {
        throw fetchError(401);
      },
    ];
    const { core } = await createScreen({
      routes: { 'GET /api/status': () => responses.shift()?.() },
    });
    jest.useFakeTimers();
    try {
      renderInCore(<LoginOutage http={core.http as never} reason="The cluster is away." />);
      await act(() => jest.advanceTimersByTimeAsync(5_000));
      expect(screen.getByRole('alert')).toBeInTheDocument();
      await act(() => jest.advanceTimersByTimeAsync(5_000));
      expect(screen.queryByRole('alert')).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  it('offers other login methods with configured texts, images and colors', async () => {
    const { page } = await open(undefined, {
      page: {
        pathname: '/app/login',
        search: '?nextUrl=%2Fapp%2Fhome&problem=provider',
        hash: '#/x',
      },
      config: {
        auth: { type: ['basicauth', 'openid', 'saml'], anonymous_auth_enabled: true },
        basicauth: { login: { title: 'Former key' } },
        ui: {
          login: { message: 'Maintenance on Sunday' },
          openid: {
            login: {
              buttonname: 'Company',
              buttonstyle: '#ffee00',
              showbrandimage: true,
              brandimage: '/c.svg',
            },
          },
          saml: { login: { buttonstyle: 'our-class' } },
        },
      },
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Former key' })).toBeInTheDocument();
    expect(await screen.findByText('Maintenance on Sunday')).toBeInTheDocument();
    expect(screen.getByText(/identity provider isn't responding/)).toBeInTheDocument();
    const links = await screen.findAllByRole('link');
    const next = 'nextUrl=%2Fapp%2Fhome%23%2Fx';
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Log in as anonymous', `/auth/anonymous?${next}`],
      ['Company', `/auth/openid/login?${next}`],
      ['Log in with single sign-on (SAML)', `/auth/saml/login?${next}`],
    ]);
    expect(links[1]).toHaveStyle({ background: '#ffee00', color: '#000000' });
    expect(links[1]?.querySelector('img')).toHaveAttribute('src', '/c.svg');
    expect(links[2]).toHaveClass('our-class');
    expect(page.assign).not.toHaveBeenCalled();
  });

  it('hides the form without password login and ignores unknown problems in the address', async () => {
    await open(undefined, {
      page: { pathname: '/app/login', search: '?problem=%3Cb%3Epay%3C%2Fb%3E' },
      config: { auth: { type: 'openid' } },
    });
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(await screen.findByRole('link', { name: 'Log in with single sign-on' })).toBeVisible();
    expect(screen.queryByText(/pay/)).toBeNull();
  });

  it('logs in on Enter and opens the next address with hash and tenant', async () => {
    const { user, core, page } = await open(undefined, {
      page: {
        pathname: '/app/login',
        search: '?nextUrl=%2Fapp%2Fhome%3Fsecurity_tenant%3Dfinance',
        hash: '#/x',
      },
    });
    await user.type(nameField(), 'jane');
    await user.type(passwordField(), 's3cret{Enter}');
    await waitFor(() =>
      expect(page.assign).toHaveBeenCalledWith('/app/home?security_tenant=finance#/x')
    );
    expect(lastBody(core.http, LOGIN)).toEqual({ username: 'jane', password: 's3cret' });
    expect(core.http.post).toHaveBeenCalledTimes(1);
  });

  it('ignores an unsafe next address', async () => {
    const { user, page } = await open(undefined, {
      page: { pathname: '/app/login', search: '?nextUrl=%2F%5Cevil.example' },
    });
    await user.type(nameField(), 'jane');
    await user.type(passwordField(), 'x{Enter}');
    await waitFor(() => expect(page.assign).toHaveBeenCalledWith('/'));
  });

  it('marks empty fields without a request', async () => {
    const { user, core } = await open();
    await user.click(submit());
    expect(nameField()).toBeInvalid();
    expect(nameField()).toHaveFocus();
    expect(screen.getByText('Enter your username.')).toBeInTheDocument();
    await user.type(nameField(), 'jane');
    await user.click(submit());
    expect(passwordField()).toBeInvalid();
    expect(passwordField()).toHaveFocus();
    expect(core.http.post).not.toHaveBeenCalled();
  });

  it.each([
    [401, 'Invalid username or password, please try again'],
    [429, 'Too many failed logins. Try again in 12 seconds.'],
    [500, /can't log in right now/],
    [undefined, /can't reach/i],
  ])('shows the reason for %p and keeps the name', async (status, text) => {
    const { user, page } = await open(() => {
      throw fetchError(status, {}, { 'retry-after': '12' });
    });
    await user.type(nameField(), 'jane');
    await user.type(passwordField(), 'wrong');
    await user.click(submit());
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(nameField()).toHaveValue('jane');
    expect(passwordField()).toHaveFocus();
    expect(page.assign).not.toHaveBeenCalled();
  });

  it('is disabled during the request and sends it once', async () => {
    let response!: () => void;
    const { user, core, page } = await open(
      () => new Promise((resolve) => (response = () => resolve({})))
    );
    await user.type(nameField(), 'jane');
    await user.type(passwordField(), 'x{Enter}{Enter}');
    expect(core.http.post).toHaveBeenCalledTimes(1);
    expect(submit()).toBeDisabled();
    await act(async () => response());
    expect(page.assign).toHaveBeenCalled();
  });

  it('shows and hides the password', async () => {
    const { user } = await open();
    expect(passwordField()).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(passwordField()).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(passwordField()).toHaveAttribute('type', 'password');
  });
});

describe('missing role page', () => {
  it('opens the start page for users with roles', async () => {
    const deps = await createScreen();
    const params = coreMock.createAppMountParameters('/missing-role');
    mountMissingRole(deps as unknown as ScreenDeps, params);
    expect(deps.page.assign).toHaveBeenCalledWith('/');
    expect(params.element).toBeEmptyDOMElement();
  });

  it('offers only the logout', async () => {
    const deps = await createScreen({ routes: { 'POST /auth/logout': () => ({}) } });
    renderInCore(<MissingRolePage {...(deps as unknown as ScreenDeps)} />);
    expect(
      screen.getByText(
        'No roles available for this user, please contact your system administrator.'
      )
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(deps.page.assign).toHaveBeenCalledWith('/'));
  });

  it('tells administrators which claim the login lacks, if that is why it has no roles', async () => {
    const own = { user_name: 'jane', domain: 'sso', type: 'openid', backend_roles: [], roles: [] };
    const attributes = { 'attr.jwt.email': 'jane@example.org', 'attr.jwt.realm.team': 'search' };
    const deps = await createScreen({
      routes: {
        'GET /api/v1/auth/signin': () => ({ ...own, attributes, missing_roles_claim: 'groups' }),
      },
    });
    renderInCore(<MissingRolePage {...(deps as unknown as ScreenDeps)} />);
    expect(
      await screen.findByText(
        'For administrators: the login through the authentication domain sso has no claim “groups” (roles_key), so it has no backend roles. It has: email, realm.team.'
      )
    ).toBeInTheDocument();
  });

  it('logs out to the configured address', async () => {
    const deps = await createScreen({
      config: { auth: { logout_url: 'https://bye.example' } },
      routes: { 'POST /auth/logout': () => ({}) },
    });
    renderInCore(<MissingRolePage {...(deps as unknown as ScreenDeps)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(deps.page.assign).toHaveBeenCalledWith('https://bye.example'));
  });
});
