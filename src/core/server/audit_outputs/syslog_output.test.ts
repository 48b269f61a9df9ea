import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Authority } from '../../../../test/helpers/certificates';
import { AUDIT_LIMITS } from '../../../contracts/limits';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { coreMock } from '../mocks';
import { SyslogOutput, type SyslogTarget } from './syslog_output';
import { syslogMessage } from './syslog_message';

const closes: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
});

const event = (number: number) => ({ audit_category: 'TEST', number });
const numberIn = (message: string) =>
  (JSON.parse(message.slice(message.indexOf('{'))) as { number: number }).number;

function outputTo(target: Partial<SyslogTarget>, more: { stopMs?: number; stallMs?: number } = {}) {
  const log = coreMock.createLogger();
  const output = new SyslogOutput({
    target: { host: '127.0.0.1', port: 1, protocol: 'tcp', ca: undefined, ...target },
    source: { facility: 13, host: 'node-1', processId: 42, maxBytes: 8_192 },
    log,
    retryMs: { first: 5, most: 20 },
    ...more,
  });
  closes.push(() => output.stop());
  return { output, log };
}

/** Reads messages by their octet count (RFC 6587). */
class Receiver {
  readonly numbers: number[] = [];
  readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  port = 0;

  async start(tls?: { cert: string; key: string }, takes = true): Promise<void> {
    const onSocket = (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
      if (takes) this.read(socket);
      else socket.pause();
    };
    const server = tls ? createTlsServer(tls, onSocket) : createServer(onSocket);
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    closes.push(() => this.stop());
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  private read(socket: Socket): void {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (;;) {
        const [whole, length] = /^([1-9]\d*) </.exec(text) ?? [];
        const start = (length?.length ?? 0) + 1;
        if (!whole || text.length < start + Number(length)) return;
        this.numbers.push(numberIn(text.slice(start, start + Number(length))));
        text = text.slice(start + Number(length));
      }
    });
  }
}

// @feature syslog/1
it('sends messages with octet counting over TCP, in order', async () => {
  const receiver = new Receiver();
  await receiver.start();
  const { output, log } = outputTo({ port: receiver.port });
  output.write([event(1), event(2)]);
  await waitForCondition(() => receiver.numbers.length === 2);
  output.write([event(3)]);
  await output.stop();
  await waitForCondition(() => receiver.numbers.length === 3);
  expect(receiver.numbers).toEqual([1, 2, 3]);
  expect(output.figures).toEqual({ waiting: 0, written: 3, lost: 0 });
  expect(log.error).not.toHaveBeenCalled();
});

// @feature syslog/3
it('keeps events while the server is away, says so once, and connects again', async () => {
  const receiver = new Receiver();
  await receiver.start();
  await receiver.stop();
  const { output, log } = outputTo({ port: receiver.port });
  output.write([event(1)]);
  await waitForCondition(() => log.error.mock.calls.length > 0);
  output.write([event(2)]);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(log.error.mock.calls).toEqual([
    [
      'Audit events cannot be sent to the syslog server (engine.audit.syslog).',
      { error: expect.stringContaining('ECONNREFUSED') },
    ],
  ]);
  await receiver.start();
  await waitForCondition(() => receiver.numbers.length === 2);
  expect(log.warn.mock.calls).toEqual([
    ['Audit events can be sent to the syslog server again (engine.audit.syslog).', { lost: 0 }],
  ]);
  // A server that closes an idle connection.
  for (const socket of receiver.sockets) socket.end();
  await waitForCondition(() => receiver.sockets.size === 0);
  output.write([event(3)]);
  await waitForCondition(() => receiver.numbers.length === 3);
  expect(receiver.numbers).toEqual([1, 2, 3]);
});

// @asvs V7.3/4
it('keeps a limited number of events', async () => {
  const { output, log } = outputTo({}, { stopMs: 10 });
  output.write(Array.from({ length: AUDIT_LIMITS.outputEvents + 5 }, (_, number) => event(number)));
  expect(output.figures).toEqual({ waiting: AUDIT_LIMITS.outputEvents, written: 0, lost: 5 });
  expect(log.error).toHaveBeenCalledWith(
    'Audit events are lost: too many wait for the syslog server (engine.audit.syslog).'
  );
});

