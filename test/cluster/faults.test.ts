/**
 * Faults of the connection to a real cluster and of the cluster: the status page and responses name
 * each, no failed change is reported as done, and everything recovers without a restart.
 */
import { Authority } from '../helpers/certificates';
import {
  adminClient,
  asAdmin,
  closeClients,
  deleteIndices,
  forgetEntities,
  grantServer,
  serverArguments,
  SERVER_USER,
} from '../helpers/cluster';
import { PREFIX } from '../helpers/cluster_backend';
import { FaultProxy, type Deed, type Fault, type ProxyResponse } from '../helpers/fault_proxy';
import type { HttpClient } from '../helpers/http_client';
import { startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';

jest.setTimeout(240_000);

const PASSWORD = 'Fjord-lantern-42-Quilt';
/** A service user whose permissions and password a test may change. */
const SERVER = 'faults.server';
const USER = 'faults.person';
const SERVER_ROLE = 'faults_server';
const REST_API = 'rolesmapping/security_rest_api_access';
const SESSIONS = '.security_dashboards_sessions_1';

const cluster = adminClient();
let authority: Authority;
let stranger: Authority;
let proxy: FaultProxy;
let server: TestServer;
let user: HttpClient;

const put = (path: string, body: unknown) => asAdmin(cluster, 'PUT', `${PREFIX}/${path}`, body);
const putServerUser = (password = PASSWORD) => put(`internalusers/${SERVER}`, { password });
const grantRestApi = () => put(REST_API, { users: [SERVER_USER.name, SERVER] });
const giveServerRole = (users: readonly string[]) => put(`rolesmapping/${SERVER_ROLE}`, { users });
const forget = () =>
  forgetEntities(cluster, [
    ...[SERVER, USER].map((name) => `internalusers/${name}`),
    ...['faults_one', 'faults_two'].map((name) => `tenants/${name}`),
    `rolesmapping/${SERVER_ROLE}`,
    `roles/${SERVER_ROLE}`,
  ]);

beforeAll(async () => {
  await forget();
  for (const kind of ['sessions', 'history'])
    await deleteIndices(cluster, `.security_dashboards_${kind}_1`);
  await putServerUser();
  await put(`roles/${SERVER_ROLE}`, {
    cluster_permissions: ['cluster_monitor', 'cluster_composite_ops'],
    index_permissions: [
      { index_patterns: ['.kibana*', '.security_dashboards*'], allowed_actions: ['indices_all'] },
    ],
    // As grant.sh does: the cluster asks for the tenant as well.
    tenant_permissions: [
      { tenant_patterns: ['global_tenant'], allowed_actions: ['kibana_all_write'] },
    ],
  });
  await giveServerRole([SERVER]);
  await grantRestApi();
  await put(`internalusers/${USER}`, { password: PASSWORD, backend_roles: ['admin'] });
  authority = await Authority.make();
  stranger = await Authority.make('C=DE, CN=stranger');
  proxy = await FaultProxy.open(authority);
  server = await startServer({
    args: [
      ...serverArguments(proxy.url),
      `--opensearch.username=${SERVER}`,
      `--opensearch.password=${PASSWORD}`,
      `--opensearch.ssl.certificateAuthorities=${authority.files.certFile}`,
      '--opensearch.pingTimeout=3000',
      '--opensearch.requestTimeout=6000',
      '--status.allowAnonymous=true',
    ],
  });
  await atEase();
  user = server.client();
  expect((await user.login(USER, PASSWORD)).status).toBe(200);
});
afterAll(async () => {
  await server?.stop();
  await proxy?.close();
  authority?.remove();
  stranger?.remove();
  await grantServer(cluster);
  await forget();
  await closeClients();
});

/** The engine's status text, which is public. */
async function status(): Promise<string> {
  const { body } = await server.client().get('/api/status');
  const core = body.status.statuses.find(({ id }: { id: string }) => id.startsWith('core:engine'));
  return `${core.state}: ${core.message}`;
}
const says = (sentence: RegExp) => waitForCondition(async () => sentence.test(await status()));
const atEase = () => says(/green/);

const always =
  (deed: Deed): Fault =>
  () =>
    deed;
const answering = (code: number, body: string): Fault =>
  always({ kind: 'answer', answer: { status: code, body } });
const tooOld = (response: ProxyResponse): ProxyResponse => ({
  ...response,
  body: response.body.replace(/"number"\s*:\s*"[\d.]+"/, '"number":"1.3.20"'),
});
const blockSessions = (value: boolean | null) =>
  asAdmin(cluster, 'PUT', `/${SESSIONS}/_settings`, { 'index.blocks.write': value });

interface Trouble {
  readonly what: string;
  readonly begin: () => unknown;
  readonly end: () => unknown;
  /** Text of `/api/status`. */
  readonly says: RegExp;
  /** Text of the error page, and of API responses. */
  readonly told: RegExp;
}

const proxied = (what: string, fault: Fault, sentence: RegExp, told: RegExp): Trouble => ({
  what,
  says: sentence,
  told,
  begin: () => proxy.setFault(fault),
  end: () => proxy.setFault(),
});
const NOT_READY = /503|not ready/;
const TROUBLES: readonly Trouble[] = [
  {
    what: 'an unreachable cluster',
    begin: () => proxy.goAway(),
    end: () => proxy.comeBack(),
    says: /Nobody answers there/,
    told: /can't reach/i,
  },
  {
    what: 'an expired certificate',
    begin: () => proxy.certify({ notAfter: new Date(Date.now() - 60_000) }),
    end: () => proxy.certify(),
    says: /renew a certificate that ran out.*expired/,
    told: /certificate is not trusted/,
  },
  {
    what: 'a certificate of another authority',
    begin: () => proxy.certify({}, stranger),
    end: () => proxy.certify(),
    says: /opensearch\.ssl\.certificateAuthorities/,
    told: /certificate is not trusted/,
  },
  {
    what: 'an outdated password of the service user',
    begin: () => putServerUser(`${PASSWORD}-2`),
    end: () => putServerUser(),
    says: /correct opensearch\.username/,
    told: /refused a request from this server/,
  },
  {
    what: 'a service user without permissions',
    begin: () => giveServerRole([]),
    end: () => giveServerRole([SERVER]),
    says: /permissions of the role kibana_server/,
    told: /lacks a permission on the cluster/,
  },
  proxied(
    'security that is not initialized',
    answering(503, 'OpenSearch Security not initialized.'),
    /The cluster is starting/,
    /hasn't loaded its security configuration/
  ),
  proxied('an overloaded cluster', answering(429, '{}'), /429 Too Many/, /overloaded/),
  proxied('a 503 from all nodes', answering(503, '{}'), NOT_READY, /is not ready/),
  proxied(
    'truncated responses',
    always({ kind: 'cut', when: 'half way' }),
    /Its answer broke off/,
    /interrupted/
  ),
  proxied(
    'a cluster of an unsupported version',
    ({ path }) => (path === '/' ? { kind: 'alter', alter: tooOld } : undefined),
    /OpenSearch 1\.3\.20 is too old: version 2 or 3 is needed/,
    /too old/
  ),
  proxied(
    'a cluster that does not respond',
    always({ kind: 'hold' }),
    /too slow/,
    /didn't respond in time/
  ),
];

describe.each(TROUBLES)('with $what', ({ begin, end, says: sentence, told }) => {
  // @backend cluster/42
  it('reports the cause, ends no session, and recovers without a restart', async () => {
    const { length } = server.output();
    await begin();
    try {
      await says(sentence);
      // Sessions stay cached for a moment.
      await waitForCondition(async () => (await page()).status === 503);
      // In parallel, because each request may wait for a timeout.
      const [seen, response, refused, programs, users] = await Promise.all([
        page(),
        user.get('/api/v1/configuration/account'),
        loginAnew(),
        user.get('/api/status'),
        user.get('/status', HTML),
      ]);
      expect(seen.headers.get('content-type')).toMatch(/text\/html/);
      expect(seen.text.replaceAll('&#39;', "'")).toMatch(told);
      expect(seen.text).not.toContain(PASSWORD);
      expect(response).toMatchObject({
        status: 503,
        body: { message: expect.stringMatching(told) },
      });
      expect(refused.status).toBe(503);
      // Clients with a cookie can read the status as well.
      expect([programs.status, users.status]).toEqual([200, 200]);
    } finally {
      await end();
    }
    await atEase();
    expect((await user.get('/api/v1/configuration/account')).status).toBe(200);
    expect((await loginAnew()).status).toBe(200);
    // The log names the cause.
    const lines = server.output().slice(length).split('\n');
    expect(lines.filter((line) => sentence.test(line)).length).toBeGreaterThan(0);
  });
});

const HTML = { headers: { accept: 'text/html' } };
const page = () => user.get('/app/home', HTML);
const loginAnew = () => server.client().login(USER, PASSWORD);

// @backend cluster/43
it('reports that sessions are read-only, and keeps existing ones working', async () => {
  await blockSessions(true);
  try {
    await says(/red: No one can log in.*no changes of \.security_dashboards_sessions_1/);
    expect((await user.get('/api/v1/configuration/account')).status).toBe(200);
    expect((await loginAnew()).status).toBe(507);
  } finally {
    await blockSessions(null);
  }
  await atEase();
  expect((await loginAnew()).status).toBe(200);
});

// @backend cluster/44
it('reports an index that has lost its shards, and creates it again after its deletion', async () => {
  await asAdmin(cluster, 'DELETE', `/${SESSIONS}`);
  const index = { hidden: true, 'routing.allocation.require._name': 'nowhere' };
  await asAdmin(cluster, 'PUT', `/${SESSIONS}?wait_for_active_shards=0`, {
    settings: { index },
    aliases: { [SESSIONS.slice(0, -2)]: { is_hidden: true } },
  });
  try {
    await says(/parts of \.security_dashboards_sessions_1 are lost/);
    expect((await loginAnew()).status).toBe(503);
  } finally {
    await asAdmin(cluster, 'DELETE', `/${SESSIONS}`);
  }
  await atEase();
  expect((await user.login(USER, PASSWORD)).status).toBe(200);
});

describe('a change with a network fault', () => {
  const api = '/api/v1/configuration/tenants';
  const isOf = (name: string) => (call: { readonly method: string; readonly path: string }) =>
    call.method === 'PUT' && call.path.endsWith(`/tenants/${name}`);
  const isThere = async (name: string) =>
    (await cluster.asServer({ method: 'GET', path: `${PREFIX}/tenants/${name}` })).statusCode ===
    200;
  const make = (name: string) => user.post(`${api}/${name}`, { description: 'd' });
  const historyOf = async (name: string): Promise<readonly unknown[]> => {
    const {
      status: code,
      text,
      body,
    } = await user.get(`/api/v1/history?type=tenants&name=${name}&action=create`);
    expect({ code, text }).toMatchObject({ code: 200 });
    return body.items;
  };

  it('is reported as not made when the request never arrived, and is not retried', async () => {
    proxy.setFault((call) =>
      isOf('faults_one')(call) ? { kind: 'cut', when: 'before' } : undefined
    );
    const response = await make('faults_one').finally(() => proxy.setFault());
    expect(response).toMatchObject({ status: 503, text: expect.stringMatching(/interrupted/) });
    // The server does not retry by itself.
    expect(proxy.seen.filter(isOf('faults_one'))).toHaveLength(1);
    expect([await isThere('faults_one'), await historyOf('faults_one')]).toEqual([false, []]);
  });

  // @backend cluster/45
  it('is reported as unknown when the response was lost, and recorded in the history', async () => {
    proxy.setFault((call) =>
      isOf('faults_one')(call) ? { kind: 'cut', when: 'after' } : undefined
    );
    const response = await make('faults_one').finally(() => proxy.setFault());
    expect(response).toMatchObject({
      status: 503,
      text: expect.stringMatching(/Check whether the change was made/),
    });
    expect(await isThere('faults_one')).toBe(true);
    expect(await historyOf('faults_one')).toMatchObject([{ action: 'create' }]);
  });

  // @backend cluster/46
  it('is applied once when it is sent twice: tenants, sessions, history numbers', async () => {
    proxy.setFault(({ method, path }) =>
      method === 'PUT' || path.startsWith('/_bulk') ? { kind: 'twice' } : undefined
    );
    try {
      expect(await make('faults_two')).toMatchObject({ status: 200 });
      expect((await loginAnew()).status).toBe(200);
    } finally {
      proxy.setFault();
    }
    expect(await isThere('faults_two')).toBe(true);
    expect(await historyOf('faults_two')).toHaveLength(1);
  });
});
