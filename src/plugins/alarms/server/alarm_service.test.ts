/** Alarms of a real engine, delivered to a real receiver, with a clock that the test sets. */
import { coreMock } from '@sd/core/server/mocks';
import {
  openPrivilegedBackend,
  type OpenedBackend,
} from '../../../../test/helpers/privileged_backend';
import { alarmsConfig, put } from '../../../../test/helpers/security_server';
import { recordsOf, serverFindings } from '../../../../test/helpers/server_findings';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { WebReceiver } from '../../../../test/helpers/web_receiver';
import { type AlarmMessage, toMessage } from './alarm_message';
import { AlarmRecords } from './alarm_records';
import type { AlarmService } from './alarm_service';
import { createAlarms } from './create_alarms';
import { DeliveryQueue } from './delivery_queue';
import { StoredDeliveries } from './stored_deliveries';

jest.setTimeout(30_000);

const MINUTE_MS = 60_000;
/** Noon in Berlin, in winter. */
const NOON = Date.UTC(2026, 10, 28, 11);

let receiver: WebReceiver;
let opened: OpenedBackend;
let now: number;
const services: AlarmService[] = [];
beforeEach(async () => {
  now = NOON;
  receiver = new WebReceiver();
  await receiver.start();
  opened = await openPrivilegedBackend();
});
afterEach(async () => {
  for (const one of services.splice(0)) await one.stop();
  await receiver.stop();
});

/** @param hasFindings - whether the plugin of findings is on */
function alarmsWith(
  alarms: object = {},
  log = coreMock.createLogger(),
  hasFindings = true
): AlarmService {
  const secret = 'a-secret-of-the-receiver';
  const config = alarmsConfig({
    time_zone: 'Europe/Berlin',
    min_severity: 'medium',
    allowed_hosts: ['127.0.0.1'],
    destinations: [{ name: 'ops', kind: 'webhook', url: receiver.url, secret }],
    ...alarms,
  });
  const service = createAlarms({
    config,
    backend: opened.backend,
    ...(hasFindings && {
      findings: serverFindings({ backend: opened.backend, now: () => now }),
    }),
    server: 'dashboards-1',
    log,
    now: () => now,
  });
  services.push(service);
  return service;
}

/** @returns the messages so far, once all are delivered */
async function sent(service: AlarmService): Promise<readonly AlarmMessage[]> {
  await waitForCondition(() => service.state.destinations.every(({ waiting }) => waiting === 0));
  return receiver.messages<AlarmMessage>();
}
async function later(service: AlarmService, minutes: number) {
  now += minutes * MINUTE_MS;
  await service.tick();
  return sent(service);
}
const textsOf = ({ events }: AlarmMessage) => events.map(({ text }) => text);
const openMapping = (role: string) => put(opened, `rolesmapping/${role}`, { users: ['*'] });

// @feature alarms/1
it('announces a new finding once, on whichever server, and not those that were there', async () => {
  const [one, other] = [alarmsWith(), alarmsWith()];
  await one.tick();
  expect(await sent(one)).toEqual([]);
  await openMapping('kibana_user');
  await openMapping('readall');
  await later(one, 5);
  await other.tick();
  const messages = await later(other, 5);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({ type: 'events', server: 'dashboards-1', omitted: 0 });
  expect(messages[0]?.events).toContainEqual(
    expect.objectContaining({
      kind: 'finding',
      text: expect.stringContaining('Role readall is mapped to *'),
      details: expect.objectContaining({ rule: 'open-mapping' }),
    })
  );
});

it('does not announce findings below the severity, or accepted ones', async () => {
  const service = alarmsWith({ min_severity: 'critical', events: ['finding'] });
  await service.tick();
  await openMapping('readall');
  await openMapping('all_access');
  const checked = await opened.backend.internal.findings?.({ isFresh: true });
  const found = checked?.ok ? checked.result.findings : [];
  const critical = found.filter(({ severity }) => severity === 'critical');
  const acceptance = { by: 'ann', at: now, until: now + 30 * MINUTE_MS, reason: 'Until Friday.' };
  const records = recordsOf({ backend: opened.backend, now: () => now });
  const ids = critical.map(({ id }) => id);
  await records.accept('home', ids, acceptance);
  expect(await later(service, 5)).toEqual([]);
  const [message] = await later(service, 31);
  expect(message && textsOf(message)).toContainEqual(expect.stringContaining('all_access'));
  expect(message && textsOf(message)).not.toContainEqual(expect.stringContaining('readall'));
});

