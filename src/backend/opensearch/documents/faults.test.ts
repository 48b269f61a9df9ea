/** How stores handle errors of a failing cluster: they never return partial results. */
import { clusterResponse } from '../../../../test/helpers/cluster_response';
import { CLUSTER_STORE_LIMITS } from '../../../contracts/limits';
import { getErrorResponse, type SavedObjectsStore, type StoreOperation } from '../../api';
import type { NewChange } from '../../api/engine';
import type { ClusterCall } from '../client';
import { ClusterHistoryStore } from '../history/cluster_history';
import { ClusterSavedObjects } from '../saved_objects/cluster_saved_objects';
import { ClusterSessionStore } from '../sessions/cluster_sessions';
import { ProductIndex } from './product_index';

type FakeResponse = readonly [statusCode: number, body: unknown];

const BLOCKED = {
  type: 'cluster_block_exception',
  reason: 'index [a] blocked by: [FORBIDDEN/8/index write (api)];',
};
const NO_SPACE = {
  type: 'cluster_block_exception',
  reason: 'index [a] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark];',
};
const error = (type: string, reason = type) => ({ error: { type, reason } });
const FAILING: ReadonlyArray<readonly [what: string, failure: FakeResponse, status: number]> = [
  ['a cluster that is not set up', [503, 'OpenSearch Security not initialized.'], 503],
  ['shards that are not there', [503, error('no_shard_available_action_exception')], 503],
  ['overloaded', [429, error('rejected_execution_exception')], 503],
  ['a proxy without a cluster', [502, '<html>Bad Gateway</html>'], 503],
  ['half of an answer', [200, '{"found":tr'], 502],
  ['a server user without rights', [403, error('security_exception')], 503],
  ['a server user with a wrong password', [401, 'Unauthorized'], 503],
  ['an index that is read-only', [403, { error: BLOCKED }], 507],
  ['a disk without space', [429, { error: NO_SPACE }], 507],
];

const respondWith =
  (response: (call: ClusterCall) => FakeResponse, calls: ClusterCall[] = []) =>
  async (call: ClusterCall) => {
    calls.push(call);
    const [statusCode, body] = response(call);
    return clusterResponse(statusCode, body);
  };
const isBulk = ({ path }: ClusterCall) => path === '/_bulk';
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (thrown: unknown) => getErrorResponse(thrown)?.status ?? thrown
  );
const CHANGE: NewChange = {
  origin: { userName: 'a', via: 'rest' },
  type: 'roles',
  name: 'r',
  action: 'create',
  isHidden: false,
  isCredentialChanged: false,
};

it('waits for the shard of a new index only', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1);
  let without = 2;
  const calls: ClusterCall[] = [];
  const send = respondWith((call) => {
    if (call.method === 'PUT') return [200, { acknowledged: true }];
    if (without-- > 0) return [503, error('no_shard_available_action_exception')];
    return [200, { found: true, _source: { secret: 'AAAA' } }];
  }, calls);
  const reads = () => calls.filter(({ path }) => path.includes('/_doc/')).length;
  const index = new ProductIndex(send, { name: 'a', properties: {} });
  expect(await index.get('k')).toMatchObject({ _source: { secret: 'AAAA' } });
  expect(reads()).toBe(3);
  without = 2;
  clock.mockReturnValue(1 + CLUSTER_STORE_LIMITS.newIndexMs);
  expect(await statusOf(index.get('k'))).toBe(503);
  expect(reads()).toBe(4);
});

it.each(FAILING)('returns the error status for %s', async (_what, failure, status) => {
  const send = respondWith(() => failure);
  const sessions = new ClusterSessionStore({ send, index: 'a' });
  const retention = { maxAgeDays: 1, maxChanges: 1 };
  const history = new ClusterHistoryStore({ send, index: 'a', retention });
  const results = [
    sessions.get('k'),
    sessions.update('k', new Uint8Array()),
    sessions.end(['k']),
    sessions.take('k'),
    sessions.removeExpired(1),
    history.append([CHANGE]),
    history.get(1),
  ];
  expect(await Promise.all(results.map(statusOf))).toEqual(results.map(() => status));
});

