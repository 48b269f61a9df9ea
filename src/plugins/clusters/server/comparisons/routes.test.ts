/** Comparison and promotion over HTTP, with a server on loopback in place of a cluster. */
import { COMPARISON_LIMITS } from '@sd/contracts';
import {
  clusterOf,
  FAKE_PASSWORD,
  FakeCluster,
  json,
} from '../../../../../test/helpers/fake_cluster';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

jest.setTimeout(60_000);

const PATH = '/api/v1/comparisons';
const FLAGS = { reserved: false, hidden: false, static: false };
const ROLE = { ...FLAGS, index_permissions: [], tenant_permissions: [] };
const own = (cluster_permissions: string[]) => ({ ...ROLE, cluster_permissions });
const SIDES = { left: { cluster: 'other' }, right: { cluster: 'home' } };
const on = (id: string) => ({ headers: { securitycluster: id } });
const codeOf = ({ body }: { body: { attributes?: { code?: string } } }) => body.attributes?.code;

const FAKE_USER = { username: 'root', password: FAKE_PASSWORD };
const entries: Parameters<typeof clusterOf>[0] = {};
let remote: FakeCluster;
let server: SecurityServer;
let admin: HttpClient;
beforeAll(async () => {
  remote = await FakeCluster.start(clusterOf(entries));
  server = await startSecurityServer({
    config: {
      clusters: {
        other: { hosts: remote.url, environment: 'production', request_timeout: 30_000 },
      },
    },
  });
});
beforeEach(async () => {
  remote.reset();
  for (const kind of Object.keys(entries)) delete entries[kind];
  Object.assign(entries, {
    roles: {
      sales: own(['sales_group']),
      shared: own(['cluster_monitor']),
      // Lists of permissions are sets; releases return them in different orders.
      alike: own(['cluster_monitor', 'cluster_composite_ops']),
      '=1+1': own([]),
    },
    actiongroups: { sales_group: { ...FLAGS, allowed_actions: ['indices:data/read/search'] } },
    internalusers: {
      jane: {
        ...FLAGS,
        hash: '',
        attributes: {},
        opendistro_security_roles: [],
        backend_roles: ['x'],
      },
    },
  });
  admin = await server.admin();
  await admin.put('/api/v1/clusters/other/credentials', FAKE_USER);
  await admin.post('/api/v1/configuration/roles/shared', { cluster_permissions: ['read'] });
  await admin.post('/api/v1/configuration/roles/alike', {
    cluster_permissions: ['cluster_composite_ops', 'cluster_monitor'],
  });
});
afterAll(async () => {
  await server.stop();
  remote.close();
});

const compared = async (sides: object = SIDES) => (await admin.post(PATH, sides)).body.id as string;
const rows = async (id: string, query = '') =>
  (await admin.get(`${PATH}/${id}?per_page=500${query}`)).body.items as object[];
const names = async (id: string, query: string) =>
  (await rows(id, query)).map((row) => (row as { name: string }).name);

it('tells what only one side has, what differs in which fields, and what is equal', async () => {
  const { status, body } = await admin.post(PATH, SIDES);
  expect([status, body]).toMatchObject([200, { counts: { equal: expect.any(Number) } }]);
  const found = await rows(body.id, '&kind=roles,actiongroups,internalusers');
  expect(found).toEqual(
    expect.arrayContaining([
      { kind: 'roles', name: 'sales', state: 'only_left' },
      { kind: 'roles', name: 'shared', state: 'differs', fields: ['cluster_permissions'] },
      { kind: 'roles', name: 'alike', state: 'equal' },
      { kind: 'internalusers', name: 'admin', state: 'only_right' },
    ])
  );
  const entry = await admin.get(`${PATH}/${body.id}/_entry?kind=roles&name=shared`);
  expect(entry.body).toEqual({
    left: { cluster_permissions: ['cluster_monitor'] },
    right: { cluster_permissions: ['read'] },
  });
  const user = await admin.get(`${PATH}/${body.id}/_entry?kind=internalusers&name=admin`);
  expect(JSON.stringify(user.body)).not.toContain('hash');
});

