/** Alarms about connected clusters: servers on loopback in their place, and a clock that is set. */
import { coreMock } from '@sd/core/server/mocks';
import {
  clusterOf,
  FAKE_PASSWORD,
  FAKE_ROLE,
  FakeCluster,
  json,
} from '../../../../test/helpers/fake_cluster';
import {
  openPrivilegedBackend,
  type OpenedBackend,
} from '../../../../test/helpers/privileged_backend';
import { alarmsConfig } from '../../../../test/helpers/security_server';
import { openRegistry, serverFindings } from '../../../../test/helpers/server_findings';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { WebReceiver } from '../../../../test/helpers/web_receiver';
import type { AlarmMessage } from './alarm_message';
import type { AlarmService } from './alarm_service';
import { createAlarms } from './create_alarms';

jest.setTimeout(30_000);

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 10, 28, 11);
/** It names an action group that does not exist, which is a finding. */
const ROLE = FAKE_ROLE;
const FORGED = 'new\n[critical] forged';

let receiver: WebReceiver;
let remote: FakeCluster;
let silent: FakeCluster;
let roles: Record<string, object>;
let opened: OpenedBackend;
let registry: Awaited<ReturnType<typeof openRegistry>>;
let now: number;
const warn = jest.fn();
const log = { ...coreMock.createLogger(), warn };
const services: AlarmService[] = [];
beforeEach(async () => {
  warn.mockClear();
  now = START;
  const monotonic = performance.now.bind(performance);
  // What the server knows of a cluster becomes old with the clock of the test.
  jest.spyOn(performance, 'now').mockImplementation(() => monotonic() + now - START);
  roles = { old: ROLE };
  remote = await FakeCluster.start(clusterOf({ roles }));
  silent = await FakeCluster.start(() => undefined);
  receiver = new WebReceiver();
  await receiver.start();
  opened = await openPrivilegedBackend();
  registry = await openRegistry(opened.backend);
});
afterEach(async () => {
  for (const one of services.splice(0)) await one.stop();
  await registry.stop();
  await receiver.stop();
  remote.close();
  silent.close();
});
const service = (more: object = {}) => ({
  name: 'Staging',
  hosts: [remote.url],
  credentials: 'service' as const,
  username: 'root',
  password: FAKE_PASSWORD,
  request_timeout: 30_000,
  ...more,
});
function alarmsOf(clusters: readonly string[], more: object = {}): AlarmService {
  const secret = 'a-secret-of-the-receiver';
  const config = alarmsConfig({
    clusters: [...clusters],
    min_severity: 'medium',
    allowed_hosts: ['127.0.0.1'],
    destinations: [{ name: 'ops', kind: 'webhook', url: receiver.url, secret }],
    events: ['finding'],
    ...more,
  });
  const alarms = createAlarms({
    config,
    log,
    backend: opened.backend,
    server: 'dashboards-1',
    now: () => now,
    findings: serverFindings({ backend: opened.backend, registry, now: () => now }),
  });
  services.push(alarms);
  return alarms;
}
/** @returns all messages so far, once they are delivered */
async function later(alarms: AlarmService, minutes: number) {
  now += minutes * MINUTE_MS;
  await alarms.tick();
  await alarms.tick();
  // Events of clusters wait for others of the same moment.
  await waitForCondition(() => alarms.state.held === 0);
  await waitForCondition(() => alarms.state.destinations.every(({ waiting }) => waiting === 0));
  return receiver.messages<AlarmMessage>();
}
const stateOf = (alarms: AlarmService, id: string) =>
  alarms.state.clusters.find((one) => one.id === id);

// @feature alarms/2
it('announces a new finding once, names the cluster, and knows those that were there', async () => {
  await registry.add('staging', service(), 'ana');
  const [one, other] = [alarmsOf(['staging']), alarmsOf(['staging'])];
  expect(await later(one, 0)).toEqual([]);
  expect(stateOf(one, 'staging')).toMatchObject({ name: 'Staging', checked_at: now, added: 0 });
  roles[FORGED] = ROLE;
  const [message] = await later(one, 5);
  const text = expect.stringMatching(/^Cluster Staging \(staging\): .*new \[critical\] forged/);
  expect(message?.events).toMatchObject([{ kind: 'finding', cluster: 'staging', text }]);
  expect(message?.subject).toEqual(text);
  await later(other, 0);
  expect(await later(other, 5)).toHaveLength(1);
  delete roles['old'];
  expect(await later(one, 5)).toHaveLength(1);
  expect(stateOf(one, 'staging')?.added).toBe(2);
  expect(stateOf(one, 'staging')?.gone).toBeGreaterThan(0);
});

