/** Tests of visitors who log in as the anonymous user: login and shared data. */
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
  type SecurityServerOptions,
  ADMIN,
} from '../../../../../../test/helpers/security_server';
import { configure, PASSWORDS, domain } from '../../../../../backend/testing/domains';
import type { HttpResult } from '../../../../../../test/helpers/http_client';

jest.setTimeout(60_000);

const VISITORS = 'opendistro_security_anonymous_backendrole';
const ENGINE = '/_plugins/_security';
const OWN_PASSWORD = { password: 'Stolen-account-wizard-9', current_password: '' };

let server: SecurityServer;
afterEach(() => server.stop());

async function start(config: SecurityServerOptions['config'] = {}): Promise<void> {
  server = await startSecurityServer({
    config: { ...config, auth: { anonymous_auth_enabled: true } },
  });
  await configure(server.engine, {
    authc: { basic: PASSWORDS },
    http: { anonymous_auth_enabled: true },
  });
  const visible = { tenant_patterns: ['sales'], allowed_actions: ['kibana_all_write'] };
  await put(server, 'tenants/sales', { description: 'x' });
  await put(server, 'roles/visitor', { tenant_permissions: [visible] });
  for (const role of ['kibana_user', 'visitor'])
    await put(server, `rolesmapping/${role}`, { backend_roles: [VISITORS] });
}

const TYPED = { headers: { 'sec-fetch-site': 'none' } };

async function visitor() {
  const client = server.client();
  await client.get('/auth/anonymous', TYPED);
  return client;
}

const whoamiIn = async (securitytenant: string) =>
  (await visitor()).get('/api/test/whoami', { headers: { securitytenant } });

/** Scope of a request with the tenant in its header. */
const scopeIn = async (securitytenant: string) => {
  const { body } = await whoamiIn(securitytenant);
  return [body.tenant, body.scope?.canRead, body.scope?.canWrite];
};

describe('anonymous visitor', () => {
  // @asvs V4.2/2
  it('has no private tenant and writes only where a role grants the tenant', async () => {
    await start();
    for (const own of ['__user__', 'opendistro_security_anonymous'])
      expect((await whoamiIn(own)).status).toBe(403);
    expect(await scopeIn('')).toEqual(['', true, false]);
    expect(await scopeIn('sales')).toEqual(['sales', true, true]);
    const client = await visitor();
    const username = 'opendistro_security_anonymous';
    const chosen = { tenant: '__user__', username };
    expect((await client.post('/api/v1/multitenancy/tenant', chosen)).status).toBe(403);
    const { body } = await client.get('/api/v1/configuration/account');
    expect(body.data.tenants).toEqual({ global_tenant: false, sales: true });
  });

  it('has no account to change and nothing to administer', async () => {
    await start();
    const client = await visitor();
    const attempts: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
      ['POST', '/api/v1/configuration/roles/made', { cluster_permissions: ['*'] }],
      ['PUT', `${ENGINE}/api/roles/made`, { cluster_permissions: ['*'] }],
      ['GET', `${ENGINE}/api/internalusers`],
      ['GET', '/api/v1/configuration/internalusers'],
      ['GET', '/api/v1/audit/events'],
      ['GET', '/api/v1/history'],
      ['GET', '/api/v1/sessions/admin'],
      ['DELETE', '/api/v1/sessions/admin'],
      ['DELETE', '/api/v1/account/sessions'],
      ['PUT', `${ENGINE}/api/account`, OWN_PASSWORD],
      ['POST', '/api/v1/configuration/account', OWN_PASSWORD],
      ['POST', '/api/v1/account/api_keys', { name: 'k', days: 1, current_password: '' }],
      ['POST', '/api/v1/account/factors', { kind: 'totp', current_password: '' }],
      ['POST', `${ENGINE}/api/obo/token`, { description: 'd' }],
    ];
    for (const [method, path, body] of attempts) {
      const { status } = await client.request(method, path, { body });
      expect([method, path, status >= 400]).toEqual([method, path, true]);
    }
  });

  it('logs in to this installation only, and learns of no other cluster', async () => {
    await start({ clusters: { other: { hosts: 'http://127.0.0.1:9' } } });
    for (const securitycluster of ['elsewhere', 'other']) {
      const headers = { ...TYPED.headers, securitycluster };
      const response = await server.client().get('/auth/anonymous', { headers });
      expect([response.status, response.body.attributes.code]).toEqual([
        404,
        'security.unknown_cluster',
      ]);
    }
  });

  // @asvs V4.2/3
  it('only reads without multitenancy', async () => {
    await start({ multitenancy: { enabled: false } });
    expect(await scopeIn('')).toEqual([null, true, false]);
    await addUser(server, 'jdoe', 'Violet-Harbor-7-Kettle');
    const jdoe = await server.loggedIn('jdoe', 'Violet-Harbor-7-Kettle');
    expect((await jdoe.get('/api/test/whoami')).body.scope).toMatchObject({ canWrite: true });
  });
});

// @asvs V4.2.2/3
it.each(['cross-site', 'same-site', ''])(
  'anonymous login by a link on another site (%s) leads to the login page and replaces no session',
  async (site) => {
    await start();
    const path = '/auth/anonymous?nextUrl=%2Fapp%2Ftest';
    const headers = { 'sec-fetch-site': site };
    const client = await server.admin();
    const before = client.cookieHeader();
    for (const one of [client, server.client()]) {
      const { status, headers: answered } = await one.get(path, { headers });
      expect([status, answered.get('location'), answered.getSetCookie()]).toEqual([
        302,
        '/app/login?nextUrl=%2Fapp%2Ftest',
        [],
      ]);
    }
    expect(client.cookieHeader()).toBe(before);
    expect((await client.get(path, TYPED)).headers.get('location')).toBe('/app/test');
  }
);

describe('legacy addresses', () => {
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
});
