/** Changes of authentication domains that the lockout check rejects or has confirmed. */
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
        refused('Keep at least one domain turned on that you can log in with')
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
