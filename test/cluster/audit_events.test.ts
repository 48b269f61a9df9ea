/** Audit events of a real cluster, read with the caller's own permissions. */
import type { Backend, RequestCaller } from '../../src/backend/api';
import type { AuditPage, AuditQuery } from '../../src/backend/api/engine';
import { adminClient, asAdmin, closeClients, clusterNode, grantServer } from '../helpers/cluster';
import {
  clientOf,
  closeBackends,
  openBackend,
  PREFIX,
  loggedIn,
  type Client,
} from '../helpers/cluster_backend';
import { waitForCondition } from '../helpers/wait_for';

const PASSWORD = 'Vintage-Tractor-42';
const own = (name: string) => `t${process.pid}_${name}`;
/** Two indices: the first one maps texts with a `keyword` subfield, the second one as keywords. */
const DAYS = [own('log_1'), own('log_2')] as const;
const START_MS = Date.parse('2026-03-01T10:00:00Z');
const admin = adminClient();
let backend: Backend;
let caller: RequestCaller;
let call: Client;

async function written(day: string, events: readonly object[]): Promise<void> {
  for (const [at, event] of events.entries())
    await asAdmin(admin, 'PUT', `/${day}/_doc/${day}_${at}`, event);
  await asAdmin(admin, 'POST', `/${day}/_refresh`);
}

const event = (minute: number, given: object = {}) => ({
  '@timestamp': new Date(START_MS + minute * 60_000).toISOString(),
  audit_category: minute % 2 === 0 ? 'FAILED_LOGIN' : 'GRANTED_PRIVILEGES',
  audit_request_effective_user: 'jane doe',
  audit_request_remote_address: '192.0.2.7',
  minute,
  ...given,
});

beforeAll(async () => {
  await grantServer(admin);
  backend = await openBackend({
    audit: { type: 'internal_opensearch', index: DAYS.map((day) => `${day}*`).join(',') },
  });
  caller = await loggedIn(backend, 'admin', clusterNode().adminPassword);
  call = clientOf(backend, caller);
  await call('PUT', `/api/internalusers/${own('plain')}`, { password: PASSWORD });
  // Pairs of events with equal times, so that pages end between them.
  await written(
    DAYS[0],
    [0, 0, 1, 1, 2].map((minute) => event(minute))
  );
  const keyword = { type: 'keyword' };
  const properties = {
    '@timestamp': { type: 'date' },
    audit_category: keyword,
    audit_request_effective_user: keyword,
    audit_request_remote_address: keyword,
  };
  await asAdmin(admin, 'PUT', `/${DAYS[1]}`, { mappings: { properties } });
  const body = { audit_request_body: 'Straße "X"' };
  await written(DAYS[1], [
    event(3),
    event(4, body),
    event(5, { audit_request_effective_user: 'jane' }),
  ]);
});
afterAll(async () => {
  for (const day of DAYS)
    for (const index of [day, `${day}_late`])
      await asAdmin(admin, 'DELETE', `/${index}`, undefined, [404]);
  for (const path of [`internalusers/${own('plain')}`, `internalusers/${own('reader')}`])
    await asAdmin(admin, 'DELETE', `${PREFIX}/${path}`, undefined, [404]);
  for (const path of [`rolesmapping/${own('log')}`, `roles/${own('log')}`])
    await asAdmin(admin, 'DELETE', `${PREFIX}/${path}`, undefined, [404]);
  await closeBackends();
  await closeClients();
});

async function page(query: AuditQuery, who = caller): Promise<AuditPage> {
  const response = await backend.engine.auditEvents(who, query);
  if (!response.ok) throw new Error(JSON.stringify(response.response));
  return response.result;
}
const minutes = ({ events }: AuditPage) => events.map(({ minute }) => minute);
const NEWEST_FIRST = [5, 4, 3, 2, 1, 1, 0, 0];

it('pages by number and by cursor, newest first, without duplicates or gaps', async () => {
  const whole = await page({});
  expect(minutes(whole)).toEqual(NEWEST_FIRST);
  expect(whole).toMatchObject({ total: 8, totalRelation: 'eq' });
  expect(whole.nextCursor).toBeUndefined();
  const byCursor: AuditPage[] = [await page({ perPage: 3 })];
  for (let cursor = byCursor[0]?.nextCursor; cursor !== undefined;) {
    const next = await page({ perPage: 3, cursor });
    byCursor.push(next);
    cursor = next.nextCursor;
  }
  const byNumber = await Promise.all([1, 2, 3].map((number) => page({ perPage: 3, page: number })));
  const ids = (pages: readonly AuditPage[]) => pages.map((one) => one.events.map(({ _id }) => _id));
  expect(ids(byCursor)).toEqual(ids(byNumber));
  expect(ids(byCursor).flat()).toEqual(ids([whole]).flat());
  expect(byCursor.map(({ total }) => total)).toEqual([8, 8, 8]);
  expect(await page({ perPage: 3, page: 4 })).toMatchObject({
    events: [],
    total: 8,
    totalRelation: 'eq',
  });
});

it('filters exactly by category, user, address and time, with either field mapping', async () => {
  const categories = ['GRANTED_PRIVILEGES', 'MISSING_PRIVILEGES'];
  expect(minutes(await page({ categories }))).toEqual([5, 3, 1, 1]);
  expect(minutes(await page({ user: 'jane' }))).toEqual([5]);
  expect(minutes(await page({ user: 'jane doe', categories }))).toEqual([3, 1, 1]);
  expect(minutes(await page({ remote: '192.0.2.7' }))).toEqual(NEWEST_FIRST);
  expect(await page({ remote: '192.0.2' })).toMatchObject({ events: [], total: 0 });
  const [fromMs, toMs] = [START_MS + 60_000, START_MS + 4 * 60_000];
  expect(minutes(await page({ fromMs, toMs }))).toEqual([4, 3, 2, 1, 1]);
  expect(minutes(await page({ toMs: fromMs - 1 }))).toEqual([0, 0]);
});

