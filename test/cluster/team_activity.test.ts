/**
 * Proposals for all roles of an installation that 200 people used for two weeks, counted by a real
 * cluster. Some of the events come from requests that it really executed, and these are executed
 * again after all roles were replaced.
 */
import { setTimeout } from 'node:timers/promises';
import { hashSync } from '@node-rs/bcrypt';
import type { Backend, RequestCaller } from '../../src/backend/api';
import { ActivityRecorder } from '../../src/backend/activity/recorded_activity';
import type { ClusterClient, ClusterResponse } from '../../src/backend/opensearch/client';
import { unusedGrants } from '../../src/backend/testing/unused_grants';
import { DAYS, TeamActivity, type Request } from '../../tools/bench/lib/team_activity';
import {
  adminClient,
  asAdmin,
  clientAs,
  closeClients,
  clusterNode,
  deleteIndices,
  grantServer,
} from '../helpers/cluster';
import {
  clientOf,
  closeBackends,
  loggedIn,
  openBackend,
  PREFIX,
  type Client,
} from '../helpers/cluster_backend';

jest.setTimeout(600_000);

const OWN = `t${process.pid}-`;
const LOG = `${OWN}auditlog-`;
const DAY_MS = 86_400_000;
const PASSWORD = 'Vintage-Tractor-42';
const REAL_LOG = 'security-auditlog-*';
const installation = new TeamActivity({ seed: 20261130, untilMs: Date.now(), prefix: OWN });
const requests = installation.requests();
const lastDayMs = installation.firstDayMs + (DAYS - 1) * DAY_MS;
/** Executed for real: what one person of each team and all services did on the last working day. */
const executed = sampleOf(requests);
const admin = adminClient();
const people = new Map<string, ClusterClient>();
let backend: Backend;
let caller: RequestCaller;
let call: Client;
let auditSettings: Record<string, unknown>;

function sampleOf(all: readonly Request[]): readonly Request[] {
  const sampled = new Set(
    installation.people
      .filter(({ isService = false }, n) => isService || n < 16)
      .map(({ name }) => name)
  );
  const workday = [0, 1, 2]
    .map((back) => lastDayMs - back * DAY_MS)
    .find((ms) => ![0, 6].includes(new Date(ms).getUTCDay())) as number;
  return all.filter(
    ({ user, atMs }) => sampled.has(user) && atMs >= workday && atMs < workday + DAY_MS
  );
}

beforeAll(async () => {
  await grantServer(admin);
  backend = await openBackend({ audit: { type: 'internal_opensearch', index: `${LOG}*` } });
  caller = await loggedIn(backend, 'admin', clusterNode().adminPassword);
  call = clientOf(backend, caller);
  ({ config: auditSettings } = (await asAdmin(admin, 'GET', `${PREFIX}/audit`)) as never);
  const hash = hashSync(PASSWORD, 4);
  await patch('roles', 'add', installation.roles);
  await patch('rolesmapping', 'add', installation.rolesmapping);
  const users = installation.people.map(({ name, backendRoles }) => [
    name,
    { hash, backend_roles: backendRoles },
  ]);
  await patch('internalusers', 'add', Object.fromEntries(users));
  const mappings = { dynamic: false };
  const settings = { number_of_replicas: 0 };
  for (const index of new Set(executed.map((one) => one.index)))
    await asAdmin(admin, 'PUT', `/${index}`, { mappings, settings });
});
afterAll(async () => {
  await asAdmin(admin, 'PUT', `${PREFIX}/audit/config`, auditSettings);
  for (const [type, names] of [
    ['rolesmapping', installation.rolesmapping],
    ['roles', installation.roles],
    ['internalusers', Object.fromEntries(installation.people.map(({ name }) => [name, {}]))],
  ] as const)
    await patch(type, 'remove', names);
  await deleteIndices(admin, OWN);
  await closeBackends();
  await closeClients();
});

