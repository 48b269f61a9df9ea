/** Connected clusters over HTTP, with a server on loopback in the place of the other cluster. */
import { randomBytes } from 'node:crypto';
import { CONNECTION_LIMITS } from '@sd/core/common';
import { SignJWT } from 'jose';
import {
  FakeCluster,
  FAKE_AUTHORIZATION,
  json,
  healthy as cluster,
  type Respond,
} from '../../../../../test/helpers/fake_cluster';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  ADMIN,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';
import { waitForCondition } from '../../../../../test/helpers/wait_for';
import { configure, domain, PASSWORDS } from '../../../../backend/testing/domains';

jest.setTimeout(60_000);

let remote: FakeCluster;
let server: SecurityServer;
let admin: HttpClient;
const there = { headers: { securitycluster: 'other' } };
const served = { headers: { securitycluster: 'served' } };
const CREDENTIALS = '/api/v1/clusters/other/credentials';
const enter = (password = 'Other-secret-42', path = CREDENTIALS) =>
  admin.put(path, { username: 'root', password });
const codeOf = ({ body }: { body: { attributes?: { code?: string } } }) => body.attributes?.code;

beforeAll(async () => {
  remote = await FakeCluster.start();
  const hosts = [remote.url];
  server = await startSecurityServer({
    config: {
      clusters: {
        other: { hosts, name: 'Other', environment: 'production' },
        impatient: { hosts, request_timeout: 500 },
        careful: {
          hosts,
          credentials: 'service',
          username: 'root',
          password: 'Other-secret-42',
          confirm_changes: true,
        },
        issued: { hosts, credentials: 'token' },
        served: {
          hosts,
          credentials: 'service',
          username: 'root',
          password: 'Other-secret-42',
        },
      },
    },
  });
});
beforeEach(async () => {
  remote.reset();
  admin = await server.admin();
});
afterAll(async () => {
  await server.stop();
  remote.close();
});

it('lists the clusters with home first, to administrators only, and without secrets', async () => {
  const { body } = await admin.get('/api/v1/clusters');
  expect(body.clusters).toMatchObject([
    { id: 'home', is_home: true, features: { history: true } },
    { id: 'other', name: 'Other', environment: 'production' },
    { id: 'impatient' },
    { id: 'careful', confirm_changes: true },
    { id: 'issued', credentials: 'token' },
    { id: 'served', name: 'served', user_name: 'root' },
  ]);
  expect(body.clusters[1].user_name).toBeUndefined();
  expect(JSON.stringify(body)).not.toContain('Other-secret');
  expect((await server.client().get('/api/v1/clusters')).status).toBe(401);
});

it('asks for credentials, keeps correct ones in the session, and forgets them', async () => {
  const before = await admin.get('/api/v1/configuration/roles', there);
  expect([before.status, codeOf(before)]).toEqual([403, 'core.backend.cluster_credentials']);
  expect(remote.requests).toEqual([]);
  const wrong = await enter('wrong');
  expect([wrong.status, codeOf(wrong)]).toEqual([403, 'security.cluster_password']);
  expect((await enter()).body).toEqual({ user_name: 'root', version: '3.4.0' });
  const roles = await admin.get('/api/v1/configuration/roles', there);
  expect(Object.keys(roles.body.data)).toEqual(['remote']);
  const found = await admin.get('/api/v1/search/roles', there);
  expect(found.body.items.map(({ name }: { name: string }) => name)).toEqual(['remote']);
  // Of this session only.
  const other = await server.admin();
  expect((await other.get('/api/v1/configuration/roles', there)).status).toBe(403);
  await admin.delete(CREDENTIALS);
  expect((await admin.get('/api/v1/configuration/roles', there)).status).toBe(403);
  expect(server.logs()).not.toContain('Other-secret');
});

it('keeps the session of this installation when the cluster rejects the credentials later', async () => {
  await enter();
  remote.respond = (_request, response) => json(response, 401, {});
  const response = await admin.get('/api/v1/configuration/roles', there);
  expect([response.status, codeOf(response)]).toEqual([403, 'core.backend.cluster_credentials']);
  expect((await admin.get('/api/v1/configuration/roles')).status).toBe(200);
});

