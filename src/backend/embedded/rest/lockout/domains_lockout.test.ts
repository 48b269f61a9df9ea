/** Changes of authentication domains and the allow list that the lockout check asks about. */
import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import {
  ADMIN_PASSWORD,
  type Client,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../../../testing/embedded';
import type { EmbeddedEngine } from '../..';
import { configure, domain, PASSWORDS, authenticated } from '../../../testing/domains';

afterEach(cleanUp);

const SECRET = randomBytes(64);
const TOKENS = domain('jwt', { signing_key: SECRET.toString('base64'), roles_key: 'roles' });
const settings = { allowsSecurityConfigModification: true };

const setTo = (authc: unknown) => [{ op: 'add', path: '/config/dynamic/authc', value: authc }];

async function tokenClient(engine: EmbeddedEngine): Promise<Client> {
  const token = await new SignJWT({ sub: 'boss', roles: ['admin'] })
    .setProtectedHeader({ alg: 'HS512' })
    .sign(SECRET);
  return clientOf(engine, await authenticated(engine, { authorization: `Bearer ${token}` }));
}

const confirmed = { query: { confirm_lockout: 'true' } };
const refused = (words: string) => ({
  statusCode: 400,
  body: { message: expect.stringContaining(words) },
});

it('rejects removing the last password domain by a caller who logged in with a password, even when confirmed', async () => {
  const { engine } = await startEngine({ settings });
  const admin = clientOf(engine, await login(engine, 'admin', ADMIN_PASSWORD));
  await configure(engine, { authc: { tokens: TOKENS, passwords: PASSWORDS } });
  const off = { ...PASSWORDS, http_enabled: false };
  const challenging = {
    ...TOKENS,
    http_authenticator: { ...TOKENS.http_authenticator, challenge: true },
  };
  const elsewhere = { ...PASSWORDS, authentication_backend: { type: 'ldap' } };
  for (const authc of [
    { tokens: TOKENS },
    { passwords: off },
    { passwords: elsewhere },
    // This domain challenges requests with a password for a token, so later domains are never
    // tried.
    { tokens: challenging, passwords: PASSWORDS },
  ])
    for (const query of [{}, confirmed])
      expect(await admin('PATCH', '/api/securityconfig', setTo(authc), query)).toMatchObject(
        refused('Keep at least one domain on that you can log in with')
      );
  expect(
    await admin(
      'PUT',
      '/api/securityconfig/config',
      { dynamic: { authc: { tokens: TOKENS } } },
      confirmed
    )
  ).toMatchObject(refused('Keep at least one domain'));
  expect((await login(engine, 'admin', ADMIN_PASSWORD)).kind).toBe('user');
  const harmless = { tokens: TOKENS, others: { ...PASSWORDS, order: 1 } };
  expect(await admin('PATCH', '/api/securityconfig', setTo(harmless))).toMatchObject({
    statusCode: 200,
  });
});

it('requires confirmation to remove the last password domain from other callers', async () => {
  const { engine } = await startEngine({ settings });
  await configure(engine, { authc: { tokens: TOKENS, passwords: PASSWORDS } });
  const admin = await tokenClient(engine);
  const without = [{ op: 'remove', path: '/config/dynamic/authc/passwords' }];
  const lockout = { own: false, last: true, users: [], more: true };
  for (const client of [admin, clientOf(engine, INTERNAL)])
    expect(await client('PATCH', '/api/securityconfig', without)).toMatchObject({
      statusCode: 409,
      body: { lockout },
    });
  expect(await admin('PATCH', '/api/securityconfig', without, confirmed)).toMatchObject({
    statusCode: 200,
  });
  await expect(login(engine, 'admin', ADMIN_PASSWORD)).rejects.toThrow('missing');
  // The next change removes no further access.
  expect(
    await clientOf(engine, INTERNAL)('PATCH', '/api/securityconfig', [
      { op: 'add', path: '/config/dynamic/do_not_fail_on_forbidden', value: true },
    ])
  ).toMatchObject({ statusCode: 200 });
});

it('rejects changing the domain that authenticated the caller, even when confirmed', async () => {
  const { engine } = await startEngine({ settings });
  await configure(engine, { authc: { tokens: TOKENS, passwords: PASSWORDS } });
  const admin = await tokenClient(engine);
  const other = domain('jwt', { signing_key: randomBytes(64).toString('base64') });
  for (const authc of [{ passwords: PASSWORDS }, { tokens: other, passwords: PASSWORDS }])
    for (const query of [{}, confirmed])
      expect(await admin('PATCH', '/api/securityconfig', setTo(authc), query)).toMatchObject(
        refused('Log in through another domain to change it')
      );
  const updated = { tokens: { ...TOKENS, order: 5, description: 'x' }, passwords: PASSWORDS };
  expect(await admin('PATCH', '/api/securityconfig', setTo(updated))).toMatchObject({
    statusCode: 200,
  });
  expect(await admin('GET', '/authinfo')).toMatchObject({ statusCode: 200 });
});

it('keeps an administrator who can turn the allow list off', async () => {
  const { engine } = await startEngine({ settings: { isRestAdminEnabled: true } });
  const admin = clientOf(engine, await login(engine, 'admin', ADMIN_PASSWORD));
  const internal = clientOf(engine, INTERNAL);
  await internal('PUT', '/api/roles/keepers', { cluster_permissions: ['restapi:admin/*'] });
  await internal('PUT', '/api/tenants/sales', { description: 'Sales' });
  const roles = '/opendistro_security_roles';
  await internal('PATCH', '/api/internalusers/admin', [
    { op: 'add', path: roles, value: ['keepers'] },
  ]);
  const listed = {
    allowlist: ['PUT'],
    'internalusers/admin': ['PATCH'],
    'internalusers/new': ['PUT'],
    'tenants/sales': ['PUT'],
  };
  const requests = Object.fromEntries(
    Object.entries(listed).map(([path, methods]) => [`/_plugins/_security/api/${path}`, methods])
  );
  const open = await admin('PUT', '/api/allowlist', { enabled: true, requests });
  expect(open.statusCode).toBe(200);
  const change = (more?: object) =>
    admin('PATCH', '/api/internalusers/admin', [{ op: 'remove', path: roles }], more);
  const left = {
    statusCode: 409,
    body: {
      message: expect.stringContaining('The allow list is on'),
      lockout: { own: false, last: true, users: [], more: false },
    },
  };
  expect(await change()).toMatchObject(left);
  expect((await change(confirmed)).statusCode).toBe(200);
  // Only changes of what grants access are asked about from now on.
  const user = { password: 'Str0ng!Passw0rd-9' };
  expect((await admin('PUT', '/api/tenants/sales', { description: 'x' })).statusCode).toBe(200);
  expect((await admin('PUT', '/api/internalusers/new', user)).statusCode).toBe(201);
  const described = [{ op: 'replace', path: '/description', value: 'x' }];
  expect(await admin('PATCH', '/api/internalusers/admin', described)).toMatchObject(left);
});
