/**
 * Contract of the configuration API (docs/reference/security-app.md#configuration-routes), against
 * the built server.
 */
import type { HttpClient } from '../helpers/http_client';
import { ADMIN, startServer, type TestServer } from '../helpers/server';

jest.setTimeout(60_000);
const API = '/api/v1/configuration';
const PASSWORD = 'Jane-doe-secret-7';

describe('security entity API', () => {
  let server: TestServer;
  let admin: HttpClient;
  beforeAll(async () => {
    server = await startServer();
    admin = await server.adminClient();
  });
  afterAll(() => server.stop());

  it.each([
    [
      'internalusers',
      { description: 'first', password: PASSWORD, backend_roles: [], attributes: {} },
    ],
    [
      'roles',
      {
        description: 'first',
        index_permissions: [{ index_patterns: ['*'], allowed_actions: ['read'] }],
      },
    ],
    ['actiongroups', { description: 'first', allowed_actions: ['read'] }],
    ['tenants', { description: 'first' }],
  ])('creates, reads, lists, updates and deletes %s', async (resource, body) => {
    const path = `${API}/${resource}/test_entity`;
    expect((await admin.post(path, body)).status).toBe(200);
    const read = await admin.get(path);
    expect([read.status, read.body.description]).toEqual([200, 'first']);
    if (resource === 'roles')
      expect(read.body.index_permissions[0]).toMatchObject({ fls: [], masked_fields: [] });
    const list = await admin.get(`${API}/${resource}`);
    expect(list.body.total).toBeGreaterThan(0);
    expect(list.body.data.test_entity.description).toBe('first');
    expect((await admin.post(path, { ...body, description: 'second' })).status).toBe(200);
    expect((await admin.get(path)).body.description).toBe('second');
    expect((await admin.delete(path)).status).toBe(200);
    expect((await admin.get(path)).status).toBe(404);
  });

  it('maps users to an existing role', async () => {
    await admin.post(`${API}/roles/mapped`, { description: 'd' });
    expect(
      (
        await admin.post(`${API}/rolesmapping/mapped`, {
          users: ['admin'],
          backend_roles: [],
          hosts: [],
        })
      ).status
    ).toBe(200);
    expect((await admin.get(`${API}/rolesmapping/mapped`)).body.users).toEqual(['admin']);
  });

  it('returns the account by session and by header', async () => {
    expect((await admin.get(`${API}/account`)).body.data.user_name).toBe('admin');
    const authorization = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`;
    expect(
      (await server.client().get(`${API}/account`, { headers: { authorization } })).status
    ).toBe(200);
  });

  it('lets a user without permissions change only their own password', async () => {
    await admin.post(`${API}/internalusers/plain`, {
      password: PASSWORD,
      backend_roles: [],
      attributes: {},
    });
    const plain = server.client();
    await plain.login('plain', PASSWORD);
    expect((await plain.get(`${API}/roles`)).status).toBe(403);
    const changed = await plain.post(`${API}/account`, {
      password: 'Another-secret-8!',
      current_password: PASSWORD,
    });
    expect(changed.status).toBe(200);
    expect((await server.client().login('plain', 'Another-secret-8!')).status).toBe(200);
    expect((await server.client().login('plain', PASSWORD)).status).toBe(401);
  });

  it('purges the cache, reports API access, reads and writes the audit configuration', async () => {
    expect((await admin.delete(`${API}/cache`)).status).toBe(200);
    expect((await admin.get('/api/v1/restapiinfo')).body.has_api_access).toBe(true);
    const { config } = (await admin.get(`${API}/audit`)).body;
    expect((await admin.post(`${API}/audit/config`, config)).status).toBe(200);
  });
});
