/**
 * Alarms about findings that were made directly on a real cluster, as the backend and as a
 * connected cluster: from the check to an HTTP receiver, with a clock that the test sets.
 */
import {
  adminClient,
  asAdmin,
  closeClients,
  clusterNode,
  deleteIndices,
  forgetEntities,
} from '../helpers/cluster';
import { closeBackends, openBackend, PREFIX } from '../helpers/cluster_backend';
import { openPrivilegedBackend } from '../helpers/privileged_backend';
import { alarmsConfig } from '../helpers/security_server';
import { openRegistry, serverFindings } from '../helpers/server_findings';
import { waitForCondition } from '../helpers/wait_for';
import { WebReceiver } from '../helpers/web_receiver';
import { getViews } from '../../src/core/server/backend';
import { ClusterDocumentStore } from '../../src/backend/opensearch/document_store';
import type { DocumentStore, PrivilegedBackend } from '../../src/core/server';
import { coreMock } from '../../src/core/server/testing/mocks';
import type { AlarmMessage } from '../../src/plugins/alarms/server/alarm_message';
import type { AlarmService } from '../../src/plugins/alarms/server/alarm_service';
import { createAlarms } from '../../src/plugins/alarms/server/create_alarms';
import { SILENT_LOG } from '../../src/backend/api/log';

jest.setTimeout(120_000);

const own = (name: string) => `t${process.pid}_${name}`;
const [WATCHER, SERVER] = [own('watcher'), own('server')] as const;
const [AT_HOME, CONNECTED] = [own('at_home'), own('connected')] as const;
const INDEX = `.security_dashboards_clusters_${own('alarms')}`;
const PASSWORD = 'Vintage-Tractor-42';
const cluster = adminClient();
const forget = () => {
  const roles = [SERVER, AT_HOME, CONNECTED].map((name) => `roles/${name}`);
  return forgetEntities(cluster, [...roles, `internalusers/${WATCHER}`]);
};
const storeUser = (roles: readonly string[]) =>
  asAdmin(cluster, 'PUT', `${PREFIX}/internalusers/${WATCHER}`, {
    password: PASSWORD,
    opendistro_security_roles: roles,
  });
/** With an action group that does not exist. */
const storeRole = (name: string) =>
  asAdmin(cluster, 'PUT', `${PREFIX}/roles/${name}`, { cluster_permissions: [own('no_group')] });

const receiver = new WebReceiver();
let alarms: AlarmService;
let now: number;
beforeAll(async () => {
  await forget();
  // Every account of a server has this.
  const allowed = { index_patterns: ['.security_dashboards*'], allowed_actions: ['indices_all'] };
  await asAdmin(cluster, 'PUT', `${PREFIX}/roles/${SERVER}`, { index_permissions: [allowed] });
  await receiver.start();
});
beforeEach(() => {
  const start = Date.now();
  now = start;
  const monotonic = performance.now.bind(performance);
  // What the server knows of the cluster becomes old with the clock of the test.
  jest.spyOn(performance, 'now').mockImplementation(() => monotonic() + now - start);
});
afterAll(async () => {
  await closeBackends();
  await receiver.stop();
  await forget();
  await deleteIndices(cluster, INDEX);
  await closeClients();
});

/** Others use the same cluster. */
function memoryStore(): DocumentStore {
  let contents: string | undefined;
  return {
    read: async () => (contents === undefined ? undefined : { contents, revision: '1' }),
    write: async (text) => {
      contents = text;
      return true;
    },
  };
}

