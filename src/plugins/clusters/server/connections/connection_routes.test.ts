/** Connections that administrators add while the server runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  FAKE_PASSWORD,
  FAKE_ROLE,
  FakeCluster,
  healthy,
  json,
} from '../../../../../test/helpers/fake_cluster';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';
import { waitForCondition } from '../../../../../test/helpers/wait_for';

jest.setTimeout(60_000);

const PATH = '/api/v1/clusters/shop';
const there = { headers: { securitycluster: 'shop' } };
const codeOf = ({ body }: { body: { attributes?: { code?: string } } }) => body.attributes?.code;

let remote: FakeCluster;
let server: SecurityServer;
let admin: HttpClient;
const service = (more: object = {}) => ({
  name: 'Shop',
  hosts: [remote.url],
  credentials: 'service',
  request_timeout: 30_000,
  username: 'root',
  password: FAKE_PASSWORD,
  environment: 'production',
  ...more,
});
const own = (more: object = {}) => ({
  name: 'Shop',
  hosts: [remote.url],
  credentials: 'session',
  request_timeout: 30_000,
  ...more,
});
const test = (settings: object, more: object = {}) =>
  admin.post('/api/v1/clusters/_test', { settings, ...more });

beforeAll(async () => {
  remote = await FakeCluster.start();
});
beforeEach(async () => {
  remote.reset();
  server = await startSecurityServer({
    config: { clusters: { filed: { hosts: remote.url } } },
  });
  admin = await server.admin();
});
afterEach(() => server.stop());
afterAll(() => remote.close());

it('connects a cluster without a restart, and lets it go again', async () => {
  expect((await admin.post(PATH, service())).status).toBe(200);
  const roles = await admin.get('/api/v1/configuration/roles', there);
  expect(Object.keys(roles.body.data)).toEqual(['remote']);
  const { body } = await admin.get('/api/v1/clusters');
  expect(body.clusters).toMatchObject([
    { id: 'home' },
    { id: 'filed', is_from_file: true },
    { id: 'shop', is_from_file: false, environment: 'production', user_name: 'root' },
  ]);
  expect((await admin.delete(PATH)).status).toBe(200);
  const after = await admin.get('/api/v1/configuration/roles', there);
  expect([after.status, codeOf(after)]).toEqual([404, 'security.unknown_cluster']);
});

it('offers the pages of several clusters from the first one to the last, also after a reload', async () => {
  await server.stop();
  server = await startSecurityServer();
  admin = await server.admin();
  const isConnected = async () =>
    (await admin.post('/api/core/capabilities', { applications: [] })).body.securityClusters
      .connected;
  expect(await isConnected()).toBe(false);
  await admin.post(PATH, service());
  expect(await isConnected()).toBe(true);
  await admin.delete(PATH);
  expect(await isConnected()).toBe(false);
});

it('returns no secret, writes none in plain text, and keeps one that is not sent again', async () => {
  const created = await admin.post(PATH, service());
  expect(created.body).toMatchObject({ has_password: true, has_key: false });
  const { password: _password, ...unchanged } = service({ name: 'Renamed' });
  expect((await admin.put(PATH, unchanged)).status).toBe(200);
  expect((await admin.post(`${PATH}/_test`, {})).body.user_name).toBe('root');
  const moved = await admin.put(PATH, { ...unchanged, hosts: ['http://127.0.0.1:9'] });
  expect([moved.status, codeOf(moved)]).toEqual([400, 'security.cluster_secret_again']);
  const read = await admin.get(PATH);
  const events = await admin.get('/api/v1/audit/events?categories=CONNECTION_CHANGED');
  expect(events.body.events).toMatchObject([
    { audit_rest_request_method: 'PUT', audit_rest_request_path: PATH },
    { audit_rest_request_method: 'POST', audit_rest_request_path: PATH },
  ]);
  const file = readFileSync(join(server.dataDir, 'preferences.sqlite-wal'), 'latin1');
  expect(file).toContain('Renamed');
  for (const text of [created, read, events].map(({ body }) => JSON.stringify(body)))
    expect(text).not.toContain(FAKE_PASSWORD);
  expect(file + server.logs()).not.toContain(FAKE_PASSWORD);
});

it('records in the history who changed what, without secrets, and reverts nothing', async () => {
  await admin.post(PATH, service());
  await admin.put(PATH, service({ name: 'Renamed', password: `${FAKE_PASSWORD}2` }));
  await admin.delete(PATH);
  const list = await admin.get('/api/v1/history?type=connections&name=shop');
  expect(list.body.items).toMatchObject([
    { type: 'connections', name: 'shop', action: 'delete', via: 'rest' },
    { action: 'update', fields: ['name', 'password'] },
    { action: 'create', actor: 'admin' },
  ]);
  const [deleted, updated] = list.body.items as readonly { id: number }[];
  const details = await admin.get(`/api/v1/history/${updated?.id}`);
  expect(details.body).toMatchObject({
    before: { name: 'Shop', secrets: ['password'] },
    after: { name: 'Renamed' },
    is_latest: false,
    current_version: null,
  });
  expect(JSON.stringify(details.body)).not.toContain(FAKE_PASSWORD);
  const last = await admin.get(`/api/v1/history/${deleted?.id}`);
  expect(last.body.is_latest).toBe(true);
  const revert = await admin.post(`/api/v1/history/${deleted?.id}/revert`, {});
  expect([revert.status, revert.body.message]).toEqual([400, expect.stringMatching(/secrets/)]);
  // The audit log has its own event for it.
  const events = await admin.get('/api/v1/audit/events?search=connections');
  expect(events.body.events).toEqual([]);
});

it('leaves no findings and guardrails behind when it is removed', async () => {
  await admin.post(PATH, service());
  remote.respond = (request, response) =>
    request.url?.includes('/api/roles') && !/[0-9a-f]{8}-/.test(request.url)
      ? json(response, 200, { idle: FAKE_ROLE })
      : healthy(request, response);
  const since = async (): Promise<number> => {
    const { body } = await admin.get('/api/v1/findings?fresh=true', there);
    const found = body.findings as readonly { readonly id: string; readonly since: number }[];
    return found.find(({ id }) => id === 'unassigned-role:roles/idle')?.since ?? 0;
  };
  const first = await since();
  expect(first).toBeGreaterThan(0);
  expect(await since()).toBe(first);
  const promise = { rule: 'only', action: 'administer' };
  await admin.put('/api/v1/guardrails', { promise }, there);
  const promises = async () => (await admin.get('/api/v1/guardrails', there)).body;
  expect(await promises()).toEqual({ promise });
  await admin.delete(PATH);
  await admin.post(PATH, service());
  expect(await since()).toBeGreaterThan(first);
  expect(await promises()).toEqual({});
});

it('refuses to replace a version that was not seen, an id in use, and entries of the file', async () => {
  const created = await admin.post(PATH, own());
  const seen = { headers: { 'if-match': created.headers.get('etag') ?? '' } };
  expect((await admin.put(PATH, own({ name: 'First' }), seen)).status).toBe(200);
  for (const response of [
    await admin.put(PATH, own({ name: 'Second' }), seen),
    await admin.delete(PATH, seen),
  ])
    expect([response.status, codeOf(response)]).toEqual([409, 'security.cluster_stale']);
  expect(codeOf(await admin.post(PATH, own()))).toBe('security.cluster_exists');
  expect((await admin.get(PATH)).body.name).toBe('First');
  const filed = '/api/v1/clusters/filed';
  expect(codeOf(await admin.post(filed, own()))).toBe('security.cluster_exists');
  expect(codeOf(await admin.put(filed, own()))).toBe('security.cluster_from_file');
  expect(codeOf(await admin.delete(filed))).toBe('security.cluster_from_file');
});

it('forgets entered credentials when the connection leads to another server', async () => {
  await admin.post(PATH, own());
  await admin.put(`${PATH}/credentials`, { username: 'root', password: FAKE_PASSWORD });
  await admin.put(PATH, own({ name: 'Renamed' }));
  expect((await admin.get('/api/v1/configuration/roles', there)).status).toBe(200);
  const other = await FakeCluster.start();
  try {
    await admin.put(PATH, own({ hosts: [other.url] }));
    const response = await admin.get('/api/v1/configuration/roles', there);
    expect(codeOf(response)).toBe('core.backend.cluster_credentials');
    expect(other.requests).toEqual([]);
  } finally {
    other.close();
  }
});

it('tells who is asked for credentials that others changed the address since their last login', async () => {
  const chief = { opendistro_security_roles: ['all_access'], password: 'Vintage-Tractor-42' };
  await admin.post('/api/v1/configuration/internalusers/chief', chief);
  const credentials = { username: 'root', password: FAKE_PASSWORD };
  const entry = async (client: HttpClient) =>
    (await client.get('/api/v1/clusters')).body.clusters.find(
      ({ id }: { id: string }) => id === 'shop'
    );
  await admin.post(PATH, own());
  const before = await server.loggedIn('chief', chief.password);
  expect((await before.put(`${PATH}/credentials`, credentials)).status).toBe(200);
  const known = await server.loggedIn('chief', chief.password);
  expect((await entry(known)).moved).toBeUndefined();

  const elsewhere = `http://localhost:${new URL(remote.url).port}`;
  expect((await admin.put(PATH, own({ hosts: [elsewhere] }))).status).toBe(200);
  expect((await admin.put(PATH, own({ hosts: [elsewhere], name: 'Same' }))).status).toBe(200);
  expect((await entry(admin)).moved).toBeUndefined();
  const moved = { by: ['admin'], at: expect.any(Number), hosts_before: [remote.url] };
  for (const client of [before, known]) {
    expect(await entry(client)).toMatchObject({ moved });
    const asked = await client.get('/api/v1/configuration/roles', there);
    expect([asked.status, codeOf(asked)]).toEqual([403, 'core.backend.cluster_credentials']);
    expect(asked.body.message).toContain('changed by admin');
    expect(asked.body.attributes.moved).toEqual(moved);
  }
  expect((await before.put(`${PATH}/credentials`, credentials)).status).toBe(200);
  expect((await entry(known)).moved).toBeUndefined();

  // As much a change of the address.
  await admin.delete(PATH);
  await admin.post(PATH, own());
  expect((await entry(known)).moved).toEqual({ ...moved, hosts_before: [] });
});

/** @returns what lets the cluster answer the requests that it holds from now on */
function holdAnswers(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  remote.respond = (request, response) => void released.then(() => healthy(request, response));
  return release;
}