it('announces a finding again when it was gone for a day, and not when it was away for less', async () => {
  const service = alarmsWith({ events: ['finding'] });
  await service.tick();
  const close = () => put(opened, 'rolesmapping/readall', { users: ['admin'] });
  await openMapping('readall');
  expect(await later(service, 5)).toHaveLength(1);
  await close();
  await later(service, 5);
  await openMapping('readall');
  expect(await later(service, 5)).toHaveLength(1);
  await close();
  await later(service, 5);
  await later(service, 26 * 60);
  await openMapping('readall');
  expect(await later(service, 5)).toHaveLength(2);
});

it('reports who became an administrator, by a mapping or as a user, and who no longer is', async () => {
  const service = alarmsWith({ events: ['administrators'] });
  await put(opened, 'internalusers/jane', { password: 'Jane-Password-1!' });
  await service.tick();
  await put(opened, 'rolesmapping/all_access', {
    users: ['jane'],
    backend_roles: ['admin', 'ops'],
  });
  await put(opened, 'internalusers/joe', {
    password: 'Joe-Password-1!',
    opendistro_security_roles: ['all_access'],
  });
  await put(opened, 'internalusers/joe', { opendistro_security_roles: [] });
  await put(opened, 'internalusers/tom', { password: 'Tom-Password-1!' });
  const [message] = await later(service, 1);
  expect(message?.events.map(({ details }) => details)).toMatchObject([
    { type: 'rolesmapping', name: 'all_access', gained: ['user jane', 'backend role ops'] },
    { type: 'internalusers', name: 'joe', gained: ['user joe'], lost: [] },
    { type: 'internalusers', name: 'joe', gained: [], lost: ['user joe'] },
  ]);
  expect(await later(service, 1)).toHaveLength(1);
});

const NIGHT = { quiet_hours: { from: '22:00', to: '06:00' } };

it('holds events in quiet hours, and sends them as one message afterwards', async () => {
  const service = alarmsWith(NIGHT);
  await service.tick();
  now = Date.UTC(2026, 10, 28, 21, 30);
  service.drifted('/etc/desired', 2);
  await openMapping('readall');
  await put(opened, 'rolesmapping/all_access', { users: ['admin', 'jane'] });
  expect(await later(service, 5)).toEqual([]);
  expect(service.state).toMatchObject({ is_quiet: true, held: 1 });
  now = Date.UTC(2026, 10, 29, 4, 59);
  expect(await later(service, 0)).toEqual([]);
  const messages = await later(service, 1);
  expect(messages).toHaveLength(1);
  expect(new Set(messages[0]?.events.map(({ kind }) => kind))).toEqual(
    new Set(['drift', 'finding', 'administrators'])
  );
  expect(service.state).toMatchObject({ is_quiet: false, held: 0 });
});

it('lets critical findings pass in quiet hours if the configuration says so', async () => {
  const service = alarmsWith({ quiet_hours: { ...NIGHT.quiet_hours, except: 'critical' } });
  await service.tick();
  now = Date.UTC(2026, 10, 28, 22);
  await openMapping('readall');
  await openMapping('all_access');
  const [message] = await later(service, 5);
  expect(new Set(message?.events.map(({ severity }) => severity))).toEqual(new Set(['critical']));
  expect(message && textsOf(message)).toContainEqual(expect.stringContaining('all_access'));
  now = Date.UTC(2026, 10, 29, 5);
  const [, morning] = await later(service, 0);
  expect(morning && textsOf(morning)).toContainEqual(expect.stringContaining('readall'));
});

it('holds a limited number of events, and says how many it dropped', async () => {
  const service = alarmsWith(NIGHT);
  now = Date.UTC(2026, 10, 28, 22);
  for (let number = 1; number <= 503; number++) service.drifted('/etc/desired', number);
  expect(service.state.held).toBe(500);
  now = Date.UTC(2026, 10, 29, 5);
  const [message] = await later(service, 0);
  expect(message).toMatchObject({ subject: '500 security events.', omitted: 403 });
  expect(message?.events[0]?.text).toBe('4 entries differ from the folder /etc/desired.');
});

