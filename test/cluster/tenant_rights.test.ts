/** Users with different permissions in the tenants of a real cluster. */
import type { PageCaller } from '../../src/backend/api/engine';
import type { SavedObjectsStore, StoreOperation } from '../../src/backend/api/saved_objects';
import { ClusterSavedObjects } from '../../src/backend/opensearch/saved_objects/cluster_saved_objects';
import {
  adminClient,
  asAdmin,
  clientAs,
  closeClients,
  deleteIndices,
  forgetEntities,
  SERVER_USER,
} from '../helpers/cluster';

const PASSWORD = 'Harbour-Lantern-83';
const TENANT = 'rights_test';
const USERS = ['rights_writer', 'rights_reader', 'rights_none'] as const;
const API = '/_plugins/_security/api';
/** Named like in the security plugin: Java's hash of the name, then its letters and digits. */
const TENANT_INDEX = '.kibana_486214138_rightstest';

const admin = adminClient();
const objects = new ClusterSavedObjects({
  cluster: clientAs(SERVER_USER.name, SERVER_USER.password),
  index: '.kibana',
});

const callerOf = (userName: string): PageCaller => ({
  kind: 'user',
  principal: {
    userName,
    headers: {
      authorization: `Basic ${Buffer.from(`${userName}:${PASSWORD}`).toString('base64')}`,
    },
  },
  tenant: TENANT,
});
const as = (userName: string, tenant = `tenant:${TENANT}`): SavedObjectsStore =>
  objects.open(callerOf(userName), tenant);

const note = (id: string, title = id): StoreOperation => ({
  kind: 'create',
  overwrite: true,
  type: 'rights-note',
  id,
  titleField: 'title',
  attributes: { title },
  references: [],
});
const key = (id: string) => ({ type: 'rights-note', id });
const titles = async (store: SavedObjectsStore) => {
  const { hits } = await store.find({
    types: [{ name: 'rights-note', titleField: 'title' }],
    offset: 0,
    limit: 10,
    sort: { by: 'title', isDescending: false },
  });
  return Promise.all(hits.map(async (hit) => (await hit.read())?.attributes['title']));
};
const read = async (store: SavedObjectsStore, id: string) =>
  (await (await store.locate([key(id)]))[0]?.read())?.attributes['title'];

beforeAll(async () => {
  await asAdmin(admin, 'PUT', `${API}/tenants/${TENANT}`, { description: '' });
  const role = (action: string) => ({
    tenant_permissions: [{ tenant_patterns: [TENANT], allowed_actions: [action] }],
  });
  await asAdmin(admin, 'PUT', `${API}/roles/rights_writer`, role('kibana_all_write'));
  await asAdmin(admin, 'PUT', `${API}/roles/rights_reader`, role('kibana_all_read'));
  for (const name of USERS)
    await asAdmin(admin, 'PUT', `${API}/internalusers/${name}`, {
      password: PASSWORD,
      opendistro_security_roles: name === 'rights_none' ? ['kibana_user'] : ['kibana_user', name],
    });
});
afterAll(async () => {
  const server = objects.open({ kind: 'server' }, '');
  await server.write(['global', 'a'].map((id) => ({ kind: 'delete', ...key(id) })));
  await deleteIndices(admin, TENANT_INDEX);
  // Other suites expect to find no further tenant.
  await forgetEntities(admin, [
    ...USERS.map((name) => `internalusers/${name}`),
    'roles/rights_writer',
    'roles/rights_reader',
    `tenants/${TENANT}`,
  ]);
  await closeClients();
});

// @backend cluster/6
it('stores a tenant in the same index as the security plugin, for its writers and readers', async () => {
  const [outcome] = await as('rights_writer').write([note('a', 'of the tenant')]);
  expect(outcome).toMatchObject({ ok: true });
  expect(await read(as('rights_reader'), 'a')).toBe('of the tenant');
  expect(await titles(as('rights_reader'))).toEqual(['of the tenant']);
  const index = await asAdmin(admin, 'GET', `/${TENANT_INDEX}/_alias`);
  expect(Object.values(index)).toEqual([{ aliases: { [TENANT_INDEX]: expect.anything() } }]);
  const server = objects.open({ kind: 'server' }, `tenant:${TENANT}`);
  expect(await read(server, 'a')).toBe('of the tenant');
});

it('rejects each change of a reader', async () => {
  const outcomes = await as('rights_reader').write([note('b'), note('c')]);
  expect(outcomes).toMatchObject([
    { ok: false, error: { statusCode: 403 } },
    { ok: false, error: { statusCode: 403 } },
  ]);
  expect(await titles(as('rights_writer'))).toEqual(['of the tenant']);
});

it('shows and changes nothing for users without permission in a tenant', async () => {
  const server = objects.open({ kind: 'server' }, '');
  await server.write([note('global', 'of the global tenant')]);
  const store = as('rights_none');
  await expect(store.locate([key('global')])).rejects.toMatchObject({ statusCode: 403 });
  await expect(titles(store)).rejects.toMatchObject({ statusCode: 403 });
  const outcomes = await store.write([note('global', 'taken over')]);
  expect(outcomes).toMatchObject([{ ok: false, error: { statusCode: 403 } }]);
  const remove: StoreOperation = { kind: 'delete', ...key('global') };
  await expect(store.write([remove])).rejects.toMatchObject({ statusCode: 403 });
  expect(await read(server, 'global')).toBe('of the global tenant');
});

it('gives every user a private tenant, and access to no other private tenant', async () => {
  const mine = as('rights_none', 'user:rights_none');
  expect([await titles(mine), await read(mine, 'a')]).toEqual([[], undefined]);
  await mine.write([note('a', 'mine')]);
  expect(await read(mine, 'a')).toBe('mine');
  await mine.write([{ kind: 'delete', ...key('a') }]);
  const foreign = as('rights_writer', 'user:rights_none');
  await expect(foreign.locate([key('a')])).rejects.toMatchObject({ statusCode: 403 });
});

it('asks deleted users to log in again', async () => {
  const gone = as('rights_gone');
  await expect(gone.locate([key('a')])).rejects.toMatchObject({
    statusCode: 403,
    message: expect.stringMatching(/Log in again/),
  });
});
