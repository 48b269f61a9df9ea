/** Requests while the server knows that the cluster does not answer. */
import { filter, firstValueFrom } from 'rxjs';
import {
  FAKE_AUTHORIZATION,
  FAKE_PASSWORD,
  FakeCluster,
} from '../../../../test/helpers/fake_cluster';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { DEFAULT_SETTINGS, type Backend, type RequestCaller } from '../../api';
import { SILENT_LOG } from '../../api/log';
import { openOpenSearchBackend } from '..';

jest.setTimeout(60_000);

const CALLER: RequestCaller = {
  kind: 'user',
  principal: { userName: 'root', headers: { authorization: FAKE_AUTHORIZATION } },
  remoteAddress: '192.0.2.7',
};

/** Each way in which a request of a user needs the cluster. */
const NEEDS: Readonly<Record<string, (backend: Backend) => Promise<unknown>>> = {
  'the REST API': ({ engine }) =>
    engine.request(CALLER, { method: 'GET', path: '/_plugins/_security/api/roles' }),
  'a change': ({ engine }) =>
    engine.request(CALLER, {
      method: 'PUT',
      path: '/_plugins/_security/api/roles/x',
      body: { cluster_permissions: ['a'] },
    }),
  'the saved objects': async ({ savedObjects }) =>
    savedObjects(CALLER, '').locate([{ type: 'dashboard', id: 'absent' }]),
  preferences: ({ preferences }) => preferences.get('root'),
  'a document': ({ documents }) => documents('findings').read(),
};

let clusters: FakeCluster[];
let backend: Backend;

async function open(count: number, requestTimeout = 40_000): Promise<void> {
  clusters = await Promise.all(Array.from({ length: count }, () => FakeCluster.start()));
  backend = await openOpenSearchBackend({
    cluster: {
      hosts: clusters.map(({ url }) => url),
      username: 'root',
      password: FAKE_PASSWORD,
      requestTimeout,
      pingTimeout: 40_000,
      customHeaders: {},
      requestHeadersAllowlist: ['authorization'],
      sniffOnStart: false,
      sniffInterval: false,
      sniffOnConnectionFault: false,
      ssl: { verificationMode: 'full', alwaysPresentCertificate: false },
    },
    audit: { type: 'noop' },
    settings: DEFAULT_SETTINGS,
    log: SILENT_LOG,
  });
}
afterEach(async () => {
  for (const cluster of clusters) cluster.close();
  await backend.stop();
});

const silent = (cluster: FakeCluster): void => {
  cluster.respond = () => undefined;
};
const untilSilent = () =>
  firstValueFrom(
    backend.status$.pipe(filter(({ summary }) => summary.includes('does not respond')))
  );
const troubleOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { trouble?: string; response?: { code: string } }) => [
      error.trouble,
      error.response?.code,
    ]
  );
/** Without those of the status. */
const sentTo = ({ requests }: FakeCluster) => requests.filter((one) => one !== 'GET /');

it('fail immediately with the error of a login, and succeed once the cluster responds', async () => {
  await open(1);
  const [cluster] = clusters as [FakeCluster];
  silent(cluster);
  await untilSilent();
  const before = sentTo(cluster).length;
  const startedMs = performance.now();
  for (const [what, need] of Object.entries(NEEDS))
    expect([what, await troubleOf(need(backend))]).toEqual([
      what,
      ['timeout', 'core.backend.cluster_late'],
    ]);
  expect(performance.now() - startedMs).toBeLessThan(2_000);
  expect(sentTo(cluster)).toHaveLength(before);
  // The first check still waits for an answer that was lost.
  cluster.reset();
  await waitForCondition(async () => (await troubleOf(NEEDS['the REST API']!(backend))) === 'done');
});

it('are sent to the other hosts if one is silent', async () => {
  await open(2, 5_000);
  silent(clusters[0] as FakeCluster);
  const other = clusters[1] as FakeCluster;
  await untilSilent();
  const before = sentTo(other).length;
  const asked = Array.from({ length: 4 }, () => NEEDS['the REST API']!(backend).catch(() => {}));
  await waitForCondition(() => sentTo(other).length > before);
  await Promise.all(asked);
});
