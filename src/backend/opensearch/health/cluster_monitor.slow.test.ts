/** Problems of the cluster as `/api/status` reports them. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { filter, firstValueFrom, skip } from 'rxjs';
import { BACKEND_ERRORS, type ErrorDefinition } from '../../../contracts/errors';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import { SILENT_LOG } from '../../api/log';
import { ClusterClient } from '../client';
import { ClusterWatch } from './cluster_monitor';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  jest.useRealTimers();
  for (const end of ended.splice(0)) await end();
});
/** All but `setTimeout`. */
const OTHER_TIMERS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] as const;

const INTERVAL_MS = 50;
type Response = readonly [status: number, body: unknown];
/** Responses of the cluster, by path without query. */
type Responses = Readonly<Record<string, Response>>;
const version = (number: string) => ({ version: { distribution: 'opensearch', number } });
const SECURITY = '/_plugins/_security';
const BLOCKS = '/_cluster/state/blocks';
const HEALTH = '/_cluster/health/.a*,.own*,.opendistro_security*';
const READY: Responses = {
  '/': [200, version('3.4.0')],
  [`${SECURITY}/health`]: [200, { status: 'UP' }],
  [`${SECURITY}/api/permissionsinfo`]: [200, { has_api_access: true }],
};
const NOT_INITIALISED: Response = [503, 'OpenSearch Security not initialized.'];

interface Settings {
  /** Milliseconds; generous, for busy machines. */
  readonly pingTimeout?: number;
  readonly now?: () => number;
  /** Other settings of the client. */
  readonly [key: string]: unknown;
}

