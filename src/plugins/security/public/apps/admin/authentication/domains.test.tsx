/** Tests of authentication domains: add, change, order, enable, delete and dry run. */
import { screen, waitFor, within } from '@testing-library/react';
import { allowConsole } from '../../../../../../../test/helpers/console_guard';
import { fetchError, lastBody, type Routes } from '../../../mocks';
import { button, CONFIG, fill, openAdmin } from '../mocks';

jest.setTimeout(60_000);
const PATH = `${CONFIG}/securityconfig`;
const TOKENS = {
  http_enabled: true,
  order: 0,
  http_authenticator: {
    type: 'jwt',
    challenge: false,
    config: { signing_key: 'c2VjcmV0', roles_key: ['realm', 'roles'], own: { x: 1 } },
  },
  authentication_backend: { type: 'noop', config: {} },
};
const PASSWORDS = {
  http_enabled: true,
  order: 4,
  http_authenticator: { type: 'basic', challenge: true, config: {} },
  authentication_backend: { type: 'intern', config: {} },
};
const OWN = { user_name: 'jane', domain: null, type: null, backend_roles: [], attributes: {} };

const routes = (more: Routes = {}): Routes => ({
  [`GET ${PATH}`]: () => ({
    etag: '"7"',
    total: 1,
    data: {
      config: {
        dynamic: {
          authc: { tokens: TOKENS, passwords: PASSWORDS },
          authz: {},
          http: { anonymous_auth_enabled: false, own: true, xff: { enabled: false } },
        },
      },
    },
  }),
  [`GET ${PATH}/trial`]: () => ({ allowed: true }),
  [`POST ${PATH}`]: () => ({ message: 'Resource updated.' }),
  'GET /api/v1/auth/signin': () => ({ ...OWN, roles: [] }),
  'GET /api/v1/factor_requirement': () => ({ roles: [], configured: [] }),
  ...more,
});
const headersOfSave = (http: { post: { mock: { calls: unknown[][] } } }) =>
  http.post.mock.calls
    .filter(([path]) => path === PATH)
    .map(([, options]) => (options as { headers?: object }).headers)
    .at(-1);
const field = (name: string | RegExp) => screen.findByRole('textbox', { name });

it('adds a domain in front of the one that prompts, with its settings only', async () => {
  const { core, user, path } = await openAdmin('/auth/create', routes());
  fill(await field('Name'), 'sso');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'openid');
  fill(await field('Discovery URL'), 'https://sso.example.org/x');
  fill(await field('Backend roles claim'), 'realm\nroles');
  await user.click(button('Save'));
  await waitFor(() => expect(path()).toBe('/auth'));
  expect(lastBody(core.http, PATH)).toEqual({
    authc: {
      sso: {
        http_enabled: true,
        order: 3,
        http_authenticator: {
          type: 'openid',
          challenge: false,
          config: {
            openid_connect_url: 'https://sso.example.org/x',
            roles_key: ['realm', 'roles'],
          },
        },
        authentication_backend: { type: 'noop', config: {} },
      },
    },
  });
  expect(headersOfSave(core.http)).toEqual({ 'if-match': '"7"' });
});