/** Requests of a caller, while the server's own requests succeed. */
function objectsOf(response: (call: ClusterCall) => FakeResponse, calls: ClusterCall[] = []) {
  const asCaller = respondWith(response, calls);
  const asServer = respondWith(({ method }) => [method === 'GET' ? 404 : 200, {}]);
  const cluster = { asServer, asCaller: (_caller: unknown, call: ClusterCall) => asCaller(call) };
  const objects = new ClusterSavedObjects({ cluster, index: '.kibana' });
  return objects.open({ kind: 'user', principal: { userName: 'jdoe' } }, '');
}
const find = (store: SavedObjectsStore) =>
  store.find({ types: [{ name: 'note', titleField: 'title' }], offset: 0, limit: 10 });
const create = (id: string): StoreOperation => ({
  kind: 'create',
  type: 'note',
  id,
  overwrite: false,
  titleField: 'title',
  attributes: {},
  references: [],
});

it.each(FAILING.filter(([, [statusCode]]) => statusCode !== 401 && statusCode !== 403))(
  'returns the error status to users for %s',
  async (_what, failure, status) => {
    const store = objectsOf(() => failure);
    const results = [store.locate([create('a')]), find(store), store.write([create('a')])];
    expect(await Promise.all(results.map(statusOf))).toEqual([status, status, status]);
  }
);

it('rejects search results of some shards only', async () => {
  const hits = { total: { value: 0 }, hits: [] };
  const some = objectsOf(() => [200, { timed_out: false, _shards: { failed: 1 }, hits }]);
  expect(await statusOf(find(some))).toBe(503);
  const late = objectsOf(() => [200, { timed_out: true, _shards: { failed: 0 }, hits }]);
  const search = { kind: 'all' } as const;
  const slow = late.find({
    types: [{ name: 'note', titleField: 'title' }],
    search,
    offset: 0,
    limit: 1,
  });
  await expect(slow).rejects.toMatchObject({ statusCode: 400 });
});

it('returns an outcome per write, and rejects all if the index is blocked', async () => {
  const done = { _index: '.kibana_1', _seq_no: 1, _primary_term: 1, _version: 1, status: 201 };
  const response = (item: object) => () =>
    [200, { items: [{ create: { ...done, _id: 'note:a' } }, { create: item }] }] as const;
  const other = { _index: '.kibana_1', _id: 'note:b' };
  const forbidden = { ...other, status: 403, error: { type: 'security_exception', reason: 'no' } };
  const store = objectsOf(response(forbidden));
  expect(await store.write([create('a'), create('b')])).toMatchObject([
    { ok: true },
    { ok: false, error: { statusCode: 403 } },
  ]);
  const blocked = objectsOf(response({ ...other, status: 403, error: BLOCKED }));
  expect(await statusOf(blocked.write([create('a'), create('b')]))).toBe(507);
  const busy = { type: 'rejected_execution_exception', reason: 'full' };
  const full = objectsOf(response({ ...other, status: 429, error: busy }));
  expect(await statusOf(full.write([create('a'), create('b')]))).toBe(503);
});

