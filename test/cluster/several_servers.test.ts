/** Several servers on one cluster: concurrent start, and indices that block writes. */
import { getErrorResponse, type StoreOperation } from '../../src/backend/api';
import type { NewChange } from '../../src/backend/api/engine';
import { ClusterHistoryStore } from '../../src/backend/opensearch/history/cluster_history';
import { ClusterSavedObjects } from '../../src/backend/opensearch/saved_objects/cluster_saved_objects';
import { ClusterSessionStore } from '../../src/backend/opensearch/sessions/cluster_sessions';
import {
  adminClient,
  asAdmin,
  clientAs,
  closeClients,
  deleteIndices,
  grantOwnIndices,
  SERVER_USER,
} from '../helpers/cluster';

const SERVERS = 4;
const OBJECTS = '.kibana_several';
const SESSIONS = '.security_dashboards_several_sessions';
const HISTORY = '.security_dashboards_several_history';
const everywhere = <T>(make: (server: number) => T): T[] =>
  Array.from({ length: SERVERS }, (_, server) => make(server));

const admin = adminClient();
const clients = everywhere(() => clientAs(SERVER_USER.name, SERVER_USER.password));
const askOf = (server: number) => {
  const client = clients[server] as (typeof clients)[number];
  return (call: Parameters<typeof client.asServer>[0]) => client.asServer(call);
};
const objectsOn = (server: number) =>
  new ClusterSavedObjects({ cluster: clients[server] as never, index: OBJECTS }).open(
    { kind: 'server' },
    ''
  );
const sessionsOn = (server: number) =>
  new ClusterSessionStore({ send: askOf(server), index: SESSIONS });
const session = (key: string) => ({
  key,
  userName: 'jdoe',
  contents: new Uint8Array([1]),
  createdAtMs: 1_000,
  expiresAtMs: 2_000,
});
const note = (id: string, type = 'note'): StoreOperation => ({
  kind: 'create',
  type,
  id,
  overwrite: false,
  titleField: 'title',
  attributes: { title: id },
  references: [],
});
const wipe = async () => {
  for (const name of [OBJECTS, SESSIONS, HISTORY]) await deleteIndices(admin, name);
};

beforeAll(async () => {
  await grantOwnIndices(admin);
  await wipe();
});
afterAll(async () => {
  await wipe();
  await closeClients();
});

// @backend cluster/13
it('creates one index of objects with every type, whichever server starts first', async () => {
  const outcomes = await Promise.all(
    everywhere((server) => objectsOn(server).write([note('a', `kind-${server}`)]))
  );
  expect(outcomes.flat().map(({ ok }) => ok)).toEqual(everywhere(() => true));
  const found = await asAdmin(admin, 'GET', `/${OBJECTS}/_mapping`);
  expect(Object.keys(found)).toEqual([`${OBJECTS}_1`]);
  const types = everywhere((server) => ({ name: `kind-${server}`, titleField: 'title' }));
  const { total } = await objectsOn(0).find({ types, offset: 0, limit: 0 });
  expect(total).toBe(SERVERS);
});

it('finds every session of a user, created at any server', async () => {
  const stores = everywhere(sessionsOn);
  await Promise.all(stores.map((store, server) => store.put(session(`key-${server}`))));
  const lists = await Promise.all(stores.map((store) => store.list('jdoe')));
  expect(lists.map((list) => list.length)).toEqual(everywhere(() => SERVERS));
  const removed = await Promise.all(stores.map((store) => store.removeExpired(2_000)));
  expect(removed.reduce((sum, one) => sum + one, 0)).toBe(SERVERS);
});

// @backend cluster/22
it('gives every change of the history a unique number', async () => {
  const change: NewChange = {
    origin: { userName: 'jdoe', via: 'rest' },
    type: 'roles',
    name: 'r',
    action: 'update',
    isHidden: false,
    isCredentialChanged: false,
  };
  const retention = { maxAgeDays: 1, maxChanges: 1_000 };
  const stores = everywhere(
    (server) => new ClusterHistoryStore({ send: askOf(server), index: HISTORY, retention })
  );
  const recorded = await Promise.all(
    [...stores, ...stores].map((store) => store.append([change, change]))
  );
  const numbers = recorded.flat().map(({ id }) => id);
  expect(new Set(numbers).size).toBe(4 * SERVERS);
  const query = { types: ['roles' as const], hiddenOf: [], page: 1, perPage: 100 };
  const { items, total } = (await stores[0]?.find(query)) ?? { items: [], total: -1 };
  expect(total).toBe(4 * SERVERS);
  expect(items.map(({ id }) => id)).toEqual([...numbers].sort((one, other) => other - one));
});

it.each([
  ['write', 'objects', OBJECTS, (id: string) => objectsOn(0).write([note(id)])],
  ['write', 'sessions', SESSIONS, (id: string) => sessionsOn(0).put(session(id))],
  ['read_only_allow_delete', 'sessions', SESSIONS, (id: string) => sessionsOn(1).put(session(id))],
] as const)(
  'reports for the block %s that %s cannot be written, until it is removed',
  async (block, _what, index, write) => {
    const set = (value: boolean | null) =>
      asAdmin(admin, 'PUT', `/${index}/_settings`, { [`index.blocks.${block}`]: value });
    await set(true);
    const refused = await write(block).then(
      () => undefined,
      (error: unknown) => getErrorResponse(error)?.status
    );
    await set(null);
    expect(refused).toBe(507);
    const [outcome] = [await write(block)].flat();
    expect(outcome ?? { ok: true }).toMatchObject({ ok: true });
  }
);

it('creates an index again after its deletion', async () => {
  const store = sessionsOn(0);
  await store.put(session('before'));
  await asAdmin(admin, 'DELETE', `/${SESSIONS}_1`);
  expect([await store.get('before'), await store.list('jdoe')]).toEqual([undefined, []]);
  await store.put(session('after'));
  expect((await sessionsOn(1).list('jdoe')).map(({ key }) => key)).toEqual(['after']);
});