function open(
  backend: PrivilegedBackend,
  config: ReturnType<typeof alarmsConfig>,
  registry?: Awaited<ReturnType<typeof openRegistry>>,
  findingRecords = memoryStore()
): AlarmService {
  return createAlarms({
    config,
    backend: {
      ...backend,
      documents: (id) => (id === 'findings' ? findingRecords : backend.documents(id)),
    },
    server: 'dashboards-1',
    log: coreMock.createLogger(),
    now: () => now,
    findings: serverFindings({ backend, store: findingRecords, ...(registry && { registry }) }),
  });
}
const configOf = (clusters: readonly string[], event: 'finding' | 'drift' = 'finding') =>
  alarmsConfig({
    min_severity: 'low',
    allowed_hosts: ['127.0.0.1'],
    events: [event],
    destinations: [
      { name: 'ops', kind: 'webhook', url: receiver.url, secret: 'a-secret-of-the-receiver' },
    ],
    clusters: [...clusters],
  });
async function look(): Promise<void> {
  await alarms.tick();
  now += 5 * 60_000;
}
/** Events about a role, once there are some. */
async function eventsAbout(role: string) {
  const events = () =>
    receiver
      .messages<AlarmMessage>()
      .flatMap((message) => message.events)
      .filter(({ details: { id } }) => String(id).includes(role));
  await waitForCondition(() => events().length > 0);
  return events();
}

it('reach a receiver with the account of the server, once it may read the configuration', async () => {
  await storeUser([SERVER]);
  const backend = await openBackend({ cluster: { username: WATCHER, password: PASSWORD } });
  const absent = () => Promise.reject(new Error('Not in this test.'));
  const { privileged } = getViews(backend, absent, { parse: absent, change: absent }, SILENT_LOG);
  const certificates = { addCertificates: () => undefined, endingCertificates: () => [] };
  alarms = open({ ...privileged, ...certificates }, configOf([]));
  await look();
  expect(alarms.state.not_watched).toBe('rights');
  await storeUser([SERVER, 'security_rest_api_access']);
  await look();
  expect(alarms.state.not_watched).toBeUndefined();
  await storeRole(AT_HOME);
  await look();
  expect(await eventsAbout(AT_HOME)).toContainEqual(
    expect.objectContaining({ kind: 'finding', severity: 'medium' })
  );
  await alarms.stop();
});

it('reach a receiver from a connected cluster, with its stored credentials', async () => {
  await storeUser(['security_rest_api_access']);
  const { url: hosts, ca } = clusterNode();
  const stored = { hosts, username: WATCHER, password: PASSWORD };
  const ssl = { certificate_authorities: ca };
  const { backend } = await openPrivilegedBackend();
  const registry = await openRegistry(backend, {
    staging: { ...stored, credentials: 'service', ssl },
    untrusted: { ...stored, credentials: 'service' },
  });
  alarms = open(backend, configOf(['untrusted', 'staging']), registry);
  await look();
  await storeRole(CONNECTED);
  await look();
  const [event] = await eventsAbout(CONNECTED);
  expect(event).toMatchObject({ kind: 'finding', cluster: 'staging' });
  expect(event?.text).toMatch(/^Cluster staging: /);
  expect(alarms.state.clusters).toMatchObject([
    { id: 'staging', checked_at: expect.any(Number) },
    { id: 'untrusted', not_watched: 'unreachable' },
  ]);
  await alarms.stop();
  await registry.stop();
});

it('survive a restart in the store of a cluster, and are delivered once', async () => {
  const { backend } = await openPrivilegedBackend();
  const start = () =>
    open(
      backend,
      configOf([], 'drift'),
      undefined,
      new ClusterDocumentStore((call) => cluster.asServer(call), INDEX, 'findings')
    );
  receiver.received.length = 0;
  receiver.statuses = [503];
  const first = start();
  first.drifted('/etc/desired', 2);
  await first.stop();
  expect(receiver.received).toHaveLength(1);
  now += 60_000;
  const others = [start(), start()];
  await Promise.all(others.map((one) => one.tick()));
  for (const one of others) await one.stop();
  const [attempt, ...more] = receiver.messages<AlarmMessage>();
  expect(more.map(({ id }) => id)).toEqual([attempt?.id]);
});
