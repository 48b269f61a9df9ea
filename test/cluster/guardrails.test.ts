/**
 * Guardrails of a real cluster, which this server keeps. The promise names one user of this test,
 * so that no change of another test breaks it.
 */
import {
  requestTrace,
  type Backend,
  type EngineRequest,
  type RequestCaller,
} from '../../src/backend/api';
import {
  adminClient,
  asAdmin,
  closeClients,
  clusterNode,
  forgetEntities,
  grantServer,
} from '../helpers/cluster';
import { closeBackends, loggedIn, openBackend, PREFIX } from '../helpers/cluster_backend';

const own = (name: string) => `gr${process.pid}_${name}`;
const [ROLE, OTHER, JANE] = ['payroll', 'renamed', 'jane'].map(own) as [string, string, string];
const PATH = `${PREFIX}/guardrails`;
const PROMISE = own('salaries');
const NEVER = { rule: 'never', users: [JANE], action: 'read', index: own('salaries-*') };
const READS = {
  index_permissions: [{ index_patterns: [own('sal*')], allowed_actions: ['read'] }],
};
const WAY = `${JANE} → ${ROLE} → ${own('sal*')}`;
const admin = adminClient();

let backend: Backend;
let caller: RequestCaller;

const send = (method: EngineRequest['method'], path: string, body?: unknown, headers = {}) =>
  backend.engine.request(caller, { method, path: `${PREFIX}/${path}`, body, headers });
const map = (name = ROLE) => send('PUT', `rolesmapping/${name}`, { users: [JANE] });
const because = <T>(reason: string, work: () => Promise<T>) =>
  requestTrace.run({ id: own(reason), reason }, work);
const clear = () =>
  forgetEntities(
    admin,
    [ROLE, OTHER].flatMap((name) => [`rolesmapping/${name}`, `roles/${name}`])
  );
/** Resolves once the server has seen what was changed directly on the cluster. */
const seen = () =>
  backend.engine.find(caller, { type: 'roles', page: 1, perPage: 1, isFresh: true });
/** Keeps the promises of whoever else uses the cluster. */
async function keep(promise: object | undefined, headers?: object) {
  const { body } = await send('GET', 'guardrails');
  const { [PROMISE]: _before, ...others } = body as Record<string, unknown>;
  const all = { ...others, ...(promise && { [PROMISE]: promise }) };
  return send('PUT', 'guardrails', all, headers);
}
const refused = (way = WAY) => ({
  statusCode: 409,
  body: { guardrail: PROMISE, message: expect.stringContaining(way) },
});

beforeAll(async () => {
  await grantServer(admin);
  backend = await openBackend();
  caller = await loggedIn(backend, 'admin', clusterNode().adminPassword);
  await send('PUT', `internalusers/${JANE}`, { password: 'Vintage-Tractor-42' });
});
beforeEach(async () => {
  await clear();
  await seen();
  await send('PUT', `roles/${ROLE}`, READS);
  expect(await keep(NEVER)).toMatchObject({ statusCode: 200 });
});
afterAll(async () => {
  await keep(undefined);
  await clear();
  await forgetEntities(admin, [`internalusers/${JANE}`]);
  await closeBackends();
  await closeClients();
});

// @feature guardrails/5
it('refuse a mapping, a user and a patch, and name who gets what by which way', async () => {
  expect(await map()).toMatchObject(refused());
  const roles = { opendistro_security_roles: [ROLE] };
  expect(await send('PUT', `internalusers/${JANE}`, roles)).toMatchObject(refused());
  const add = [{ op: 'add', path: `/${ROLE}`, value: { users: [JANE] } }];
  expect(await send('PATCH', 'rolesmapping', add)).toMatchObject(refused());
  expect((await send('GET', `rolesmapping/${ROLE}`)).statusCode).toBe(404);
});

it('refuse a rename as a whole before its first step', async () => {
  const { users: _users, ...never } = NEVER;
  await keep({ ...never, roles: [OTHER] });
  expect(await map()).toMatchObject({ statusCode: 201 });
  const renamed = await send('POST', `roles/${ROLE}/_rename`, { to: OTHER });
  expect(renamed).toMatchObject(refused(`${JANE} → ${OTHER} → ${own('sal*')}`));
  expect((await send('GET', `roles/${OTHER}`)).statusCode).toBe(404);
  await keep({ ...never, roles: [own('none')] });
  expect((await send('POST', `roles/${ROLE}/_rename`, { to: OTHER })).statusCode).toBe(200);
});