it('sends nothing to clusters that the configuration does not name, or without credentials', async () => {
  await registry.add('staging', service(), 'ana');
  const { username: _user, password: _password, ...session } = service();
  await registry.add('asking', { ...session, credentials: 'session' }, 'ana');
  await registry.add('open', { ...session, credentials: 'none' }, 'ana');
  const alarms = alarmsOf(['asking', 'open', 'missing']);
  await later(alarms, 0);
  expect(remote.requests).toEqual([]);
  const problems = alarms.state.clusters.map(({ id, not_watched: problem }) => [id, problem]);
  expect(Object.fromEntries(problems)).toEqual({
    staging: 'not_allowed',
    asking: 'no_credentials',
    open: 'no_credentials',
    missing: 'not_connected',
  });
});

it('skips a cluster that does not answer, and says so once in the log', async () => {
  await registry.add('silent', service({ hosts: [silent.url], request_timeout: 500 }), 'ana');
  await registry.add('staging', service(), 'ana');
  const alarms = alarmsOf(['silent', 'staging']);
  await later(alarms, 0);
  roles['other'] = ROLE;
  expect(await later(alarms, 5)).toHaveLength(1);
  expect(stateOf(alarms, 'silent')).toMatchObject({ not_watched: 'unreachable' });
  expect(stateOf(alarms, 'staging')?.not_watched).toBeUndefined();
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining('"silent"'), { reason: 'The last check failed.' }],
  ]);
});

it('says that the stored user may not read, or is rejected, and tries a rejected one rarely', async () => {
  await registry.add('staging', service(), 'ana');
  const alarms = alarmsOf(['staging']);
  remote.respond = (request, response) =>
    request.url === '/'
      ? json(response, 200, { version: { distribution: 'opensearch', number: '3.4.0' } })
      : json(response, 403, {});
  await later(alarms, 0);
  expect(stateOf(alarms, 'staging')).toMatchObject({ not_watched: 'rights' });
  remote.respond = (_request, response) => json(response, 401, {});
  await later(alarms, 5);
  expect(stateOf(alarms, 'staging')).toMatchObject({ not_watched: 'rejected' });
  remote.reset();
  await later(alarms, 55);
  expect(remote.requests).toEqual([]);
  await later(alarms, 5);
  expect(stateOf(alarms, 'staging')).toMatchObject({ checked_at: now });
  remote.respond = (_request, response) => json(response, 401, {});
  await later(alarms, 5);
  remote.reset();
  await registry.update('staging', service({ name: 'Renamed' }), undefined, 'ana');
  await later(alarms, 5);
  expect(stateOf(alarms, 'staging')).toMatchObject({ name: 'Renamed', checked_at: now });
});

it('begins again with another cluster, or one that was removed, without its old findings', async () => {
  await registry.add('staging', service(), 'ana');
  const alarms = alarmsOf(['staging']);
  await later(alarms, 0);
  silent.respond = clusterOf({ roles: { moved: ROLE } });
  await registry.update('staging', service({ hosts: [silent.url] }), undefined, 'ana');
  expect(await later(alarms, 5)).toEqual([]);
  await registry.remove('staging', undefined, 'ana');
  await alarms.forget('staging');
  roles['other'] = ROLE;
  await registry.add('staging', service(), 'ana');
  expect(await later(alarms, 5)).toEqual([]);
  expect(stateOf(alarms, 'staging')).toMatchObject({ checked_at: now });
});

it('counts open findings of each cluster in the digest', async () => {
  await registry.add('staging', service(), 'ana');
  const alarms = alarmsOf(['staging'], { digest_at: '11:30' });
  await later(alarms, 0);
  const [digest] = await later(alarms, 31);
  const clusters = { staging: expect.objectContaining({ accepted: 0 }) };
  expect(digest).toMatchObject({ type: 'digest', digest: { clusters } });
});