it('waits for a slow cluster without delaying other requests', async () => {
  await admin.post(PATH, service());
  const release = holdAnswers();
  const roles = admin.get('/api/v1/configuration/roles', there);
  await waitForCondition(() => remote.requests.length > 0);
  for (const path of ['roles', 'internalusers', 'tenants'])
    expect((await admin.get(`/api/v1/configuration/${path}`)).status).toBe(200);
  release();
  expect(Object.keys((await roles).body.data)).toEqual(['remote']);
});

it('never mixes up two clusters, whatever they claim to be', async () => {
  const other = await FakeCluster.start();
  other.respond = (request, response) => {
    const path = request.url ?? '';
    // The same credentials, the same names, and the name of another user.
    if (path.endsWith('/authinfo')) return json(response, 200, { user_name: 'admin', roles: [] });
    if (path.endsWith('/api/roles'))
      return json(response, 200, { remote: { ...FAKE_ROLE, description: 'B' } });
    healthy(request, response);
  };
  try {
    await admin.post(PATH, service());
    await admin.post('/api/v1/clusters/other', service({ hosts: [other.url] }));
    const descriptionOn = async (securitycluster: string) => {
      const at = '/api/v1/search/roles?search=remote';
      const { body } = await admin.get(at, { headers: { securitycluster } });
      return body.items[0]?.entity.description;
    };
    const ids = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'shop' : 'other'));
    expect(await Promise.all(ids.map(descriptionOn))).toEqual(
      ids.map((id) => (id === 'shop' ? undefined : 'B'))
    );
    expect((await admin.get('/api/v1/auth/authinfo')).body.user_name).toBe('admin');
    const list = await admin.get('/api/v1/clusters');
    expect(list.body.clusters).toMatchObject([
      {},
      {},
      { user_name: 'root' },
      { user_name: 'root' },
    ]);
  } finally {
    other.close();
  }
});

