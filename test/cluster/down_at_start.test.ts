/**
 * Servers that start while their cluster is unavailable: each listens, reports the cause on its
 * pages and status, and works once the cluster does, without a restart.
 */
import { Authority } from '../helpers/certificates';
import {
  adminClient,
  closeClients,
  clusterNode,
  forgetEntities,
  grantServer,
  serverArguments,
} from '../helpers/cluster';
import { FaultProxy, type Deed } from '../helpers/fault_proxy';
import { startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';

jest.setTimeout(120_000);

const HTML = { headers: { accept: 'text/html' } };

interface Absence {
  readonly what: string;
  readonly begin: (proxy: FaultProxy) => unknown;
  readonly end: (proxy: FaultProxy) => unknown;
  /** Text of `/api/status`. */
  readonly says: RegExp;
  /** Text of the error page, and of API responses. */
  readonly told: RegExp;
}

const answered = (what: string, deed: Deed, says: RegExp, told: RegExp): Absence => ({
  what,
  says,
  told,
  begin: (proxy) => proxy.setFault(() => deed),
  end: (proxy) => proxy.setFault(),
});
const ABSENCES: readonly Absence[] = [
  {
    what: 'an unreachable cluster',
    begin: (proxy) => proxy.goAway(),
    end: (proxy) => proxy.comeBack(),
    says: /Nobody answers there/,
    told: /can't reach/i,
  },
  {
    what: 'a certificate of another authority',
    begin: async (proxy) => proxy.certify({}, stranger),
    end: (proxy) => proxy.certify(),
    says: /opensearch\.ssl\.certificateAuthorities/,
    told: /certificate is not trusted/,
  },
  answered(
    'security that is not initialized',
    { kind: 'answer', answer: { status: 503, body: 'OpenSearch Security not initialized.' } },
    /The cluster is starting/,
    /hasn't loaded its security configuration/
  ),
  answered(
    'a cluster of an unsupported version',
    {
      kind: 'alter',
      alter: (response) => ({
        ...response,
        body: response.body.replace(/"number"\s*:\s*"[\d.]+"/, '"number":"1.3.20"'),
      }),
    },
    /OpenSearch 1\.3\.20 is too old/,
    /too old/
  ),
];

const cluster = adminClient();
const proxies: FaultProxy[] = [];
const servers: TestServer[] = [];
let authority: Authority;
let stranger: Authority;

/** Session cookie of the administrator, from another server. */
let cookie: string;

const admin = { username: 'admin', password: clusterNode().adminPassword };
const tenantOf = (index: number) => `down_at_start_${index}`;
const forget = () =>
  forgetEntities(
    cluster,
    ABSENCES.map((_, index) => `tenants/${tenantOf(index)}`)
  );

beforeAll(async () => {
  await grantServer(cluster);
  await forget();
  const before = await startServer({ args: serverArguments() });
  const client = before.client();
  await client.login(admin.username, admin.password);
  cookie = client.cookieHeader();
  await before.stop();
  authority = await Authority.make();
  stranger = await Authority.make('C=DE, CN=stranger');
  for (const { begin } of ABSENCES) {
    const proxy = await FaultProxy.open(authority);
    proxies.push(proxy);
    await begin(proxy);
  }
  servers.push(
    ...(await Promise.all(
      proxies.map(({ url }) =>
        startServer({
          args: [
            ...serverArguments(url),
            `--opensearch.ssl.certificateAuthorities=${authority.files.certFile}`,
            '--opensearch.pingTimeout=3000',
            '--status.allowAnonymous=true',
          ],
        })
      )
    ))
  );
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await Promise.all(proxies.map((proxy) => proxy.close()));
  authority?.remove();
  stranger?.remove();
  await forget();
  await closeClients();
});

/** The engine's status text. */
async function statusOf(server: TestServer): Promise<string> {
  const { body } = await server.client().get('/api/status');
  const core = body.status.statuses.find(({ id }: { id: string }) => id.startsWith('core:engine'));
  return `${core.state}: ${core.message}`;
}

// @backend cluster/41
it.each(ABSENCES.map((absence, index) => ({ ...absence, index })))(
  'reports $what, and recovers without a restart',
  async ({ index, end, says, told }) => {
    const [server, proxy] = [servers[index] as TestServer, proxies[index] as FaultProxy];
    const client = server.client();
    await waitForCondition(async () => says.test(await statusOf(server)));
    const page = await client.get('/app/home', { headers: { ...HTML.headers, cookie } });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      503,
      expect.stringMatching(/text\/html/),
    ]);
    expect(page.text.replaceAll('&#39;', "'")).toMatch(told);
    expect(await client.login(admin.username, admin.password)).toMatchObject({
      status: 503,
      text: expect.stringMatching(told),
    });

    await end(proxy);
    await waitForCondition(async () => (await statusOf(server)).startsWith('green'));
    expect((await client.get('/app/home', { headers: { ...HTML.headers, cookie } })).status).toBe(
      200
    );
    expect((await client.login(admin.username, admin.password)).status).toBe(200);
    // Services that start with the server have started late: lists, and the server's own stores.
    const tenant = `/api/v1/configuration/tenants/${tenantOf(index)}`;
    expect((await client.post(tenant, { description: 'd' })).status).toBe(200);
    const { body } = await client.get('/api/v1/configuration/tenants?fresh=true');
    expect(JSON.stringify(body)).toContain(tenantOf(index));
    const object = `/api/saved_objects/dashboard/down-at-start-${index}?overwrite=true`;
    expect((await client.post(object, { attributes: { title: 'Begun' } })).status).toBe(200);
    expect((await client.get(`/api/v1/history?name=${tenantOf(index)}`)).body.items).toHaveLength(
      1
    );
  }
);