it('let a change pass with a reason where a promise asks for one, which the history keeps, and refuse a revert', async () => {
  await keep({ ...NEVER, on_breach: 'ask' });
  expect(await map()).toMatchObject({ ...refused(), body: { asks_reason: true } });
  expect(await because('year_end', map)).toMatchObject({ statusCode: 201 });
  const query = { name: ROLE, types: ['rolesmapping'], page: 1, perPage: 1 } as const;
  const listed = await backend.engine.history.list(caller, query);
  expect(listed).toMatchObject({ result: { items: [{ action: 'create', reason: 'year_end' }] } });
  await send('DELETE', `rolesmapping/${ROLE}`);
  const deleted = await backend.engine.history.list(caller, query);
  const id = deleted.ok ? deleted.result.items[0]!.id : 0;
  await keep(NEVER);
  expect(await backend.engine.history.revert(caller, id)).toMatchObject(refused());
});

it('refuse changes made together before the first of them', async () => {
  const set = [
    { method: 'PUT', path: `${PREFIX}/roles/${OTHER}`, body: READS },
    { method: 'PUT', path: `${PREFIX}/rolesmapping/${OTHER}`, body: { users: [JANE] } },
  ] as const;
  const outcome = await backend.engine.changeTogether(caller, set, { isDryRun: false });
  const way = `${JANE} → ${OTHER} → ${own('sal*')}`;
  expect(outcome).toMatchObject({ result: { isDone: false, error: refused(way) } });
  expect((await send('GET', `roles/${OTHER}`)).statusCode).toBe(404);
});

// @feature guardrails/6
it('let a set pass that breaks one only between two of its changes, and check its own promises', async () => {
  const { index_permissions: reads } = READS;
  await send('PUT', `roles/${ROLE}`, { cluster_permissions: ['cluster_monitor'] });
  expect(await map()).toMatchObject({ statusCode: 201 });
  const put = (path: string, body: object) =>
    ({ method: 'PUT', path: `${PREFIX}/${path}`, body }) as const;
  const widened = put(`roles/${ROLE}`, { index_permissions: reads });
  const moved = put(`rolesmapping/${ROLE}`, { backend_roles: [own('hr')] });
  const together = (...set: readonly EngineRequest[]) =>
    backend.engine.changeTogether(caller, set, { isDryRun: false });
  expect(await together(widened)).toMatchObject({ result: { error: refused() } });
  const { body } = await send('GET', 'guardrails');
  const never = { ...NEVER, users: [], backend_roles: [own('hr')] };
  const promises = put('guardrails', { ...(body as object), [PROMISE]: never });
  expect(await together(widened, moved, promises)).toMatchObject({
    result: { isDone: false, error: refused(`${own('hr')} → ${ROLE} → ${own('sal*')}`) },
  });
  expect(await together(widened, moved)).toMatchObject({
    result: { isDone: true, isWhole: false, responses: [{ statusCode: 200 }, { statusCode: 200 }] },
  });
  const { body: role } = await send('GET', `roles/${ROLE}`);
  expect(role).toMatchObject({ [ROLE]: { index_permissions: [{}] } });
});

it('show a change made directly on the cluster as a finding', async () => {
  await asAdmin(admin, 'PUT', `${PREFIX}/rolesmapping/${ROLE}`, { users: [JANE] });
  await seen();
  const checked = await backend.engine.findings(caller, { isFresh: true });
  const found = checked.ok && checked.result.findings.find(({ id }) => id.includes(PROMISE));
  const ways = found && found.affected?.users.map(({ way }) => way?.join(' → '));
  expect(ways).toEqual([WAY]);
});

it('reject an invalid promise and an old version, and are in the history, to be reverted', async () => {
  expect(await keep({ ...NEVER, users: [] })).toMatchObject({ statusCode: 400 });
  const { headers } = await send('GET', 'guardrails');
  const old = { 'if-match': headers['etag'] };
  expect((await keep({ ...NEVER, on_breach: 'ask' }, old)).statusCode).toBe(200);
  expect((await keep(NEVER, old)).statusCode).toBe(412);
  const query = { types: ['guardrails'], page: 1, perPage: 1 } as const;
  const listed = await backend.engine.history.list(caller, query);
  const id = listed.ok ? listed.result.items[0]!.id : 0;
  const reverted = await backend.engine.history.revert(caller, id);
  expect([reverted.statusCode, (await send('GET', PATH.slice(PREFIX.length + 1))).body]).toEqual([
    200,
    expect.objectContaining({ [PROMISE]: NEVER }),
  ]);
});