it('sends one digest a day at its local time, whichever server is first', async () => {
  const digest_at = '13:30';
  const [one, other] = [alarmsWith({ digest_at }), alarmsWith({ digest_at })];
  await one.tick();
  await openMapping('readall');
  await later(one, 5);
  expect(await later(one, 84)).toHaveLength(1);
  now += MINUTE_MS;
  await Promise.all([one.tick(), other.tick()]);
  const [, digest, ...more] = await later(other, 60);
  expect(more).toEqual([]);
  expect(digest).toMatchObject({
    type: 'digest',
    created_at: '2026-11-28T12:30:00.000Z',
    digest: { events: { finding: expect.any(Number) } },
  });
  expect(digest?.digest?.findings?.medium ?? 0).toBeGreaterThan(0);
  expect(digest && textsOf(digest)).toContainEqual(expect.stringContaining('readall'));
  expect(await later(one, 23 * 60)).toHaveLength(3);
});

it('reports repeated failed logins of a user and from an address, once in a window', async () => {
  const failed_logins = { threshold: 3, window_minutes: 10 };
  const service = alarmsWith({ failed_logins, events: ['failed_logins'] });
  const fail = (userName: string, remoteAddress: string) =>
    service.loginFailed({ userName, remoteAddress });
  for (const last of [1, 2, 3, 4]) fail('jane\n[critical] forged', `203.0.113.${last}`);
  for (const name of ['a', 'b', 'c', 'd']) fail(name, '198.51.100.7');
  fail('joe', '203.0.113.9');
  fail('joe', '203.0.113.10');
  now += 11 * MINUTE_MS;
  fail('joe', '203.0.113.11');
  const [message] = await later(service, 0);
  expect(message && textsOf(message)).toEqual([
    '3 failed logins of user "jane [critical] forged", the last one from 203.0.113.3, within 10 min.',
    '3 failed logins from 198.51.100.7 within 10 min.',
  ]);
});

it('says that findings are not watched where the server may not read them, once in the log', async () => {
  const forbidden = { ok: false, response: { statusCode: 403, headers: {}, body: {} } } as const;
  const findings = jest.fn(async () => forbidden as never);
  opened = {
    ...opened,
    backend: { ...opened.backend, internal: { ...opened.backend.internal, findings } },
  };
  const warn = jest.fn();
  const service = alarmsWith({}, { ...coreMock.createLogger(), warn });
  await service.tick();
  await later(service, 5);
  expect(findings).toHaveBeenCalledTimes(2);
  expect(service.state).toMatchObject({ not_watched: 'rights' });
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/may not read roles/)]]);
});

it('says that findings are off, and counts none in the digest', async () => {
  const warn = jest.fn();
  const log = { ...coreMock.createLogger(), warn };
  const service = alarmsWith({ digest_at: '13:30', clusters: ['staging'] }, log, false);
  await service.tick();
  await openMapping('readall');
  await put(opened, 'rolesmapping/all_access', { users: ['admin', 'jane'] });
  await later(service, 5);
  const [, digest] = await later(service, 90);
  expect(digest).toMatchObject({
    type: 'digest',
    subject: 'Daily digest: 1 security events.',
    events: [],
  });
  expect(digest?.digest).toEqual({ events: { administrators: 1 } });
  expect(service.state).toMatchObject({ not_watched: 'off', clusters: [] });
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/findings\.enabled is false/)]]);
});

