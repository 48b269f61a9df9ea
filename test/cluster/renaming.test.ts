/** Renaming on a real cluster, step by step, with the saved objects of a tenant. */
import type { Backend, RequestCaller } from '../../src/backend/api';
import {
  adminClient,
  asAdmin,
  closeClients,
  clusterNode,
  forgetEntities,
  grantServer,
  superAdminClient,
} from '../helpers/cluster';
import {
  clientOf,
  closeBackends,
  loggedIn,
  openBackend,
  PREFIX,
  type Client,
} from '../helpers/cluster_backend';

const PASSWORD = 'Vintage-Tractor-42';
const own = (name: string) => `rn${process.pid}_${name}`;
const NAMES = ['old', 'new', 'look', 'watch', 'north', 'south', 'jane'].map(own);
const admin = adminClient();
const superAdmin = superAdminClient();
const INDICES = `.kibana_*_rn${process.pid}*`;

let backend: Backend;
let caller: RequestCaller;
let call: Client;
let jane: RequestCaller;

const made = async (path: string, body: object) => {
  const { statusCode, body: answer } = await call('PUT', `/api/${path}`, body);
  if (statusCode > 299) throw new Error(`${path}: ${statusCode} ${JSON.stringify(answer)}`);
};
const stored = async (path: string) => {
  const { statusCode, body } = await call('GET', `/api/${path}`);
  return statusCode === 200 ? Object.values(body as object)[0] : statusCode;
};
const rename = async (type: string, from: string, to: string) => {
  const { statusCode, body } = await call('POST', `/api/${type}/${own(from)}/_rename`, {
    to: own(to),
  });
  return [statusCode, (body as { moved?: object; message: string }).moved ?? body];
};
const history = async () => {
  const listed = await backend.engine.history.list(caller, { page: 1, perPage: 5 });
  return listed.ok ? listed.result.items : [];
};

beforeAll(async () => {
  await grantServer(admin);
  backend = await openBackend();
  caller = await loggedIn(backend, 'admin', clusterNode().adminPassword);
  call = clientOf(backend, caller);
  await made(`internalusers/${own('jane')}`, { password: PASSWORD });
  jane = await loggedIn(backend, own('jane'), PASSWORD);
});

afterAll(async () => {
  await closeBackends();
  for (const type of ['rolesmapping', 'roles', 'actiongroups', 'tenants', 'internalusers'])
    await forgetEntities(
      admin,
      NAMES.map((name) => `${type}/${name}`)
    );
  const left = await asAdmin(superAdmin, 'GET', `/${INDICES}/_alias?expand_wildcards=all`);
  for (const index of Object.keys(left)) await asAdmin(superAdmin, 'DELETE', `/${index}`);
  await closeClients();
});

it('moves a role with its mapping and users, and back by a revert', async () => {
  await made(`roles/${own('old')}`, {
    cluster_permissions: ['cluster_monitor'],
    index_permissions: [{ index_patterns: ['sales-*'], allowed_actions: ['read'], fls: ['~a'] }],
  });
  const role = await stored(`roles/${own('old')}`);
  await made(`rolesmapping/${own('old')}`, { users: ['x'], backend_roles: ['staff'] });
  await made(`internalusers/${own('jane')}`, { opendistro_security_roles: [own('old')] });
  expect(await rename('roles', 'old', 'new')).toEqual([200, { rolesmapping: 1, internalusers: 1 }]);
  expect(await stored(`roles/${own('new')}`)).toEqual(role);
  expect(await stored(`roles/${own('old')}`)).toBe(404);
  expect(await stored(`rolesmapping/${own('new')}`)).toMatchObject({
    users: ['x'],
    backend_roles: ['staff'],
  });
  expect(await stored(`internalusers/${own('jane')}`)).toMatchObject({
    opendistro_security_roles: [own('new')],
  });
  // The password of the user is kept.
  await loggedIn(backend, own('jane'), PASSWORD);
  const [entry] = await history();
  expect(entry).toMatchObject({ type: 'roles', name: own('new'), renamedFrom: own('old') });
  expect((await backend.engine.history.revert(caller, entry!.id)).statusCode).toBe(200);
  expect(await stored(`rolesmapping/${own('old')}`)).toMatchObject({ users: ['x'] });
  expect(await stored(`roles/${own('new')}`)).toBe(404);
});