async function patch(
  type: string,
  op: 'add' | 'replace' | 'remove',
  entities: Readonly<Record<string, object>>
): Promise<void> {
  const operations = Object.entries(entities).map(([name, value]) => ({
    op,
    path: `/${name}`,
    ...(op !== 'remove' && { value }),
  }));
  const { statusCode, body } = await call('PATCH', `/api/${type}`, operations);
  if (statusCode !== 200) throw new Error(JSON.stringify(body));
}

/** Executes a request as its user, in the form that such a client sends. */
async function execute({ user, action, index }: Request): Promise<ClusterResponse> {
  const client = people.get(user) ?? clientAs(user, PASSWORD);
  people.set(user, client);
  const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    client.asServer({
      method,
      path,
      ...(typeof body === 'string' ? { rawBody: body } : body !== undefined && { body }),
    });
  switch (action) {
    case 'indices:data/read/search':
      return send('GET', `/${index}/_search`);
    case 'indices:data/read/msearch':
      return send('POST', '/_msearch', `${JSON.stringify({ index })}\n{}\n`);
    case 'indices:data/read/mget':
      return send('POST', '/_mget', { docs: [{ _index: index, _id: '1' }] });
    case 'indices:data/read/scroll': {
      const found = await client.asServer({
        method: 'GET',
        path: `/${index}/_search`,
        query: { scroll: '10s' },
      });
      const { _scroll_id: id } = JSON.parse(found.text) as { _scroll_id: string };
      return send('POST', '/_search/scroll', { scroll_id: id });
    }
    case 'indices:data/read/field_caps':
      return client.asServer({
        method: 'GET',
        path: `/${index}/_field_caps`,
        query: { fields: '*' },
      });
    case 'indices:data/read/get':
      return send('GET', `/${index}/_doc/1`);
    case 'indices:data/write/index':
      return send('PUT', `/${index}/_doc/1`, { value: Math.random() });
    case 'indices:data/write/update':
      return send('POST', `/${index}/_update/1`, {
        doc: { value: Math.random() },
        doc_as_upsert: true,
      });
    case 'indices:data/write/delete':
      return send('DELETE', `/${index}/_doc/none`);
    case 'indices:data/write/bulk':
      return send('POST', '/_bulk', `${JSON.stringify({ index: { _index: index } })}\n{}\n`);
    case 'indices:monitor/stats':
      return send('GET', `/${index}/_stats`);
    case 'indices:admin/mappings/get':
      return send('GET', `/${index}/_mapping`);
    case 'indices:admin/get':
      return send('GET', `/${index}`);
    case 'cluster:monitor/health':
      return send('GET', '/_cluster/health');
    case 'cluster:monitor/nodes/stats':
      return send('GET', '/_nodes/stats');
    default:
      throw new Error(`no request for ${action}`);
  }
}

/** What was denied among the executed requests. */
async function deniedOf(all: readonly Request[]): Promise<readonly string[]> {
  const denied: string[] = [];
  for (const request of all) {
    const { statusCode, text } = await execute(request);
    const { user, action, index } = request;
    if (statusCode === 403 || text.includes('security_exception'))
      denied.push(`${user} ${action} ${index}: ${text}`);
    else if (statusCode >= 400 && statusCode !== 404) throw new Error(`${action} ${text}`);
  }
  return denied;
}

/** Records what is allowed, with the settings as shipped otherwise. */
async function record(): Promise<void> {
  const { audit } = auditSettings as { audit: object };
  await asAdmin(admin, 'PUT', `${PREFIX}/audit/config`, {
    ...auditSettings,
    enabled: true,
    audit: {
      ...audit,
      enable_transport: true,
      resolve_bulk_requests: false,
      disabled_transport_categories: ['AUTHENTICATED'],
    },
  });
}

