/** Tokens of `jwt` domains: accepted tokens, the resulting users, and known attacks. */
import { createHmac, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import {
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
  ADMIN_PASSWORD,
} from '../../../testing/embedded';
import { ask, configure, domain, PASSWORDS, authenticated } from '../../../testing/domains';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import type { EmbeddedEngine } from '../../embedded_engine';

afterEach(cleanUp);

const NOW_MS = Date.UTC(2026, 0, 1);
const SECRET = randomBytes(64);
const RSA = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const seconds = (ms: number) => Math.floor(ms / 1_000);

const token = (claims: JWTPayload = {}, alg = 'HS512', key: KeyObject | Uint8Array = SECRET) =>
  new SignJWT({ sub: 'jdoe', exp: seconds(NOW_MS) + 600, ...claims })
    .setProtectedHeader({ alg })
    .sign(key);
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function engineWithDomain(
  config: Readonly<Record<string, unknown>>,
  now: () => number = () => NOW_MS
): Promise<EmbeddedEngine> {
  const { engine } = await startEngine({ now });
  const keys = { signing_key: SECRET.toString('base64') };
  await configure(engine, {
    authc: { tokens: domain('jwt', { ...keys, ...config }), passwords: PASSWORDS },
  });
  return engine;
}

describe('valid token', () => {
  it('identifies a user with roles, mapped roles and attributes, and shows them in authinfo', async () => {
    const engine = await engineWithDomain({
      subject_key: ['user', 'name'],
      roles_key: 'groups',
      required_audience: ['dashboards', 'other'],
      required_issuer: 'https://idp.example.com',
    });
    const internal = clientOf(engine, INTERNAL);
    await internal('PUT', '/api/rolesmapping/readall', { backend_roles: ['dev'] });
    const caller = await authenticated(
      engine,
      bearer(
        await token({
          aud: 'dashboards',
          iss: 'https://idp.example.com',
          groups: [' dev', 'ops'],
          user: { name: 'Jöhn Doe', team: 'search' },
          many: [1, 'two'],
        })
      )
    );
    expect(caller.principal).toMatchObject({
      userName: 'Jöhn Doe',
      // Plus the cluster's default clock skew.
      expiresAtMs: NOW_MS + 630_000,
      provided: {
        domain: 'tokens',
        type: 'jwt',
        backendRoles: ['dev', 'ops'],
        attributes: { 'attr.jwt.user.team': 'search', 'attr.jwt.many': '[1,"two"]' },
      },
    });
    const { body } = await clientOf(engine, caller)('GET', '/authinfo');
    expect(body).toMatchObject({
      user_name: 'Jöhn Doe',
      backend_roles: ['dev', 'ops'],
      roles: ['readall'],
      custom_attribute_names: expect.arrayContaining(['attr.jwt.user.team']),
    });
    expect(await engine.identify(caller)).toMatchObject({ isInternalUser: false });
  });

  it('may be verified by any configured key, be sent in another header or a parameter, and hold roles as one text', async () => {
    const engine = await engineWithDomain({
      signing_key: [pem(RSA.publicKey), pem(EC.publicKey), SECRET.toString('base64')],
      jwt_header: 'X-Token',
      jwt_url_parameter: 'jwt',
      roles_key: 'roles',
    });
    const rsa = await token({ roles: 'a, b,,' }, 'RS256', RSA.privateKey);
    const ec = await token({}, 'ES256', EC.privateKey);
    expect(
      (await authenticated(engine, { 'x-token': rsa })).principal.provided?.backendRoles
    ).toEqual(['a', 'b']);
    const inQuery = await authenticated(engine, {}, { query: { jwt: ec } });
    expect(inQuery.principal.userName).toBe('jdoe');
    // The parameter belongs to the domain, so no later handler sees it.
    const response = await clientOf(engine, inQuery)('GET', '/authinfo', undefined, {
      query: { jwt: ec },
    });
    expect(response.statusCode).toBe(200);
    expect(await ask(engine, { authorization: `Bearer ${rsa}` })).toMatchObject({
      reason: 'missing',
    });
  });

  it('provides attributes for document restrictions', async () => {
    const engine = await engineWithDomain({ roles_key: 'roles' });
    const internal = clientOf(engine, INTERNAL);
    await internal('PUT', '/api/roles/team', {
      index_permissions: [
        {
          index_patterns: ['logs-${attr.jwt.team}'],
          allowed_actions: ['read'],
          dls: '{"term":{"team":"${attr.jwt.team}"}}',
        },
      ],
    });
    await internal('PUT', '/api/rolesmapping/team', { backend_roles: ['dev'] });
    const caller = await authenticated(
      engine,
      bearer(await token({ roles: 'dev', team: 'search' }))
    );
    const { attributes } = caller.principal.provided ?? {};
    expect(attributes).toMatchObject({ 'attr.jwt.team': 'search' });
    const own = await engine.explain(caller, {
      action: 'indices:data/read/search',
      index: ['logs-search'],
    });
    expect(JSON.stringify(own)).toContain('\\"team\\":\\"search\\"');
  });

  it('becomes invalid when it expires, its domain is removed, or its keys are replaced', async () => {
    let nowMs = NOW_MS;
    const engine = await engineWithDomain({}, () => nowMs);
    const caller = await authenticated(engine, bearer(await token()));
    const isIdentified = async () => (await engine.identify(caller)) !== undefined;
    expect(await isIdentified()).toBe(true);
    nowMs += 631_000;
    expect(await isIdentified()).toBe(false);
    nowMs = NOW_MS;
    const changed = randomBytes(64).toString('base64');
    await configure(engine, {
      authc: { tokens: domain('jwt', { signing_key: changed }), passwords: PASSWORDS },
    });
    expect(await isIdentified()).toBe(false);
    await configure(engine, { authc: { passwords: PASSWORDS } });
    expect(await isIdentified()).toBe(false);
  });

  it('does not identify the internal user of the same name', async () => {
    const engine = await engineWithDomain({});
    await configure(engine, {
      on_behalf_of: { enabled: true, signing_key: randomBytes(64).toString('base64') },
    });
    const caller = await authenticated(engine, bearer(await token({ sub: 'admin' })));
    expect(await engine.identify(caller)).toMatchObject({
      isInternalUser: false,
      hasApiAccess: false,
    });
    const client = clientOf(engine, caller);
    const internal = clientOf(engine, INTERNAL);
    await internal('PUT', '/api/roles/obo', { cluster_permissions: ['security:obo/create'] });
    await internal('PUT', '/api/rolesmapping/obo', { users: ['admin'] });
    expect(await client('POST', '/api/obo/token', { description: 'x' })).toMatchObject({
      statusCode: 400,
    });
    const change = { current_password: ADMIN_PASSWORD, password: 'Another-Good-8-Password' };
    expect(await client('PUT', '/api/account', change)).toMatchObject({ statusCode: 404 });
  });
});

describe('invalid token', () => {
  const refused = async (engine: EmbeddedEngine, text: string) =>
    expect([text.slice(0, 60), await ask(engine, bearer(text))]).toEqual([
      text.slice(0, 60),
      { ok: false, reason: 'invalid', challenge: 'Basic realm="OpenSearch Security"' },
    ]);

  it('is rejected if forged, altered, unsigned, expired, not yet valid, or for another audience', async () => {
    const engine = await engineWithDomain({ required_audience: 'us', required_issuer: 'them' });
    const good = { aud: 'us', iss: 'them' };
    const right = await token(good);
    expect((await ask(engine, bearer(right))).ok).toBe(true);
    const [head = '', body = '', signature = ''] = right.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as JWTPayload;
    await refused(engine, await token(good, 'HS512', randomBytes(64)));
    await refused(engine, [head, part({ ...claims, sub: 'admin' }), signature].join('.'));
    await refused(engine, [head, body, ''].join('.'));
    await refused(engine, new UnsecuredJWT({ ...claims }).encode());
    for (const alg of ['none', 'None', 'NONE', '', undefined])
      await refused(engine, [part({ alg }), body, signature].join('.'));
    await refused(engine, await token({ ...good, exp: seconds(NOW_MS) - 31 }));
    await refused(engine, await token({ ...good, nbf: seconds(NOW_MS) + 31 }));
    await refused(engine, await token({ ...good, aud: 'elsewhere' }));
    await refused(engine, await token({ iss: 'them' }));
    await refused(engine, await token({ ...good, iss: 'https://them' }));
    await refused(engine, await token({ ...good, sub: '' }));
    await refused(engine, await token({ ...good, sub: 'a\nb' }));
    await refused(engine, await token({ ...good, sub: { a: 1 } as never }));
    await refused(engine, 'x');
    await refused(engine, 'a.b.c');
  });

  it('is rejected if a public key was used as a secret, in every encoding of the key', async () => {
    const keyPem = pem(RSA.publicKey);
    const der = RSA.publicKey.export({ type: 'spki', format: 'der' });
    const bare = der.toString('base64');
    for (const stored of [keyPem, bare]) {
      const engine = await engineWithDomain({ signing_key: stored });
      expect((await ask(engine, bearer(await token({}, 'RS512', RSA.privateKey)))).ok).toBe(true);
      for (const secret of [keyPem, keyPem.trim(), bare, der])
        for (const [alg, hash] of [
          ['HS256', 'sha256'],
          ['HS512', 'sha512'],
        ] as const) {
          const signed = `${part({ alg })}.${part({ sub: 'admin' })}`;
          const signature = createHmac(hash, secret).update(signed).digest('base64url');
          await refused(engine, `${signed}.${signature}`);
        }
      await refused(engine, await token({}, 'ES256', EC.privateKey));
    }
  });

  it('is rejected if its header has a key or a critical extension', async () => {
    const engine = await engineWithDomain({ signing_key: pem(EC.publicKey) });
    const mine = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = mine.publicKey.export({ format: 'jwk' }) as never;
    const forged = new SignJWT({ sub: 'admin' });
    await refused(
      engine,
      await forged.setProtectedHeader({ alg: 'ES256', jwk }).sign(mine.privateKey)
    );
    const crit = new SignJWT({ sub: 'admin' }).setProtectedHeader({
      alg: 'ES256',
      crit: ['x'],
      x: 1,
    });
    await refused(engine, await crit.sign(EC.privateKey, { crit: { x: true } }));
  });

  it('is rejected beyond every limit', async () => {
    const engine = await engineWithDomain({ roles_key: 'roles' });
    const { tokenLength, claimDepth, attributes, backendRoles } = DOMAIN_LIMITS;
    const most = Array.from({ length: backendRoles + 1 }, (_, i) => `r${i}`);
    let deep: unknown = 1;
    for (let i = 0; i < claimDepth; i++) deep = { d: deep };
    await refused(engine, await token({ text: 'x'.repeat(tokenLength) }));
    await refused(engine, await token({ roles: most }));
    await refused(engine, await token({ deep }));
    await refused(
      engine,
      await token(Object.fromEntries(Array.from({ length: attributes }, (_, i) => [`c${i}`, 1])))
    );
    expect((await ask(engine, bearer(await token({ roles: most.slice(1) })))).ok).toBe(true);
  });
});

describe('authentication domains', () => {
  it('are tried in order until one challenges a request without credentials for it', async () => {
    const engine = await engineWithDomain({});
    const first = { ...PASSWORDS, order: -1 };
    const tokens = domain('jwt', { signing_key: SECRET.toString('base64') });
    await configure(engine, { authc: { tokens, passwords: first } });
    expect(await ask(engine, bearer(await token()))).toMatchObject({
      ok: false,
      reason: 'missing',
    });
    const quiet = { ...first, http_authenticator: { type: 'basic', challenge: false } };
    await configure(engine, { authc: { tokens, passwords: quiet } });
    expect((await ask(engine, bearer(await token()))).ok).toBe(true);
    expect(await ask(engine, {})).toEqual({ ok: false, reason: 'missing' });
  });

  it('decide whether passwords are accepted, for logins and for existing sessions', async () => {
    const engine = await engineWithDomain({});
    const admin = await login(engine, 'admin', ADMIN_PASSWORD);
    const challenging = {
      type: 'jwt',
      challenge: true,
      config: { signing_key: SECRET.toString('base64') },
    };
    const tokens = { ...domain('jwt', {}), http_authenticator: challenging };
    await configure(engine, {
      authc: { tokens, passwords: { ...PASSWORDS, http_enabled: false } },
    });
    expect(await engine.identify(admin)).toBeUndefined();
    await expect(login(engine, 'admin', ADMIN_PASSWORD)).rejects.toThrow('missing');
    const response = await clientOf(engine, { kind: 'anonymous' })('GET', '/authinfo');
    expect(response).toMatchObject({
      statusCode: 401,
      headers: { 'www-authenticate': 'Bearer realm="OpenSearch Security"' },
      body: '',
    });
  });

  it('are skipped and logged without their secrets when their settings cannot be used', async () => {
    const warn = jest.fn();
    const log = { info: jest.fn(), debug: jest.fn(), error: jest.fn(), warn };
    const { engine } = await startEngine({ log });
    const short = Buffer.from('short secret').toString('base64');
    const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 });
    await configure(engine, {
      authc: {
        short: domain('jwt', { signing_key: short }),
        weak: domain('jwt', { signing_key: pem(weak.publicKey) }),
        none: domain('jwt', {}),
        place: domain('openid', { openid_connect_url: 'file:///etc/passwd' }),
        open: { ...PASSWORDS, authentication_backend: { type: 'noop' } },
        kerberos: domain('kerberos', {}),
        passwords: PASSWORDS,
      },
    });
    const warnedDomains = warn.mock.calls.map(([, meta]) => meta.domain as string);
    expect(warnedDomains.sort()).toEqual(['kerberos', 'none', 'open', 'place', 'short', 'weak']);
    expect(JSON.stringify(warn.mock.calls)).not.toContain(short);
    // A password domain with a noop backend must not accept any password.
    await expect(login(engine, 'admin', 'wrong')).rejects.toThrow('invalid');
    expect((await login(engine, 'admin', ADMIN_PASSWORD)).kind).toBe('user');
  });
});