async function statusWith(given: Responses | RequestListener, more: Settings = {}) {
  const responses = { current: given };
  const server = createServer((request, response) => {
    const { current } = responses;
    if (typeof current === 'function') return current(request, response);
    const [status, body] = current[request.url?.split('?')[0] ?? ''] ?? [200, {}];
    return response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(() => (server.closeAllConnections(), server.close()));
  const { port } = server.address() as AddressInfo;
  return {
    ...(await status({ hosts: [`http://127.0.0.1:${port}`], ...more })),
    port,
    answers: responses,
  };
}

async function status({ pingTimeout = 30_000, now, ...more }: Settings) {
  const client = new ClusterClient({
    hosts: [],
    username: 'server',
    password: 's3cret',
    requestTimeout: 5_000,
    pingTimeout,
    requestHeadersAllowlist: [],
    customHeaders: {},
    sniffOnStart: false,
    sniffInterval: false,
    sniffOnConnectionFault: false,
    ssl: { verificationMode: 'full', alwaysPresentCertificate: false },
    ...more,
  });
  const watch = new ClusterWatch({
    client,
    indices: ['.a', '.own'],
    sessionsIndex: '.own_sessions',
    dashboardsIndex: '.a',
    pingTimeout,
    log: SILENT_LOG,
    now,
    intervalMs: INTERVAL_MS,
  });
  ended.push(
    () => watch.stop(),
    () => client.stop()
  );
  await watch.start();
  return { watch, client, ...(await firstValueFrom(watch.status$)) };
}

type Watched = Awaited<ReturnType<typeof statusWith>>;
/** The next status change. */
const next = ({ watch }: Watched) => firstValueFrom(watch.status$.pipe(skip(1)));

it("is available with the cluster's version if the cluster is", async () => {
  const { level, summary, watch } = await statusWith(READY);
  expect({ level, summary }).toEqual({ level: 'available', summary: 'OpenSearch 3.4.0 is ready.' });
  expect(watch.version).toEqual({ number: '3.4.0', major: 3 });
});

it.each<[string, Responses, RegExp, ErrorDefinition]>([
  [
    ...(['a wrong password of the server', { '/': [401, 'Unauthorized'] }] as const),
    ...([/refuses the server's own user/, BACKEND_ERRORS.clusterRefuses] as const),
  ],
  [
    ...(['a user without rights', { '/': [403, 'no permissions for'] }] as const),
    ...([/the role kibana_server/, BACKEND_ERRORS.clusterServerPermissions] as const),
  ],
  ['too many calls', { '/': [429, ''] }, /429 Too Many Requests/, BACKEND_ERRORS.clusterBusy],
  [
    ...(['a red cluster', { '/': [503, 'no cluster manager'] }] as const),
    ...([/answers 503/, BACKEND_ERRORS.clusterNotReady] as const),
  ],
  [
    ...(['an old version', { '/': [200, version('1.3.20')] }] as const),
    ...([/OpenSearch 1\.3\.20 is too old: version 2 or 3/, BACKEND_ERRORS.clusterUnfit] as const),
  ],
  [
    ...(['another product', { '/': [200, { version: { number: '8.1.0' } }] }] as const),
    ...([/is not OpenSearch/, BACKEND_ERRORS.clusterUnfit] as const),
  ],
  ['a page', { '/': [200, '<html>'] }, /is not OpenSearch/, BACKEND_ERRORS.clusterUnfit],
  [
    ...(['no plugin', { ...READY, [`${SECURITY}/api/permissionsinfo`]: [400, {}] }] as const),
    ...([/has no security plugin/, BACKEND_ERRORS.clusterUnfit] as const),
  ],
])('names the cause: %s', async (_what, responses, sentence, reason) => {
  const found = await statusWith(responses);
  expect(found).toMatchObject({
    level: 'unavailable',
    summary: expect.stringMatching(sentence),
    reason,
  });
  expect(found.summary).not.toContain('s3cret');
});

it('names the permission that the server lacks, and that reading fails without it', async () => {
  const { level, summary } = await statusWith({
    ...READY,
    [`${SECURITY}/api/permissionsinfo`]: [200, { has_api_access: false }],
  });
  expect(level).toBe('degraded');
  expect(summary).toContain('security_rest_api_access');
});

describe('cluster without initialized security', () => {
  const minutes = (count: number) => () => count * 60_000;

  it('is reported as starting, without advice that overwrites users, if it was ready before', async () => {
    let now = minutes(0);
    const watched = await statusWith(READY, { now: () => now() });
    watched.answers.current = { '/': NOT_INITIALISED };
    const { summary, reason } = await next(watched);
    expect(summary).toMatch(/^The cluster is starting/);
    expect(reason).toBe(BACKEND_ERRORS.clusterNotSetUp);
    now = minutes(9);
    await watched.watch.start();
    expect((await firstValueFrom(watched.watch.status$)).summary).toBe(summary);
  });

  it('is reported as needing securityadmin after a minute, with a warning that it overwrites users', async () => {
    let now = minutes(0);
    const watched = await statusWith({ '/': NOT_INITIALISED }, { now: () => now() });
    expect(watched.summary).toMatch(/^The cluster is starting/);
    expect(watched.summary).not.toMatch(/securityadmin/);
    now = minutes(1);
    expect((await next(watched)).summary).toMatch(
      /securityadmin tool once\. Warning: securityadmin overwrites all users/
    );
  });

  it('is reported as starting again after another problem', async () => {
    let now = minutes(0);
    const watched = await statusWith({ '/': NOT_INITIALISED }, { now: () => now() });
    watched.answers.current = { '/': [503, 'no cluster manager'] };
    await next(watched);
    now = minutes(1);
    watched.answers.current = { '/': NOT_INITIALISED };
    expect((await next(watched)).summary).toMatch(/^The cluster is starting/);
  });

  it('is detected by its health endpoint if a certificate still works, and as starting if it has users', async () => {
    let now = minutes(0);
    const down: Response = [503, { message: 'Not initialized', mode: 'strict', status: 'DOWN' }];
    const responses = { ...READY, [`${SECURITY}/health`]: down };
    const indices = { '.opendistro_security': { status: 'red' } };
    const watched = await statusWith(
      { ...responses, [HEALTH]: [200, { indices }] },
      { now: () => now() }
    );
    now = minutes(1);
    await watched.watch.start();
    const { level, summary } = await firstValueFrom(watched.watch.status$);
    expect([level, summary]).toEqual(['unavailable', expect.stringMatching(/is starting/)]);
    watched.answers.current = responses;
    expect((await next(watched)).summary).toMatch(/securityadmin/);
  });
});

describe('index block', () => {
  const block = (description: string, ...levels: string[]) => ({ 8: { description, levels } });
  const WRITE = block('index write (api)', 'write');
  const READ_ONLY = block('cluster read-only (api)', 'write', 'metadata_write');
  const FULL = block('disk usage exceeded flood-stage watermark', 'write', 'metadata_write');
  const blocked = (blocks: object) => ({ ...READY, [BLOCKS]: [200, { blocks }] }) as const;

  it.each<[string, object, string, RegExp]>([
    [
      ...(['of the whole cluster', { global: READ_ONLY }, 'unavailable'] as const),
      /the whole cluster accepts no changes \(cluster read-only \(api\)\)\. Remove the setting/,
    ],
    [
      'of the closed security index',
      { indices: { '.opendistro_security': block('index closed', 'read', 'write') } },
      'unavailable',
      /No one can log in.*\.opendistro_security is blocked \(index closed\)\. Open the index/,
    ],
    [
      'of sessions',
      { indices: { '.a_1': WRITE, '.own_sessions_1': WRITE } },
      'unavailable',
      /No one can log in.*no changes of \.a_1, \.own_sessions_1 \(index write/,
    ],
    [
      'of changes of the security configuration',
      { indices: { '.opendistro_security': WRITE } },
      'degraded',
      /no changes of \.opendistro_security/,
    ],
    [
      'of saved objects on a full disk',
      { indices: { '.a_1': FULL, '.a_2': WRITE } },
      'degraded',
      /no changes of \.a_1, \.a_2 .*Free disk space, then remove the blocks/,
    ],
  ])('%s is reported, and the status recovers', async (_what, blocks, level, sentence) => {
    const watched = await statusWith(blocked(blocks));
    const { summary, watch, answers: responses } = watched;
    expect([watched.level, summary]).toEqual([level, expect.stringMatching(sentence)]);
    expect(await firstValueFrom(watch.isWritable$)).toBe(false);
    // The reason is public, so it contains no names or advice.
    if (level === 'unavailable')
      expect(watched.reason?.defaultMessage).toMatch(/^No one can log in: the cluster [a-z ']+\.$/);
    responses.current = READY;
    expect((await next(watched)).level).toBe('available');
    expect(await firstValueFrom(watch.isWritable$)).toBe(true);
  });

  it('of other indices, or only of mappings, is ignored', async () => {
    const indices = { logs: WRITE, '.own_a': block('index metadata (api)', 'metadata_write') };
    const { level, watch } = await statusWith(blocked({ indices }));
    expect(level).toBe('available');
    expect(await firstValueFrom(watch.isWritable$)).toBe(true);
  });
});

it.each([
  ['sessions', '.own_sessions_1', 'unavailable'],
  ['the security configuration', '.opendistro_security', 'unavailable'],
  ['saved objects', '.a_1', 'degraded'],
])('reports lost shards of %s', async (_what, name, level) => {
  const lost = { indices: { [name]: { status: 'red' }, '.a_2': { status: 'yellow' } } };
  const red = await statusWith({ ...READY, [HEALTH]: [200, lost] });
  expect(red.level).toBe(level);
  expect(red.summary).toContain(`parts of ${name} are lost`);
});

it('is available if the cluster hides details', async () => {
  const hidden: Response = [403, 'no permissions for'];
  expect((await statusWith({ ...READY, [BLOCKS]: hidden, [HEALTH]: hidden })).level).toBe(
    'available'
  );
});

it('reports that the cluster separates tenants for another index', async () => {
  const info = (opensearch_dashboards_index: string): Responses => ({
    ...READY,
    [`${SECURITY}/dashboardsinfo`]: [200, { opensearch_dashboards_index }],
  });
  expect((await statusWith(info('.a'))).level).toBe('available');
  expect(await statusWith(info('.b'))).toMatchObject({
    level: 'degraded',
    summary: expect.stringMatching(/opensearchDashboards\.index to \.b/),
  });
});

it('reports a silent cluster before its requests time out', async () => {
  // Longer than this test may take.
  const watched = await statusWith(READY, { pingTimeout: 300_000 });
  const waiting: ServerResponse[] = [];
  watched.answers.current = (_request, response) => void waiting.push(response);
  expect(await next(watched)).toMatchObject({
    level: 'unavailable',
    summary: expect.stringMatching(/does not respond/),
    reason: BACKEND_ERRORS.clusterLate,
  });
  expect(waiting.map(({ closed }) => closed)).toEqual([false]);
  watched.answers.current = READY;
  waiting[0]?.end('{}');
  await firstValueFrom(watched.watch.status$.pipe(filter(({ level }) => level === 'available')));
}, 30_000);

it('stays available if a slow cluster responds to each request in time', async () => {
  jest.useFakeTimers({ doNotFake: [...OTHER_TIMERS] });
  const watched = await statusWith(READY);
  const slow = ['/', `${SECURITY}/health`];
  let asked = 0;
  watched.answers.current = (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const [status, body] = READY[path] ?? [200, {}];
    // These two follow each other.
    if (slow.includes(path)) {
      jest.advanceTimersByTime(CLUSTER_LIMITS.lookMs * 0.7);
      asked++;
    }
    return response.writeHead(status).end(JSON.stringify(body));
  };
  const levels: string[] = [];
  watched.watch.status$.subscribe(({ level }) => levels.push(level));
  jest.advanceTimersByTime(INTERVAL_MS);
  while (asked < slow.length) await setImmediate();
  expect(levels).toEqual(['available']);
});

it('names the cause when there is no response', async () => {
  const silent = await statusWith(() => undefined, { pingTimeout: 300 });
  expect(silent.summary).toMatch(/too slow/);
  const cut = await statusWith((request) => request.socket.destroy());
  expect(cut.summary).toMatch(/broke off/);
  const { port } = await statusWith(READY);
  expect((await status({ hosts: [`https://127.0.0.1:${port}`] })).summary).toMatch(/agree on TLS/);
  expect((await status({ hosts: ['http://127.0.0.1:1'] })).summary).toMatch(/Nobody answers/);
});

it.each([
  ['is too old', version('1.3.20')],
  ['is no OpenSearch', '<html>'],
])('sends nothing to a server that %s, until it is replaced', async (_what, first) => {
  const watched = await statusWith({ '/': [200, first] });
  const { client, answers: responses } = watched;
  const caller = { kind: 'user', principal: { userName: 'jane' } } as const;
  const ask = () => client.asCaller(caller, { method: 'GET', path: '/a' });
  await expect(ask()).rejects.toMatchObject({ trouble: 'unfit', response: { status: 503 } });
  await expect(client.asServer({ method: 'GET', path: '/a' })).rejects.toThrow();
  responses.current = READY;
  await next(watched);
  expect((await ask()).statusCode).toBe(200);
});

it('recovers by itself', async () => {
  const watched = await statusWith({ '/': [503, ''] });
  expect(watched.level).toBe('unavailable');
  watched.answers.current = READY;
  expect((await next(watched)).level).toBe('available');
});
