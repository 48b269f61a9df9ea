import { clusterResponse } from '../../../../test/helpers/cluster_response';
import { DEFAULT_SETTINGS, type HttpMethod, type RequestCaller } from '../../api';
import { SILENT_LOG } from '../../api/log';
import type { ClusterResponse, ClusterCall, ClusterClient } from '../client';
import type { ClusterReader } from '../configuration/cluster_reader';
import { OpenSearchEngine } from './opensearch_engine';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import { Identities } from './caller_cache';

const ANONYMOUS: RequestCaller = { kind: 'anonymous', remoteAddress: '192.0.2.1' };
const ERROR: ClusterResponse = {
  ...clusterResponse(401, 'Unauthorized'),
  headers: { 'www-authenticate': 'Basic realm="OpenSearch Security"' },
};

/** @param authinfo - the cluster's response to callers without credentials */
function open(authinfo: ClusterResponse = ERROR) {
  const calls: string[] = [];
  const asCaller = async (_caller: RequestCaller, { method, path }: ClusterCall) => {
    calls.push(`${method} ${path}`);
    return path.endsWith('/authinfo') ? authinfo : clusterResponse(200, { done: {} });
  };
  const engine = new OpenSearchEngine({
    client: { asCaller } as unknown as ClusterClient,
    reader: {} as ClusterReader,
    allowedHeaders: new Set(),
    settings: DEFAULT_SETTINGS,
    log: SILENT_LOG,
    audit: { type: 'internal_opensearch' },
    release: () => '3.4.0',
    now: () => 0,
    monotonicNow: () => 0,
    guardrails: { read: async () => undefined, write: async () => false },
  });
  return { engine, calls };
}

describe('request without credentials', () => {
  // @asvs V4.1/2
  it.each([
    ...(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const).map(
      (method) => [method, '/_plugins/_security/api/roles/x'] as const
    ),
    ['HEAD', '/_plugins/_security/authinfo'],
    ['GET', '/_plugins/_security/health/x'],
    ['GET', '/_plugins/_security/%68ealth'],
    ['GET', '/'],
    ['POST', '/_cat/nodes'],
  ] satisfies Array<readonly [HttpMethod, string]>)(
    "is rejected with the cluster's own response, without sending %s %s",
    async (method, path) => {
      const { engine, calls } = open();
      for (let turn = 0; turn < 3; turn++)
        expect(await engine.request(ANONYMOUS, { method, path })).toEqual({
          statusCode: 401,
          body: 'Unauthorized',
          headers: ERROR.headers,
        });
      expect(calls).toEqual(['GET /_plugins/_security/authinfo']);
      engine.stop();
    }
  );

  it.each([
    ['GET', '/_plugins/_security/health'],
    ['GET', '/_opendistro/_security/whoami/'],
    ['POST', '/_plugins/_security/api/authtoken'],
  ] as const)('is forwarded for %s %s', async (method, path) => {
    const { engine, calls } = open();
    expect(await engine.request(ANONYMOUS, { method, path })).toMatchObject({ statusCode: 200 });
    expect(calls).toEqual([`${method} ${path.replace(/\/$/, '')}`]);
    engine.stop();
  });

  it('is forwarded to a cluster with anonymous access', async () => {
    const { engine } = open(clusterResponse(200, {}));
    const path = '/_plugins/_security/api/roles';
    expect(await engine.request(ANONYMOUS, { method: 'GET', path })).toMatchObject({
      body: { done: {} },
    });
    engine.stop();
  });

  it('fails with an error while the cluster gives no answer', async () => {
    const { engine } = open(clusterResponse(429, 'busy'));
    const call = engine.request(ANONYMOUS, { method: 'GET', path: '/_cat/nodes' });
    await expect(call).rejects.toMatchObject({ trouble: 'overloaded' });
    engine.stop();
  });
});

