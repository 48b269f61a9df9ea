import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { BACKEND_ERRORS } from '../../../contracts/errors';
import { requestTrace, type RequestCaller } from '../../api';
import { ClusterClient, type ClusterCall } from './cluster_client';

jest.setTimeout(120_000);

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}
/** A connection as the test node sees it. */
interface Connection {
  readonly socket: Socket;
  readonly number: number;
  /** Requests so far. */
  count: number;
  /** Sent before the next response. */
  stray?: string;
  /** Whether the next request is rejected, as real nodes do. */
  rejectsNext?: boolean;
}
type Response = (connection: Connection, request: Request) => void;

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

/** A node over raw TCP, which can send what HTTP servers cannot. */
async function node(response: Response) {
  const connections: Connection[] = [];
  const server: Server = createServer((socket) => {
    const connection: Connection = { socket, number: connections.length, count: 0 };
    connections.push(connection);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (;;) {
        const [head = '', rest] = cut(text, '\r\n\r\n');
        const [first = '', ...fields] = head.split('\r\n');
        const headers = Object.fromEntries(
          fields
            .map((field) => field.split(': '))
            .map(([name = '', value = '']) => [name.toLowerCase(), value])
        );
        const length = Number(headers['content-length'] ?? 0);
        if (rest === undefined || rest.length < length) return;
        text = rest.slice(length);
        const [method = '', path = ''] = first.split(' ');
        connection.count += 1;
        response(connection, { method, path, headers });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close: () => (connections.forEach(({ socket }) => socket.destroy()), server.close()),
  });
  const client = new ClusterClient({
    hosts: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
    requestTimeout: 5_000,
    pingTimeout: 5_000,
    requestHeadersAllowlist: ['authorization'],
    customHeaders: {},
    sniffOnStart: false,
    sniffInterval: false,
    sniffOnConnectionFault: false,
    username: 'server',
    password: 's3cret',
    ssl: { verificationMode: 'full', alwaysPresentCertificate: false },
  });
  opened.push({ close: () => client.stop() });
  return { client, connections };
}

function cut(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** Formats a response as a node does, with the id of the request. */
function response(status: number, body: string, id?: string): string {
  const echo = id === undefined ? '' : `X-Opaque-Id: ${id}\r\n`;
  return `HTTP/1.1 ${status} Any\r\n${echo}Content-Length: ${body.length}\r\n\r\n${body}`;
}
const idOf = ({ headers }: Request): string | undefined => headers['x-opaque-id'];
const worded = ({ method, path, headers }: Request): string =>
  `${method} ${path} ${headers['authorization'] ?? 'nobody'}`;

const user = (name: string, userName = name): RequestCaller => ({
  kind: 'user',
  principal: { userName, headers: { authorization: `Basic ${name}` } },
});
const get = (path: string): ClusterCall => ({ method: 'GET', path });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** A deterministic random number generator. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const CALLERS = 20;
const CALLS = 10_000;

/** Runs the requests of all callers and returns the responses that belong to another request. */
async function wrongResponses(client: ClusterClient) {
  const wrong: string[] = [];
  let failures = 0;
  const run = async (_: unknown, caller: number) => {
    for (let turn = 0; turn < CALLS / CALLERS; turn++) {
      const path = `/of-${caller}/${turn}`;
      const response = await client.asCaller(user(`u${caller}`), get(path)).catch(() => undefined);
      if (!response) failures += 1;
      else if (response.text !== `GET ${path} Basic u${caller}`) wrong.push(response.text);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, run));
  return { wrong, failures };
}

describe('node that rejects the next request on a connection', () => {
  /**
   * OpenSearch does so for requests without a matching route: it rejects the next request on the
   * connection.
   */
  const refusing: Response = (connection, request) => {
    const isTaken = /^Basic (u\d+|c2Vyd)/.test(request.headers['authorization'] ?? '');
    const isRefused = connection.rejectsNext === true || (!isTaken && request.path === '/secret');
    connection.rejectsNext = !isTaken && request.path === '/no-route';
    const status = connection.rejectsNext ? 405 : isRefused ? 401 : 200;
    connection.socket.write(
      response(status, isRefused ? 'refused' : worded(request), idOf(request))
    );
  };

  it('never affects callers after requests with unaccepted credentials', async () => {
    const { client } = await node(refusing);
    const unverified: RequestCaller[] = [
      { kind: 'anonymous' },
      // Unverified credentials, and a session whose password has changed.
      user('wrong', ''),
      user('expired'),
      { kind: 'user', principal: { userName: 'opendistro_security_anonymous' } },
    ];
    let isOver = false;
    const disturb = async (caller: RequestCaller) => {
      for (; !isOver; await pause(0)) await client.asCaller(caller, get('/no-route'));
    };
    const disturbing = unverified.map(disturb);
    const { wrong, failures } = await wrongResponses(client);
    isOver = true;
    await Promise.all(disturbing);
    expect({ wrong, failures }).toEqual({ wrong: [], failures: 0 });
  });

  it('gets reused connections only for accepted callers', async () => {
    const { client, connections } = await node(refusing);
    for (let turn = 0; turn < 3; turn++) await client.asCaller(user('u1'), get(`/${turn}`));
    expect(connections.map(({ count }) => count)).toEqual([3]);
    for (let turn = 0; turn < 3; turn++) await client.asCaller({ kind: 'anonymous' }, get('/a'));
    for (let turn = 0; turn < 3; turn++) await client.asCaller(user('u2', ''), get('/a'));
    expect(connections.map(({ count }) => count)).toEqual([3, 1, 1, 1, 1, 1, 1]);
  });

  // @asvs V3.3/2
  it('is asked again on a new connection before the caller gets a 401', async () => {
    const { client, connections } = await node(refusing);
    await client.asCaller(user('u1'), get('/a'));
    (connections[0] as Connection).rejectsNext = true;
    expect(await client.asCaller(user('u1'), get('/b'))).toMatchObject({ statusCode: 200 });
    expect(await client.asCaller(user('expired'), get('/secret'))).toMatchObject({
      statusCode: 401,
    });
    // Unverified credentials are tried once only, because nodes count failed attempts.
    const before = connections.length;
    await client.asCaller(user('wrong', ''), get('/secret'));
    expect(connections.length - before).toBe(1);
  });
});

it('forwards the x-opaque-id of the request, on a separate connection', async () => {
  const ids: (string | undefined)[] = [];
  const { client, connections } = await node((connection, request) => {
    ids.push(idOf(request));
    connection.socket.write(response(200, 'yes', idOf(request)));
  });
  const trace = { id: 'a', opaqueId: 'mine' };
  await requestTrace.run(trace, () => client.asCaller(user('u1'), get('/a')));
  await requestTrace.run(trace, () => client.asServer(get('/b')));
  await client.asCaller(user('u1'), get('/c'));
  expect(ids).toEqual(['mine', expect.stringMatching(/^sec/), expect.stringMatching(/^sec/)]);
  expect(connections).toHaveLength(3);
});

describe('node that sends unrequested responses', () => {
  const stray = (request: Request) => response(200, 'stray', idOf(request));
  const FAULTS: Readonly<
    Record<string, (connection: Connection, request: Request, random: number) => void>
  > = {
    'a second response in the same packet': ({ socket }, request) =>
      socket.write(response(200, worded(request), idOf(request)) + stray(request)),
    'a late second response': ({ socket }, request, random) => {
      socket.write(response(200, worded(request), idOf(request)));
      setTimeout(() => socket.write(stray(request)), random * 5);
    },
    'a response before the one that is due': (connection, request) => {
      connection.socket.write(response(200, worded(request), idOf(request)));
      connection.stray = stray(request);
    },
    'a second response in two parts': ({ socket }, request, random) => {
      const [text, half] = [stray(request), Math.floor(random * 60)];
      socket.write(response(200, worded(request), idOf(request)) + text.slice(0, half));
      setTimeout(() => socket.write(text.slice(half)), random * 5);
    },
    'a body longer than announced': ({ socket }, request) =>
      socket.write(response(200, worded(request), idOf(request)) + '\r\nand so on\r\n\r\n'),
  };

  const sometimes =
    (names: readonly string[], isNamed: boolean): Response =>
    (connection, sent) => {
      const { 'x-opaque-id': _id, ...headers } = sent.headers;
      const request = isNamed ? sent : { ...sent, headers };
      if (connection.stray !== undefined) connection.socket.write(connection.stray);
      connection.stray = undefined;
      const fault = random() < 0.1 ? names[Math.floor(random() * names.length)] : undefined;
      if (fault === undefined)
        return void connection.socket.write(response(200, worded(request), idOf(request)));
      FAULTS[fault]?.(connection, request, random());
    };
  const random = numbers(7);

  // @asvs V9.1/2
  it.each([
    ['names the request in its responses', true],
    ['names no request', false],
  ])('gives no caller the response of another, if it %s', async (_what, isNamed) => {
    const { client } = await node(sometimes(Object.keys(FAULTS), isNamed));
    const { wrong, failures } = await wrongResponses(client);
    expect(wrong).toEqual([]);
    expect(failures).toBeLessThan(CALLS / 100);
  });

  it('loses a connection on which data arrives while it is idle', async () => {
    const { client, connections } = await node((connection, request) =>
      connection.socket.write(response(200, worded(request), idOf(request)))
    );
    await client.asCaller(user('u1'), get('/a'));
    const connection = connections[0] as Connection;
    const closed = new Promise((resolve) => connection.socket.once('close', resolve));
    connection.socket.write('H');
    await closed;
    expect(await client.asCaller(user('u1'), get('/b'))).toMatchObject({ text: 'GET /b Basic u1' });
    expect(connections.map(({ count }) => count)).toEqual([1, 1]);
  });

  it('leaves open whether it made a change, and gets no retry', async () => {
    const { client, connections } = await node((connection, request) => {
      if (connection.stray !== undefined) return void connection.socket.write(connection.stray);
      connection.socket.write(response(200, worded(request), idOf(request)));
      connection.stray = stray(request);
    });
    await client.asCaller(user('u1'), get('/a'));
    const change = client.asCaller(user('u1'), { method: 'PUT', path: '/b', body: {} });
    const error = BACKEND_ERRORS.clusterChangeLost;
    await expect(change).rejects.toMatchObject({ trouble: 'broken', response: error });
    expect(connections.map(({ count }) => count)).toEqual([2]);
  });

  it('leaves open whether it made a change if its response is cut off', async () => {
    const { client } = await node(({ socket }) =>
      socket.end('HTTP/1.1 200 Any\r\nContent-Length: 9\r\n\r\nhalf')
    );
    const change = client.asCaller(user('u1'), { method: 'PUT', path: '/b', body: {} });
    const error = BACKEND_ERRORS.clusterChangeLost;
    await expect(change).rejects.toMatchObject({ trouble: 'broken', response: error });
  });
});
