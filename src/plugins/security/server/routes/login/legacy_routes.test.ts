/** Tests of legacy addresses in links and scripts. */
import type { HttpResult } from '../../../../../../test/helpers/http_client';
import {
  ADMIN,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { configure, domain, PASSWORDS } from '../../../../../backend/testing/domains';

jest.setTimeout(60_000);

const NAMES = { user_header: 'x-proxy-user', roles_header: 'x-proxy-roles' };
const EVIL = encodeURIComponent('//evil.example');
const proxyRequest = { headers: { 'x-forwarded-for': '192.0.2.7', 'x-proxy-user': 'jane' } };
const locationOf = ({ headers }: HttpResult) => headers.get('location');

let server: SecurityServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function start(login_endpoint: string): Promise<SecurityServer> {
  server = await startSecurityServer({
    config: {
      auth: { type: ['basicauth', 'saml', 'proxy'], multiple_auth_enabled: true },
      proxycache: { ...NAMES, login_endpoint },
    },
    server: { trustedProxies: ['127.0.0.1'] },
  });
  const xff = { enabled: true, internalProxies: '127\\.0\\.0\\.1' };
  await configure(server.engine, {
    authc: { proxy: domain('proxy', NAMES), basic: PASSWORDS },
    http: { anonymous_auth_enabled: false, xff },
  });
  return server;
}

it('/auth/proxy/login redirects users named by the proxy to the next address and others to its login page', async () => {
  const { client } = await start('https://sso.example/in');
  const path = '/auth/proxy/login';
  expect(locationOf(await client().get(path))).toBe('https://sso.example/in');
  expect(locationOf(await client().get(`${path}?nextUrl=%2Fapp%2Ftest`, proxyRequest))).toBe(
    '/app/test'
  );
  expect(locationOf(await client().get(path, proxyRequest))).toBe('/');
  expect((await client().get(`${path}?nextUrl=${EVIL}`, proxyRequest)).status).toBe(400);
});

it('/auth/proxy/login returns an error without proxy login', async () => {
  const { client } = await start('');
  const { status, body } = await client().get('/auth/proxy/login');
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ attributes: { code: 'security.no_proxy_login' } }),
  ]);
});

it('/api/v1/auth/type returns the login method of the session and rejects requests without one', async () => {
  const { client } = await start('');
  const mine = client();
  expect((await mine.get('/api/v1/auth/type')).status).toBe(401);
  await mine.login(ADMIN.username, ADMIN.password);
  const { status, body } = await mine.get('/api/v1/auth/type');
  expect([status, body]).toEqual([200, { currentAuthType: 'basicauth' }]);
  const called = await client().get('/api/v1/auth/type', proxyRequest);
  expect([called.status, (called.body as { message?: string }).message]).toEqual([
    400,
    'Invalid cookie',
  ]);
  const proxied = client();
  await proxied.get('/app/test', proxyRequest);
  expect((await proxied.get('/api/v1/auth/type', proxyRequest)).body).toEqual({
    currentAuthType: 'proxy',
  });
});

it.each(['/auth/logout', '/api/v1/auth/logout', '/auth/proxy/logout'])(
  'POST %s ends the session only with the XSRF header',
  async (path) => {
    const { client } = await start('');
    const mine = client();
    await mine.login(ADMIN.username, ADMIN.password);
    expect((await mine.post(path, undefined, { headers: { 'kbn-xsrf': '' } })).status).toBe(400);
    expect((await mine.get('/api/test/whoami')).status).toBe(200);
    expect((await mine.post(path)).status).toBe(200);
    expect((await mine.get('/api/test/whoami')).status).toBe(401);
  }
);

it('/auth/saml/redirectUrlFragment redirects logged-in users to safe addresses only', async () => {
  const { client } = await start('');
  const mine = client();
  const path = '/auth/saml/redirectUrlFragment';
  expect((await mine.get(path)).status).toBe(401);
  await mine.login(ADMIN.username, ADMIN.password);
  const nextUrl = '/app/test?a=1#/deep?x=1';
  const on = await mine.get(`${path}?nextUrl=${encodeURIComponent(nextUrl)}`);
  expect([on.status, locationOf(on)]).toEqual([302, nextUrl]);
  expect((await mine.get(`${path}?nextUrl=${EVIL}`)).status).toBe(400);
  expect(locationOf(await mine.get(path))).toBe('/');
});