it('removes the records of a change set that is partly rejected', async () => {
  const calls: ClusterCall[] = [];
  const item = { _index: 'a_1', _seq_no: 1, _primary_term: 1, _version: 1 };
  const refused = { type: 'illegal_argument_exception', reason: 'too long' };
  const response = (call: ClusterCall): FakeResponse => {
    if (!isBulk(call)) return [call.method === 'GET' ? 404 : 200, {}];
    const lines = (call.rawBody ?? '')
      .split('\n')
      .filter((line) => /^{"(create|delete)"/.test(line));
    const items = lines.map((line, at) => {
      const [[action, { _id }]] = Object.entries(JSON.parse(line)) as [[string, { _id: string }]];
      const isRefused = action === 'create' && at === 1;
      const outcome = isRefused ? { status: 400, error: refused } : { status: 201 };
      return { [action]: { ...item, _id, ...outcome } };
    });
    return [200, { items }];
  };
  const retention = { maxAgeDays: 1, maxChanges: 1 };
  const history = new ClusterHistoryStore({
    send: respondWith(response, calls),
    index: 'a',
    retention,
  });
  expect(await statusOf(history.append([CHANGE, CHANGE, CHANGE]))).toBe(503);
  expect(
    calls
      .filter(isBulk)
      .at(-1)
      ?.rawBody?.match(/"_id":"\d+"/g)
  ).toEqual(['"_id":"1"', '"_id":"3"']);
});

/** A cluster with one document per index, behind a proxy that sends every write twice. */
function echoing(calls: ClusterCall[]) {
  const stored = new Map<string, unknown>();
  return respondWith((call): FakeResponse => {
    const { path } = call;
    if (isBulk(call)) {
      const [action = '', ...sources] = (call.rawBody ?? '').trim().split('\n');
      const [[name, { _id: id }]] = Object.entries(JSON.parse(action)) as [[string, Named]];
      if (name === 'delete') stored.delete(id);
      else stored.set(id, JSON.parse(sources[0] ?? 'null'));
      const echo = { ...DONE, _id: id, status: 409, error: { type: 'version_conflict' } };
      const isFirst = id === 'counter' || name !== 'create';
      return [200, { items: [{ [name]: isFirst ? { ...DONE, _id: id } : echo }] }];
    }
    if (call.method === 'PUT') return [200, {}];
    const found = (id: string) =>
      stored.has(id)
        ? { ...DONE, _id: id, found: true, _source: stored.get(id) }
        : { found: false };
    const { ids = [] } = (call.body ?? {}) as { ids?: readonly string[] };
    if (path.endsWith('/_mget')) return [200, { docs: ids.map(found) }];
    return [200, found(decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)))];
  }, calls);
}
interface Named {
  readonly _id: string;
}
const DONE = { _index: 'a_1', _seq_no: 1, _primary_term: 1, _version: 1, status: 201 };
const SESSION = {
  key: 'new',
  userName: 'jdoe',
  contents: new Uint8Array([1]),
  createdAtMs: 1,
  expiresAtMs: 2,
};

it('treats a write that a proxy has sent twice as written, and one of another server as conflict', async () => {
  const sessions = new ClusterSessionStore({ send: echoing([]), index: 'a' });
  expect(await statusOf(sessions.put(SESSION))).toBe(200);
  const retention = { maxAgeDays: 1, maxChanges: 1 };
  const history = new ClusterHistoryStore({ send: echoing([]), index: 'a', retention });
  expect(await history.append([CHANGE])).toMatchObject([{ id: 1, name: 'r' }]);
  const others = { ...DONE, found: true, _source: { secret: 'AAAA', user_tag: 'x' } };
  const conflict = { ...DONE, _id: 'new', status: 409, error: { type: 'version_conflict' } };
  const taken = respondWith((call): FakeResponse => {
    if (isBulk(call)) return [200, { items: [{ create: conflict }] }];
    return [200, call.method === 'PUT' ? {} : others];
  });
  const second = new ClusterSessionStore({ send: taken, index: 'a' });
  expect(await statusOf(second.put(SESSION))).toBe(503);
});

it('ends a replaced session only after the new one is stored', async () => {
  const deletions = (calls: readonly ClusterCall[]) =>
    calls
      .filter(isBulk)
      .map(({ rawBody = '' }) => /^{"(\w+)":.*?"_id":"([\w:]+)"/.exec(rawBody)?.slice(1));
  const calls: ClusterCall[] = [];
  await new ClusterSessionStore({ send: echoing(calls), index: 'a' }).put(SESSION, 'old');
  expect(deletions(calls).slice(-2)).toEqual([
    ['create', 'new'],
    ['delete', 'old'],
  ]);
  const failing: ClusterCall[] = [];
  const inner = echoing([]);
  const full = { type: 'rejected_execution_exception', reason: 'full' };
  const send = async (call: ClusterCall) => {
    failing.push(call);
    if (!isBulk(call) || !call.rawBody?.includes('"_id":"new"')) return inner(call);
    const items = [{ create: { ...DONE, _id: 'new', status: 429, error: full } }];
    return clusterResponse(200, { items });
  };
  const store = new ClusterSessionStore({ send, index: 'a' });
  expect(await statusOf(store.put(SESSION, 'old'))).toBe(503);
  expect(deletions(failing).flat()).not.toContain('old');
});