it('lets a request that runs end on the connection that is replaced', async () => {
  await admin.post(PATH, service());
  await admin.post(`${PATH}/_test`, {});
  remote.requests = [];
  const release = holdAnswers();
  const running = admin.get('/api/v1/configuration/roles/remote', there);
  await waitForCondition(() => remote.requests.length > 0);
  await admin.put(PATH, service({ name: 'Renamed' }));
  release();
  expect((await running).status).toBe(200);
});

it('names what is wrong before a connection is saved', async () => {
  const address = { hosts: ['http://127.0.0.1:9'] };
  const pem = { ssl: { certificate_authorities: '/etc/passwd' } };
  const cases: ReadonlyArray<readonly [object, string]> = [
    [service({ password: 'wrong' }), 'security.cluster_password'],
    [service(address), 'security.cluster_address'],
    [service({ hosts: [remote.url.replace('http', 'https')] }), 'security.cluster_tls'],
    [service({ hosts: ['http://169.254.169.254'] }), 'security.cluster_blocked'],
    [service({ hosts: ['file:///etc/passwd'] }), 'security.cluster_host'],
    [service({ hosts: ['http://root:x@localhost:9200'] }), 'security.cluster_host'],
    [service({ hosts: ['http://localhost:9200/base'] }), 'security.cluster_host'],
    [service(pem), 'security.cluster_certificate'],
    [{ ...own(), username: 'root', password: 'x' }, 'security.cluster_service_only'],
  ];
  for (const [settings, code] of cases) expect(codeOf(await test(settings))).toBe(code);
  const saved = await admin.post(PATH, service({ hosts: ['http://169.254.169.254'] }));
  expect(codeOf(saved)).toBe('security.cluster_blocked');
});

