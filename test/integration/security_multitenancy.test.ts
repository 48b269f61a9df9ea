/**
 * Contract of tenants (docs/reference/security-app.md#configuration-routes), against the built
 * server.
 */
import type { HttpClient } from '../helpers/http_client';
import { startServer, type TestServer } from '../helpers/server';

jest.setTimeout(60_000);
const API = '/api/v1/configuration';
const TENANT = '/api/v1/multitenancy/tenant';
const PASSWORD = 'Jane-doe-secret-7';

describe('tenants', () => {
  let server: TestServer;
  let admin: HttpClient;
  const asUser = async (name: string): Promise<HttpClient> => {
    const client = server.client();
    await client.login(name, PASSWORD);
    return client;
  };
  const titlesOf = async (client: HttpClient): Promise<string[]> => {
    const { body } = await client.get('/api/saved_objects/_find?type=dashboard');
    return body.saved_objects
      .map((object: { attributes: { title: string } }) => object.attributes.title)
      .sort();
  };
  const save = (client: HttpClient, id: string) =>
    client.post(`/api/saved_objects/dashboard/${id}`, { attributes: { title: id } });

  beforeAll(async () => {
    server = await startServer();
    admin = await server.adminClient();
    await admin.post(`${API}/tenants/hr_dep`, { description: '' });
    const grants = (allowed_actions: string[]) => ({
      tenant_permissions: [{ tenant_patterns: ['hr_dep'], allowed_actions }],
    });
    await admin.post(`${API}/roles/hr_reader`, grants(['kibana_all_read']));
    await admin.post(`${API}/roles/hr_writer`, grants(['kibana_all_write']));
    for (const name of ['reader', 'writer']) {
      await admin.post(`${API}/internalusers/${name}`, {
        password: PASSWORD,
        backend_roles: [],
        attributes: {},
      });
    }
    await admin.post(`${API}/rolesmapping/hr_reader`, { users: ['reader'] });
    await admin.post(`${API}/rolesmapping/hr_writer`, { users: ['writer'] });
  });
  afterAll(() => server.stop());

  it('separate saved objects and enforce the permissions in each tenant', async () => {
    const writer = await asUser('writer');
    const reader = await asUser('reader');
    expect((await save(writer, 'private-one')).status).toBe(200);
    for (const [client, username] of [
      [writer, 'writer'],
      [reader, 'reader'],
    ] as const) {
      expect((await client.post(TENANT, { tenant: 'hr_dep', username })).status).toBe(200);
      expect((await client.get(TENANT)).body).toBe('hr_dep');
    }
    expect((await save(writer, 'hr-one')).status).toBe(200);
    expect(await titlesOf(writer)).toEqual(['hr-one']);
    expect(await titlesOf(reader)).toEqual(['hr-one']);
    expect((await save(reader, 'hr-two')).status).toBe(403);
    await writer.post(TENANT, { tenant: '__user__', username: 'writer' });
    expect(await titlesOf(writer)).toEqual(['private-one']);
    await reader.post(TENANT, { tenant: '__user__', username: 'reader' });
    expect(await titlesOf(reader)).toEqual([]);
  });

  it('tell the browser which apps exist', async () => {
    const links = async (client: HttpClient) =>
      (await client.post('/api/core/capabilities', { applications: ['home', 'security'] })).body
        .navLinks;
    expect(await links(admin)).toMatchObject({ home: true, security: true });
    expect(await links(await asUser('reader'))).toMatchObject({ home: true, security: false });
  });
});