it('counts events in equal time intervals', async () => {
  const time = { fromMs: START_MS, toMs: START_MS + 6 * 60_000 - 1, spans: 3, perPage: 1 };
  const spans = [4, 2, 2].map((count, at) => ({ fromMs: START_MS + at * 120_000, count }));
  expect((await page(time)).spans).toEqual(spans);
  const jane = spans.map((span, at) => ({ ...span, count: at === 2 ? 1 : 0 }));
  expect((await page({ ...time, user: 'jane' })).spans).toEqual(jane);
  expect((await page({ ...time, search: 'jane' })).spans).toBeUndefined();
});

it('searches for words in every field of an event, case-insensitively', async () => {
  const found = await page({ search: 'FAILED_login', perPage: 2 });
  expect(minutes(found)).toEqual([4, 2]);
  expect(found.total).toBeUndefined();
  const rest = await page({ search: 'FAILED_login', perPage: 2, cursor: found.nextCursor });
  expect(minutes(rest)).toEqual([0, 0]);
  expect(rest.nextCursor).toBeUndefined();
  expect(await page({ search: 'FAILED_login', perPage: 2, page: 2 })).toEqual(rest);
  expect(minutes(await page({ search: 'straße "x"' }))).toEqual([4]);
  expect(minutes(await page({ search: 'jane nowhere' }))).toEqual([]);
  const tooMany = await backend.engine.auditEvents(caller, { search: 'a '.repeat(11) });
  expect(tooMany).toMatchObject({ ok: false, response: { statusCode: 400 } });
});

it('shows only events that the cluster permits the caller to read', async () => {
  const plain = await loggedIn(backend, own('plain'), PASSWORD);
  const refused = await backend.engine.auditEvents(plain, {});
  expect(refused).toMatchObject({ ok: false, response: { statusCode: 403 } });
  const nobody = await backend.engine.auditEvents({ kind: 'anonymous' }, {});
  expect(nobody).toMatchObject({ ok: false, response: { statusCode: 401 } });
  await call('PUT', `/api/roles/${own('log')}`, {
    index_permissions: [
      {
        index_patterns: [`${own('log')}*`],
        allowed_actions: ['read'],
        dls: JSON.stringify({ term: { minute: 4 } }),
        fls: ['~audit_request_body'],
      },
    ],
  });
  await call('PUT', `/api/rolesmapping/${own('log')}`, { users: [own('reader')] });
  await call('PUT', `/api/internalusers/${own('reader')}`, { password: PASSWORD });
  const reader = await loggedIn(backend, own('reader'), PASSWORD);
  const shown = await page({}, reader);
  expect(minutes(shown)).toEqual([4]);
  expect(shown.events[0]).not.toHaveProperty('audit_request_body');
});

it('reads the events that the cluster itself wrote', async () => {
  const real = await openBackend();
  const someone = await loggedIn(real, 'admin', clusterNode().adminPassword);
  const user = own('stranger');
  const headers = { authorization: `Basic ${Buffer.from(`${user}:no`).toString('base64')}` };
  await real.login.authenticate({ headers, remoteAddress: '192.0.2.7' });
  const query = { user, categories: ['FAILED_LOGIN'], fromMs: Date.now() - 3_600_000 };
  let events: AuditPage['events'] = [];
  await waitForCondition(async () => {
    const response = await real.engine.auditEvents(someone, query);
    events = response.ok ? response.result.events : [];
    return events.length > 0;
  });
  expect(events[0]).toMatchObject({
    audit_category: 'FAILED_LOGIN',
    audit_request_effective_user: user,
    audit_format_version: 4,
    '@timestamp': expect.any(String),
    _id: expect.any(String),
  });
});

// @backend cluster/23
it('names the location of the events when there are none to read', async () => {
  const log4j = await openBackend({ audit: { type: 'log4j' } });
  expect(log4j.features.auditEvents).toBe(false);
  expect(await log4j.engine.auditEvents(caller, {})).toMatchObject({
    response: {
      statusCode: 501,
      body: { feature: 'auditEvents', message: expect.stringContaining('log4j') },
    },
  });
  const empty = await openBackend({
    audit: { type: 'internal_opensearch', index: own('nothing-*') },
  });
  expect(await empty.engine.auditEvents(caller, {})).toMatchObject({
    response: { statusCode: 404, body: { message: expect.stringContaining('opensearch.audit') } },
  });
});

it("leaves out what the server's own account does, except refusals", async () => {
  const { serverUser = '' } = await page({});
  expect(serverUser).not.toBe('');
  const by = { audit_request_effective_user: serverUser };
  const days = DAYS.map((day) => `${day}_late`);
  // With and without a mapping of the texts as keywords.
  const mapping = await asAdmin(admin, 'GET', `/${DAYS[1]}/_mapping`);
  await asAdmin(admin, 'PUT', `/${days[1]}`, mapping[DAYS[1]] as object);
  for (const day of days) await written(day, [event(61, by), event(62, by), event(63)]);
  const shown = async (query: AuditQuery) =>
    (await page({ fromMs: START_MS + 3_600_000, ...query })).events.map((one) => one['minute']);
  expect(await shown({})).toEqual([63, 63, 62, 62, 61, 61]);
  // Minute 62 is a failed login.
  expect(await shown({ hidesServer: true })).toEqual([63, 63, 62, 62]);
  expect(await shown({ hidesServer: true, user: serverUser })).toEqual([62, 62, 61, 61]);
});