// @feature compare-clusters/1
it('searches, filters, sorts and pages, and exports the same rows without formulas', async () => {
  const id = await compared();
  expect(await names(id, '&kind=roles&state=differs,only_left&sort=name&order=desc')).toEqual([
    'shared',
    'sales',
    '=1+1',
  ]);
  expect(await names(id, '&search=SAL')).toEqual(['sales_group', 'sales']);
  const page = await admin.get(`${PATH}/${id}?kind=roles&search=sha&page=1&per_page=1`);
  expect(page.body).toMatchObject({ total: 1, items: [{ name: 'shared' }] });
  const csv = await admin.get(`${PATH}/${id}/_csv?kind=roles&state=only_left`);
  expect(csv.body.text).toBe(
    `name,kind,state,fields\r\n"'=1+1",roles,only_left,\r\nsales,roles,only_left,\r\n`
  );
  expect((await admin.get(`${PATH}/${id}?kind=people`)).status).toBe(400);
});

// @feature compare-clusters/2
it('compares files with a cluster, only in the kinds of the files', async () => {
  const files = { roles: { shared: { cluster_permissions: ['read'] }, new: {} } };
  const id = await compared({ left: { files }, right: { cluster: 'home' } });
  const found = await rows(id);
  expect(found.every((row) => (row as { kind: string }).kind === 'roles')).toBe(true);
  expect(found).toEqual(
    expect.arrayContaining([
      { kind: 'roles', name: 'new', state: 'only_left' },
      { kind: 'roles', name: 'shared', state: 'equal' },
    ])
  );
  const both = await admin.post(PATH, { left: { files, cluster: 'home' }, right: {} });
  expect([both.status, codeOf(both)]).toEqual([400, 'security.comparison_side']);
});

it('keeps a result for its session, and only while its credentials are there', async () => {
  const id = await compared();
  const other = await server.admin();
  await other.put('/api/v1/clusters/other/credentials', FAKE_USER);
  const foreign = await other.get(`${PATH}/${id}`);
  expect([foreign.status, codeOf(foreign)]).toEqual([404, 'security.no_comparison']);
  await admin.delete('/api/v1/clusters/other/credentials');
  const forgotten = await admin.get(`${PATH}/${id}`);
  expect([forgotten.status, codeOf(forgotten)]).toEqual([403, 'core.backend.cluster_credentials']);
  expect((await server.client().post(PATH, SIDES)).status).toBe(401);
});

it('names the side that cannot be read', async () => {
  remote.respond = (_request, response) => json(response, 503, {});
  const failed = await admin.post(PATH, { left: { cluster: 'home' }, right: { cluster: 'other' } });
  expect([failed.status, failed.body.attributes.params]).toEqual([503, { side: 'right' }]);
});

it('keeps no result whose differences are too large', async () => {
  const limits: { keptSize: number } = COMPARISON_LIMITS;
  const limit = jest.replaceProperty(limits, 'keptSize', 100);
  const refused = await admin.post(PATH, SIDES);
  limit.restore();
  expect([refused.status, codeOf(refused)]).toEqual([413, 'security.differences_too_large']);
});

it('promotes with dependencies, and leaves out what cannot be copied', async () => {
  const id = await compared();
  const chosen = [
    { kind: 'roles', name: 'sales' },
    { kind: 'internalusers', name: 'jane' },
  ];
  const select = async (more: object) =>
    (await admin.post(`${PATH}/${id}/_selection`, { to: 'right', entries: chosen, ...more })).body;
  expect(await select({})).toMatchObject({
    missing: [{ kind: 'actiongroups', name: 'sales_group' }],
    left_out: [{ kind: 'internalusers', name: 'jane', reason: 'new_user' }],
  });
  const { files, missing } = await select({ with_dependencies: true });
  expect(missing).toEqual([]);
  expect(files.map(({ kind }: { kind: string }) => kind)).toEqual(['actiongroups', 'roles']);
  entries['actiongroups'] = {
    sales_group: { ...FLAGS, allowed_actions: new Array(200_000).fill('inner_group') },
    inner_group: { ...FLAGS, allowed_actions: ['sales_group', 'indices:data/read/get'] },
  };
  const nested = await admin.post(`${PATH}/${await compared()}/_selection`, {
    to: 'right',
    entries: chosen,
    with_dependencies: true,
  });
  expect(Object.keys(nested.body.files[0].entries).sort()).toEqual(['inner_group', 'sales_group']);
  const removal = await admin.post(`${PATH}/${id}/_selection`, {
    to: 'left',
    entries: [{ kind: 'roles', name: 'sales' }],
  });
  expect(removal.body.files).toEqual([{ kind: 'roles', entries: {}, removed: ['sales'] }]);
});

