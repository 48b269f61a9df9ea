/**
 * The engine's entry point of the built server, used as scripts and the official client use a
 * cluster. `engine_client.test.ts` tests all client methods against the engine itself.
 */
import { Client } from '@opensearch-project/opensearch';
import type { HttpClient } from '../helpers/http_client';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

const API = '/_plugins/_security/api';
const PASSWORD = 'Vintage-Tractor-42';

jest.setTimeout(60_000);

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ args: ['--engine.restapi.password_min_length=12'] });
});
afterAll(() => server.stop());

const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});
const AS_ADMIN = basic(ADMIN.username, ADMIN.password);

it('responds to health and whoami with any Authorization header', async () => {
  const http = server.client();
  const wrong = basic(ADMIN.username, 'wrong').authorization;
  for (const authorization of ['', 'Basic', 'Bearer x', 'Nope x', wrong]) {
    const headers = { authorization };
    for (const name of ['health', 'whoami'])
      expect((await http.get(`/_plugins/_security/${name}`, { headers })).status).toBe(200);
    expect((await http.get('/_plugins/_security/authinfo', { headers })).status).toBe(401);
  }
});

describe('HTTP Basic', () => {
  let http: HttpClient;
  beforeEach(() => {
    http = server.client();
  });
  /** Like curl: neither cookie nor XSRF header. */
  const headers = { ...AS_ADMIN, 'kbn-xsrf': '' };
  const put = (path: string, body: unknown) => http.put(`${API}/${path}`, body, { headers });

  it('creates a user, maps a role, explains the access, and reads everything back', async () => {
    const role = {
      index_permissions: [{ index_patterns: ['sales-*'], allowed_actions: ['read'] }],
    };
    const user = { password: PASSWORD, backend_roles: ['sales'] };
    for (const [path, body] of [
      ['roles/sales_reader', role],
      ['internalusers/jdoe', user],
      ['rolesmapping/sales_reader', { backend_roles: ['sales'] }],
    ] as const) {
      const created = await put(path, body);
      expect([created.status, created.body]).toEqual([
        201,
        { status: 'CREATED', message: `'${path.split('/')[1]}' created.` },
      ]);
    }
    const jdoe = { headers: basic('jdoe', PASSWORD) };
    expect((await http.get('/_plugins/_security/authinfo', jdoe)).body).toMatchObject({
      user_name: 'jdoe',
      roles: ['sales_reader'],
    });

    const request = 'user=jdoe&action=indices:data/read/search&index=sales-2024';
    const explained = await http.get(`/api/v1/access/explain?${request}`, { headers });
    expect(explained.body).toMatchObject({
      decision: { outcome: 'allowed' },
      grants: [{ role: 'sales_reader', index_match: { pattern: 'sales-*' } }],
    });

    for (const [type, name] of [
      ['roles', 'sales_reader'],
      ['internalusers', 'jdoe'],
      ['rolesmapping', 'sales_reader'],
      ['actiongroups', 'read'],
      ['tenants', 'global_tenant'],
    ] as const) {
      const all = await http.get(`${API}/${type}`, { headers });
      expect([all.status, Object.keys(all.body)]).toEqual([200, expect.arrayContaining([name])]);
      expect(all.text).not.toContain('$argon2');
      const legacy = await http.get(`/_opendistro/_security/api/${type}`, { headers });
      expect(legacy.body).toEqual(all.body);
    }
  });

  it('shows the requests in the change history and in the audit log', async () => {
    await put('tenants/recorded', { description: 'd' });
    const history = await http.get('/api/v1/history?type=tenants&name=recorded', { headers });
    expect(history.body.items).toMatchObject([{ actor: 'admin', action: 'create', via: 'rest' }]);
    const query = 'categories=COMPLIANCE_INTERNAL_CONFIG_WRITE&search=recorded';
    const audit = await http.get(`/api/v1/audit/events?${query}`, { headers });
    expect(audit.body.events).toMatchObject([{ audit_request_effective_user: 'admin' }]);
  });

  it('follows the configuration of the server', async () => {
    expect((await put('internalusers/short', { password: 'Sh0rt-pw-9x' })).body).toMatchObject({
      status: 'error',
      reason: 'Password is too short',
    });
  });

  it('returns the same 401 without credentials, with wrong ones, and for unknown users', async () => {
    for (const given of [{}, basic('admin', 'wrong'), basic('nobody', 'wrong'), basic('', '')]) {
      const {
        status,
        headers: response,
        text,
      } = await http.get(`${API}/roles`, { headers: given });
      expect([status, text]).toEqual([401, 'Unauthorized']);
      expect(response.get('www-authenticate')).toBe('Basic realm="OpenSearch Security"');
    }
    const refused = await http.put(`${API}/tenants/never`, { description: '' });
    expect(refused.status).toBe(401);
    expect((await http.get(`${API}/tenants/never`, { headers })).status).toBe(404);
    for (const path of ['/api/v1/history', '/api/v1/audit/events'])
      expect((await http.get(path)).status).toBe(401);
  });

  it('returns 403 for users without access to the API', async () => {
    await put('internalusers/plain', { password: PASSWORD });
    const plain = { headers: basic('plain', PASSWORD) };
    const { status, body } = await http.get(`${API}/roles`, plain);
    expect([status, body]).toEqual([
      403,
      { status: 'FORBIDDEN', message: expect.stringContaining('No permission to access REST API') },
    ]);
  });
});