describe('identities', () => {
  const INFO = {
    user_name: 'jdoe',
    backend_roles: ['b'],
    roles: ['r2', 'r1'],
    tenants: { t: true },
  };

  const result = (body: unknown, statusCode = 200): ClusterResponse =>
    clusterResponse(statusCode, body);

  function open(responses: (path: string) => ClusterResponse | Promise<ClusterResponse>) {
    const clock = { nowMs: 0 };
    const asCaller = jest.fn(async (_caller: RequestCaller, { path }: ClusterCall) =>
      responses(path)
    );
    const identities = new Identities({ asCaller }, () => clock.nowMs);
    const requestCount = () =>
      asCaller.mock.calls.filter(([, { path }]) => path.endsWith('/authinfo')).length;
    return { clock, identities, requestCount, asCaller };
  }

  const caller = (authorization: string, remoteAddress = '192.0.2.1'): RequestCaller => ({
    kind: 'user',
    principal: { userName: 'jdoe', headers: { authorization } },
    remoteAddress,
  });

  const known = (path: string) =>
    result(path.endsWith('/authinfo') ? INFO : { has_api_access: true, is_internal_user: true });

  it('caches the identity by credentials and address until it is stale', async () => {
    const { identities, requestCount, clock } = open(known);
    await Promise.all([identities.of(caller('a')), identities.of(caller('a'))]);
    expect(await identities.of(caller('a'))).toMatchObject({
      userName: 'jdoe',
      roles: ['r1', 'r2'],
      hasApiAccess: true,
      isInternalUser: true,
    });
    expect(requestCount()).toBe(1);
    await identities.of(caller('b'));
    await identities.of(caller('a', '192.0.2.2'));
    expect(requestCount()).toBe(3);
    clock.nowMs = CLUSTER_LIMITS.staleMs;
    await identities.of(caller('a'));
    expect(requestCount()).toBe(4);
  });

  it('caches nothing that was requested before a change, not even requests in flight', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { identities, requestCount } = open(async (path) => {
      await held;
      return known(path);
    });
    const before = identities.of(caller('a'));
    identities.clear();
    release();
    await before;
    await identities.of(caller('a'));
    expect(requestCount()).toBe(2);
  });

  it('caches neither wrong credentials nor errors of the cluster', async () => {
    const responses = [result({}, 401), result({}, 503)];
    const { identities } = open((path) => responses.shift() ?? known(path));
    expect(await identities.of(caller('a'))).toBeUndefined();
    await expect(identities.of(caller('a'))).rejects.toMatchObject({ response: { status: 503 } });
    expect(await identities.of(caller('a'))).toMatchObject({ userName: 'jdoe' });
  });

  it('marks only the identity of an on-behalf-of token as delegated', async () => {
    const { identities } = open(known);
    const token = (claims: object) =>
      `Bearer e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
    const delegated = async (authorization: string) =>
      (await identities.of(caller(authorization)))?.isDelegated ?? false;
    for (const claims of [{ er: 'encrypted' }, { dr: 'plain' }])
      expect(await delegated(token({ sub: 'jdoe', ...claims }))).toBe(true);
    for (const other of [token({ sub: 'jdoe' }), 'Basic amRvZTp4', 'Bearer x', 'Bearer a.%.c'])
      expect(await delegated(other)).toBe(false);
  });

  // @asvs V4.2/4
  it('gives anonymous users no private tenant, and the global one read-only', async () => {
    const name = 'opendistro_security_anonymous';
    const tenants = { [name]: true, global_tenant: true, sales: true };
    const info = { ...INFO, user_name: name, roles: ['kibana_user'], tenants };
    const { identities } = open((path) => (path.endsWith('/authinfo') ? result(info) : result({})));
    const visitor = await identities.of({ kind: 'anonymous', remoteAddress: '192.0.2.1' });
    expect({ ...visitor?.tenants }).toEqual({ global_tenant: false, sales: true });
  });

  it.each([
    ['403', result({}, 403), 'refused'],
    ['404', result({}, 404), 'refused'],
    ['200 without a name', result({}), 'malformed'],
    ['200 without JSON', result('x'), 'malformed'],
  ])(
    'throws instead of ending the session for a response of %s',
    async (_what, response, trouble) => {
      const { identities } = open(() => response);
      await expect(identities.of(caller('a'))).rejects.toMatchObject({ trouble });
    }
  );

  it('uses the verified user name once the cluster has accepted the credentials', async () => {
    const { identities, asCaller } = open(known);
    await identities.of({
      kind: 'user',
      principal: { userName: '', headers: { authorization: 'a' } },
    });
    const names = asCaller.mock.calls.map(([who]) => who.kind === 'user' && who.principal.userName);
    expect(names).toEqual(['', 'jdoe', 'jdoe']);
  });
});