it('tests unsaved connections with the own credentials, and without any as far as possible', async () => {
  expect(codeOf(await test(own()))).toBe('core.backend.cluster_credentials');
  const body = { username: 'root', password: FAKE_PASSWORD };
  expect((await test(own(), body)).body).toEqual({ user_name: 'root', version: '3.4.0' });
  expect((await admin.get('/api/v1/clusters')).body.clusters).toHaveLength(2);
});

it('accepts 20 connections at most, and ids that can stand in addresses only', async () => {
  for (let at = 1; at < 20; at++) await admin.post(`/api/v1/clusters/c${at}`, own());
  expect(codeOf(await admin.post('/api/v1/clusters/more', own()))).toBe('security.cluster_limit');
  for (const id of ['home', 'A', 'a.b'])
    expect(codeOf(await admin.post(`/api/v1/clusters/${id}`, own()))).toBe('security.cluster_id');
});

it('keeps texts of a cluster and of fields as data', async () => {
  const script = '<script>alert(1)</script>';
  remote.respond = (request, response) =>
    request.url?.endsWith('/authinfo')
      ? json(response, 200, { user_name: script })
      : healthy(request, response);
  const name = script;
  await admin.post(PATH, service({ name }));
  const tested = await admin.post(`${PATH}/_test`, {});
  expect(tested.body.user_name).toBe(script);
  expect(tested.headers.get('content-type')).toContain('application/json');
  expect((await admin.post('/api/v1/clusters/x', own({ color: 'red;x' }))).status).toBe(400);
});

it('connects only to allowed addresses, whatever a name resolves to', async () => {
  const strict = await startSecurityServer({
    config: { cluster_connections: { allowed_hosts: ['10.0.0.0/8', '*.example.org'] } },
  });
  try {
    const client = await strict.admin();
    const settings = own({ hosts: [remote.url.replace('127.0.0.1', 'localhost')] });
    const response = await client.post('/api/v1/clusters/_test', { settings });
    expect(codeOf(response)).toBe('security.cluster_blocked');
    expect(remote.requests).toEqual([]);
  } finally {
    await strict.stop();
  }
});

it('is for administrators only', async () => {
  expect((await server.client().post(PATH, own())).status).toBe(401);
});
