/** E-mail and syslog, each to a real server on loopback. */
import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { Authority } from '../../../../test/helpers/certificates';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { type AlarmEvent, FinalDeliveryError, toMessage } from './alarm_message';
import { Email, type EmailTarget } from './email';
import { Syslog } from './syslog';

jest.setTimeout(30_000);

const AT = Date.UTC(2026, 10, 28, 9);
const event = (severity: AlarmEvent['severity'], text: string): AlarmEvent => ({
  kind: 'finding',
  severity,
  atMs: AT,
  text,
  details: { rule: 'open-mapping' },
});
const EVENTS = [event('critical', 'Role all_access is mapped to *.'), event('low', 'Größe: ∞')];
const message = toMessage(
  { type: 'events', subject: '2 security events.', events: EVENTS },
  'dashboards-1',
  AT
);

const closes: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
});

async function newAuthority(): Promise<Authority> {
  const authority = await Authority.make();
  closes.push(() => authority.remove());
  return authority;
}

interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
  readonly isSecure: boolean;
}

async function mailServer(options: SMTPServerOptions) {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    ...options,
    onData: (stream, session, done) => {
      let data = '';
      stream.on('data', (chunk) => (data += String(chunk)));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        const from = mailFrom ? mailFrom.address : '';
        mails.push({ from, to, data, isSecure: session.secure });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closes.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { mails, port: (server.server.address() as AddressInfo).port };
}

const to = (target: Partial<EmailTarget>): EmailTarget => ({
  host: '127.0.0.1',
  port: 25,
  security: 'none',
  from: 'security@example.org',
  to: ['ops@example.org', 'dba@example.org'],
  ...target,
});

it('sends events as a mail to all recipients', async () => {
  const { mails, port } = await mailServer({ disabledCommands: ['STARTTLS'] });
  const link = 'https://logs.example.org/app/security';
  const events = message.events.map((one) => ({ ...one, details: { link } }));
  await new Email(to({ port })).send({ ...message, events });
  const [mail] = mails as [Mail];
  expect(mail).toMatchObject({
    from: 'security@example.org',
    to: ['ops@example.org', 'dba@example.org'],
  });
  expect(mail.data).toContain('Subject: [Security] 2 security events.');
  expect(mail.data).toContain(`Message-ID: <${message.id}@example.org>`);
  const text = mail.data.replace(/=\r\n/g, '');
  expect(text).toContain(
    `[critical] 2026-11-28T09:00:00.000Z  Role all_access is mapped to *.\r\n    ${link}\r\n`
  );
});

it('logs in over STARTTLS with a certificate of its authorities, and to no other server', async () => {
  const authority = await newAuthority();
  const { cert, key } = await authority.issue('C=DE, CN=mail', { isServer: true });
  const { mails, port } = await mailServer({
    key,
    cert,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'alarms' && password === 'right'
        ? done(null, { user: username })
        : done(new Error('Invalid credentials')),
  });
  const target = { port, security: 'starttls', ca: authority.files.cert } as const;
  await new Email(to({ ...target, credentials: { user: 'alarms', pass: 'right' } })).send(message);
  expect(mails).toMatchObject([{ isSecure: true }]);
  const wrong = new Email(to({ ...target, credentials: { user: 'alarms', pass: 'no-secret' } }));
  const refused = await wrong.send(message).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(FinalDeliveryError);
  expect(String(refused)).not.toContain('no-secret');
  const untrusted = new Email(to({ port, security: 'starttls' }));
  await expect(untrusted.send(message)).rejects.toThrow(/certificate/);
});

it('needs STARTTLS where the configuration says so', async () => {
  const { mails, port } = await mailServer({ disabledCommands: ['STARTTLS'] });
  await expect(new Email(to({ port, security: 'starttls' })).send(message)).rejects.toThrow();
  expect(mails).toEqual([]);
});

const LINE = (severity: number, text: string) =>
  new RegExp(
    `^<${13 * 8 + severity}>1 2026-11-28T09:00:00.000Z \\S+ security-dashboards ${process.pid} finding - \\{.*${text}`
  );

it('sends each event as a datagram over UDP', async () => {
  const received: string[] = [];
  const socket = createSocket('udp4', (data) => received.push(String(data)));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  closes.push(() => socket.close());
  const { port } = socket.address();
  await new Syslog({ host: '127.0.0.1', port, protocol: 'udp', ca: undefined }, 13).send(message);
  await waitForCondition(() => received.length === 2);
  expect(received[0]).toMatch(LINE(2, 'Role all_access'));
  expect(received[1]).toMatch(LINE(5, 'Gr\\\\u00f6\\\\u00dfe'));
});

it.each(['tcp', 'tls'] as const)('sends events with octet counts over %s', async (protocol) => {
  let received = '';
  const onSocket = (socket: Socket) =>
    socket.on('data', (chunk) => (received += String(chunk))).on('error', () => undefined);
  const authority = await newAuthority();
  const { cert, key } = await authority.issue('C=DE, CN=syslog', { isServer: true });
  const server =
    protocol === 'tls' ? createTlsServer({ key, cert }, onSocket) : createServer(onSocket);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closes.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const target = { host: '127.0.0.1', port, protocol, ca: authority.files.cert };
  await new Syslog(target, 13).send(message);
  const frames = (): readonly string[] => {
    const found: string[] = [];
    for (let rest = received; rest !== '';) {
      const [, size = ''] = /^(\d+) /.exec(rest) ?? [];
      const start = size.length + 1;
      found.push(rest.slice(start, start + Number(size)));
      rest = rest.slice(start + Number(size));
    }
    return found;
  };
  await waitForCondition(() => frames().length === 2);
  expect(frames()[0]).toMatch(LINE(2, 'Role all_access'));
  expect(frames()[1]).toMatch(LINE(5, 'Gr'));
  expect(new Syslog(target, 13).target).toBe(`${protocol}://127.0.0.1:${port}`);
});
