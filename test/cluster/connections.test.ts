/**
 * A node that rejects a request before routing it stores the error with the connection and returns
 * it to the next request. No other caller must receive that error.
 */
import type { HttpMethod, RequestCaller } from '../../src/backend/api';
import {
  adminClient,
  asAdmin,
  clientAs,
  closeClients,
  clusterNode,
  forgetEntities,
  grantServer,
  serverArguments,
} from '../helpers/cluster';
import { PREFIX } from '../helpers/cluster_backend';
import { startServer, type TestServer } from '../helpers/server';

jest.setTimeout(600_000);

const PASSWORD = 'Fjord-lantern-42-Quilt';
const USER = 'connections.person';
const ROLE = 'roles/connections_role';
const SECURITY = '/_plugins/_security';
const PATHS = ['api/roles/x', 'api/nodesdn', 'api/roles', 'authinfo', 'api/rolesmapping'];
const METHODS: readonly HttpMethod[] = ['HEAD', 'POST', 'DELETE', 'PUT'];
/** 120 requests, most of which match no route. */
const STRANGE = Array.from({ length: 6 }, () =>
  PATHS.flatMap((path) => METHODS.map((method) => ({ method, path: `${SECURITY}/${path}` })))
).flat();

const cluster = adminClient();
const forget = () => forgetEntities(cluster, [`internalusers/${USER}`, ROLE]);
beforeAll(async () => {
  await grantServer(cluster);
  await forget();
  const body = { password: PASSWORD, backend_roles: ['admin'] };
  await asAdmin(cluster, 'PUT', `${PREFIX}/internalusers/${USER}`, body);
});
afterAll(async () => {
  await forget();
  await closeClients();
});

const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const caller = (userName: string, authorization: string): RequestCaller => ({
  kind: 'user',
  principal: { userName, headers: { authorization } },
});

describe('connections to the node', () => {
  // Unlike a wrong password, a wrong token makes the node compute no hash.
  const wrong = 'Bearer connections.no.token';
  // @asvs V9.1/3
  it.each<[string, RequestCaller]>([
    ['without credentials', { kind: 'anonymous' }],
    ['with unverified credentials', caller('', wrong)],
    ['of a session with expired credentials', caller('connections.nobody', wrong)],
  ])('return no error that belongs to an earlier request %s', async (_whose, stranger) => {
    const client = clientAs('', '');
    const admin = caller('admin', basic('admin', clusterNode().adminPassword));
    const statuses: number[] = [];
    for (const call of STRANGE) {
      await client.asCaller(stranger, call);
      const response = await client.asCaller(admin, {
        method: 'GET',
        path: `${SECURITY}/authinfo`,
      });
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual(STRANGE.map(() => 200));
  });
});

describe('a server on the node', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ args: serverArguments() });
  });
  afterAll(() => server?.stop());

  it('keeps all sessions and changes after unauthenticated requests', async () => {
    const stranger = server.client();
    const users = Array.from({ length: 12 }, () => server.client());
    for (const one of users) expect((await one.login(USER, PASSWORD)).status).toBe(200);
    const statuses: number[] = [];
    for (const [turn, { method, path }] of STRANGE.entries()) {
      const body = method === 'POST' || method === 'PUT' ? {} : undefined;
      const strange = await stranger.request(method, path, { body });
      expect([method, path, strange.status]).toEqual([method, path, 401]);
      const user = users[turn % users.length] as (typeof users)[0];
      const { status } =
        turn % 4 === 0
          ? await user.put(`${PREFIX}/${ROLE}`, { description: `${turn}` })
          : await user.get(`${SECURITY}/authinfo`);
      statuses.push(status);
    }
    expect(statuses.filter((status) => status > 201)).toEqual([]);
    for (const one of users) expect((await one.get('/api/v1/auth/authinfo')).status).toBe(200);
  });

  it('records in the history on the cluster who connects another cluster', async () => {
    const admin = server.client();
    await admin.login(USER, PASSWORD);
    const other = { name: 'Other', hosts: ['http://127.0.0.1:9'], credentials: 'none' };
    expect((await admin.post('/api/v1/clusters/other', other)).status).toBe(200);
    expect((await admin.delete('/api/v1/clusters/other')).status).toBe(200);
    const { body } = await admin.get('/api/v1/history?type=connections&name=other&per_page=2');
    expect(body.items).toMatchObject([
      { action: 'delete', actor: USER },
      { action: 'create', type: 'connections' },
    ]);
    const last = await admin.get(`/api/v1/history/${(body.items as { id: number }[])[0]?.id}`);
    expect(last.body).toMatchObject({ before: { name: 'Other' }, is_latest: true });
  });
});