it('compares guardrails one by one, and promotes the chosen ones', async () => {
  const salaries = { rule: 'only', backend_roles: ['hr'], action: 'read', index: 'salaries-*' };
  const logs = { ...salaries, index: 'logs-*' };
  await admin.put('/api/v1/guardrails', { salaries, logs }, on('other'));
  await admin.put('/api/v1/guardrails', { logs: { ...logs, index: 'log' } });
  const id = await compared();
  expect(await rows(id, '&kind=guardrails')).toEqual([
    { kind: 'guardrails', name: 'logs', state: 'differs', fields: ['index'] },
    { kind: 'guardrails', name: 'salaries', state: 'only_left' },
  ]);
  const chosen = await admin.post(`${PATH}/${id}/_selection`, {
    to: 'right',
    entries: [{ kind: 'guardrails', name: 'salaries' }],
  });
  expect(chosen.body.files).toEqual([{ kind: 'guardrails', entries: { salaries }, removed: [] }]);
  await admin.put('/api/v1/guardrails', {}, on('other'));
  await admin.put('/api/v1/guardrails', {});
});

it('changes a production cluster only with a confirmation that names it', async () => {
  const change = { kind: 'roles', name: 'promoted', action: 'create', entry: own(['read']) };
  const run = (confirmed: object) =>
    admin.post(
      '/api/v1/configuration_files/_import',
      { changes: [change] },
      { headers: { ...on('other').headers, ...confirmed } }
    );
  for (const confirmed of [{}, { securityclusterconfirm: 'home' }]) {
    const refused = await run(confirmed);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'security.cluster_unconfirmed']);
  }
  expect(entries['roles']?.['promoted']).toBeUndefined();
  expect((await run({ securityclusterconfirm: 'other' })).body.is_done).toBe(true);
  expect(entries['roles']?.['promoted']).toMatchObject({ cluster_permissions: ['read'] });
});

it('plans the removal of the named entries alone', async () => {
  const plan = await admin.post('/api/v1/configuration_files/roles/_plan', {
    entries: {},
    removed: ['shared', 'all_access'],
  });
  expect(plan.body.items).toMatchObject([{ name: 'shared', action: 'delete' }]);
});

it('takes a promotion back as one step, unless an entry has changed since', async () => {
  const entry = { cluster_permissions: ['sales_group_2'] };
  const changes = [
    { kind: 'roles', name: 'sales_2', action: 'create', entry },
    {
      kind: 'actiongroups',
      name: 'sales_group_2',
      action: 'create',
      entry: { allowed_actions: ['indices:data/read/search'] },
    },
  ];
  const done = await admin.post('/api/v1/configuration_files/_import', { changes });
  expect(done.body.is_done).toBe(true);
  const { items } = (await admin.get('/api/v1/history?search=sales_')).body;
  const { body: newest } = await admin.get(`/api/v1/history/${items[0].id}`);
  const ids = [newest, ...newest.together].map(({ id }: { id: number }) => id);
  const role = '/api/v1/configuration/roles/sales_2';
  const reverted = await admin.post('/api/v1/history/_revert', { changes: ids });
  expect(reverted.body.results).toMatchObject([
    { name: 'sales_2', is_done: true },
    { name: 'sales_group_2', is_done: true },
  ]);
  expect((await admin.get(role)).status).toBe(404);
  const stale = await admin.post('/api/v1/history/_revert', { changes: ids });
  expect([stale.status, codeOf(stale)]).toEqual([409, 'security.changed_since']);
});