/** Writes the events of requests, and those of the cluster itself, in an index for each day. */
async function writeEvents(all: readonly Request[], written: readonly object[]): Promise<void> {
  const found = await asAdmin(admin, 'GET', `/${REAL_LOG}/_mapping`);
  const [mappings] = Object.values(found as Record<string, { mappings: object }>)
    .map((one) => one.mappings)
    .filter((one) => 'properties' in one);
  const indexOf = (atMs: number) =>
    `${LOG}${new Date(atMs).toISOString().slice(0, 10).replaceAll('-', '.')}`;
  for (let day = 0; day <= DAYS; day++)
    await asAdmin(admin, 'PUT', `/${indexOf(installation.firstDayMs + day * DAY_MS)}`, {
      mappings,
      settings: { number_of_replicas: 0 },
    });
  await writeLines(
    all.flatMap((request) =>
      installation.eventsOf(request).map((event) => [indexOf(request.atMs), event] as const)
    )
  );
  await writeLines(written.map((event) => [indexOf(Date.now()), event]));
  await asAdmin(admin, 'POST', `/${LOG}*/_refresh`);
}

/** What the cluster recorded of the executed requests, once it has written all of it. */
async function recordedEvents(): Promise<readonly object[]> {
  const least = executed.flatMap((request) => installation.eventsOf(request)).length;
  for (let before = 0; ;) {
    await setTimeout(2_000);
    await asAdmin(admin, 'POST', `/${REAL_LOG}/_refresh`);
    const { hits } = (await asAdmin(admin, 'POST', `/${REAL_LOG}/_search`, {
      query: { prefix: { 'audit_request_effective_user.keyword': OWN } },
      size: 10_000,
    })) as { hits: { hits: ReadonlyArray<{ _source: object }> } };
    const { length } = hits.hits;
    if (length >= least && length === before) return hits.hits.map(({ _source: event }) => event);
    before = length;
  }
}

async function writeLines(events: ReadonlyArray<readonly [string, object]>): Promise<void> {
  for (let at = 0; at < events.length; at += 4_000) {
    const rawBody = events
      .slice(at, at + 4_000)
      .map(([index, event]) => `{"index":{"_index":"${index}"}}\n${JSON.stringify(event)}\n`)
      .join('');
    const { text } = await admin.asServer({ method: 'POST', path: '/_bulk', rawBody });
    expect(JSON.parse(text)).toMatchObject({ errors: false });
  }
}

async function proposalOf(role: string): Promise<object | undefined> {
  for (;;) {
    const response = await backend.engine.roleUsage(caller, {
      role,
      days: DAYS + 1,
      setting: 'generous',
    });
    if (!response.ok) throw new Error(JSON.stringify(response.response));
    const { progress, replay, proposal, is_partial: isPartial } = response.result;
    if (progress) continue;
    expect([replay.denied, isPartial]).toEqual([0, false]);
    return proposal;
  }
}

it('deny nothing that was used, and cut at least 70 % of unused grants', async () => {
  await record();
  expect(await deniedOf(executed)).toEqual([]);
  const written = await recordedEvents();
  await asAdmin(admin, 'PUT', `${PREFIX}/audit/config`, auditSettings);
  const done = new Set(executed);
  await writeEvents(
    requests.filter((request) => !done.has(request)),
    written
  );
  const proposed: Record<string, object> = {};
  for (const name of Object.keys(installation.roles)) {
    const role = await proposalOf(name);
    if (role) proposed[name] = role;
  }
  expect(Object.keys(proposed)).toEqual(Object.keys(installation.roles));
  const changes = { roles: proposed } as never;
  const replayed = await backend.engine.replay(caller, { changes, days: DAYS + 1 });
  expect(replayed).toMatchObject({ ok: true, result: { denied: 0, examples: [] } });
  const recorder = new ActivityRecorder();
  for (const request of requests)
    for (const event of installation.eventsOf(request)) recorder.addEvent(event);
  const { used } = recorder.result();
  const before = unusedGrants(installation.roles, installation.indices, used);
  const after = unusedGrants(proposed, installation.indices, used);
  expect(after / before).toBeLessThan(0.3);
  await patch('roles', 'replace', proposed);
  expect(await deniedOf(executed)).toEqual([]);
  // What nobody used is really gone.
  const service = installation.people.find(({ isService = false }) => isService);
  const unused = { ...(executed[0] as Request), action: 'indices:admin/get' };
  expect(await deniedOf([{ ...unused, user: service?.name ?? '' }])).toHaveLength(1);
});
