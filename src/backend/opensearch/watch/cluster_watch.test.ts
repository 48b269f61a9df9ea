/** What keeps the server from its cluster, as `/api/status` says it. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { firstValueFrom, skip } from 'rxjs';
import { SILENT_LOG } from '../../contract/log';
import { ClusterClient } from '../client';
import { ClusterWatch } from './cluster_watch';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

type Answer = readonly [status: number, body: unknown];
const version = (number: string) => ({ version: { distribution: 'opensearch', number } });
const READY: readonly Answer[] = [
  [200, version('3.4.0')],
  [200, { has_api_access: true }],
];

interface Settings {
  /** Milliseconds; long, as a busy machine takes its time. */
  readonly pingTimeout?: number;
  /** Of the client. */
  readonly [key: string]: unknown;
}

async function statusWith(answers: readonly Answer[] | RequestListener, more: Settings = {}) {
  const list = typeof answers === 'function' ? [] : [...answers];
  const server = createServer((request, response) => {
    if (typeof answers === 'function') return answers(request, response);
    const [status, body] = list.shift() ?? [200, {}];
    return response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(() => (server.closeAllConnections(), server.close()));
  const { port } = server.address() as AddressInfo;
  return { ...(await status({ hosts: [`http://127.0.0.1:${port}`], ...more })), port };
}

async function status({ pingTimeout = 30_000, ...more }: Settings) {
  const client = new ClusterClient({
    ...{ hosts: [], username: 'server', password: 's3cret', requestTimeout: 5_000 },
    ...{ pingTimeout, requestHeadersAllowlist: [], customHeaders: {} },
    ...{ sniffOnStart: false, sniffInterval: false, sniffOnConnectionFault: false },
    ssl: { verificationMode: 'full', alwaysPresentCertificate: false },
    ...more,
  });
  const watch = new ClusterWatch({
    ...{ client, indices: '.a*', dashboardsIndex: '.a', pingTimeout, log: SILENT_LOG },
  });
  ended.push(
    () => watch.stop(),
    () => client.stop()
  );
  await watch.start();
  return { watch, client, ...(await firstValueFrom(watch.status$)) };
}

it('is available when the cluster is, and knows its version', async () => {
  const { level, summary, watch } = await statusWith(READY);
  expect({ level, summary }).toEqual({ level: 'available', summary: 'OpenSearch 3.4.0 is ready.' });
  expect(watch.version).toEqual({ number: '3.4.0', major: 3 });
});

it.each<[string, readonly Answer[], RegExp]>([
  ['a wrong password of the server', [[401, 'Unauthorized']], /refuses the server's own user/],
  ['a user without rights', [[403, 'no permissions for']], /the role kibana_server/],
  ['no security index', [[503, 'OpenSearch Security not initialized.']], /not initialised/],
  ['too many calls', [[429, '']], /429 Too Many Requests/],
  ['a red cluster', [[503, 'no cluster manager']], /answers 503/],
  ['an old version', [[200, version('1.3.20')]], /OpenSearch 1\.3\.20 is too old: version 2 or 3/],
  ['another product', [[200, { version: { number: '8.1.0' } }]], /is not OpenSearch/],
  ['a page', [[200, '<html>']], /is not OpenSearch/],
  [
    'no plugin',
    [
      [200, version('3.4.0')],
      [400, {}],
    ],
    /has no security plugin/,
  ],
])('names the cause: %s', async (_what, answers, sentence) => {
  const { level, summary } = await statusWith(answers);
  expect({ level, summary }).toEqual({
    level: 'unavailable',
    summary: expect.stringMatching(sentence),
  });
  expect(summary).not.toContain('s3cret');
});

it('says which right the server lacks, and that reading fails without it', async () => {
  const answers: readonly Answer[] = [
    [200, version('2.19.3')],
    [200, { has_api_access: false }],
  ];
  const { level, summary } = await statusWith(answers);
  expect(level).toBe('degraded');
  expect(summary).toContain('security_rest_api_access');
});

it('says which indices take no writes', async () => {
  const blocks = (settings: object) => ({ settings: { index: { blocks: settings } } });
  const open = blocks({ write: 'false' });
  const full = { '.a_1': blocks({ read_only_allow_delete: 'true' }), '.a_2': open };
  const { level, summary, watch } = await statusWith([...READY, [200, full]]);
  expect({ level, summary }).toEqual({
    level: 'degraded',
    summary: expect.stringMatching(/takes no changes of \.a_1: free its disk/),
  });
  expect(await firstValueFrom(watch.isWritable$)).toBe(false);
});

it('says which indices have lost a part, and goes on without the answer', async () => {
  const lost = { indices: { '.a_1': { status: 'red' }, '.a_2': { status: 'yellow' } } };
  const red = await statusWith([...READY, [200, {}], [200, lost]]);
  expect(red).toMatchObject({
    level: 'degraded',
    summary: expect.stringMatching(/parts of \.a_1 are lost/),
  });
  const hidden = await statusWith([...READY, [200, {}], [403, 'no permissions for']]);
  expect(hidden.level).toBe('available');
});

it('says that the cluster keeps tenants apart in another index', async () => {
  const info = (opensearch_dashboards_index: string): readonly Answer[] => [
    ...[...READY, [200, {}] as const, [200, {}] as const],
    [200, { opensearch_dashboards_index }],
  ];
  expect((await statusWith(info('.a'))).level).toBe('available');
  expect(await statusWith(info('.b'))).toMatchObject({
    level: 'degraded',
    summary: expect.stringMatching(/opensearchDashboards\.index to \.b/),
  });
});

it('names what goes wrong before there is an answer', async () => {
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
])('sends nothing to what %s, until it is another', async (_what, first) => {
  const { client, watch } = await statusWith([[200, first], ...READY]);
  const caller = { kind: 'user', principal: { userName: 'jane' } } as const;
  const ask = () => client.asCaller(caller, { method: 'GET', path: '/a' });
  await expect(ask()).rejects.toMatchObject({ trouble: 'unfit', refusal: { status: 503 } });
  await expect(client.asServer({ method: 'GET', path: '/a' })).rejects.toThrow();
  await firstValueFrom(watch.status$.pipe(skip(1)));
  expect((await ask()).statusCode).toBe(200);
});

it('recovers by itself', async () => {
  const { watch, level } = await statusWith([[503, ''], ...READY]);
  expect(level).toBe('unavailable');
  const found = await firstValueFrom(watch.status$.pipe(skip(1)));
  expect(found.level).toBe('available');
});