it('moves an action group in roles and groups', async () => {
  await made(`actiongroups/${own('look')}`, { allowed_actions: ['read'], type: 'index' });
  await made(`roles/${own('old')}`, {
    index_permissions: [{ index_patterns: ['sales-*'], allowed_actions: [own('look'), 'get'] }],
  });
  expect(await rename('actiongroups', 'look', 'watch')).toEqual([200, { roles: 1 }]);
  expect(await stored(`roles/${own('old')}`)).toMatchObject({
    index_permissions: [{ index_patterns: ['sales-*'], allowed_actions: [own('watch'), 'get'] }],
  });
});

// @feature roles-groups-tenants/2
it('moves a tenant with its objects, which its users can change before and after', async () => {
  await made(`tenants/${own('north')}`, { description: 'North' });
  await made(`roles/${own('old')}`, {
    tenant_permissions: [
      { tenant_patterns: [own('north')], allowed_actions: ['kibana_all_write'] },
    ],
  });
  await made(`rolesmapping/${own('old')}`, { users: [own('jane')] });
  const objects = (tenant: string) => backend.savedObjects(jane as never, `tenant:${own(tenant)}`);
  const create = (tenant: string, id: string) =>
    objects(tenant).write([
      {
        ...({ kind: 'create', overwrite: false, titleField: 'title', references: [] } as const),
        type: 'dashboard',
        id,
        attributes: { title: `Title ${id}` },
      },
    ]);
  const ids = async (tenant: string) => {
    const types = [{ name: 'dashboard', titleField: 'title' }];
    const { hits } = await objects(tenant).find({ types, offset: 0, limit: 10 } as never);
    const found = await Promise.all(hits.map((hit) => hit.read()));
    return found.map((object) => object?.id).sort();
  };
  for (const id of ['a', 'b']) expect(await create('north', id)).toMatchObject([{ ok: true }]);
  // What undoes a copy lets the objects be changed again.
  const { tenantObjects } = backend.supplies!.renaming!;
  await tenantObjects.copy(own('north'), own('south'));
  expect(await tenantObjects.count(own('south'))).toBe(2);
  await expect(create('north', 'c')).rejects.toMatchObject({ trouble: 'read_only' });
  await tenantObjects.discardCopy(own('north'), own('south'));
  expect(await tenantObjects.count(own('south'))).toBe(0);
  expect(await create('north', 'c')).toMatchObject([{ ok: true }]);
  expect(await rename('tenants', 'north', 'south')).toEqual([200, { objects: 3, roles: 1 }]);
  expect(await ids('south')).toEqual(['a', 'b', 'c']);
  expect(await create('south', 'd')).toMatchObject([{ ok: true }]);
  expect(await ids('south')).toEqual(['a', 'b', 'c', 'd']);
  const names = Object.keys(
    await asAdmin(superAdmin, 'GET', `/${INDICES}/_alias?expand_wildcards=all`)
  );
  expect(names).toEqual([expect.stringContaining('south')]);

  // A user's private objects are in the index of the tenant of the same name.
  await made(`internalusers/${own('south')}`, { password: PASSWORD });
  expect(await rename('tenants', 'south', 'north')).toEqual([
    400,
    expect.objectContaining({ message: expect.stringContaining('There is a user named') }),
  ]);
  await call('DELETE', `/api/internalusers/${own('south')}`);
  expect(await rename('tenants', 'south', 'north')).toEqual([200, { objects: 4, roles: 1 }]);
  expect(await ids('north')).toEqual(['a', 'b', 'c', 'd']);
});

it('is refused to users without access to the security API', async () => {
  const path = `${PREFIX}/roles/${own('old')}/_rename`;
  const { statusCode } = await backend.engine.request(jane, {
    method: 'POST',
    path,
    body: { to: 'x' },
  });
  expect(statusCode).toBe(403);
});
