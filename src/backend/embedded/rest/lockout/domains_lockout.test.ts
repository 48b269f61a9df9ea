/** The lock-out question about authentication domains. */
import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  signIn,
  startEngine,
} from '../../../testing/embedded';
import { configure, domain, PASSWORDS, proven } from '../../../testing/domains';

afterEach(cleanUp);

const SECRET = randomBytes(64);
const TOKENS = domain('jwt', { signing_key: SECRET.toString('base64'), roles_key: 'roles' });
const settings = { allowsSecurityConfigModification: true };

const setTo = (authc: unknown) => [{ op: 'add', path: '/config/dynamic/authc', value: authc }];

it('asks before the last domain that takes passwords goes, and does it when confirmed', async () => {
  const { engine } = await startEngine({ settings });
  const admin = clientOf(engine, await signIn(engine, 'admin', ADMIN_PASSWORD));
  await configure(engine, { authc: { tokens: TOKENS, passwords: PASSWORDS } });
  const off = { ...PASSWORDS, http_enabled: false };
  const asking = {
    ...TOKENS,
    http_authenticator: { ...TOKENS.http_authenticator, challenge: true },
  };
  const elsewhere = { ...PASSWORDS, authentication_backend: { type: 'ldap' } };
  const lockout = { own: true, last: true, users: ['admin'], more: true };
  for (const authc of [
    { tokens: TOKENS },
    { passwords: off },
    { passwords: elsewhere },
    // It asks whoever brings a password for a token, and nobody behind it is asked.
    { tokens: asking, passwords: PASSWORDS },
  ])
    expect(await admin('PATCH', '/api/securityconfig', setTo(authc))).toMatchObject({
      statusCode: 409,
      body: { lockout },
    });
  expect((await signIn(engine, 'admin', ADMIN_PASSWORD)).kind).toBe('user');
  const harmless = { tokens: TOKENS, others: { ...PASSWORDS, order: 1 } };
  expect(await admin('PATCH', '/api/securityconfig', setTo(harmless))).toMatchObject({
    statusCode: 200,
  });
  const confirmed = { query: { confirm_lockout: 'true' } };
  expect(
    await admin('PATCH', '/api/securityconfig', setTo({ tokens: TOKENS }), confirmed)
  ).toMatchObject({ statusCode: 200 });
  await expect(signIn(engine, 'admin', ADMIN_PASSWORD)).rejects.toThrow('missing');
  // Nothing more is lost by the next change.
  expect(
    await clientOf(engine, INTERNAL)('PATCH', '/api/securityconfig', [
      { op: 'add', path: '/config/dynamic/do_not_fail_on_forbidden', value: true },
    ])
  ).toMatchObject({ statusCode: 200 });
});

it('asks whoever would end what proved himself', async () => {
  const { engine } = await startEngine({ settings });
  await configure(engine, { authc: { tokens: TOKENS, passwords: PASSWORDS } });
  const token = await new SignJWT({ sub: 'boss', roles: ['admin'] })
    .setProtectedHeader({ alg: 'HS512' })
    .sign(SECRET);
  const boss = clientOf(engine, await proven(engine, { authorization: `Bearer ${token}` }));
  const own = { own: true, last: false, users: ['boss'], more: false };
  const other = domain('jwt', { signing_key: randomBytes(64).toString('base64') });
  for (const authc of [{ passwords: PASSWORDS }, { tokens: other, passwords: PASSWORDS }])
    expect(await boss('PATCH', '/api/securityconfig', setTo(authc))).toMatchObject({
      statusCode: 409,
      body: { lockout: own },
    });
  const kept = { tokens: { ...TOKENS, order: 5, description: 'x' }, passwords: PASSWORDS };
  expect(await boss('PATCH', '/api/securityconfig', setTo(kept))).toMatchObject({
    statusCode: 200,
  });
  expect(await boss('GET', '/authinfo')).toMatchObject({ statusCode: 200 });
});
