/**
 * What goes wrong between the product and a real cluster, and with the cluster: each is named on
 * the status page and in answers, nothing is told as done that was not, and all goes on afterwards
 * without a restart.
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
/** The server's own user, here one whose rights and password a test may take. */
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
    ...[`rolesmapping/${SERVER_ROLE}`, `roles/${SERVER_ROLE}`],
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
      ...['--opensearch.pingTimeout=3000', '--opensearch.requestTimeout=6000'],
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

/** What the status of the engine says, as anybody may read it. */
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
  /** What `/api/status` says. */
  readonly says: RegExp;
  /** What people are told on a page, and programs in an answer. */
  readonly told: RegExp;
}

const proxied = (what: string, fault: Fault, sentence: RegExp, told: RegExp): Trouble => ({
  ...{ what, says: sentence, told },
  begin: () => proxy.setFault(fault),
  end: () => proxy.setFault(),
});
const NOT_READY = /503|not ready/;
const TROUBLES: readonly Trouble[] = [
  {
    what: 'a cluster that went away',
    begin: () => proxy.goAway(),
    end: () => proxy.comeBack(),
    says: /Nobody answers there/,
    told: /cannot be reached/,
  },
  {
    what: 'a certificate that ran out',
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
    what: 'a password of the server that is no longer right',
    begin: () => putServerUser(`${PASSWORD}-2`),
    end: () => putServerUser(),
    says: /correct opensearch\.username/,
    told: /refuses this server/,
  },
  {
    what: 'a server user without rights',
    begin: () => giveServerRole([]),
    end: () => giveServerRole([SERVER]),
    says: /give it the role kibana_server/,
    told: /refuses this server/,
  },
  proxied(
    'security that is not initialised',
    answering(503, 'OpenSearch Security not initialized.'),
    /The cluster is starting/,
    /has not loaded its security configuration/
  ),
  proxied('too much to do', answering(429, '{}'), /429 Too Many/, /too much to do/),
  proxied('503 of all nodes', answering(503, '{}'), NOT_READY, /is not ready/),
  proxied(
    'half of each answer',
    always({ kind: 'cut', when: 'half way' }),
    /broke off/,
    /broke off/
  ),
  proxied(
    'a cluster that is too old',
    ({ path }) => (path === '/' ? { kind: 'alter', alter: tooOld } : undefined),
    /OpenSearch 1\.3\.20 is too old: version 2 or 3 is needed/,
    /too old/
  ),
  proxied('no answer for long', always({ kind: 'hold' }), /too slow/, /did not answer in time/),
];

describe.each(TROUBLES)('$what', ({ begin, end, says: sentence, told }) => {
  it('is named, ends no session, and needs no restart', async () => {
    const { length } = server.output();
    await begin();
    try {
      await says(sentence);
      // Sessions that were read a moment ago are trusted for as long.
      await waitForCondition(async () => (await page()).status === 503);
      // At once: each may wait until it is given up.
      const [seen, response, refused, programs, users] = await Promise.all([
        page(),
        user.get('/api/v1/configuration/account'),
        loginAnew(),
        user.get('/api/status'),
        user.get('/status', HTML),
      ]);
      expect(seen.headers.get('content-type')).toMatch(/text\/html/);
      expect(seen.text).toMatch(told);
      expect(seen.text).not.toContain(PASSWORD);
      expect(response).toMatchObject({
        status: 503,
        body: { message: expect.stringMatching(told) },
      });
      expect(refused.status).toBe(503);
      // Whoever has a cookie sees the status as well.
      expect([programs.status, users.status]).toEqual([200, 200]);
    } finally {
      await end();
    }
    await atEase();
    expect((await user.get('/api/v1/configuration/account')).status).toBe(200);
    expect((await loginAnew()).status).toBe(200);
    // The log has the cause, once and not for every call.
    const lines = server.output().slice(length).split('\n');
    expect(lines.filter((line) => sentence.test(line)).length).toBeGreaterThan(0);
  });
});

const HTML = { headers: { accept: 'text/html' } };
const page = () => user.get('/app/home', HTML);
const loginAnew = () => server.client().login(USER, PASSWORD);

it('says that sessions take no writes, and goes on with those that are there', async () => {
  await blockSessions(true);
  try {
    await says(/red: Nobody can log in.*no changes of \.security_dashboards_sessions_1/);
    expect((await user.get('/api/v1/configuration/account')).status).toBe(200);
    expect((await loginAnew()).status).toBe(507);
  } finally {
    await blockSessions(null);
  }
  await atEase();
  expect((await loginAnew()).status).toBe(200);
});

it('says that an index has lost its shards, and begins anew when it is deleted', async () => {
  await asAdmin(cluster, 'DELETE', `/${SESSIONS}`);
  const index = { hidden: true, 'routing.allocation.require._name': 'nowhere' };
  await asAdmin(cluster, 'PUT', `/${SESSIONS}?wait_for_active_shards=0`, {
    ...{ settings: { index }, aliases: { [SESSIONS.slice(0, -2)]: { is_hidden: true } } },
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

describe('a change on its way', () => {
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

  it('that never arrived is told as not made, and is not made later', async () => {
    proxy.setFault((call) =>
      isOf('faults_one')(call) ? { kind: 'cut', when: 'before' } : undefined
    );
    const response = await make('faults_one').finally(() => proxy.setFault());
    expect(response).toMatchObject({ status: 503, text: expect.stringMatching(/broke off/) });
    // Nobody tries again by himself.
    expect(proxy.seen.filter(isOf('faults_one'))).toHaveLength(1);
    expect([await isThere('faults_one'), await historyOf('faults_one')]).toEqual([false, []]);
  });

  it('whose answer was lost is told as unknown, and the history has it', async () => {
    proxy.setFault((call) =>
      isOf('faults_one')(call) ? { kind: 'cut', when: 'after' } : undefined
    );
    const response = await make('faults_one').finally(() => proxy.setFault());
    expect(response).toMatchObject({ status: 503, text: expect.stringMatching(/is not known/) });
    expect(await isThere('faults_one')).toBe(true);
    expect(await historyOf('faults_one')).toMatchObject([{ action: 'create' }]);
  });

  it('that was made twice is made once: tenants, sessions, numbers of the history', async () => {
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
