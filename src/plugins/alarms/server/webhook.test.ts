import { createHmac } from 'node:crypto';
import { coreMock } from '@sd/core/server/mocks';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { WebReceiver } from '../../../../test/helpers/web_receiver';
import { webhookHosts } from './config';
import { type AlarmMessage, toMessage } from './alarm_message';
import { DeliveryQueue } from './delivery_queue';
import { SIGNATURE_HEADERS, Webhook } from './webhook';

jest.setTimeout(30_000);

const SECRET = 'a-secret-of-the-receiver';
const NOW = Date.UTC(2026, 10, 28, 9, 0, 5);
const LOOPBACK = ['*', '127.0.0.0/8'];
const message = (subject = 'A test.') =>
  toMessage({ type: 'test', subject, events: [] }, 'dashboards-1', NOW);

let receiver: WebReceiver;
beforeEach(async () => {
  receiver = new WebReceiver();
  await receiver.start();
});
afterEach(() => receiver.stop());

const noStore = async () => new Set<string>();

function queueTo(
  url: string,
  hosts: readonly string[] = LOOPBACK,
  timeoutMs?: number,
  replace = noStore
) {
  const log = coreMock.createLogger();
  const webhook = new Webhook({
    url,
    secret: SECRET,
    hosts: webhookHosts(hosts),
    now: () => NOW,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const deps = { stored: { replace }, log, now: () => NOW, retryMs: { first: 1, most: 4 } };
  return { log, queue: new DeliveryQueue('ops', webhook, deps) };
}

it('signs timestamp and body, so that a receiver can verify both', async () => {
  const { queue } = queueTo(`${receiver.url}/hook?token=path-secret`);
  expect(await queue.test(message())).toEqual({ delivered: true });
  const [{ headers, body, path }] = receiver.received as [(typeof receiver.received)[0]];
  const timestamp = String(headers[SIGNATURE_HEADERS.timestamp]);
  expect([path, timestamp]).toEqual(['/hook?token=path-secret', String(NOW / 1_000)]);
  const expected = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
  expect(headers[SIGNATURE_HEADERS.signature]).toBe(`v1=${expected}`);
  const { id } = JSON.parse(body) as AlarmMessage;
  expect(headers[SIGNATURE_HEADERS.delivery]).toBe(id);
  expect(JSON.stringify(queue.state)).not.toMatch(/path-secret|of-the-receiver/);
  expect(queue.state.target).toBe(receiver.url);
});

it('tries again after an error of the receiver, in order and with the same id', async () => {
  receiver.statuses = [500, 503, 200];
  const { queue, log } = queueTo(receiver.url);
  queue.push(message('First.'));
  queue.push(message('Second.'));
  await waitForCondition(() => queue.state.delivered === 2);
  const sent = receiver.messages<AlarmMessage>();
  expect(sent.map(({ subject }) => subject)).toEqual(['First.', 'First.', 'First.', 'Second.']);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
  expect(queue.state).toMatchObject({ waiting: 0, lost: 0, last_delivery: NOW });
  // Once for the failures in a row.
  expect(log.warn.mock.calls).toEqual([
    [
      expect.stringContaining('could not be delivered'),
      expect.objectContaining({ destination: 'ops', reason: expect.stringContaining('500') }),
    ],
  ]);
});

it('goes on without the store, and logs that a restart loses what waits', async () => {
  receiver.statuses = [500, 503];
  const replace = () => Promise.reject(new Error('The cluster is away.'));
  const { queue, log } = queueTo(receiver.url, LOOPBACK, undefined, replace);
  queue.push(message());
  await waitForCondition(() => queue.state.delivered === 1);
  expect(log.warn).toHaveBeenCalledWith(
    expect.stringContaining('could not be stored'),
    expect.objectContaining({ reason: expect.stringContaining('The cluster is away.') })
  );
});

it('gives a message up after the last attempt, and goes on with the next one', async () => {
  receiver.statuses = Array.from({ length: 8 }, () => 500);
  const { queue, log } = queueTo(receiver.url);
  queue.push(message('Lost.'));
  queue.push(message('Delivered.'));
  await waitForCondition(() => queue.state.delivered === 1);
  expect(queue.state).toMatchObject({ waiting: 0, lost: 1 });
  expect(receiver.received).toHaveLength(9);
  expect(log.error).toHaveBeenCalledWith(
    'An alarm was not delivered.',
    expect.objectContaining({ destination: 'ops', attempts: 8 })
  );
});

it('follows no redirect, and does not repeat the message', async () => {
  const other = new WebReceiver();
  await other.start();
  receiver.statuses = [302];
  receiver.headers = { location: other.url };
  const { queue } = queueTo(receiver.url);
  queue.push(message());
  await waitForCondition(() => queue.state.lost === 1);
  expect([receiver.received.length, other.received.length]).toEqual([1, 0]);
  expect(queue.state.last_error?.reason).toMatch(/302.*not followed/);
  await other.stop();
});

it('sends nothing to private addresses that no range names, also behind a host name', async () => {
  for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) {
    const { queue } = queueTo(url, ['*', 'localhost', '10.0.0.0/8']);
    expect(await queue.test(message())).toEqual({
      delivered: false,
      reason: expect.stringContaining('not allowed'),
    });
  }
  expect(receiver.received).toEqual([]);
});

it.each([
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '127.0.0.1',
  '100.64.0.1',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '::127.0.0.1',
])('does not allow %s by default', (address) => {
  expect(webhookHosts(['*']).allows('hooks.example.org', address)).toBe(false);
  expect(webhookHosts(['*']).allows('hooks.example.org', '203.0.113.7')).toBe(true);
});

it('gives up an attempt that takes too long', async () => {
  let release = (): void => undefined;
  receiver.pause = new Promise((resolve) => (release = resolve));
  const { queue } = queueTo(receiver.url, LOOPBACK, 50);
  const { reason } = await queue.test(message());
  expect(reason).toBe('The receiver did not answer within 50 ms.');
  release();
});

it('keeps a limited number of messages, and counts the oldest ones that it drops', async () => {
  let release = (): void => undefined;
  receiver.pause = new Promise((resolve) => (release = resolve));
  const { queue } = queueTo(receiver.url);
  for (let number = 1; number <= 103; number++) queue.push(message(`Message ${number}.`));
  expect(queue.state).toMatchObject({ waiting: 100, lost: 3 });
  release();
  await waitForCondition(() => queue.state.waiting === 0);
  expect(receiver.messages<AlarmMessage>().at(-1)?.subject).toBe('Message 103.');
  await queue.stop();
});