describe('guided setup of OpenID Connect', () => {
  it('names the addresses to register, fills the server file and the domain', async () => {
    const { core, user, path } = await openAdmin('/auth/setup/openid', routes());
    expect(
      await screen.findByText('http://localhost/auth/openid/backchannel_logout')
    ).toBeInTheDocument();
    fill(await field('Discovery URL'), 'https://sso.example.org/x');
    fill(await field('Client ID'), 'dashboards');
    for (const line of [
      /auth\.type: \[basicauth, openid\]/,
      /openid\.client_id: "dashboards"/,
      /openid\.connect_url: "https:\/\/sso\.example\.org\/x"/,
      /openid\.base_redirect_url: "http:\/\/localhost"/,
    ])
      expect(screen.getByText(line)).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Review and add domain' }));
    expect(path()).toBe('/auth/create');
    expect(await field('Name')).toHaveValue('openid');
    expect(await field('Discovery URL')).toHaveValue('https://sso.example.org/x');
    await user.click(button('Save'));
    await waitFor(() => expect(path()).toBe('/auth'));
    expect(lastBody(core.http, PATH)).toMatchObject({
      authc: {
        openid: {
          http_authenticator: { type: 'openid', config: { required_audience: 'dashboards' } },
        },
      },
    });
  });

  it('tells what keeps the button off the login page', async () => {
    await openAdmin('/auth/setup/openid', routes());
    expect(await screen.findByText('There is no domain of type openid.')).toBeInTheDocument();
    expect(
      screen.getByText(/auth\.type in the server's configuration file does not contain/)
    ).toBeInTheDocument();
    expect(screen.queryByText('The login page shows the button.')).toBeNull();
  });

  it('shows the domain to copy where domains are read-only', async () => {
    await openAdmin(
      '/auth/setup/saml',
      routes({ [`GET ${PATH}/trial`]: () => ({ allowed: false }) })
    );
    expect(await screen.findByText(/saml: \{/)).toBeInTheDocument();
    expect(screen.getByText('http://localhost/_opendistro/_security/saml/acs')).toBeInTheDocument();
  });
});

it('changes a domain, keeps settings without a field and shows the impact', async () => {
  const { core, user } = await openAdmin('/auth/edit/tokens', routes());
  fill(await field('Allowed issuer (iss)'), 'https://idp.example.org');
  const changed = 'http_authenticator.config.required_issuer';
  expect(await screen.findByText(changed)).toBeInTheDocument();
  await user.click(button('Save'));
  await waitFor(() => expect(core.http.post).toHaveBeenCalled());
  const { config } = TOKENS.http_authenticator;
  const authenticator = {
    ...TOKENS.http_authenticator,
    config: { ...config, required_issuer: 'https://idp.example.org' },
  };
  expect(lastBody(core.http, PATH)).toEqual({
    authc: { tokens: { ...TOKENS, http_authenticator: authenticator } },
  });
});

it('shows beside the field which setting the engine rejects', async () => {
  const error = () => {
    throw fetchError(400, {
      message: 'The authentication domain "tokens" can\'t be used: signing_key is missing.',
      attributes: {
        code: 'security.unusable_domain',
        params: { domain: 'tokens', problem: 'signing_key is missing' },
      },
    });
  };
  const { user, path } = await openAdmin('/auth/edit/tokens', routes({ [`POST ${PATH}`]: error }));
  const key = await field('Signing key');
  fill(key, '');
  await user.click(button('Save'));
  await waitFor(() => expect(key).toBeInvalid());
  expect(key).toHaveAccessibleDescription(expect.stringContaining('signing_key is missing'));
  expect(path()).toBe('/auth/edit/tokens');
});

it('runs a dry run with the unsaved form', async () => {
  const response = {
    domains: [
      { name: 'tokens', type: 'jwt', outcome: 'refused', ends: false, reasons: ['"aud" is wrong'] },
      { name: 'passwords', type: 'basic', outcome: 'proven', ends: false, reasons: [] },
    ],
    user: {
      name: 'jdoe',
      domain: 'passwords',
      backend_roles: ['staff'],
      attributes: { 'attr.internal.dept': 'it' },
      roles: ['own_index'],
    },
    anonymous: false,
  };
  const { core, user } = await openAdmin(
    '/auth/edit/tokens',
    routes({ [`POST ${PATH}/trial`]: () => response })
  );
  fill(await field('Allowed issuer (iss)'), 'https://idp.example.org');
  const dryRun = within(screen.getByRole('form', { name: 'Test login' }));
  fill(dryRun.getByRole('textbox', { name: 'Username' }), 'jdoe');
  fill(dryRun.getByLabelText('Password'), 'pässword');
  await user.click(dryRun.getByRole('button', { name: 'Test login' }));
  expect(
    await screen.findByText('jdoe would be logged in by the domain passwords')
  ).toBeInTheDocument();
  expect(screen.getByText('"aud" is wrong')).toBeInTheDocument();
  expect(screen.getByText('attr.internal.dept')).toBeInTheDocument();
  const sent = lastBody(core.http, `${PATH}/trial`) as any;
  expect(sent.headers.authorization).toBe(
    `Basic ${Buffer.from('jdoe:pässword').toString('base64')}`
  );
  expect(sent.changes.authc.tokens.http_authenticator.config.required_issuer).toBe(
    'https://idp.example.org'
  );
  expect(headersOfSave(core.http)).toBeUndefined();
});

// @feature authentication/3
it('orders, disables and deletes domains from the list', async () => {
  const { core, user } = await openAdmin('/auth', routes());
  const act = async (row: string, entry: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${row}` }));
    await user.click(await screen.findByText(entry));
  };
  await screen.findByText('Authentication sequences (2)');
  await act('passwords', 'Move up');
  await waitFor(() =>
    expect(lastBody(core.http, PATH)).toEqual({
      authc: { passwords: { ...PASSWORDS, order: 0 }, tokens: { ...TOKENS, order: 1 } },
    })
  );
  await act('tokens', 'Turn off');
  await waitFor(() =>
    expect(lastBody(core.http, PATH)).toEqual({
      authc: { tokens: { ...TOKENS, http_enabled: false } },
    })
  );
  await act('tokens', 'Delete');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(lastBody(core.http, PATH)).toEqual({ authc: { tokens: null } }));
});

it('changes trusted proxies and keeps unknown settings', async () => {
  const { core, user } = await openAdmin('/auth/connections', routes());
  await user.click(await screen.findByRole('switch', { name: /anonymous access/ }));
  fill(await field('Trusted proxy addresses'), '192\\.0\\.2\\.1');
  await user.click(button('Save'));
  await waitFor(() => expect(core.http.post).toHaveBeenCalled());
  expect(lastBody(core.http, PATH)).toEqual({
    http: {
      anonymous_auth_enabled: true,
      own: true,
      xff: { enabled: false, internalProxies: '192\\.0\\.2\\.1' },
    },
  });
});

it('says that changed connection settings survive a reload when the server is unreachable', async () => {
  allowConsole(/A request failed/);
  const { user } = await openAdmin(
    '/auth/connections',
    routes({
      [`POST ${PATH}`]: () => {
        throw fetchError();
      },
    })
  );
  fill(await field('Trusted proxy addresses'), '192\\.0\\.2\\.1');
  await user.click(button('Save'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'your entries are still here, even after a reload.'
  );
  expect(await field('Trusted proxy addresses')).toHaveValue('192\\.0\\.2\\.1');
});

it('offers no changes if the backend does not support them', async () => {
  await openAdmin('/auth', routes(), { features: { loginTrial: false } });
  await screen.findByText('Authentication sequences (2)');
  expect(await screen.findByText(/On this cluster they come from/)).toBeInTheDocument();
  expect(screen.queryByText('Add domain')).not.toBeInTheDocument();
});
