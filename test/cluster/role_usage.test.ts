/** The use of a role, counted by a real cluster from its audit indices. */
import type { Backend, RequestCaller } from '../../src/backend/api';
import { ActivityRecorder } from '../../src/backend/activity/recorded_activity';
import type { Recorded } from '../../src/contracts/api';
import type { RoleUsageRequest } from '../../src/backend/api/engine';
import { SeededRandom } from '../../tools/lib/random';
import { adminClient, asAdmin, closeClients, clusterNode, grantServer } from '../helpers/cluster';
import {
  clientOf,
  closeBackends,
  loggedIn,
  openBackend,
  PREFIX,
  type Client,
} from '../helpers/cluster_backend';

const own = (name: string) => `t${process.pid}_${name}`;
/** The first index maps texts with a `keyword` subfield, the second one as keywords. */
const LOGS = [own('usage_1'), own('usage_2')] as const;
const ROLE = own('sales');
const DAY_MS = 86_400_000;
const NOW = Date.now();
const SEARCH = 'indices:data/read/search';
const admin = adminClient();
const random = new SeededRandom(24);
const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;

/** Events of five days, in the forms in which a cluster writes them. */
const EVENTS = Array.from({ length: 400 }, () => {
  const index = pick(['sales-2026.11.01', 'sales-2026.11.02', 'hr-1']);
  const places = [
    { audit_trace_resolved_indices: [index], audit_trace_indices: ['sales-*', index] },
    { audit_trace_indices: ['current'], audit_trace_resolved_indices: [index, 'sales-archive'] },
    { audit_trace_indices: [index] },
    {},
  ];
  return {
    '@timestamp': new Date(NOW - random.below(4 * DAY_MS) - 3_600_000).toISOString(),
    audit_category: pick(['GRANTED_PRIVILEGES', 'GRANTED_PRIVILEGES', 'MISSING_PRIVILEGES']),
    audit_request_effective_user: pick(['jane', 'joe', own('stranger')]),
    audit_request_privilege: pick([SEARCH, 'indices:data/write/bulk', 'indices:data/read/scroll']),
    ...pick(places),
  };
});
let backend: Backend;
let caller: RequestCaller;
let call: Client;

beforeAll(async () => {
  await grantServer(admin);
  const index = LOGS.join(',');
  backend = await openBackend({ audit: { type: 'internal_opensearch', index } });
  caller = await loggedIn(backend, 'admin', clusterNode().adminPassword);
  call = clientOf(backend, caller);
  const keyword = { type: 'keyword' };
  const names = [...new Set(EVENTS.flatMap((event) => Object.keys(event)))];
  const fields = names.filter((name) => name.startsWith('audit_'));
  await asAdmin(admin, 'PUT', `/${LOGS[1]}`, {
    mappings: {
      properties: {
        ...Object.fromEntries(fields.map((name) => [name, keyword])),
        '@timestamp': { type: 'date' },
      },
    },
  });
  await call('PUT', `/api/roles/${ROLE}`, {
    cluster_permissions: ['cluster_composite_ops'],
    index_permissions: [
      { index_patterns: ['sales-*', 'current', 'hr-*'], allowed_actions: ['crud', 'create_index'] },
    ],
  });
  await call('PUT', `/api/rolesmapping/${ROLE}`, { backend_roles: ['sales'] });
});
afterAll(async () => {
  for (const log of LOGS) await asAdmin(admin, 'DELETE', `/${log}`, undefined, [404]);
  for (const path of [`rolesmapping/${ROLE}`, `roles/${ROLE}`, `internalusers/${own('blind')}`])
    await asAdmin(admin, 'DELETE', `${PREFIX}/${path}`, undefined, [404]);
  await closeBackends();
  await closeClients();
});

async function usage(request: Partial<RoleUsageRequest> = {}, who = caller) {
  const response = await backend.engine.roleUsage(who, { role: ROLE, ...request });
  if (!response.ok) throw new Error(JSON.stringify(response.response));
  return response.result;
}

/** All events, counted one by one. */
function recorded(): Recorded {
  const recorder = new ActivityRecorder();
  for (const event of EVENTS) recorder.addEvent(event);
  const { used, denied, events, period } = recorder.result();
  const sent = (list: typeof used) => list.map(({ lastMs, ...use }) => ({ ...use, last: lastMs }));
  return {
    events,
    is_partial: false,
    used: sent(used),
    denied: sent(denied),
    ...(period && { period: { from: period.fromMs, to: period.toMs } }),
  };
}

it('counts the same as the events themselves, however texts are stored', async () => {
  for (const [at, event] of EVENTS.entries())
    await asAdmin(admin, 'PUT', `/${LOGS[at % LOGS.length]}/_doc/${at}`, event);
  for (const log of LOGS) await asAdmin(admin, 'POST', `/${log}/_refresh`);
  const earlier = { role: { index_permissions: [] }, untilMs: 0 };
  const { days, is_recorded, ...counted } = await usage({ days: 5, earlier });
  const { denied: lost, ...fromFile } = await usage({ recorded: recorded(), earlier });
  expect(counted).toEqual({ ...fromFile, denied: lost });
  expect(counted.events).toBeGreaterThan(200);
  expect(days?.reduce((sum, day) => sum + day.events, 0)).toBe(counted.events);
  expect(days).toHaveLength(5);
  expect(is_recorded).toEqual(expect.any(Boolean));
});

it('replays the same as the events themselves, against several changes at once', async () => {
  const changes = { roles: { [ROLE]: null }, rolesmapping: { all_access: null } };
  const replayed = async (source: object) => {
    const response = await backend.engine.replay(caller, { changes, ...source });
    if (!response.ok) throw new Error(JSON.stringify(response.response));
    const { days: _days, is_recorded: _isRecorded, ...result } = response.result;
    return result;
  };
  const fromCluster = await replayed({ days: 5 });
  expect(fromCluster).toEqual(await replayed({ recorded: recorded() }));
  expect(fromCluster.denied).toBeGreaterThan(100);
});

it('lists what an earlier state of the role granted, and gives it back', async () => {
  await call('PUT', `/api/roles/${ROLE}`, {
    index_permissions: [{ index_patterns: ['hr-*'], allowed_actions: ['crud'] }],
  });
  const entry = { index_patterns: ['sales-*', 'hr-*'], allowed_actions: ['read'] };
  const earlier = { role: { index_permissions: [entry] }, untilMs: NOW - 10 * DAY_MS };
  const { denied } = await usage({ days: 7, earlier });
  expect(denied?.uses).toBeGreaterThan(0);
  expect(new Set(denied?.examples.map(({ action }) => action))).toEqual(new Set([SEARCH]));
  expect(denied?.give_back).toMatchObject({
    index_permissions: [
      { index_patterns: ['hr-*'] },
      { index_patterns: ['sales-*'], allowed_actions: [SEARCH] },
    ],
  });
});

it('shows nothing to callers who may not read the audit indices', async () => {
  const password = 'Vintage-Tractor-42';
  await call('PUT', `/api/internalusers/${own('blind')}`, {
    password,
    backend_roles: [],
    opendistro_security_roles: ['security_rest_api_access'],
  });
  const blind = await loggedIn(backend, own('blind'), password);
  await expect(usage({}, blind)).rejects.toThrow(/403|forbidden|not found/i);
});
