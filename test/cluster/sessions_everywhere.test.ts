/**
 * Two servers on one cluster: a session of one works at the other, and its end takes effect at both
 * within the promised time.
 */
import { SESSION_LIMITS } from '../../src/contracts/limits/sessions';
import {
  adminClient,
  asAdmin,
  closeClients,
  clusterNode,
  forgetEntities,
  grantServer,
  serverArguments,
} from '../helpers/cluster';
import { PREFIX } from '../helpers/cluster_backend';
import type { HttpResult } from '../helpers/http_client';
import { startServer, type TestServer } from '../helpers/server';

jest.setTimeout(120_000);

type Ending = (
  server: TestServer,
  headers: { readonly cookie: string },
  user: string
) => Promise<HttpResult>;

const PASSWORD = 'Fjord-lantern-42-Quilt';
const ACCOUNT = '/api/v1/configuration/account';
const logOut: Ending = (server, headers) => server.client().post('/auth/logout', {}, { headers });
/**
 * The ways to end a session, and the server that gets the request. All sessions start at the first
 * server.
 */
const ENDINGS: ReadonlyArray<{ readonly how: string; readonly at: 0 | 1; readonly end: Ending }> = [
  { how: 'logout at the same server', at: 0, end: logOut },
  { how: 'logout at another server', at: 1, end: logOut },
  {
    how: 'revocation by its owner',
    at: 1,
    end: async (server, _headers, user) => {
      const other = server.client();
      await other.login(user, PASSWORD);
      return other.delete('/api/v1/account/sessions');
    },
  },
  {
    how: 'revocation by an administrator',
    at: 1,
    end: async (server, _headers, user) => {
      const admin = server.client();
      await admin.login('admin', clusterNode().adminPassword);
      return admin.delete(`/api/v1/sessions/${user}`);
    },
  },
  {
    how: 'a changed password',
    at: 1,
    end: (server, headers) => {
      const passwords = { current_password: PASSWORD, password: `${PASSWORD}-2` };
      return server.client().post(ACCOUNT, passwords, { headers });
    },
  },
];
const userOf = (index: number) => `sessions.everywhere.${index}`;

const cluster = adminClient();
let servers: readonly TestServer[] = [];

const forget = () =>
  forgetEntities(
    cluster,
    ENDINGS.map((_, index) => `internalusers/${userOf(index)}`)
  );

beforeAll(async () => {
  await grantServer(cluster);
  for (const index of ENDINGS.keys())
    await asAdmin(cluster, 'PUT', `${PREFIX}/internalusers/${userOf(index)}`, {
      password: PASSWORD,
    });
  const start = () => startServer({ args: serverArguments() });
  servers = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await forget();
  await closeClients();
});

// @backend cluster/15
it('accepts a session at both servers, and ends it at both within two seconds', async () => {
  const [first] = servers as [TestServer];
  const sessions = await Promise.all(
    ENDINGS.map(async (_, index) => {
      const client = first.client();
      expect((await client.login(userOf(index), PASSWORD)).status).toBe(200);
      return client.cookieHeader();
    })
  );
  /**
   * The status of each session at each server. The request also keeps the session in the server's
   * cache.
   */
  const seen = () =>
    Promise.all(
      sessions.flatMap((cookie, index) =>
        servers.map(async (server, at) => {
          const { status } = await server.client().get(ACCOUNT, { headers: { cookie } });
          return { session: ENDINGS[index]?.how, at, status };
        })
      )
    );
  const everywhere = (status: number) =>
    ENDINGS.flatMap(({ how }) => [0, 1].map((at) => ({ session: how, at, status })));
  expect(await seen()).toEqual(everywhere(200));

  await Promise.all(
    ENDINGS.map(async ({ at, end }, index) => {
      const headers = { cookie: sessions[index] as string };
      expect((await end(servers[at] as TestServer, headers, userOf(index))).status).toBe(200);
    })
  );
  const endedAtMs = performance.now();
  while (performance.now() - endedAtMs < SESSION_LIMITS.endedEverywhereMs) await seen();
  expect(await seen()).toEqual(everywhere(401));
});