describe('the session', () => {
  it('reads with the cookie alone, and writes with the XSRF header', async () => {
    const admin = await server.adminClient();
    const bare = { headers: { 'kbn-xsrf': '' } };
    const path = `${API}/tenants/by_session`;
    expect((await admin.get(`${API}/tenants`, bare)).status).toBe(200);
    const refused = await admin.put(path, { description: 'd' }, bare);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Request must contain a kbn-xsrf header.',
    ]);
    expect((await admin.get(path)).status).toBe(404);
    expect((await admin.put(path, { description: 'd' })).status).toBe(201);
    const alias = { headers: { 'kbn-xsrf': '', 'osd-xsrf': 'true' } };
    expect((await admin.delete(path, alias)).status).toBe(200);
    admin.clearCookies();
    expect((await admin.get(`${API}/tenants`)).status).toBe(401);
  });
});

describe('the official client', () => {
  type Method = (
    params: Record<string, unknown>
    // The bodies differ between requests; each assertion names the fields it checks.
  ) => Promise<{ readonly statusCode: number | null; readonly body: any }>;
  let client: Client;
  const call = (name: string, params: Record<string, unknown> = {}) => {
    const security = client.security as unknown as Record<string, Method>;
    return security[name]!.call(client.security, params);
  };
  beforeAll(() => {
    client = new Client({ node: server.url, auth: { ...ADMIN } });
  });
  afterAll(() => client.close());

  it('identifies the server as a cluster', async () => {
    expect((await client.info()).body).toMatchObject({
      version: { distribution: 'opensearch', number: expect.stringMatching(/^3\./) },
    });
    expect((await call('authinfo')).body).toMatchObject({ user_name: 'admin' });
    expect((await call('health')).body).toMatchObject({ status: 'UP' });
  });

  it.each([
    ['User', 'username', 'client user/é', { password: PASSWORD, description: 'd' }],
    ['Role', 'role', 'client_role', { description: 'd', cluster_permissions: ['x'] }],
    ['RoleMapping', 'role', 'readall', { description: 'd', backend_roles: ['x'] }],
    [
      'ActionGroup',
      'action_group',
      'client_group',
      { description: 'd', allowed_actions: ['read'] },
    ],
    ['Tenant', 'tenant', 'client_tenant', { description: 'd' }],
  ])('creates, reads, patches and deletes: %s', async (kind, param, name, body) => {
    const one = { [param]: name };
    const patch = [{ op: 'replace', path: '/description', value: 'patched' }];
    expect([200, 201]).toContain((await call(`create${kind}`, { ...one, body })).statusCode);
    expect((await call(`get${kind}`, one)).body[name]).toMatchObject({ description: 'd' });
    expect((await call(`patch${kind}`, { ...one, body: patch })).statusCode).toBe(200);
    expect((await call(`get${kind}s`)).body[name]).toMatchObject({ description: 'patched' });
    expect((await call(`delete${kind}`, one)).body).toMatchObject({ status: 'OK' });
    await expect(call(`get${kind}`, one)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('gets an error for a wrong password', async () => {
    const stranger = new Client({ node: server.url, auth: { ...ADMIN, password: 'wrong' } });
    await expect(stranger.security.authinfo()).rejects.toMatchObject({ statusCode: 401 });
    await stranger.close();
  });
});
