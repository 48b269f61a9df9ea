/** Cached identities of callers and their lifetime. */
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import type { RequestCaller } from '../../api';
import type { ClusterResponse, ClusterCall } from '../client';
import { Identities } from './caller_cache';

const INFO = { user_name: 'jdoe', backend_roles: ['b'], roles: ['r2', 'r1'], tenants: { t: true } };
const result = (body: unknown, statusCode = 200): ClusterResponse => ({
  statusCode,
  headers: {},
  text: JSON.stringify(body),
});

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
    ...{ userName: 'jdoe', roles: ['r1', 'r2'], hasApiAccess: true, isInternalUser: true },
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
  ['200 without a name', result({}), 'broken'],
  ['200 without JSON', { ...result({}), text: 'x' }, 'broken'],
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
