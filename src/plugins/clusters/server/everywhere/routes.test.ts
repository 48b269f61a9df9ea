/** One user on several clusters, over HTTP. The other cluster is a second engine on loopback. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

jest.setTimeout(60_000);

const EVERYWHERE = '/api/v1/clusters/_person';
const PASSWORD = 'Vintage-Tractor-42';
const ENTITIES = '/api/v1/configuration';
const SERVICE = { credentials: 'service', username: 'root', password: PASSWORD } as const;

let remote: SecurityServer;
let server: SecurityServer;
let silent: Server;
let admin: HttpClient;
let there: HttpClient;

const on = async (user: string, cluster?: string) => {
  const query = new URLSearchParams({ user, ...(cluster !== undefined && { cluster }) });
  const { body } = await admin.get(`${EVERYWHERE}?${query}`);
  return body.clusters as ReadonlyArray<Record<string, unknown> & { id: string }>;
};
const entityThere = async (type: string, name: string) =>
  (await there.get(`${ENTITIES}/${type}/${name}`)).body;
const suspend = async (body: object) =>
  (await admin.post(`${EVERYWHERE}/_suspend`, body)).body.clusters;
const reactivate = async (body: object) =>
  (await admin.post(`${EVERYWHERE}/_reactivate`, body)).body.clusters;
const canLogIn = async (at: SecurityServer, user: string) => {
  const body = { username: user, password: PASSWORD };
  return (await at.client().post('/auth/login', body)).status === 200;
};

beforeAll(async () => {
  remote = await startSecurityServer();
  there = await remote.admin();
  const root = { opendistro_security_roles: ['all_access'], password: PASSWORD };
  await there.post(`${ENTITIES}/internalusers/root`, root);
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  server = await startSecurityServer({
    config: {
      clusters: {
        asked: { hosts: remote.url },
        other: { hosts: remote.url, environment: 'production', ...SERVICE },
        silent: { hosts: `http://127.0.0.1:${port}`, request_timeout: 1_000, ...SERVICE },
      },
    },
  });
});
beforeEach(async () => {
  admin = await server.admin();
  const jane = {
    password: PASSWORD,
    backend_roles: ['staff'],
    opendistro_security_roles: ['direct'],
    attributes: { team: 'a' },
  };
  for (const client of [admin, there]) {
    for (const role of ['direct', 'mapped', 'patterned'])
      await client.post(`${ENTITIES}/roles/${role}`, { cluster_permissions: ['cluster_monitor'] });
    await client.post(`${ENTITIES}/rolesmapping/mapped`, { users: ['jane', 'joe'] });
    await client.post(`${ENTITIES}/rolesmapping/patterned`, { users: ['ja*'] });
    await client.post(`${ENTITIES}/internalusers/jane`, jane);
  }
});
afterAll(async () => {
  await server.stop();
  await remote.stop();
  silent.closeAllConnections();
  silent.close();
});

it('shows the user on every cluster, each by itself, compared with home', async () => {
  const through = { headers: { securitycluster: 'other' } };
  const role = { cluster_permissions: ['cluster_all'] };
  await admin.post(`${ENTITIES}/roles/mapped`, role, through);
  await admin.post(`${ENTITIES}/roles/extra`, role, through);
  await admin.post(`${ENTITIES}/rolesmapping/extra`, { users: ['jane'] }, through);
  await admin.post(`${ENTITIES}/rolesmapping/patterned`, { users: [] });
  const [home, asked, other, dead] = await on('jane');
  expect(home).toMatchObject({ id: 'home', state: 'found', suspension: 'none' });
  expect(home).toMatchObject({ is_administrator: false, is_reserved: false });
  expect(asked).toMatchObject({
    id: 'asked',
    state: 'credentials',
    problem: { attributes: { code: 'core.backend.cluster_credentials' } },
  });
  expect(other).toMatchObject({
    id: 'other',
    state: 'found',
    more: ['extra', 'patterned'],
    less: [],
    different: ['mapped'],
  });
  expect(dead).toMatchObject({ id: 'silent', state: 'unreachable' });
  await there.delete(`${ENTITIES}/roles/extra`);
});

it('shows roles that mappings give to a user whom another system authenticates', async () => {
  await there.delete(`${ENTITIES}/internalusers/jane`);
  await there.post(`${ENTITIES}/rolesmapping/mapped`, { users: ['jane'] });
  const [other] = await on('jane', 'other');
  expect(other).toMatchObject({ state: 'missing', less: ['direct'] });
  expect(other?.['roles'] as object[]).toContainEqual({ role: 'mapped', exists: true });
  const unknown = await admin.get(`${EVERYWHERE}?user=jane&cluster=elsewhere`);
  expect([unknown.status, unknown.body.attributes.code]).toEqual([404, 'security.unknown_cluster']);
});

// @feature users/4
it('suspends everywhere with a report per cluster, and gives everything back', async () => {
  const before = await entityThere('internalusers', 'jane');
  const report = await suspend({ user: 'jane' });
  expect(report).toMatchObject([
    { id: 'home', result: 'done' },
    { id: 'asked', result: 'failed', problem: { attributes: { code: expect.any(String) } } },
    { id: 'other', result: 'done', kept_roles: expect.arrayContaining(['patterned']) },
    { id: 'silent', result: 'failed' },
  ]);
  expect(report[2].kept_roles).not.toContain('mapped');
  expect(await canLogIn(server, 'jane')).toBe(false);
  const [home, , other] = await on('jane');
  expect(home).toMatchObject({ suspension: 'suspended' });
  expect(other).toMatchObject({ suspension: 'roles_removed', removed_roles: ['direct', 'mapped'] });
  expect((await entityThere('rolesmapping', 'mapped')).users).toEqual(['joe']);
  expect((await suspend({ user: 'jane', clusters: ['other'] }))[0]).toMatchObject({
    result: 'already',
  });

  const back = await reactivate({ user: 'jane', clusters: ['home', 'other'] });
  expect(back).toEqual([
    { id: 'home', result: 'done' },
    { id: 'other', result: 'done' },
  ]);
  expect(await canLogIn(server, 'jane')).toBe(true);
  expect(await canLogIn(remote, 'jane')).toBe(true);
  expect((await entityThere('rolesmapping', 'mapped')).users).toEqual(['joe', 'jane']);
  const { etag: _e, ...restored } = await entityThere('internalusers', 'jane');
  expect(restored).toEqual(expect.objectContaining(before));
  const history = await there.get('/api/v1/history?type=internalusers&name=jane');
  expect(history.body.items[0]).toMatchObject({ actor: 'root', name: 'jane' });
});

it('replaces the password only when asked to, and says that a new one is needed', async () => {
  expect(
    await suspend({ user: 'jane', clusters: ['other'], replace_password: true })
  ).toMatchObject([{ result: 'done', needs_password: true }]);
  expect(await canLogIn(remote, 'jane')).toBe(false);
  expect(await reactivate({ user: 'jane', clusters: ['other'] })).toMatchObject([
    { result: 'done', needs_password: true },
  ]);
});

it('takes up a suspension that failed midway', async () => {
  await suspend({ user: 'jane', clusters: ['other'] });
  await there.post(`${ENTITIES}/rolesmapping/mapped`, { users: ['jane', 'joe'] });
  expect(await suspend({ user: 'jane', clusters: ['other'] })).toMatchObject([{ result: 'done' }]);
  expect((await entityThere('rolesmapping', 'mapped')).users).toEqual(['joe']);
  await there.delete(`${ENTITIES}/rolesmapping/mapped`);
  expect(await reactivate({ user: 'jane', clusters: ['other'] })).toMatchObject([
    { result: 'done' },
  ]);
  expect((await entityThere('internalusers', 'jane')).opendistro_security_roles).toEqual([
    'direct',
  ]);
});

it('takes the last administrator away only with a confirmation', async () => {
  // Access by address is not that of an administrator with a password.
  const path = `${ENTITIES}/rolesmapping/all_access`;
  const { backend_roles } = (await admin.get(path)).body;
  await admin.post(path, { backend_roles, hosts: ['127.0.0.1'] });
  await admin.post(`${ENTITIES}/internalusers/root`, { password: PASSWORD });
  const root = await server.loggedIn('root', PASSWORD);
  const change = async (action: string, more: object = {}) =>
    (await root.post(`${EVERYWHERE}/_${action}`, { user: 'admin', clusters: ['home'], ...more }))
      .body.clusters;
  expect(await change('suspend')).toMatchObject([
    {
      result: 'failed',
      problem: { attributes: { code: 'security.locks_out', lockout: { last: true } } },
    },
  ]);
  expect(await change('suspend', { confirm_lockout: true })).toMatchObject([{ result: 'done' }]);
  expect(await change('reactivate')).toMatchObject([{ result: 'done' }]);
  await (await server.admin()).post(path, { backend_roles });
});

it('asks before it removes the last administrator from a mapping', async () => {
  // Access by address is not that of an administrator with a password.
  const path = `${ENTITIES}/rolesmapping/all_access`;
  const { backend_roles } = (await there.get(path)).body;
  const root = { opendistro_security_roles: ['all_access'], password: PASSWORD };
  // Her own entry gives nothing any more, so that only the mapping is asked about.
  await suspend({ user: 'jane', clusters: ['other'] });
  await there.post(path, { users: ['jane'], hosts: ['127.0.0.1'] });
  await there.post(`${ENTITIES}/internalusers/root`, { password: PASSWORD });
  const report = await suspend({ user: 'jane', clusters: ['other'] });
  const { users } = await entityThere('rolesmapping', 'all_access');
  await there.post(path, { backend_roles });
  await there.post(`${ENTITIES}/internalusers/root`, root);
  expect(report).toMatchObject([
    { result: 'failed', problem: { attributes: { code: 'security.locks_out' } } },
  ]);
  expect(users).toEqual(['jane']);
});

it('suspends neither oneself nor a user who is not there', async () => {
  expect(await suspend({ user: 'root', clusters: ['other'] })).toMatchObject([
    { result: 'failed', problem: { attributes: { code: 'security.suspends_oneself' } } },
  ]);
  expect(await suspend({ user: 'nobody-here', clusters: ['home', 'other'] })).toMatchObject([
    { result: 'missing' },
    { result: 'missing' },
  ]);
});

it('keeps connected clusters from users of this installation who are no administrators', async () => {
  const jane = await server.loggedIn('jane', PASSWORD);
  const through = { headers: { securitycluster: 'other' } };
  for (const path of ['/api/v1/access/effective?user=root', '/api/v1/search/roles'])
    expect([path, (await jane.get(path, through)).body.attributes?.code]).toEqual([
      path,
      'security.cluster_forbidden',
    ]);
  expect((await jane.get(`${EVERYWHERE}?user=root`)).status).toBe(403);
});

it('changes clusters that want a confirmation only with their ids, and nothing else before', async () => {
  const settings = { name: 'Careful', hosts: [remote.url], ...SERVICE, confirm_changes: true };
  const path = '/api/v1/clusters/careful';
  expect((await admin.post(path, settings)).status).toBe(200);
  const body = { user: 'jane', clusters: ['home', 'careful'] };
  for (const action of ['_suspend', '_reactivate'])
    for (const [headers, clusters] of [
      [{}, undefined],
      [{ securityclusterconfirm: 'home' }, body.clusters],
    ] as const) {
      const sent = { user: 'jane', ...(clusters && { clusters }) };
      const refused = await admin.post(`${EVERYWHERE}/${action}`, sent, { headers });
      expect([refused.status, refused.body.attributes]).toEqual([
        409,
        { code: 'security.cluster_unconfirmed', params: { id: 'careful' } },
      ]);
    }
  expect(await canLogIn(server, 'jane')).toBe(true);
  const headers = { securityclusterconfirm: 'other, careful' };
  const { body: changed } = await admin.post(`${EVERYWHERE}/_suspend`, body, { headers });
  expect(changed.clusters).toMatchObject([{ result: 'done' }, { result: 'done' }]);
  await admin.post(`${EVERYWHERE}/_reactivate`, body, { headers });

  const { confirm_changes: _asks, ...silently } = settings;
  for (const attempt of [admin.put(path, silently), admin.delete(path)])
    expect((await attempt).body.attributes.code).toBe('security.cluster_unconfirmed');
  expect((await admin.put(path, { ...settings, name: 'Other' })).status).toBe(200);
  expect((await admin.put(path, silently, { headers })).status).toBe(200);
  expect((await admin.delete(path)).status).toBe(200);
});
