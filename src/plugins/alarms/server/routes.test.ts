import { ALARM_LIMITS } from '@sd/contracts';
import type { DocumentStore } from '@sd/core/server';
import {
  ADMIN,
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../test/helpers/security_server';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import type { HttpClient } from '../../../../test/helpers/http_client';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { WebReceiver } from '../../../../test/helpers/web_receiver';
import type { AlarmMessage } from './alarm_message';

jest.setTimeout(60_000);

const SECRET = 'a-secret-of-the-receiver';
let receiver: WebReceiver;
let server: SecurityServer;
const startServer = (dataDir?: string): Promise<SecurityServer> =>
  startSecurityServer({
    ...(dataDir !== undefined && { dataDir }),
    requests: {},
    server: { publicBaseUrl: 'https://logs.example.org/dashboards' },
    alarms: {
      destinations: [
        {
          name: 'ops',
          kind: 'webhook',
          url: `${receiver.url}/hook?token=path-secret`,
          secret: SECRET,
        },
      ],
      allowed_hosts: ['127.0.0.1'],
      failed_logins: { threshold: 3 },
    },
  });
beforeEach(async () => {
  receiver = new WebReceiver();
  await receiver.start();
  server = await startServer();
});
afterEach(async () => {
  await server.stop();
  await receiver.stop();
});
const messages = () => receiver.messages<AlarmMessage>();

it('sends a test message, and shows deliveries without secrets', async () => {
  const admin = await server.admin();
  const before = await admin.get('/api/v1/alarms');
  expect(before.body).toMatchObject({
    destinations: [{ name: 'ops', kind: 'webhook', target: receiver.url, delivered: 0 }],
    min_severity: 'high',
    is_quiet: false,
    held: 0,
    time_zone: 'UTC',
  });
  const test = await admin.post('/api/v1/alarms/ops/test', {});
  expect([test.status, test.body]).toEqual([200, { delivered: true }]);
  expect(messages()).toMatchObject([
    { type: 'test', subject: 'Test of the alarm destination ops, sent by admin.' },
  ]);
  receiver.statuses = [404];
  const failed = await admin.post('/api/v1/alarms/ops/test', {});
  expect(failed.body).toEqual({ delivered: false, reason: expect.stringContaining('404') });
  const after = await admin.get('/api/v1/alarms');
  const { destinations } = after.body;
  expect(destinations).toMatchObject([
    { delivered: 1, last_error: { reason: failed.body.reason } },
  ]);
  for (const text of [after.text, server.logs()])
    expect(text).not.toMatch(/path-secret|of-the-receiver/);
});

it('limits how many test messages a user can send in a minute', async () => {
  const admin = await server.admin();
  const test = () => admin.post('/api/v1/alarms/ops/test', {});
  for (let sent = 0; sent < ALARM_LIMITS.testsPerMinute; sent++)
    expect((await test()).status).toBe(200);
  const refused = await test();
  expect([refused.status, refused.body.attributes.code]).toEqual([
    429,
    'core.http.too_many_requests',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(receiver.received).toHaveLength(ALARM_LIMITS.testsPerMinute);
});

it('counts messages that wait since before a restart', async () => {
  const dataDir = temporaryFolder();
  const first = await startServer(dataDir);
  receiver.statuses = [500];
  const admin = await first.admin();
  await admin.delete(`/api/v1/configuration/internalusers/${ADMIN.username}`);
  const stateOf = async (client: HttpClient) =>
    (await client.get('/api/v1/alarms')).body.destinations[0];
  await waitForCondition(async () => (await stateOf(admin)).last_error !== undefined);
  expect(await stateOf(admin)).toMatchObject({ waiting: 1 });
  await first.stop();
  const second = await startServer(dataDir);
  expect(await stateOf(await second.admin())).toMatchObject({ waiting: 1, delivered: 0 });
  await second.stop();
});

it('rejects unknown destinations, users who are no administrators, and other sites', async () => {
  await addUser(server, 'jane', 'Jane-Password-1!');
  const jane = await server.loggedIn('jane', 'Jane-Password-1!');
  expect((await jane.get('/api/v1/alarms')).status).toBe(403);
  expect((await jane.post('/api/v1/alarms/ops/test', {})).status).toBe(403);
  expect((await server.client().get('/api/v1/alarms')).status).toBe(401);
  const admin = await server.admin();
  const unknown = await admin.post('/api/v1/alarms/none/test', {});
  expect([unknown.status, unknown.body.attributes.code]).toEqual([
    404,
    'alarms.unknown_destination',
  ]);
  const cookie = admin.cookieHeader();
  const foreign = await fetch(`${server.url}/api/v1/alarms/ops/test`, {
    method: 'POST',
    headers: { cookie },
  });
  expect(foreign.status).toBe(400);
  expect(receiver.received).toEqual([]);
});

it('reports a change that the lockout check refuses, once it is sent', async () => {
  const admin = await server.admin();
  const refused = await admin.delete(`/api/v1/configuration/internalusers/${ADMIN.username}`);
  expect(refused.status).toBe(409);
  await waitForCondition(() => receiver.received.length === 1);
  expect(messages()[0]?.events).toMatchObject([
    { kind: 'prevented_lockout', details: { user: 'admin', last: true } },
  ]);
});

it('reports repeated failed logins on the login page and of the REST API', async () => {
  const client = server.client();
  await client.login('jane', 'wrong');
  await client.login('jane', 'wrong');
  const authorization = `Basic ${Buffer.from('jane:wrong').toString('base64')}`;
  await fetch(`${server.url}/_plugins/_security/api/roles`, { headers: { authorization } });
  await waitForCondition(() => receiver.received.length === 1);
  expect(messages()[0]?.events[0]).toMatchObject({
    kind: 'failed_logins',
    details: { user: 'jane', failures: 3 },
  });
});

// @feature alarms/4
it('reports change requests that wait, and decisions, with a link and without their entries', async () => {
  const PASSWORD = 'Vintage-Tractor-42';
  for (const name of ['ana', 'ben'])
    await put(server, `internalusers/${name}`, { password: PASSWORD, backend_roles: ['admin'] });
  const ana = await server.loggedIn('ana', PASSWORD);
  const ben = await server.loggedIn('ben', PASSWORD);
  const path = '/api/v1/change_requests';
  const change = {
    kind: 'tenants',
    name: 'finance',
    action: 'create',
    entry: { description: 'Confidential' },
  };
  const body = { title: 'A tenant for finance', reason: 'Ticket\n17', changes: [change] };
  const { id, revision } = (await ana.post(path, body)).body;
  await waitForCondition(() => receiver.received.length === 1);
  await ben.post(`${path}/${id}/apply`, { revision, comment: 'Fine' });
  const other = (await ana.post(path, { ...body, changes: [{ ...change, name: 'other' }] })).body;
  await ben.post(`${path}/${other.id}/reject`, { revision: 1 });
  const withdrawn = (await ana.post(path, { ...body, changes: [{ ...change, name: 'third' }] }))
    .body;
  await ana.post(`${path}/${withdrawn.id}/withdraw`, { revision: 1 });
  await waitForCondition(() => receiver.received.length === 2);
  const events = messages().flatMap((message) => message.events);
  expect(events.map(({ text }) => text)).toEqual([
    'ana requests approval of 1 entry: "A tenant for finance". Reason: Ticket 17',
    'ben approved the change request "A tenant for finance" by ana. Comment: Fine',
    'ana requests approval of 1 entry: "A tenant for finance". Reason: Ticket 17',
    'ben rejected the change request "A tenant for finance" by ana.',
    'ana requests approval of 1 entry: "A tenant for finance". Reason: Ticket 17',
  ]);
  expect(events[0]).toMatchObject({
    kind: 'change_request',
    severity: 'medium',
    details: {
      request: id,
      state: 'open',
      author: 'ana',
      entries: 1,
      reason: 'Ticket 17',
      link: `https://logs.example.org/dashboards/app/security/changeRequests/view/${id}`,
    },
  });
  expect(JSON.stringify(messages())).not.toContain('Confidential');
});

it('forgets which findings it knew of a removed cluster', async () => {
  await server.stop();
  let records: DocumentStore | undefined;
  server = await startSecurityServer({
    alarms: {},
    wrapBackend: (backend) => {
      records = backend.documents('findings');
      return backend;
    },
  });
  const admin = await server.admin();
  const path = '/api/v1/clusters/shop';
  await admin.post(path, {
    name: 'Shop',
    hosts: [receiver.url],
    credentials: 'session',
    request_timeout: 30_000,
  });
  const known = { checked: 1, seen: { a: 1 } };
  const findings = { home: known, shop: known };
  const before = await records?.read();
  await records?.write(JSON.stringify({ _alarms: { findings } }), before?.revision);
  expect((await admin.delete(path)).status).toBe(200);
  const after = await records?.read();
  expect(JSON.parse(after?.contents ?? '')).toEqual({ _alarms: { findings: { home: known } } });
});
