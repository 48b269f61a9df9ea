/** Tests of visitors who log in as the anonymous user: login and shared data. */
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
  type SecurityServerOptions,
} from '../../../../../../test/helpers/security_server';
import { configure, PASSWORDS } from '../../../../../backend/testing/domains';

jest.setTimeout(60_000);

const VISITORS = 'opendistro_security_anonymous_backendrole';

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

/** Scope of a request with the tenant in its header. */
const scopeIn = async (securitytenant: string) => {
  const headers = { securitytenant };
  const { body } = await (await visitor()).get('/api/test/whoami', { headers });
  return [body.tenant, body.scope?.canRead, body.scope?.canWrite];
};

describe('anonymous visitor', () => {
  it('has no private tenant and writes only where a role grants the tenant', async () => {
    await start();
    expect(await scopeIn('__user__')).toEqual(['', true, false]);
    expect(await scopeIn('opendistro_security_anonymous')).toEqual(['', true, false]);
    expect(await scopeIn('')).toEqual(['', true, false]);
    expect(await scopeIn('sales')).toEqual(['sales', true, true]);
    const client = await visitor();
    const username = 'opendistro_security_anonymous';
    const chosen = { tenant: '__user__', username };
    expect((await client.post('/api/v1/multitenancy/tenant', chosen)).status).toBe(403);
    const { body } = await client.get('/api/v1/configuration/account');
    expect(body.data.tenants).toEqual({ global_tenant: false, sales: true });
  });

  it('only reads without multitenancy', async () => {
    await start({ multitenancy: { enabled: false } });
    expect(await scopeIn('')).toEqual([null, true, false]);
    await addUser(server, 'jdoe', 'Violet-Harbor-7-Kettle');
    const jdoe = await server.loggedIn('jdoe', 'Violet-Harbor-7-Kettle');
    expect((await jdoe.get('/api/test/whoami')).body.scope).toMatchObject({ canWrite: true });
  });
});

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