it('gives up a connection whose server reads nothing', async () => {
  const receiver = new Receiver();
  await receiver.start(undefined, false);
  const { output, log } = outputTo({ port: receiver.port }, { stallMs: 30, stopMs: 10 });
  const body = 'x'.repeat(7_000);
  output.write(Array.from({ length: 3_000 }, (_, number) => ({ ...event(number), body })));
  await waitForCondition(() => log.error.mock.calls.length > 0);
  expect(log.error.mock.calls[0]?.[1]).toEqual({ error: expect.stringContaining('takes nothing') });
});

// @asvs V7.3/3
it('sends over TLS, and only to a server that the authorities vouch for', async () => {
  const authority = await Authority.make();
  const other = await Authority.make('C=DE, CN=other');
  closes.push(() => (authority.remove(), other.remove()));
  const { cert, key } = await authority.issue('C=DE, CN=syslog', { isServer: true });
  const receiver = new Receiver();
  await receiver.start({ cert, key });
  const target = { port: receiver.port, protocol: 'tls', host: 'localhost' } as const;
  const wrong = outputTo({ ...target, ca: other.files.cert }, { stopMs: 10 });
  wrong.output.write([event(0)]);
  await waitForCondition(() => wrong.log.error.mock.calls.length > 0);
  const { output } = outputTo({ ...target, ca: authority.files.cert });
  output.write([event(1)]);
  await waitForCondition(() => receiver.numbers.length > 0);
  expect(receiver.numbers).toEqual([1]);
});

// @feature syslog/2
it('sends a datagram for each event over UDP', async () => {
  const socket = createSocket('udp4');
  const messages: string[] = [];
  socket.on('message', (message) => messages.push(message.toString('latin1')));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  closes.push(() => socket.close());
  const { output } = outputTo({ port: socket.address().port, protocol: 'udp', host: 'localhost' });
  output.write([event(1), event(2)]);
  await waitForCondition(() => messages.length === 2);
  expect(messages.map(numberIn)).toEqual([1, 2]);
  expect(messages[0]).toMatch(/^<109>1 \S+ node-1 security-dashboards 42 TEST - \{/);
});

describe('syslog message', () => {
  const FROM = { facility: 13, host: 'node-1', processId: 42, maxBytes: 8_192 } as const;

  const event = {
    '@timestamp': '2026-11-24T02:34:08.123+00:00',
    audit_category: 'FAILED_LOGIN',
    audit_request_effective_user: 'jane',
  };

  it('is a message of RFC 5424 whose text is the event as JSON', () => {
    expect(syslogMessage(event, FROM)).toBe(
      `<108>1 2026-11-24T02:34:08.123+00:00 node-1 security-dashboards 42 FAILED_LOGIN - ${JSON.stringify(event)}`
    );
  });

  it.each([
    ['FAILED_LOGIN', 4],
    ['MISSING_PRIVILEGES', 4],
    ['BAD_HEADERS', 4],
    ['AUTHENTICATED', 6],
    ['COMPLIANCE_INTERNAL_CONFIG_WRITE', 5],
  ])('gives %s the severity %i', (category, severity) => {
    const message = syslogMessage({ ...event, audit_category: category }, { ...FROM, facility: 4 });
    expect(message.startsWith(`<${4 * 8 + severity}>1 `)).toBe(true);
  });

  // @asvs V7.3/2
  it('has no character beyond ASCII and no control character, whatever the event holds', () => {
    const hostile = {
      ...event,
      '@timestamp': 'now\n<0>1 forged',
      audit_category: 'A B\n\u0000C'.repeat(9),
      audit_request_effective_user: 'Zoë\n<0>1 - forged \u2028 \u007f',
    };
    const message = syslogMessage(hostile, { ...FROM, host: 'höst name\n' });
    expect(message).toMatch(/^[\x20-\x7e]+$/);
    const [header = ''] = message.split(' - ');
    expect(header).toMatch(
      /^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z hstname security-dashboards 42 (ABC)+A?B?$/
    );
    expect(header.split(' ').at(-1)).toHaveLength(27);
    expect(JSON.parse(message.slice(message.indexOf('{')))).toEqual(hostile);
  });

  it('is at most as long as configured: the largest fields are left out', () => {
    const large = {
      ...event,
      audit_request_body: 'ü'.repeat(2_000),
      audit_node_id: 'n'.repeat(100),
    };
    const message = syslogMessage(large, { ...FROM, maxBytes: 480 });
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(480);
    expect(JSON.parse(message.slice(message.indexOf('{')))).toEqual({
      ...event,
      audit_node_id: large.audit_node_id,
      audit_truncated: true,
    });
  });
});
