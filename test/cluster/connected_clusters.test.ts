/** A home on the embedded engine, connected to the cluster as an administrator of it. */
import { readFileSync } from 'node:fs';
import type { HttpClient } from '../helpers/http_client';
import {
  adminClient,
  asAdmin,
  closeClients,
  clusterNode,
  forgetEntities,
} from '../helpers/cluster';
import { PREFIX } from '../helpers/cluster_backend';
import { startSecurityServer, type SecurityServer } from '../helpers/security_server';

jest.setTimeout(120_000);

const API = '/api/v1/configuration';
const there = { headers: { securitycluster: 'other' } };
const OWN = ['rolesmapping/promoted', 'roles/promoted', 'internalusers/limited'];
const cluster = adminClient();
const read = (path: string) => asAdmin(cluster, 'GET', `${PREFIX}/${path}`, undefined, [404]);

let server: SecurityServer;
let admin: HttpClient;
const enter = (username: string, password: string) =>
  admin.put('/api/v1/clusters/other/credentials', { username, password });

beforeAll(async () => {
  await forgetEntities(cluster, OWN);
  const { url, ca, adminPassword } = clusterNode();
  const ssl = { certificate_authorities: ca };
  server = await startSecurityServer({
    config: {
      clusters: {
        other: { hosts: url, ssl },
        foreign: { hosts: url },
      },
    },
  });
  admin = await server.admin();
  expect((await enter('admin', adminPassword)).status).toBe(200);
});
afterAll(async () => {
  await server.stop();
  await forgetEntities(cluster, OWN);
  await closeClients();
});

it('creates, lists, changes and deletes there, records it there, and leaves home alone', async () => {
  const role = { cluster_permissions: ['cluster_monitor'], description: 'First' };
  const created = await admin.post(`${API}/roles/promoted`, role, there);
  expect([created.status, created.body]).toEqual([200, expect.anything()]);
  expect(await read('roles/promoted')).toMatchObject({ promoted: { description: 'First' } });
  expect((await admin.get(`${API}/roles/promoted`)).status).toBe(404);
  await admin.post(`${API}/rolesmapping/promoted`, { users: ['somebody'] }, there);
  const found = await admin.get('/api/v1/search/roles?search=promoted', there);
  expect(found.body.items).toMatchObject([{ name: 'promoted', mapping: { users: ['somebody'] } }]);
  const { headers } = await admin.get(`${API}/roles/promoted`, there);
  const stale = { headers: { ...there.headers, 'if-match': '"0"' } };
  expect((await admin.post(`${API}/roles/promoted`, role, stale)).status).toBe(409);
  const current = { headers: { ...there.headers, 'if-match': headers.get('etag') ?? '' } };
  const changed = { ...role, description: 'Second' };
  expect((await admin.post(`${API}/roles/promoted`, changed, current)).status).toBe(200);
  const history = await admin.get('/api/v1/history?name=promoted', there);
  expect(history.body.items.length).toBeGreaterThanOrEqual(3);
  const atHome = await admin.get('/api/v1/history?name=promoted');
  expect(atHome.body.items).toEqual([]);
  expect((await admin.delete(`${API}/roles/promoted`, there)).status).toBe(200);
  expect(await read('roles/promoted')).not.toHaveProperty('promoted');
});

it('checks the configuration there, and keeps what is accepted here', async () => {
  const role = { cluster_permissions: ['cluster_monitor'] };
  await admin.post(`${API}/roles/promoted`, role, there);
  const idOf = 'unassigned-role:roles/promoted';
  const found = async () =>
    (await admin.get('/api/v1/findings?fresh=true', there)).body.findings as readonly {
      readonly id: string;
      readonly accepted?: object;
    }[];
  expect((await found()).find(({ id }) => id === idOf)).toMatchObject({
    severity: 'low',
    change: { roles: { promoted: null } },
  });
  const body = { reason: 'Used next week', until: Date.now() + 86_400_000 };
  const path = `/api/v1/findings/${encodeURIComponent(idOf)}/acceptance`;
  expect((await admin.put(path, body, there)).status).toBe(200);
  expect((await found()).find(({ id }) => id === idOf)).toMatchObject({
    accepted: { by: 'admin' },
  });
  await admin.delete(`${API}/roles/promoted`, there);
});

it('names a certificate that it does not trust', async () => {
  const { adminPassword: password } = clusterNode();
  const response = await admin.put('/api/v1/clusters/foreign/credentials', {
    username: 'admin',
    password,
  });
  expect(response.body.attributes.code).toBe('security.cluster_tls');
});

it('names wrong passwords and users without permission, and keeps what was entered before', async () => {
  const password = 'Vintage-Tractor-42';
  await asAdmin(cluster, 'PUT', `${PREFIX}/internalusers/limited`, { password });
  expect((await enter('admin', 'wrong')).body.attributes.code).toBe('security.cluster_password');
  expect((await enter('limited', password)).body.attributes.code).toBe('security.cluster_rights');
  const test = await admin.post('/api/v1/clusters/other/_test', {});
  expect(test.body).toEqual({ user_name: 'admin', version: clusterNode().version });
});

it('is connected with PEM text while the server runs, and trusted by it', async () => {
  const { url, ca, adminPassword: password, version } = clusterNode();
  const settings = {
    name: 'Added',
    hosts: [url],
    credentials: 'service',
    username: 'admin',
    password,
    ssl: { certificate_authorities: readFileSync(ca, 'utf8') },
  };
  const tested = await admin.post('/api/v1/clusters/_test', { settings });
  expect(tested.body).toEqual({ user_name: 'admin', version });
  expect((await admin.post('/api/v1/clusters/added', settings)).status).toBe(200);
  const added = { headers: { securitycluster: 'added' } };
  expect((await admin.get(`${API}/roles/all_access`, added)).status).toBe(200);
  expect((await admin.delete('/api/v1/clusters/added')).status).toBe(200);
  expect((await admin.get(`${API}/roles/all_access`, added)).status).toBe(404);
});
