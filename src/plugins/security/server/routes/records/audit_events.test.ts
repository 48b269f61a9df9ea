import type { HttpClient } from '../../../../../../test/helpers/http_client';
import {
  ADMIN,
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { withoutFeatures } from '../../../../../backend/testing/altered';

jest.setTimeout(60_000);
const EVENTS = '/api/v1/audit/events';
const PASSWORD = 'Jane-doe-secret-7';

describe('audit events', () => {
  let server: SecurityServer;
  let admin: HttpClient;
  beforeAll(async () => {
    server = await startSecurityServer();
    await addUser(server, 'jdoe', PASSWORD);
    admin = await server.admin();
    const authorization = `Basic ${Buffer.from(`admin:${ADMIN.password}`).toString('base64')}`;
    for (const name of ['one', 'two', 'three']) {
      const path = `/_plugins/_security/api/tenants/${name}`;
      await server.client().put(path, { description: name }, { headers: { authorization } });
    }
    await server.client().login('jdoe', 'wrong');
  });

  const get = (query: Record<string, string>, client = admin) =>
    client.get(`${EVENTS}?${new URLSearchParams(query)}`);
  const WRITES = { categories: 'COMPLIANCE_INTERNAL_CONFIG_WRITE', user: 'admin' };

  it('are paged by number and by cursor, newest first', async () => {
    const first = await get({ ...WRITES, per_page: '2' });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ per_page: 2, total: 3, total_relation: 'eq' });
    expect(first.body.events).toHaveLength(2);
    const byNumber = await get({ ...WRITES, per_page: '2', page: '2' });
    const byCursor = await get({ ...WRITES, per_page: '2', cursor: first.body.next_cursor });
    expect(byCursor.body.events).toEqual(byNumber.body.events);
    expect(byNumber.body.next_cursor).toBeUndefined();
    const ids = [...first.body.events, ...byNumber.body.events].map(({ _id }) => Number(_id));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });

  it('are filtered by category, user, address, words and time', async () => {
    const failed = await get({ categories: 'FAILED_LOGIN, ,AUTHENTICATED', search: 'jdoe' });
    expect(failed.body.events).toMatchObject([
      { audit_category: 'FAILED_LOGIN', audit_request_effective_user: 'jdoe' },
    ]);
    expect(failed.body.total).toBeUndefined();
    expect((await get({ user: 'nobody' })).body).toMatchObject({ events: [], total: 0 });
    expect((await get({ remote: '127.0.0.1' })).body.total).toBeGreaterThan(0);
    expect((await get({ remote: '10.0.0.1' })).body.total).toBe(0);
    const now = new Date();
    const today = now.toISOString().slice(0, 10);
    const total = async (query: Record<string, string>) =>
      (await get({ ...WRITES, ...query })).body.total;
    expect(await total({ from: today, to: today })).toBe(3);
    expect(await total({ to: String(now.getTime() + 1_000) })).toBe(3);
    expect(await total({ from: '2999-01-01T00:00:00+02:00' })).toBe(0);
    expect(await total({ to: '2001-01-01T00:00Z' })).toBe(0);
  });

  it('are counted over time', async () => {
    const now = Date.now();
    const time = { from: String(now - 3_600_000), to: String(now + 60_000), spans: '10' };
    const { status, body } = await get({ ...WRITES, ...time });
    expect(status).toBe(200);
    expect(body.spans).toHaveLength(10);
    expect(body.spans[0]).toEqual({ from: now - 3_600_000, count: 0 });
    const sum = body.spans.reduce((all: number, { count }: { count: number }) => all + count, 0);
    expect(sum).toBe(3);
    expect((await get({ ...time, search: 'one' })).body.spans).toBeUndefined();
  });

  it('name a rename, and do not call the check of a password a login', async () => {
    const config = '/api/v1/configuration/roles';
    await admin.post(`${config}/clerk`, { cluster_permissions: [] });
    const jdoe = await server.loggedIn('jdoe', PASSWORD);
    const logins = async () => (await get({ categories: 'AUTHENTICATED', user: 'jdoe' })).body;
    const before = (await logins()).total;
    expect(before).toBeGreaterThan(0);
    expect((await admin.post(`${config}/clerk/_rename`, { to: 'teller' })).status).toBe(200);
    const order = { name: 'nightly', days: 30, current_password: PASSWORD };
    expect((await jdoe.post('/api/v1/account/api_keys', order)).status).toBe(200);
    const wrong = { ...order, current_password: 'wrong' };
    expect((await jdoe.post('/api/v1/account/api_keys', wrong)).status).toBeGreaterThanOrEqual(400);
    expect((await get({ categories: 'API_TOKEN_WRITE' })).body.total).toBe(1);
    expect((await logins()).total).toBe(before);
    const { events } = (await get({ ...WRITES, per_page: '2' })).body;
    expect(events).toContainEqual(
      expect.objectContaining({ audit_renamed_from: 'clerk', audit_renamed_to: 'teller' })
    );
    expect(
      new Set(events.map((one: Record<string, unknown>) => one['audit_request_id'])).size
    ).toBe(1);
  });

  it.each([
    [{ spans: '5', from: '2024-02-01' }, '[request query.spans]: needs [from] and [to]'],
    [{ spans: '61' }, '[request query.spans]: Value must be equal to or lower than [60].'],
    [{ per_page: '501' }, '[request query.per_page]: Value must be equal to or lower than [500].'],
    [{ page: '0' }, '[request query.page]: Value must be equal to or greater than [1].'],
    [{ page: '2', cursor: '1' }, '[request query.page]: cannot be given together with [cursor]'],
    [{ page: '201' }, '[request query.page]: pages reach the newest 10000 events; go on with'],
    [{ from: 'yesterday' }, '[request query.from]: expected a date (2024-05-31), a time ('],
    [{ from: '2024-05-31T10:00' }, '[request query.from]: expected a date'],
    [{ to: '2024-02-31' }, '[request query.to]: expected a date'],
    [{ from: '2024-02-02', to: '2024-02-01' }, '[request query.to]: is before [from]'],
    [{ user: '' }, '[request query.user]: value has length [0]'],
    [{ other: '1' }, '[request query.other]: definition for this key is missing'],
  ] as [Record<string, string>, string][])('reject %j', async (query, message) => {
    const { status, body } = await get(query);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('require API access', async () => {
    expect((await get({}, server.client())).status).toBe(401);
    expect((await get({}, await server.loggedIn('jdoe', PASSWORD))).status).toBe(403);
  });
});

describe('audit events with engine errors', () => {
  it('pass the error on', async () => {
    const server = await startSecurityServer({
      settings: { disabledEndpoints: { all_access: { AUDIT: ['GET'] } } },
    });
    const { status, body } = await (await server.admin()).get(EVENTS);
    expect([status, body.message]).toEqual([
      403,
      expect.stringContaining('does not have any access to endpoint AUDIT and method GET'),
    ]);
  });

  it('return 501 for an engine without events', async () => {
    const server = await startSecurityServer({ wrapBackend: withoutFeatures('auditEvents') });
    const { status, body } = await (await server.admin()).get(EVENTS);
    expect([status, body.message, body.attributes]).toEqual([
      501,
      'The security backend in use does not show its audit events.',
      {
        code: 'security.feature_unsupported',
        params: { feature: 'auditEvents' },
        feature: 'auditEvents',
      },
    ]);
  });
});