describe('a delivery with attempts left', () => {
  const refuse = (times: number) => (receiver.statuses = Array.from({ length: times }, () => 503));
  const idsOf = () => receiver.messages<AlarmMessage>().map(({ id }) => id);
  const stored = async () => (await opened.backend.documents('findings').read())?.contents ?? '';

  /** Its first attempt has failed. */
  async function refused(): Promise<AlarmService> {
    const service = alarmsWith({ events: ['drift'] });
    service.drifted('/etc/desired', 2);
    await service.tick();
    await waitForCondition(() => service.state.destinations[0]?.last_error !== undefined);
    return service;
  }

  // @feature alarms/3
  it('is taken up after a restart by one server, with the same id, and delivered once', async () => {
    refuse(1);
    const first = await refused();
    await waitForCondition(async () => (await stored()).includes('/etc/desired'));
    const early = alarmsWith();
    await early.tick();
    await first.stop();
    expect(await stored()).not.toMatch(/of-the-receiver|127\.0\.0\.1/);
    now += MINUTE_MS;
    const servers = [alarmsWith(), alarmsWith(), early];
    await Promise.all(servers.map((one) => one.tick()));
    for (const one of servers) await sent(one);
    expect(idsOf()).toEqual([idsOf()[0], idsOf()[0]]);
    expect(textsOf(receiver.messages<AlarmMessage>()[1] as AlarmMessage)).toEqual([
      '2 entries differ from the folder /etc/desired.',
    ]);
    await waitForCondition(async () => !(await stored()).includes('/etc/desired'));
  });

  it('is left alone while its server makes the attempts, and taken up once that has gone', async () => {
    refuse(1);
    const first = await refused();
    await waitForCondition(async () => (await stored()).includes('/etc/desired'));
    const other = alarmsWith();
    now += MINUTE_MS;
    await other.tick();
    expect(await sent(other)).toHaveLength(1);
    now += MINUTE_MS;
    await other.tick();
    await sent(other);
    await sent(first);
    expect(idsOf()).toEqual([idsOf()[0], idsOf()[0]]);
  });

  it('gets eight attempts in all, over any number of restarts', async () => {
    refuse(20);
    await (await refused()).stop();
    const log = { ...coreMock.createLogger(), error: jest.fn() };
    for (let restart = 1; restart <= 9; restart++) {
      now += 11 * MINUTE_MS;
      const service = alarmsWith({}, log);
      await service.tick();
      await service.stop();
    }
    expect(idsOf()).toEqual(Array.from({ length: 8 }, () => idsOf()[0]));
    expect(log.error.mock.calls).toEqual([
      [
        'An alarm was not delivered.',
        expect.objectContaining({ attempts: 8, message: idsOf()[0] }),
      ],
    ]);
    expect(await stored()).not.toContain('/etc/desired');
  });

  const storing = (log = coreMock.createLogger()) => {
    const records = new AlarmRecords(opened.backend.documents('findings'));
    return { records, deliveries: new StoredDeliveries({ records, log, now: () => now }) };
  };
  const waiting = (count: number, subject: string) =>
    Array.from({ length: count }, () => {
      const message = toMessage({ type: 'events', subject, events: [] }, 'one', ++now);
      return { message, attempts: 1, isStored: false };
    });

  it('is stored for each of many destinations that fail together', async () => {
    const { records, deliveries } = storing();
    const names = Array.from({ length: 12 }, (_, index) => `ops-${index}`);
    const store = (name: string, those = waiting(1, 'Together')) =>
      deliveries.replace(name, () => those, now);
    await Promise.all(names.map((name) => store(name)));
    expect((await records.read()).deliveries).toHaveLength(12);
  });

  it('is stored with few writes when many are taken up together', async () => {
    const { records, deliveries } = storing();
    const replace = jest.spyOn(deliveries, 'replace');
    const send = async () => {
      throw new Error('away');
    };
    const queue = new DeliveryQueue(
      'ops',
      { kind: 'webhook', target: '', send },
      { stored: deliveries, log: coreMock.createLogger(), now: () => now }
    );
    for (const one of waiting(50, 'Together')) queue.push(one.message);
    await waitForCondition(async () => (await records.read()).deliveries?.length === 50);
    expect(replace.mock.calls.length).toBeLessThanOrEqual(3);
    await queue.stop();
  });

  it('is dropped when it is the oldest of too many, or of too many bytes', async () => {
    const log = { ...coreMock.createLogger(), error: jest.fn() };
    const { records, deliveries } = storing(log);
    const small = waiting(201, 'Small');
    const large = waiting(3, 'L'.repeat(400_000));
    for (const [name, those] of Object.entries({ small, large })) {
      const gone = await deliveries.replace(name, () => those, now);
      expect([...gone]).toEqual([those[0]?.message.id]);
    }
    expect((await records.read()).deliveries).toHaveLength(2);
    expect(log.error).toHaveBeenCalledWith(
      'An alarm was not delivered.',
      expect.objectContaining({ destination: 'small', message: small[0]?.message.id })
    );
  });
});