it('forgets the credentials when the password changes, with the session', async () => {
  const user = { opendistro_security_roles: ['all_access'], password: 'Vintage-Tractor-42' };
  await admin.post('/api/v1/configuration/internalusers/second', user);
  admin = await server.loggedIn('second', user.password);
  await enter();
  const body = { password: 'Vintage-Tractor-43', current_password: user.password };
  expect((await admin.post('/api/v1/configuration/account', body)).status).toBe(200);
  expect((await admin.get('/api/v1/configuration/roles', there)).status).toBe(403);
});

it('never answers a request for another cluster from this installation', async () => {
  for (const path of [
    '/api/v1/configuration/account',
    '/api/v1/sessions/admin',
    '/api/test/whoami',
  ]) {
    const response = await admin.get(path, there);
    expect([path, response.status, codeOf(response)]).toEqual([
      path,
      400,
      'security.cluster_home_only',
    ]);
  }
  const engine = await admin.get('/_plugins/_security/api/roles', there);
  expect(engine.status).toBe(400);
  const unknown = { headers: { securitycluster: 'elsewhere' } };
  const response = await admin.get('/api/v1/configuration/roles', unknown);
  expect([response.status, codeOf(response)]).toEqual([404, 'security.unknown_cluster']);
});

it('uses stored credentials without asking, and refuses others for that cluster', async () => {
  const { body } = await admin.get('/api/v1/configuration/roles', served);
  expect(Object.keys(body.data)).toEqual(['remote']);
  const entered = await admin.put('/api/v1/clusters/served/credentials', {
    username: 'root',
    password: 'x',
  });
  expect(codeOf(entered)).toBe('security.cluster_not_asked');
});

it('gives API keys and tokens on behalf of users no rights on other clusters', async () => {
  const engine = '/_plugins/_security/api';
  const value = { enabled: true, signing_key: Buffer.alloc(64, 7).toString('base64') };
  await server.engine.request(
    { kind: 'internal' },
    {
      method: 'PATCH',
      path: `${engine}/securityconfig`,
      body: [{ op: 'add', path: '/config/dynamic/on_behalf_of', value }],
    }
  );
  const { authenticationToken } = (await admin.post(`${engine}/obo/token`, { description: 'd' }))
    .body;
  const own = { name: 'nightly', days: 1, current_password: ADMIN.password };
  const { token } = (await admin.post('/api/v1/account/api_keys', own)).body;
  const path = '/api/v1/configuration/roles';
  for (const authorization of [`Bearer ${authenticationToken}`, `ApiKey ${token}`]) {
    const client = server.client();
    const home = await client.get(path, { headers: { authorization } });
    expect(home.status).toBe(200);
    for (const securitycluster of ['served', 'careful', 'issued']) {
      const headers = { authorization, securitycluster };
      const { status } = await client.get(path, { headers });
      expect([securitycluster, status]).toEqual([securitycluster, 403]);
    }
  }
  expect(remote.requests).toEqual([]);
});

it('forwards the token of the own login, and names what is missing without one', async () => {
  const path = '/api/v1/configuration/roles';
  const headers = { securitycluster: 'issued' };
  const refused = await admin.get(path, { headers });
  expect([refused.status, codeOf(refused)]).toEqual([403, 'core.backend.cluster_token']);
  expect(codeOf(await admin.post('/api/v1/clusters/issued/_test', {}))).toBe(
    'core.backend.cluster_token'
  );
  const secret = randomBytes(64);
  const keys = { signing_key: secret.toString('base64'), roles_key: 'groups' };
  await configure(server.engine, {
    authc: { tokens: domain('jwt', keys), passwords: PASSWORDS },
  });
  const token = await new SignJWT({ sub: 'boss', groups: ['admin'], exp: Date.now() })
    .setProtectedHeader({ alg: 'HS512' })
    .sign(secret);
  const authorization = `Bearer ${token}`;
  const seen: unknown[] = [];
  remote.respond = (request, response) => {
    seen.push(request.headers['authorization']);
    request.headers['authorization'] = FAKE_AUTHORIZATION;
    cluster(request, response);
  };
  const bearer = { headers: { ...headers, authorization } };
  expect((await server.client().get(path, bearer)).status).toBe(200);
  expect(new Set(seen)).toEqual(new Set([authorization]));
});

