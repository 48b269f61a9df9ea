import { connect, type Socket } from 'node:net';
import { Agent, request as httpRequest } from 'node:http';
import { HTTP_LIMITS } from '../../common';
import { coreMock } from '../mocks';
import { affordableConnections } from './connections/connection_limits';
import { parseAddress } from './request/client_address';
import type { InternalHttpServiceSetup } from './http_service';
import { call, rawRequest, startHttp, stopHttp } from './mocks';
import { waitForCondition } from '../../../../test/helpers/wait_for';

afterEach(stopHttp);

const portOf = ({ service }: { service: { url: string } }) => Number(new URL(service.url).port);

const withWhoami = (http: InternalHttpServiceSetup) => {
  const router = http.createRouter();
  router.get(
    { path: '/api/whoami', validate: false, options: { access: 'public' } },
    (request, response) =>
      response.ok({
        body: { address: request.remoteAddress },
        cookies: [{ name: 'sid', value: 'x' }],
      })
  );
  http.registerEntryPoint({
    prefix: '/raw',
    handler: async ({ remoteAddress }) => ({ statusCode: 200, body: { address: remoteAddress } }),
  });
};

describe('client address', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 127.0.0.3' };

  it.each([
    ['nobody is trusted', '', '127.0.0.2'],
    ['the proxy is not the trusted one', '127.0.0.1', '127.0.0.2'],
    ['the proxy is trusted', '127.0.0.2', '127.0.0.3'],
    ['two proxies are trusted', '127.0.0.0/8', '198.51.100.7'],
    ['all on this machine are trusted', 'loopback', '198.51.100.7'],
  ])(
    'is the first from the right that is not a trusted proxy: %s',
    async (_what, trusted, expected) => {
      const started = await startHttp(withWhoami, { 'server.trustedProxies': trusted });
      for (const path of ['/api/whoami', '/raw/x']) {
        const response = await call(
          portOf(started),
          'GET',
          path,
          undefined,
          forwarded,
          '127.0.0.2'
        );
        expect(response.json).toEqual({ address: expected });
      }
    }
  );

  it('is that of the proxy if it forwards none, without port and prefix', async () => {
    const started = await startHttp(withWhoami, { 'server.trustedProxies': '127.0.0.1' });
    const addressFor = async (value: string) =>
      (await started.get('/api/whoami', { 'x-forwarded-for': value })).json.address;
    expect((await started.get('/api/whoami')).json.address).toBe('127.0.0.1');
    expect(await addressFor('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(await addressFor('192.0.2.1:4711')).toBe('192.0.2.1');
    expect(await addressFor('[2001:DB8::1]:4711')).toBe('2001:db8::1');
  });

  // @asvs V13.1/3
  it.each([
    'unknown',
    '192.0.2.1, unknown',
    '192.0.2.1, ',
    '192.0.2.1,, 127.0.0.2',
    'unknown, 127.0.0.2',
    ',',
    '',
    '192.0.2.1, not an address',
    '_hidden',
  ])('leads to 400 if a trusted proxy forwards "%s"', async (value) => {
    const config = { 'server.trustedProxies': '127.0.0.2' };
    const started = await startHttp(withWhoami, config);
    const port = portOf(started);
    const headers = { 'x-forwarded-for': value };
    for (const path of ['/api/whoami', '/raw/x', '/nowhere']) {
      const { status, json } = await call(port, 'GET', path, undefined, headers, '127.0.0.2');
      expect([path, status, json.attributes?.code]).toEqual([
        path,
        400,
        'core.http.forwarded_address',
      ]);
    }
    const direct = await call(port, 'GET', '/api/whoami', undefined, headers, '127.0.0.3');
    expect(direct.json).toEqual({ address: '127.0.0.3' });
  });

  it('ignores forged addresses before the first untrusted one', async () => {
    const started = await startHttp(withWhoami, { 'server.trustedProxies': '127.0.0.1' });
    const headers = { 'x-forwarded-for': 'unknown,, 192.0.2.1' };
    expect((await started.get('/api/whoami', headers)).json).toEqual({ address: '192.0.2.1' });
  });

  it.each(['', 'x'.repeat(9_000), '1.2.3', '[::1', '1.2.3.4:x', '1.2.3.4, 5.6.7.8'])(
    'is not parsed from %s',
    (text) => expect(parseAddress(text)).toBeUndefined()
  );

  // @asvs V9.1.1/1
  it('makes cookies Secure if a trusted proxy uses TLS', async () => {
    const started = await startHttp(withWhoami, { 'server.trustedProxies': '127.0.0.2' });
    const cookieFrom = async (address: string) => {
      const headers = { 'x-forwarded-proto': 'https' };
      const response = await call(
        portOf(started),
        'GET',
        '/api/whoami',
        undefined,
        headers,
        address
      );
      return response.headers['set-cookie'];
    };
    expect(await cookieFrom('127.0.0.2')).toEqual(['sid=x; Path=/; HttpOnly; Secure']);
    expect(await cookieFrom('127.0.0.1')).toEqual(['sid=x; Path=/; HttpOnly']);
  });

  it.each(['10.0.0.0/0', '10.0.0.0/33', 'example.org', '::1/x', '10.0.0.1/8/8'])(
    'rejects trusted proxies %s at start',
    async (trusted) => {
      await expect(startHttp(withWhoami, { 'server.trustedProxies': trusted })).rejects.toThrow(
        `[server.trustedProxies]: "${trusted}" is neither an address`
      );
    }
  );
});

// @asvs V13.1/2
it.each(['Host: b.example', 'host: a.example', 'HOST:'])(
  'rejects a second Host header: %s',
  async (second) => {
    const started = await startHttp(withWhoami);
    for (const path of ['/api/whoami', '/raw/x']) {
      const head = `GET ${path} HTTP/1.1\r\nHost: a.example\r\n${second}\r\nConnection: close\r\n\r\n`;
      const response = await rawRequest(portOf(started), head);
      expect(response).toMatch(/^HTTP\/1.1 400 /);
      expect(response).toContain('core.http.several_hosts');
    }
  }
);

describe('rate limits', () => {
  it('count an authenticated user across addresses, and other clients by address', async () => {
    const started = await startHttp((http) => {
      http.registerAuth((request) =>
        request.headers['x-user'] === undefined
          ? { type: 'anonymous' }
          : {
              type: 'authenticated',
              auth: coreMock.createAuth({ userName: request.headers['x-user'] }),
            }
      );
      http.createRouter().get(
        {
          path: '/api/x',
          validate: false,
          options: { access: 'optional', rateLimitPerMinute: 1 },
        },
        (_request, response) => response.ok()
      );
    });
    const status = async (user: string | undefined, address: string) => {
      const headers: Record<string, string> = user === undefined ? {} : { 'x-user': user };
      return (await call(portOf(started), 'GET', '/api/x', undefined, headers, address)).status;
    };
    expect(await status('anna', '127.0.0.1')).toBe(200);
    expect(await status('ben', '127.0.0.1')).toBe(200);
    expect(await status('anna', '127.0.0.2')).toBe(429);
    expect(await status(undefined, '127.0.0.1')).toBe(200);
    expect(await status(undefined, '127.0.0.1')).toBe(429);
    expect(await status(undefined, '127.0.0.2')).toBe(200);
  });

  it('do not count cross-site requests', async () => {
    const { send } = await startHttp((http) => {
      http.createRouter().post(
        {
          path: '/api/x',
          validate: false,
          options: { access: 'public', rateLimitPerMinute: 1 },
        },
        (_request, response) => response.ok()
      );
    });
    for (let i = 0; i < 3; i++) expect((await send('POST', '/api/x')).status).toBe(400);
    expect((await send('POST', '/api/x', undefined, { 'kbn-xsrf': '1' })).status).toBe(200);
  });
});

describe('connection limits', () => {
  const isClosed = (socket: Socket) =>
    new Promise<void>((resolve) =>
      socket.on('error', () => undefined).once('close', () => resolve())
    );
  const open = (port: number, localAddress: string, text = '') =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
        if (text !== '') socket.write(text);
        resolve(socket);
      });
      socket.once('error', reject);
    });
  const times = <T>(count: number, make: () => Promise<T>) =>
    Promise.all(Array.from({ length: count }, make));

  it('close slow and silent connections while others are accepted', async () => {
    const limits = { headersMs: 200, requestMs: 200, slowSenderCheckMs: 50 };
    const started = await startHttp(withWhoami, {}, limits);
    const port = portOf(started);
    const slow = [
      ...(await times(100, () => open(port, '127.0.0.1'))),
      ...(await times(100, () => open(port, '127.0.0.1', 'GET /api/whoami HTTP/1.1\r\nx: '))),
      ...(await times(100, () =>
        open(port, '127.0.0.1', 'POST /raw/x HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\na')
      )),
    ];
    const closed = Promise.all(slow.map(isClosed));
    // On a busy machine it can be as late as the slow ones.
    await waitForCondition(async () =>
      started.get('/api/whoami').then(
        ({ status }) => status === 200,
        () => false
      )
    );
    slow.forEach((socket) => socket.resume());
    await closed;
  });

  it('apply to each address, except for trusted proxies', async () => {
    const started = await startHttp(withWhoami, {
      'server.maxConnectionsPerAddress': '3',
      'server.trustedProxies': '127.0.0.9',
    });
    const port = portOf(started);
    const opened = await times(3, () => open(port, '127.0.0.1'));
    await isClosed(await open(port, '127.0.0.1'));
    const others = await times(5, () => open(port, '127.0.0.9'));
    const status = (address: string) => call(port, 'GET', '/api/whoami', undefined, {}, address);
    expect((await status('127.0.0.2')).status).toBe(200);
    expect((await status('127.0.0.9')).status).toBe(200);
    opened[0]?.destroy();
    await waitForCondition(async () =>
      status('127.0.0.1').then(
        (response) => response.status === 200,
        () => false
      )
    );
    expect(started.log.warn).toHaveBeenCalledTimes(1);
    expect([...opened.slice(1), ...others].some(({ destroyed }) => destroyed)).toBe(false);
    [...opened, ...others].forEach((socket) => socket.destroy());
  });

  it('close the newest connection of the address with the most connections when the server is full', async () => {
    const started = await startHttp(withWhoami, { 'server.maxConnections': '5' });
    const port = portOf(started);
    const greedy: Socket[] = [];
    for (let i = 0; i < 5; i++) greedy.push(await open(port, '127.0.0.1'));
    const newestIsClosed = isClosed(greedy[4] as Socket);
    const response = await call(port, 'GET', '/api/whoami', undefined, {}, '127.0.0.2');
    expect(response.status).toBe(200);
    await newestIsClosed;
    expect(greedy.slice(0, 4).some(({ destroyed }) => destroyed)).toBe(false);
    greedy.forEach((socket) => socket.destroy());
  });

  it('reserve open files for other purposes', () => {
    const log = { warn: jest.fn() };
    expect(affordableConnections(100, log, 1_024)).toBe(100);
    expect(log.warn).not.toHaveBeenCalled();
    expect(affordableConnections(4_096, log, 1_024)).toBe(896);
    expect(log.warn.mock.calls).toEqual([
      [
        'The limit of open files is 1024 (ulimit -n); the server needs 4224: 128 for itself, and server.maxConnections (4096). It takes 896 connections. Raise the limit.',
      ],
    ]);
  });

  it('stop the start with one line if the system allows too few open files', () => {
    const log = { warn: jest.fn() };
    expect(affordableConnections(100, log, 129)).toBe(1);
    for (const openFiles of [128, 20])
      expect(() => affordableConnections(100, log, openFiles)).toThrow(
        expect.objectContaining({
          exitCode: 78,
          message: `The limit of open files is ${openFiles} (ulimit -n); the server needs 228: 128 for itself, and server.maxConnections (100). Raise the limit.`,
        })
      );
  });

  it('allow some pipelined requests, answered in order, but close a connection with hundreds', async () => {
    let handled = 0;
    const started = await startHttp((http) => {
      const options = { access: 'public' } as const;
      http
        .createRouter()
        .get({ path: '/api/x', validate: false, options }, (_request, response) =>
          response.ok({ body: { at: ++handled } })
        );
    });
    const pipeline = (count: number) =>
      new Promise<string>((resolve) => {
        const socket = connect(portOf(started), '127.0.0.1');
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk.toString();
          if (text.includes(`{"at":${count}}`)) socket.destroy();
        });
        socket.on('error', () => undefined);
        socket.on('close', () => resolve(text));
        socket.write('GET /api/x HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(count));
      });
    const responses = [...(await pipeline(20)).matchAll(/"at":(\d+)/g)].map(([, at]) => Number(at));
    expect(responses).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    handled = 0;
    await pipeline(500);
    expect(handled).toBeLessThanOrEqual(HTTP_LIMITS.requestsAhead);
  });

  it('leave no listeners behind, however many requests a connection carries', async () => {
    const started = await startHttp((http) => {
      http
        .createRouter()
        .get(
          { path: '/api/x', validate: false, options: { access: 'public' } },
          (request, response) => {
            expect(request.signal.aborted).toBe(false);
            return response.ok({ body: {} });
          }
        );
      http.registerEntryPoint({
        prefix: '/raw',
        handler: async ({ signal }) => ({ statusCode: 200, body: { gone: signal.aborted } }),
      });
    });
    const sockets: Socket[] = [];
    started.service['node'].server.on('connection', (socket: Socket) => sockets.push(socket));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const once = (path: string) =>
      new Promise<void>((resolve, reject) => {
        httpRequest({ host: '127.0.0.1', port: portOf(started), path, agent }, (response) =>
          response.resume().on('end', resolve)
        )
          .on('error', reject)
          .end();
      });
    const listeners: Array<number | undefined> = [];
    for (let i = 0; i < 30; i++) {
      await once(i % 2 === 0 ? '/api/x' : '/raw/x');
      listeners.push(sockets[0]?.listenerCount('close'));
    }
    agent.destroy();
    expect(sockets).toHaveLength(1);
    expect(Math.max(...listeners.map(Number))).toBe(listeners[0]);
  });
});
