import { errorText } from '../../../../../../test/helpers/http_client';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ADMIN,
  COOKIE_NAME,
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { loggingInBy } from '../../../../../backend/testing/altered';

jest.setTimeout(60_000);
const USER = { username: 'jdoe', password: 'Jane-doe-secret-7' };

describe('login and logout', () => {
  let server: SecurityServer;
  beforeAll(async () => {
    server = await startSecurityServer({ config: { auth: { forbidden_usernames: ['robot'] } } });
    await addUser(server, 'jdoe', USER.password);
    await addUser(server, 'robot', USER.password);
    await put(server, 'rolesmapping/kibana_user', { users: ['jdoe'] });
  });

  // @asvs V8.2/1
  it('returns the user and sets an HttpOnly, SameSite cookie with an opaque id', async () => {
    const response = await server.client().login(USER.username, USER.password);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      username: 'jdoe',
      tenants: { global_tenant: true, jdoe: true },
      roles: ['kibana_user'],
      backendroles: [],
      selectedTenants: '',
    });
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(
      /^security_authentication=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/
    );
  });

  it('returns the same error for wrong passwords, unknown and forbidden names, and names with a colon', async () => {
    const attempts: ReadonlyArray<readonly [string, string]> = [
      ['jdoe', 'wrong'],
      ['nobody', 'wrong'],
      ['robot', USER.password],
      ['jdoe:x', USER.password],
    ];
    for (const [name, password] of attempts) {
      const response = await server.client().login(name, password);
      expect([name, response.status, errorText(response)]).toEqual([
        name,
        401,
        JSON.stringify({
          statusCode: 401,
          error: 'Unauthorized',
          message: 'Invalid username or password',
          attributes: { code: 'security.invalid_credentials' },
        }),
      ]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  it('does not read a colon in the name as the start of the password', async () => {
    const response = await server
      .client()
      .login(`jdoe:${USER.password.slice(0, 4)}`, USER.password.slice(5));
    expect(response.status).toBe(401);
  });

  it('rejects a login without the XSRF header', async () => {
    const response = await server
      .client()
      .post('/auth/login', USER, { headers: { 'kbn-xsrf': '' } });
    expect([response.status, response.body.message]).toEqual([
      400,
      'Request must contain a kbn-xsrf header.',
    ]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    [{}],
    [{ username: 'jdoe' }],
    [{ ...USER, extra: 1 }],
    [{ username: 1, password: 'x' }],
    ['[]'],
  ])('rejects the body %j', async (body) => {
    const response = await server
      .client()
      .post('/auth/login', body, { headers: { 'content-type': 'application/json' } });
    expect(response.status).toBe(400);
  });

  // @asvs V3.2/1
  it("creates a new session id at every login and ends the browser's previous session", async () => {
    const client = await server.loggedIn(USER.username, USER.password);
    const before = client.cookieHeader();
    await client.login(USER.username, USER.password);
    expect(client.cookieHeader()).not.toBe(before);
    expect((await client.get('/api/test/whoami')).status).toBe(200);
    expect(
      (await server.client().get('/api/test/whoami', { headers: { cookie: before } })).status
    ).toBe(401);
  });

  it('ignores a planted session id', async () => {
    const planted = 'A'.repeat(43);
    const response = await server
      .client()
      .post('/auth/login', USER, { headers: { cookie: `${COOKIE_NAME}=${planted}` } });
    expect(response.headers.getSetCookie()[0]).not.toContain(planted);
  });

  // @spec 1/18, 7/68
  it('invalidates the cookie on logout', async () => {
    const client = await server.loggedIn(USER.username, USER.password);
    const cookie = client.cookieHeader();
    const response = await client.post('/auth/logout');
    expect([response.status, response.body]).toEqual([200, {}]);
    expect(response.headers.getSetCookie()[0]).toMatch(/^security_authentication=; .*Max-Age=0/);
    expect((await server.client().get('/api/test/whoami', { headers: { cookie } })).status).toBe(
      401
    );
  });

  it('rejects a logout without the XSRF header', async () => {
    const client = await server.loggedIn(USER.username, USER.password);
    expect(
      (await client.post('/auth/logout', undefined, { headers: { 'kbn-xsrf': '' } })).status
    ).toBe(400);
    expect((await client.get('/api/test/whoami')).status).toBe(200);
  });

  it('accepts a logout without a session', async () => {
    expect((await server.client().post('/auth/logout')).status).toBe(200);
  });

  it('reports the login method', async () => {
    expect((await server.client().get('/api/authtype')).body).toEqual({ authtype: 'basicauth' });
  });

  // @asvs V3.1/1
  it('never writes passwords, headers or cookies to the log', async () => {
    const client = await server.loggedIn(USER.username, USER.password);
    await client.login(USER.username, 'wrong-password-1234');
    const basic = Buffer.from(`jdoe:${USER.password}`).toString('base64');
    await server.client().get('/api/test/whoami', { headers: { authorization: `Basic ${basic}` } });
    const id = client.cookieHeader().split('=')[1] as string;
    for (const secret of [USER.password, 'wrong-password-1234', basic, id, ADMIN.password]) {
      expect(server.logs()).not.toContain(secret);
    }
  });
});

describe('failed login attempts', () => {
  it('return 429 with a retry time when the engine blocks the user name', async () => {
    const server = await startSecurityServer({
      wrapBackend: (backend) =>
        loggingInBy(backend, {
          method: () => ({
            begin: async () => ({
              kind: 'concluded',
              result: { ok: false, reason: 'blocked', retryAfterSeconds: 41.2 },
            }),
          }),
        }),
    });
    const response = await server.client().login('jdoe', 'x');
    await server.stop();
    expect([
      response.status,
      response.headers.get('retry-after'),
      (response.body as { message: string }).message,
    ]).toEqual([429, '42', 'Too many failed logins. Try again in 42 seconds.']);
  });

  it('are limited per address', async () => {
    const server = await startSecurityServer({ config: { auth: { max_logins_per_minute: 2 } } });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await server.client().login('nobody', 'x')).status);
    await server.stop();
    expect(statuses).toEqual([401, 401, 429]);
  });
});

describe('session cookie', () => {
  it.each([
    [
      { secure: true, isSameSite: 'Strict', domain: 'example.org' } as const,
      ['Domain=example.org', 'Secure', 'SameSite=Strict'],
    ],
    [{ isSameSite: false } as const, []],
  ])('has the attributes of %j when set and cleared', async (cookie, attributes) => {
    const server = await startSecurityServer({ config: { cookie } });
    const responses = [
      await server.client().login(ADMIN.username, ADMIN.password),
      await server.client().post('/auth/logout'),
    ];
    await server.stop();
    for (const { headers } of responses) {
      const [, ...found] = headers.getSetCookie()[0]!.split('; ');
      const lasting = found.filter((attribute) => !/^(Max-Age|Expires)=/.test(attribute));
      expect(lasting.sort()).toEqual(['HttpOnly', 'Path=/', ...attributes].sort());
    }
  });
});

describe('stored sessions', () => {
  it('survive a restart without readable id, user name or tenant', async () => {
    const first = await startSecurityServer();
    await addUser(first, 'jdoe', USER.password);
    const client = await first.loggedIn(USER.username, USER.password);
    const { dataDir } = first;
    // Stopping deletes the folder unless it was passed in, so keep a copy.
    const copy = `${dataDir}-copy`;
    const { cp, readFile, rm } = await import('node:fs/promises');
    await cp(dataDir, copy, { recursive: true, filter: (file) => !file.endsWith('.lock') });
    await first.stop();
    const bytes = Buffer.concat(
      await Promise.all(
        ['', '-wal'].map((end) =>
          readFile(`${copy}/sessions.sqlite${end}`).catch(() => Buffer.alloc(0))
        )
      )
    );
    expect(bytes.length).toBeGreaterThan(0);
    for (const secret of [
      client.cookieHeader().split('=')[1] as string,
      'jdoe',
      'credentialVersion',
    ]) {
      expect(bytes.includes(secret)).toBe(false);
    }
    const second = await startSecurityServer({ dataDir: copy });
    const again = await second
      .client()
      .get('/api/test/whoami', { headers: { cookie: client.cookieHeader() } });
    await second.stop();
    await rm(copy, { recursive: true });
    expect([again.status, again.body.user]).toEqual([200, 'jdoe']);
  });
});

describe('password login where the configuration does not include it', () => {
  const OFF = 'security.password_login_off';
  const METHODS = {
    openid: { openid: { connect_url: 'http://127.0.0.1:9/x', client_id: 'c', client_secret: 's' } },
    saml: {},
    jwt: {},
    proxy: { proxycache: { user_header: 'x-user', roles_header: 'x-roles' } },
  } as const;
  let dataDir: string;
  let server: SecurityServer;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sd-ways-'));
  });
  afterEach(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  // @asvs V2.1/2
  it.each(Object.entries(METHODS))(
    'opens no session with %s as the only method',
    async (type, more) => {
      server = await startSecurityServer({ dataDir, config: { auth: { type }, ...more } });
      await addUser(server, USER.username, USER.password);
      const client = server.client();
      const basic = Buffer.from(`${USER.username}:${USER.password}`).toString('base64');
      const responses = [
        await client.login(USER.username, USER.password),
        await client.login(USER.username, 'wrong'),
        await client.post('/auth/login/round', { id: 'x', fields: {} }),
        await client.post('/auth/login/passkey'),
      ];
      expect(responses.map(({ status, body }) => [status, body.attributes.code])).toEqual(
        responses.map(() => [403, OFF])
      );
      await client.get('/app/test/x', { headers: { authorization: `Basic ${basic}` } });
      expect(client.cookieHeader()).toBe('');
    }
  );

  it("verifies the current password of the session's user without opening a session", async () => {
    server = await startSecurityServer({ dataDir });
    await addUser(server, USER.username, USER.password);
    const before = await server.loggedIn(USER.username, USER.password);
    const headers = { cookie: before.cookieHeader() };
    await server.stop();
    const config = { auth: { type: 'proxy' }, ...METHODS.proxy };
    server = await startSecurityServer({ dataDir, config });
    const verify = (username: string, password: string) =>
      server.client().post('/auth/login', { username, password }, { headers });
    const right = await verify(USER.username, USER.password);
    expect([right.status, right.body.username, right.headers.getSetCookie()]).toEqual([
      200,
      USER.username,
      [],
    ]);
    expect((await verify(USER.username, 'wrong')).body.attributes.code).toBe(
      'security.invalid_credentials'
    );
    expect((await verify(ADMIN.username, ADMIN.password)).body.attributes.code).toBe(OFF);
    expect((await server.client().get('/api/v1/account/session', { headers })).status).toBe(200);
  });
});
