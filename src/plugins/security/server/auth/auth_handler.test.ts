import {
  ADMIN,
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';
import { waitForCondition } from '../../../../../test/helpers/wait_for';

jest.setTimeout(60_000);
const PASSWORD = 'Jane-doe-secret-7';
const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

describe('authentication handler', () => {
  let server: SecurityServer;
  beforeAll(async () => {
    server = await startSecurityServer();
    await addUser(server, 'jdoe', PASSWORD);
    await addUser(server, 'reader', PASSWORD);
    await put(server, 'rolesmapping/kibana_user', { users: ['jdoe'] });
    await put(server, 'rolesmapping/kibana_read_only', { users: ['reader'] });
  });

  it('redirects page requests to login with the return address and answers API requests with 401', async () => {
    const page = await server.client().get('/app/security/x?a=b');
    expect([page.status, page.headers.get('location')]).toEqual([
      302,
      '/app/login?nextUrl=%2Fapp%2Fsecurity%2Fx%3Fa%3Db',
    ]);
    const odd = await server.client().get('/app/x.y');
    expect([odd.status, odd.headers.get('location')]).toEqual([302, '/app/login']);
    const api = await server.client().get('/api/test/whoami');
    expect([api.status, api.body.message, api.headers.get('www-authenticate')]).toEqual([
      401,
      'Authentication required',
      null,
    ]);
  });

  it.each([
    ['GET', '/', 302],
    ['GET', '/app', 302],
    ['GET', '/status', 302],
    ['HEAD', '/app/test', 302],
    ['GET', '/goto/x', 302],
    ['GET', '/x/goto/y', 401],
    ['GET', '/statuses', 401],
    ['GET', '/api/app/x', 401],
  ] as const)(
    'answers an unauthenticated browser request %s %s with %d',
    async (method, path, status) => {
      const headers = { accept: 'text/html' };
      expect((await server.client().request(method, path, { headers })).status).toBe(status);
    }
  );

  it('names the verified user of logins and of the engine REST API in the access log', async () => {
    const from = server.logs().length;
    const account = '/_plugins/_security/api/account';
    const jdoe = await server.loggedIn('jdoe', PASSWORD);
    expect((await jdoe.get(account)).status).toBe(200);
    const made = await jdoe.post<{ token: string }>('/api/v1/account/api_keys', {
      name: 'logged',
      days: 1,
      current_password: PASSWORD,
    });
    const send = (headers: Record<string, string>) =>
      server.client().get(account, { headers: headers });
    await send(basic('jdoe', PASSWORD));
    await send({ authorization: `ApiKey ${made.body.token}` });
    // Claimed names are not verified.
    await send(basic('jdoe', 'wrong'));
    await server.client().login('jdoe', 'wrong');
    await send({});
    const lines = () =>
      server
        .logs()
        .slice(from)
        .split('\n')
        .filter((line) => line.includes('"type":"response"'))
        .map((line) => JSON.parse(line) as { path: string; statusCode: number; user?: string })
        .map(({ path, statusCode, user }) => [path, statusCode, user]);
    await waitForCondition(() => lines().length === 8);
    expect(lines()).toEqual([
      ['/auth/login', 200, 'jdoe'],
      [account, 200, 'jdoe'],
      ['/api/v1/account/api_keys', 200, 'jdoe'],
      [account, 200, 'jdoe'],
      [account, 200, 'jdoe'],
      [account, 401, undefined],
      ['/auth/login', 401, undefined],
      [account, 401, undefined],
    ]);
  });

  it('leaves an invalid cookie alone, which a login in another tab may just replace', async () => {
    const right = (await server.loggedIn('jdoe', PASSWORD)).cookieHeader();
    const [name, value = ''] = right.split('=');
    for (const cookie of [
      `${name}=x`,
      `${name}=${'A'.repeat(43)}`,
      `${name}=%00`,
      `${name}=%25`,
      `${name}=`,
      `${name}=${'a'.repeat(8_000)}`,
      `${name}=../../${value}`,
      `${name}[]=${value}`,
      `${name}=${value[0] === 'A' ? 'B' : 'A'}${value.slice(1)}`,
      `${name}=${value.slice(0, -1)}`,
      `${name}=${value}A`,
      `${name?.toUpperCase()}=${value}`,
      `__Host-${right}`,
      '__proto__=x; constructor=y',
    ]) {
      const headers = { cookie, accept: 'text/html' };
      const page = await server.client().get('/app/test', { headers });
      expect([page.status, page.headers.getSetCookie()]).toEqual([302, []]);
      const call = await server.client().get('/api/test/whoami', { headers });
      expect([call.status, call.headers.getSetCookie()]).toEqual([401, []]);
    }
  });

  it('gives each login a new id, and ends the session that the browser had', async () => {
    const planted = `security_authentication=${'B'.repeat(43)}`;
    const client = server.client();
    const body = { username: 'jdoe', password: PASSWORD };
    const login = await client.post('/auth/login', body, { headers: { cookie: planted } });
    const [line = ''] = login.headers.getSetCookie();
    expect(line).not.toContain(planted);
    expect(line).toMatch(/; Path=\/;.*HttpOnly;.*SameSite=Lax/i);
    const statusWith = async (cookie: string) =>
      (await server.client().get('/api/test/whoami', { headers: { cookie } })).status;
    expect(await statusWith(planted)).toBe(401);
    const former = client.cookieHeader();
    expect(await statusWith(former)).toBe(200);
    expect((await client.login('jdoe', PASSWORD)).status).toBe(200);
    expect([await statusWith(former), await statusWith(client.cookieHeader())]).toEqual([401, 200]);
  });

  it.each([
    [
      'gets another password',
      () => put(server, 'internalusers/brief', { password: `${PASSWORD}-2` }),
    ],
    [
      'is deleted',
      async () => (await server.admin()).delete('/api/v1/configuration/internalusers/brief'),
    ],
  ])('ends the sessions of a user who %s', async (_what, change) => {
    await put(server, 'internalusers/brief', { password: PASSWORD });
    const client = await server.loggedIn('brief', PASSWORD);
    expect((await client.get('/api/test/whoami')).status).toBe(200);
    await change();
    expect((await client.get('/api/test/whoami')).status).toBe(401);
  });

  it('accepts HTTP Basic on API requests without opening a session', async () => {
    const response = await server
      .client()
      .get('/api/test/whoami', { headers: basic('jdoe', PASSWORD) });
    expect([
      response.status,
      response.body.user,
      response.body.tenant,
      response.headers.getSetCookie(),
    ]).toEqual([200, 'jdoe', '', []]);
    const tenant = await server
      .client()
      .post(
        '/api/v1/multitenancy/tenant',
        { tenant: '', username: 'jdoe' },
        { headers: basic('jdoe', PASSWORD) }
      );
    expect([tenant.status, tenant.body.message]).toEqual([
      400,
      expect.stringMatching(/^Invalid cookie/),
    ]);
  });

  // @asvs V1.2/1
  it.each([
    [basic('jdoe', 'wrong')],
    [basic('nobody', PASSWORD)],
    [{ authorization: 'Bearer x' }],
    [{ authorization: 'Basic !!!' }],
    [{ authorization: 'Basic' }],
  ])('rejects %j even with a valid session cookie', async (headers) => {
    const client = await server.loggedIn('jdoe', PASSWORD);
    expect((await client.get('/api/test/whoami', { headers })).status).toBe(401);
  });

  it('admits requests without a user on configured open routes', async () => {
    const response = await server.client().get('/api/reporting/stats');
    expect([response.status, response.body.user]).toEqual([200, '']);
    expect(
      (await (await server.loggedIn('jdoe', PASSWORD)).get('/api/reporting/stats')).body.user
    ).toBe('jdoe');
  });

  describe('login and error pages', () => {
    it('shows the login page without login', async () => {
      const response = await server.client().get('/app/login?nextUrl=%2Fapp%2Fhome&other=1');
      expect([response.status, response.text]).toEqual([
        200,
        '<html data-anonymous="true"></html>',
      ]);
    });
    it('redirects logged-in users from the login page to the next address', async () => {
      const client = await server.loggedIn('jdoe', PASSWORD);
      expect((await client.get('/app/login')).headers.get('location')).toBe('/');
      expect(
        (await client.get('/app/login?nextUrl=%2Fapp%2Fhome%23%2Fx')).headers.get('location')
      ).toBe('/app/home#/x');
    });
    it.each([
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/%2fevil',
      '/app/x%0d%0ay',
      '/@evil',
    ])('rejects nextUrl %j', async (nextUrl) => {
      const client = await server.loggedIn('jdoe', PASSWORD);
      for (const visitor of [client, server.client()]) {
        const response = await visitor.get(`/app/login?nextUrl=${encodeURIComponent(nextUrl)}`);
        expect([response.status, response.body.message, response.headers.get('location')]).toEqual([
          400,
          'Invalid nextUrl parameter.',
          null,
        ]);
      }
      expect((await client.get('/app/login?nextUrl=/app/a&nextUrl=//evil')).status).toBe(400);
    });
  });

  it('shows error pages with and without login', async () => {
    for (const path of ['/app/customerror', '/missing-role'])
      expect((await server.client().get(path)).text).toContain('data-anonymous="true"');
  });

  describe('engine entry point', () => {
    const entryPoint = '/_plugins/_security';
    it('accepts HTTP Basic', async () => {
      const { status, body } = await server.client().get(`${entryPoint}/api/roles/all_access`, {
        headers: basic(ADMIN.username, ADMIN.password),
      });
      expect([status, body.all_access.reserved]).toEqual([200, true]);
      const made = await server
        .client()
        .put(
          `${entryPoint}/api/tenants/by_script`,
          { description: 'd' },
          { headers: { ...basic(ADMIN.username, ADMIN.password), 'kbn-xsrf': '' } }
        );
      expect([made.status, made.body]).toEqual([
        201,
        { status: 'CREATED', message: "'by_script' created." },
      ]);
    });
    it('challenges unauthenticated requests', async () => {
      for (const headers of [{}, basic('admin', 'wrong'), { authorization: 'Bearer x' }]) {
        const {
          status,
          text,
          headers: response,
        } = await server.client().get(`${entryPoint}/authinfo`, { headers });
        expect([status, text, response.get('www-authenticate')]).toEqual([
          401,
          'Unauthorized',
          'Basic realm="OpenSearch Security"',
        ]);
      }
    });
    // @asvs V4.2.2/4
    it('accepts the session cookie and requires the XSRF header for changes', async () => {
      const admin = await server.admin();
      expect(
        (await admin.get(`${entryPoint}/authinfo`, { headers: { 'kbn-xsrf': '' } })).body.user_name
      ).toBe('admin');
      const blind = await admin.put(
        `${entryPoint}/api/tenants/blind`,
        { description: 'd' },
        { headers: { 'kbn-xsrf': '' } }
      );
      expect([blind.status, blind.body.message]).toEqual([
        400,
        'Request must contain a kbn-xsrf header.',
      ]);
      expect((await admin.put(`${entryPoint}/api/tenants/seen`, { description: 'd' })).status).toBe(
        201
      );
    });
    it('passes errors, parse errors and the legacy prefix through unchanged', async () => {
      const headers = basic('jdoe', PASSWORD);
      expect((await server.client().get(`${entryPoint}/api/roles`, { headers })).body.status).toBe(
        'FORBIDDEN'
      );
      const broken = await server.client().put(`${entryPoint}/api/tenants/x1`, '{', {
        headers: { ...basic(ADMIN.username, ADMIN.password), 'content-type': 'application/json' },
      });
      expect([broken.status, broken.body]).toEqual([
        400,
        { status: 'error', reason: 'Could not parse content of request.' },
      ]);
      const old = await server
        .client()
        .get('/_opendistro/_security/authinfo', { headers: { ...headers, securitytenant: 'hr' } });
      expect([old.status, old.headers.get('warning'), old.body.user_requested_tenant]).toEqual([
        200,
        expect.stringContaining('deprecated'),
        'hr',
      ]);
    });
  });

  it('limits app links to what users may open', async () => {
    const request = (roles: string[], hasApiAccess: boolean): any => ({
      auth: { caller: { kind: 'user' }, identity: { roles, hasApiAccess } },
    });
    const apps = {
      navLinks: {
        home: true,
        security: true,
        dashboards: true,
        other: true,
        off: false,
        login: true,
      },
    } as any;
    const linksOf = async (given: any) =>
      Object.entries((await server.switcher(given, apps)).navLinks!)
        .filter(([, isOn]) => isOn)
        .map(([id]) => id);
    expect(await linksOf(request([], true))).toEqual([
      'home',
      'security',
      'dashboards',
      'other',
      'login',
    ]);
    expect(await linksOf(request([], false))).toEqual(['home', 'dashboards', 'other', 'login']);
    expect(await linksOf(request(['kibana_read_only'], false))).toEqual([
      'home',
      'dashboards',
      'login',
    ]);
    expect(await linksOf(request(['kibana_read_only'], true))).toEqual([
      'home',
      'security',
      'dashboards',
      'other',
      'login',
    ]);
    expect(await linksOf({ auth: undefined })).toEqual(['login']);
  });

  it('separates the partitions of private and custom tenants', () => {
    const { partitionOf } = server;
    expect(
      new Set([
        partitionOf('', 'a'),
        partitionOf('a', 'x'),
        partitionOf('__user__', 'a'),
        partitionOf('user:a', 'a'),
        partitionOf('tenant:a', 'x'),
      ]).size
    ).toBe(5);
  });
});

describe('session lifetime', () => {
  const MINUTE = 60_000;
  it.each([
    ['is extended by requests of the user', {}, 200],
    [
      'is extended by requests whose system request header is false',
      { 'kbn-system-request': 'false' },
      200,
    ],
    ['is not extended by background requests', { 'kbn-system-request': 'true' }, 401],
    [
      'is not extended by background requests of older pages',
      { 'osd-system-request': 'true' },
      401,
    ],
  ])('%s', async (_what, headers, status) => {
    let shiftMs = 0;
    const realNow = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => realNow() + shiftMs);
    const server = await startSecurityServer({ config: { session: { ttl: 60 * MINUTE } } });
    const user = await server.admin();
    const ask = (sent: Record<string, string>) => user.get('/api/test/whoami', { headers: sent });
    for (const at of [25, 50]) {
      shiftMs = at * MINUTE;
      expect((await ask(headers as Record<string, string>)).status).toBe(200);
    }
    shiftMs = 75 * MINUTE;
    expect((await ask({})).status).toBe(status);
  });
});

describe('authentication below a base path', () => {
  it('keeps cookies, redirects and return addresses below the base path', async () => {
    const server = await startSecurityServer({
      server: { basePath: '/base', rewriteBasePath: true },
    });
    const page = await server.client().get('/app/home?x=1');
    const loggedIn = await server.admin();
    const cookie = (
      await server.client().login(ADMIN.username, ADMIN.password)
    ).headers.getSetCookie()[0];
    const [valid, foreign] = [
      await loggedIn.get('/app/login?nextUrl=%2Fbase%2Fapp%2Fhome'),
      await loggedIn.get('/app/login?nextUrl=%2Fapp%2Fhome'),
    ];
    const entryPoint = await loggedIn.get('/_plugins/_security/authinfo');
    await server.stop();
    expect(page.headers.get('location')).toBe(
      '/base/app/login?nextUrl=%2Fbase%2Fapp%2Fhome%3Fx%3D1'
    );
    expect(cookie).toContain('Path=/base;');
    expect(valid.headers.get('location')).toBe('/base/app/home');
    expect(foreign.status).toBe(400);
    expect(entryPoint.status).toBe(200);
  });
});