it('changes a cluster that wants confirmation only with its id, and reads it without', async () => {
  const path = '/api/v1/configuration/roles/remote';
  const on = (more: object = {}) => ({ headers: { securitycluster: 'careful', ...more } });
  const role = { cluster_permissions: [] };
  for (const headers of [on(), on({ securityclusterconfirm: 'other' })]) {
    const refused = await admin.post(path, role, headers);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'security.cluster_unconfirmed']);
    expect(codeOf(await admin.delete(path, headers))).toBe('security.cluster_unconfirmed');
  }
  expect(remote.requests.filter((one) => /^(PUT|DELETE|PATCH)/.test(one))).toEqual([]);
  await admin.post(path, role, on({ securityclusterconfirm: 'careful' }));
  expect(remote.requests).toContainEqual(expect.stringMatching(/^PUT .*roles\/remote/));
  expect((await admin.get(path, on())).status).toBe(200);
  const plan = '/api/v1/configuration_files/roles/_plan';
  expect((await admin.post(plan, { entries: {} }, on())).status).toBe(200);
  const check = await admin.post('/api/v1/guardrails/check', {}, on());
  expect([check.status, check.body]).toEqual([200, { broken: {} }]);
});

describe('a faulty cluster', () => {
  const silence: Respond = () => undefined;
  const cases: ReadonlyArray<readonly [string, Respond, number, string]> = [
    [
      'redirects',
      (_request, response) => void response.writeHead(302, { location: server.url }).end(),
      ...([503, 'security.cluster_version'] as const),
    ],
    ['never responds', silence, ...([503, 'security.cluster_address'] as const)],
    [
      'sends more than the limit',
      (_request, response) => {
        const block = Buffer.alloc(1_048_576, 'a');
        const more = (): void => {
          while (!response.destroyed && response.write(block));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      },
      ...([503, 'security.cluster_address'] as const),
    ],
    [
      'is too old',
      (_request, response) =>
        json(response, 200, { version: { distribution: 'opensearch', number: '1.3.20' } }),
      ...([503, 'security.cluster_version'] as const),
    ],
    [
      'lacks the security plugin',
      (request, response) =>
        request.url === '/' ? cluster(request, response) : json(response, 400, { error: 'x' }),
      ...([503, 'security.cluster_plugin'] as const),
    ],
    [
      'denies the security API',
      (request, response) =>
        request.url?.endsWith('/permissionsinfo')
          ? json(response, 200, { has_api_access: false })
          : cluster(request, response),
      ...([403, 'security.cluster_rights'] as const),
    ],
  ];
  it.each(cases)(
    'that %s is named as such and delays no other request',
    async (_name, fault, status, code) => {
      remote.respond = fault;
      const path = CREDENTIALS.replace('other', fault === silence ? 'impatient' : 'other');
      const pending = enter(undefined, path);
      const home = await admin.get('/api/v1/configuration/roles');
      expect(home.status).toBe(200);
      const response = await pending;
      expect([response.status, codeOf(response)]).toEqual([status, code]);
    }
  );

  it('with more requests than its limit refuses further ones, and home goes on', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    remote.respond = (request, response) => void released.then(() => cluster(request, response));
    const refused: unknown[] = [];
    const many = Array.from({ length: CONNECTION_LIMITS.running + 6 }, async () => {
      const response = await admin.get('/api/v1/configuration/roles', served);
      if (response.status !== 200) refused.push(codeOf(response));
      return response.status;
    });
    await waitForCondition(() => refused.length === 6);
    expect((await admin.get('/api/v1/configuration/roles')).status).toBe(200);
    release();
    const statuses = await Promise.all(many);
    expect(statuses.filter((status) => status === 200)).toHaveLength(CONNECTION_LIMITS.running);
    expect(new Set(refused)).toEqual(new Set(['core.backend.cluster_busy']));
  });
});
