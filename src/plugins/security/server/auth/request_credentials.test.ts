/** Tests of request credentials with an engine whose domains accept them. */
import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { HttpResult } from '../../../../../test/helpers/http_client';
import {
  put,
  ADMIN,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';
import { waitForCondition } from '../../../../../test/helpers/wait_for';
import { configure, domain, PASSWORDS } from '../../../../backend/testing/domains';

jest.setTimeout(60_000);

const KEY = 'a key that only tests of this file use, long enough';
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
function token(claims: object, alg = 'HS256', key = KEY): string {
  const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${alg === 'none' ? '' : createHmac('sha256', key).update(text).digest('base64url')}`;
}
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
const jane = (more: object = {}) => ({ sub: 'jane', roles: 'staff', exp: inSeconds(600), ...more });
const [HEAD = '', CLAIMS = '', SIGNATURE = ''] = token(jane()).split('.');
const WRONG_TOKENS: ReadonlyArray<readonly [what: string, token: string]> = [
  ['forged', token(jane(), 'HS256', 'another key, of the same length as the real one is')],
  ['signed with an empty key', token(jane(), 'HS256', '')],
  ['signed with the key in Base64', token(jane(), 'HS256', btoa(KEY))],
  ['expired', token(jane({ exp: inSeconds(-600) }))],
  ['not valid yet', token(jane({ nbf: inSeconds(7_200) }))],
  ['without an algorithm', token(jane(), 'none')],
  ['without an algorithm, in other letters', `${part({ alg: 'nOnE' })}.${CLAIMS}.`],
  ['without its signature', `${HEAD}.${CLAIMS}.`],
  ['with its signature cut short', `${HEAD}.${CLAIMS}.${SIGNATURE.slice(0, 20)}`],
  [
    'with other claims under the same signature',
    `${HEAD}.${part(jane({ sub: 'admin' }))}.${SIGNATURE}`,
  ],
  ['without a name', token(jane({ sub: undefined }))],
  ['with an object for a name', token(jane({ sub: { toString: 'admin' } }))],
  ['in five parts', `${token(jane())}.a.b`],
  ['of 12,000 letters', `${HEAD}.${'a'.repeat(12_000)}.x`],
  ['malformed', 'x'],
];

const locationOf = ({ headers }: HttpResult) => headers.get('location');
const whoami = async (client: ReturnType<SecurityServer['client']>) => {
  const { status, body } = await client.get('/api/test/whoami');
  return status === 200 ? (body as { user: string }).user : status;
};

async function start(authc: object, config: object, server: object = {}): Promise<SecurityServer> {
  const started = await startSecurityServer({ config, server });
  await configure(started.engine, { authc: { ...authc, basic: PASSWORDS } });
  return started;
}

describe('token login (jwt)', () => {
  let server: SecurityServer;
  beforeAll(async () => {
    const keys = { signing_key: btoa(KEY), subject_key: 'sub', roles_key: 'roles' };
    const settings = { ...keys, jwt_clock_skew_tolerance_seconds: 0 };
    server = await start(
      { tokens: domain('jwt', settings) },
      { auth: { type: ['basicauth', 'jwt'], multiple_auth_enabled: true } }
    );
  });

  it('removes the token from the address immediately and opens a session', async () => {
    const client = server.client();
    const valid = token(jane());
    const page = await client.get(`/app/test?a=1&authorization=${valid}&b=2`);
    expect([page.status, locationOf(page)]).toEqual([302, '/app/test?a=1&b=2']);
    expect(await whoami(client)).toBe('jane');
    expect(server.logs()).not.toContain(valid);
    for (const part of valid.split('.')) expect(client.cookieHeader()).not.toContain(part);
  });

  it('ends the session when the token expires', async () => {
    const client = server.client();
    await client.get(`/app/test?authorization=${token(jane({ exp: inSeconds(3) }))}`);
    expect(client.cookieHeader()).not.toBe('');
    await waitForCondition(async () => (await whoami(client)) === 401);
  });

  it('ends the previous session of the browser', async () => {
    const client = await server.admin();
    const former = client.cookieHeader();
    await client.get(`/app/test?authorization=${token(jane())}`);
    const replayed = await server.client().get('/api/test/whoami', { headers: { cookie: former } });
    expect([await whoami(client), replayed.status]).toEqual(['jane', 401]);
  });

  it.each(WRONG_TOKENS)(
    'rejects a token that is %s, and removes it from the address',
    async (_what, bad) => {
      const client = server.client();
      const page = await client.get(`/app/test?authorization=${bad}`);
      expect(locationOf(page)).toBe('/app/login?nextUrl=%2Fapp%2Ftest&problem=refused');
      expect(await whoami(client)).toBe(401);
      const headers = { authorization: `Bearer ${bad}` };
      expect((await server.client().get('/api/test/whoami', { headers })).status).toBe(401);
    }
  );

  it.each([
    ['as a session', (text: string) => ({ cookie: `security_authentication=${text}` })],
    ['as a password', (text: string) => ({ authorization: `Basic ${text}` })],
    ['as an API key', (text: string) => ({ authorization: `ApiKey ${text}` })],
  ])('accepts no right token %s', async (_what, headersWith) => {
    const headers: Record<string, string> = headersWith(token(jane()));
    expect((await server.client().get('/api/test/whoami', { headers })).status).toBe(401);
  });

  it('authenticates API requests by header without opening a session', async () => {
    const client = server.client();
    const headers = { authorization: `Bearer ${token(jane())}` };
    expect((await client.get('/api/test/whoami', { headers })).body).toMatchObject({
      user: 'jane',
    });
    const byAddress = await client.get(`/api/test/whoami?authorization=${token(jane())}`);
    expect(byAddress.body).toMatchObject({ user: 'jane' });
    expect(client.cookieHeader()).toBe('');
  });
});

describe('Basic credentials', () => {
  let server: SecurityServer;
  const authorization = `Basic ${btoa(`${ADMIN.username}:${ADMIN.password}`)}`;
  beforeAll(async () => {
    server = await startSecurityServer();
  });

  it('open a session on a page request but not on an API request', async () => {
    const client = server.client();
    await client.get('/api/test/whoami', { headers: { authorization } });
    expect(client.cookieHeader()).toBe('');
    expect((await client.get('/app/test', { headers: { authorization } })).status).toBe(200);
    expect(await whoami(client)).toBe('admin');
  });

  it.each([
    ['wrong', { authorization: `Basic ${btoa('admin:wrong')}` }],
    ['sent by a link on another site', { authorization, 'sec-fetch-site': 'cross-site' }],
  ])('redirect to the login page when they are %s', async (_what, headers) => {
    const client = server.client();
    const page = await client.get('/app/test', { headers });
    expect(locationOf(page)).toBe('/app/login?nextUrl=%2Fapp%2Ftest');
    expect(client.cookieHeader()).toBe('');
  });
});

describe('proxy login', () => {
  const names = { user_header: 'x-proxy-user', roles_header: 'x-proxy-roles' };
  const config = {
    auth: { type: 'proxy' },
    proxycache: { ...names, login_endpoint: 'https://sso.example/in' },
  };
  const proxyHeaders = (user: string, roles = 'staff') => ({
    headers: { 'x-forwarded-for': '192.0.2.7', 'x-proxy-user': user, 'x-proxy-roles': roles },
  });
  const open = async (trustedProxies: readonly string[]) => {
    const server = await start({ proxy: domain('proxy', names) }, config, { trustedProxies });
    const xff = { enabled: true, internalProxies: '127\\.0\\.0\\.1' };
    await configure(server.engine, { http: { anonymous_auth_enabled: false, xff } });
    return server;
  };
  let server: SecurityServer;
  beforeAll(async () => {
    server = await open(['127.0.0.1']);
  });

  it('opens a session that ends when the proxy names another user', async () => {
    const client = server.client();
    expect((await client.get('/app/test', proxyHeaders('jane'))).status).toBe(200);
    const cookie = client.cookieHeader();
    expect(cookie).toMatch(/^security_authentication=/);
    const call = await client.get('/api/test/whoami', proxyHeaders('jane'));
    expect(call.body).toMatchObject({ user: 'jane' });
    // Another user in the same browser, and a removed cookie.
    const other = await client.get('/api/test/whoami', proxyHeaders('john'));
    expect(other.body).toMatchObject({ user: 'john' });
    const headers = { cookie };
    expect((await server.client().get('/api/test/whoami', { headers })).status).toBe(401);
  });

  it('redirects users that the proxy does not name to its login page', async () => {
    expect(locationOf(await server.client().get('/app/test'))).toBe('https://sso.example/in');
  });

  it.each<[string, Record<string, string>]>([
    ['a name without a client', { 'x-proxy-user': 'jane' }],
    ['an empty client', { 'x-proxy-user': 'jane', 'x-forwarded-for': '' }],
    ['an unreadable client', { 'x-proxy-user': 'jane', 'x-forwarded-for': 'unknown' }],
    ['roles alone', { 'x-proxy-roles': 'admin', 'x-forwarded-for': '192.0.2.7' }],
    ['an empty name', { 'x-proxy-user': '', 'x-forwarded-for': '192.0.2.7' }],
    ['an underscore in the header', { x_proxy_user: 'jane', 'x-forwarded-for': '192.0.2.7' }],
  ])('lets nobody in by %s', async (_what, headers) => {
    const client = server.client();
    await client.get('/app/test', { headers });
    expect([client.cookieHeader(), await whoami(client)]).toEqual(['', 401]);
  });

  it('accepts neither names nor sessions from a client beside the proxy, whoever it names', async () => {
    const inside = server.client();
    await inside.get('/app/test', proxyHeaders('jane'));
    const statusBeside = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const url = new URL('/api/test/whoami', server.url);
        httpRequest(url, { localAddress: '127.0.0.4', agent: false, headers }, (response) =>
          response.resume().on('end', () => resolve(response.statusCode))
        )
          .on('error', reject)
          .end();
      });
    const { headers } = proxyHeaders('jane');
    for (const more of [
      {},
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-for': '192.0.2.7, 127.0.0.1' },
    ])
      expect(await statusBeside({ ...headers, ...more })).toBe(401);
    expect(await statusBeside({ cookie: inside.cookieHeader() })).toBe(401);
  });

  it('ignores headers from untrusted proxies', async () => {
    const open_ = await open([]);
    try {
      const client = open_.client();
      expect((await client.get('/api/test/whoami', proxyHeaders('jane'))).status).toBe(401);
      await client.get('/app/test', proxyHeaders('jane'));
      expect(client.cookieHeader()).toBe('');
    } finally {
      await open_.stop();
    }
    const { headers } = proxyHeaders('jane');
    const unforwarded = { headers: { ...headers, 'x-forwarded-for': '' } };
    expect((await server.client().get('/api/test/whoami', unforwarded)).status).toBe(401);
  });
});

const TYPED = { headers: { 'sec-fetch-site': 'none' } };

describe('anonymous login', () => {
  it('opens a session if both configuration and engine allow it', async () => {
    const server = await startSecurityServer({
      config: { auth: { anonymous_auth_enabled: true } },
    });
    const client = server.client();
    const path = '/auth/anonymous?nextUrl=%2Fapp%2Ftest';
    const refused = '/app/login?nextUrl=%2Fapp%2Ftest&problem=refused';
    expect(locationOf(await client.get(path, TYPED))).toBe(refused);
    await configure(server.engine, { http: { anonymous_auth_enabled: true } });
    const visitors = ['opendistro_security_anonymous_backendrole'];
    await put(server, 'rolesmapping/kibana_user', { backend_roles: visitors });
    expect(locationOf(await client.get(path, TYPED))).toBe('/app/test');
    expect(await whoami(client)).toBe('opendistro_security_anonymous');
    expect((await client.get('/auth/anonymous?nextUrl=%2F%2Fevil.example')).status).toBe(400);
    await configure(server.engine, { http: { anonymous_auth_enabled: false } });
    expect(await whoami(client)).toBe(401);
  });

  it('is disabled by default', async () => {
    const server = await startSecurityServer();
    await configure(server.engine, { http: { anonymous_auth_enabled: true } });
    const client = server.client();
    expect(locationOf(await client.get('/auth/anonymous'))).toBe('/app/login');
    expect(client.cookieHeader()).toBe('');
  });
});
