/** The setup status on the home page, from the built server with its own engine. */
import { READ_SETUP } from '../../src/plugins/home/common';
import { ADMIN, startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';

jest.setTimeout(60_000);

const API = '/_plugins/_security/api';
const basic = {
  authorization: `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`,
};
const ROLE = { cluster_permissions: ['cluster_monitor'] };
const PASSWORD = 'Vintage-Tractor-42';
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function put(what: string, body: unknown): Promise<void> {
  const { status, text } = await server.client().put(`${API}/${what}`, body, { headers: basic });
  if (status >= 300) throw new Error(`PUT ${what} answered ${status}: ${text}`);
}

it('returns the setup status to administrators only', async () => {
  const admin = await server.adminClient();
  expect((await admin.get(READ_SETUP.path)).body).toEqual({
    engine: { kind: 'embedded', level: 'available', summary: expect.any(String) },
    users: { total: 1, withFullAccess: 1, withoutRole: 0 },
    roles: { total: 0, unused: { count: 0, isAtLeast: false, names: [] } },
    tenants: { total: 0 },
    isMultitenancyOn: true,
    isAuditLogOn: true,
  });

  await put('roles/mapped', ROLE);
  await put('roles/direct', ROLE);
  await put('roles/idle', ROLE);
  await put('rolesmapping/mapped', { backend_roles: ['sales'] });
  await put('tenants/sales', { description: '' });
  await put('internalusers/anna', { password: PASSWORD, backend_roles: ['sales'] });
  await put('internalusers/ben', {
    password: PASSWORD,
    opendistro_security_roles: ['direct', 'all_access'],
  });
  await put('internalusers/carl', { password: PASSWORD });
  await put('rolesmapping/own_index', { users: ['ben'] });
  // The result is cached for a second.
  await waitForCondition(async () => (await admin.get(READ_SETUP.path)).body.users.total === 4);
  expect((await admin.get(READ_SETUP.path)).body).toMatchObject({
    users: { total: 4, withFullAccess: 2, withoutRole: 1 },
    roles: { total: 3, unused: { count: 1, isAtLeast: false, names: ['idle'] } },
    tenants: { total: 1 },
  });

  const anna = server.client();
  await anna.login('anna', PASSWORD);
  expect((await anna.get(READ_SETUP.path)).status).toBe(403);
  expect((await server.client().get(READ_SETUP.path)).status).toBe(401);
});
