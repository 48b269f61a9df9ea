/** Guardrails: a change that newly breaks a promise about access is refused, by whatever route. */
import { ENGINE_LIMITS } from '../../../../contracts/limits';
import type { EngineRequest } from '../../../api/engine';
import { requestTrace } from '../../../api/request_trace';
import type { EmbeddedEngine } from '../../index';
import {
  API,
  cleanUp,
  clientOf,
  INTERNAL,
  startEngine,
  type Client,
} from '../../../testing/embedded';

jest.setTimeout(30_000);
let engine: EmbeddedEngine;
let call: Client;
let request: (one: EngineRequest) => Promise<{ statusCode: number; body: unknown }>;

const SALARIES = {
  salaries: { rule: 'only', backend_roles: ['hr'], action: 'read', index: 'salaries-*' },
};
const READER = { index_permissions: [{ index_patterns: ['sal*'], allowed_actions: ['read'] }] };

beforeEach(async () => {
  ({ engine } = await startEngine());
  call = clientOf(engine, INTERNAL);
  request = (one) => engine.request(INTERNAL, one);
  const password = 'Correct-Horse-7-Battery';
  await call('PUT', '/api/roles/payroll', READER);
  await call('PUT', '/api/internalusers/holly', { password, backend_roles: ['hr'] });
  await call('PUT', '/api/internalusers/jane', { password, backend_roles: ['sales'] });
  await call('PUT', '/api/rolesmapping/payroll', { backend_roles: ['hr'] });
});
afterEach(cleanUp);

const promise = async (promises: object) =>
  expect((await call('PUT', '/api/guardrails', promises)).statusCode).toBe(200);
const refused = (way: string) => ({
  statusCode: 409,
  body: expect.objectContaining({
    guardrail: expect.any(String),
    message: expect.stringContaining(way),
  }),
});

it('guardrails refuse a mapping that lets others in, and name the way', async () => {
  await promise(SALARIES);
  const mapped = await call('PUT', '/api/rolesmapping/payroll', { backend_roles: ['hr', 'sales'] });
  expect(mapped).toMatchObject(refused('sales → payroll → sal*'));
  expect(await call('PUT', '/api/rolesmapping/payroll', { users: ['jane'] })).toMatchObject(
    refused('jane → payroll → sal*')
  );
  const patch = [{ op: 'add', path: '/payroll/backend_roles/-', value: 'sales' }];
  expect(await call('PATCH', '/api/rolesmapping', patch)).toMatchObject(refused('sales'));
  const { body } = await call('GET', '/api/rolesmapping/payroll');
  expect(body).toMatchObject({ payroll: { backend_roles: ['hr'] } });
  expect(
    (await call('PUT', '/api/rolesmapping/payroll', { backend_roles: ['hr'] })).statusCode
  ).toBe(200);
});

it.each<[string, Readonly<Record<string, readonly string[]>>, string]>([
  ['a regular expression for backend roles', { backend_roles: ['hr', '/sal.*/'] }, '/sal.*/'],
  ['a pattern for backend roles', { backend_roles: ['hr', 'sal*'] }, 'sal*'],
  ['several backend roles together', { and_backend_roles: ['sales', 'eu'] }, 'sales + eu'],
  ['a regular expression among them', { and_backend_roles: ['/sal.*/', 'eu'] }, '/sal.*/ + eu'],
  ['a regular expression for users', { users: ['/.*@example\\.com/'] }, '/.*@example\\.com/'],
])('guardrails refuse a mapping that lets others in by %s', async (_what, mapping, way) => {
  await promise(SALARIES);
  expect(await call('PUT', '/api/rolesmapping/payroll', mapping)).toMatchObject(
    refused(`${way} → payroll → sal*`)
  );
});

it.each([
  ['users', 'eve', ['e*']],
  ['users', 'eve', ['/e.*/']],
  ['backend_roles', 'interns', ['*rns']],
])('guardrails keep %s of elsewhere out, also from patterns', async (kind, name, entries) => {
  await promise({ never: { rule: 'never', [kind]: [name], action: 'read', index: 'sal*' } });
  const way = kind === 'users' ? 'eve → payroll → sal*' : 'interns → payroll → sal*';
  expect(await call('PUT', '/api/rolesmapping/payroll', { [kind]: entries })).toMatchObject(
    refused(way)
  );
  expect((await call('PUT', '/api/rolesmapping/payroll', { [kind]: ['other'] })).statusCode).toBe(
    200
  );
});

it.each([['*'], ['10.*'], ['/10\\..*/'], ['10.1.2.3']])(
  'guardrails count everybody who can connect from the host %s',
  async (host) => {
    await promise({
      ...SALARIES,
      jane: { rule: 'never', users: ['jane'], action: 'read', index: 'ledger-*' },
    });
    expect(
      await call('PUT', '/api/rolesmapping/payroll', { backend_roles: ['hr'], hosts: [host] })
    ).toMatchObject(refused(`${host} → payroll → sal*`));
    await call('PUT', '/api/roles/books', {
      index_permissions: [{ index_patterns: ['ledger-1'], allowed_actions: ['read'] }],
    });
    expect(await call('PUT', '/api/rolesmapping/books', { hosts: [host] })).toMatchObject(
      refused(`${host} → books → ledger-1`)
    );
    await call('PUT', '/api/roles/wallboard', {
      index_permissions: [{ index_patterns: ['metrics-*'], allowed_actions: ['read'] }],
    });
    expect(await call('PUT', '/api/rolesmapping/wallboard', { hosts: [host] })).toMatchObject({
      statusCode: 201,
    });
  }
);

it('guardrails refuse changes of users, roles and action groups alike', async () => {
  await promise(SALARIES);
  const direct = { op: 'add', path: '/opendistro_security_roles', value: ['payroll'] };
  expect(await call('PATCH', '/api/internalusers/jane', [direct])).toMatchObject(
    refused('jane → payroll')
  );
  await call('PUT', '/api/roles/sellers', {
    index_permissions: [{ index_patterns: ['*-2025'], allowed_actions: ['looking'] }],
  });
  await call('PUT', '/api/actiongroups/looking', { allowed_actions: ['indices:monitor/stats'] });
  expect(
    (await call('PUT', '/api/rolesmapping/sellers', { backend_roles: ['sales'] })).statusCode
  ).toBe(201);
  expect(
    await call('PUT', '/api/actiongroups/looking', { allowed_actions: ['indices:data/read/*'] })
  ).toMatchObject(refused('sellers → *-2025'));
});

it('guardrails hold for change sets, dry runs and reverts', async () => {
  await call('PUT', '/api/rolesmapping/payroll', { backend_roles: ['hr', 'sales'] });
  await call('PUT', '/api/rolesmapping/payroll', { backend_roles: ['hr'] });
  await promise(SALARIES);
  const map = (backend_roles: string[]): EngineRequest => ({
    method: 'PUT',
    path: `${API}/rolesmapping/payroll`,
    body: { backend_roles },
  });
  const together = async (roles: string[], isDryRun: boolean) => {
    const result = await engine.changeTogether(INTERNAL, [map(roles)], { isDryRun });
    if (!result.ok) throw new Error('refused');
    return result.result;
  };
  for (const isDryRun of [true, false])
    expect(await together(['hr', 'sales'], isDryRun)).toMatchObject({
      isDone: false,
      error: refused('sales → payroll → sal*'),
    });
  expect(await together(['hr', 'audit'], true)).toMatchObject({ error: refused('audit') });
  const found = await engine.history!.list(INTERNAL, {
    page: 1,
    perPage: 1,
    types: ['rolesmapping'],
    name: 'payroll',
  });
  if (!found.ok) throw new Error('no history');
  const { id } = found.result.items[0]!;
  expect(await engine.history!.revert(INTERNAL, id, {})).toMatchObject(refused('sales'));
});

it('guardrails see a change set as a whole, not the states between its changes', async () => {
  await call('PUT', '/api/roles/seller', { cluster_permissions: ['cluster_monitor'] });
  await call('PUT', '/api/rolesmapping/seller', { users: ['jane'] });
  await promise(SALARIES);
  const put = (path: string, body: object) => ({
    method: 'PUT' as const,
    path: `${API}/${path}`,
    body,
  });
  const widened = put('roles/seller', READER);
  const together = (...set: EngineRequest[]) =>
    engine.changeTogether(INTERNAL, set, { isDryRun: false });
  expect(await together(widened)).toMatchObject({
    result: { error: refused('jane → seller → sal*') },
  });
  const moved = put('rolesmapping/seller', { backend_roles: ['hr'] });
  expect(await together(widened, moved)).toMatchObject({ result: { isDone: true } });
});

it('guardrails that ask let a change pass with a reason, and the others do not', async () => {
  const asks = { salaries: { ...SALARIES.salaries, on_breach: 'ask' } };
  const map = (name: string) => call('PUT', '/api/rolesmapping/payroll', { users: [name] });
  const cause = {
    kind: 'finding',
    id: 'open-mapping:x',
    text: 'Practically everyone has it.',
  } as const;
  const mapFor = (reason: string, name: string) =>
    requestTrace.run({ id: '1', reason, cause }, () => map(name));
  await promise(asks);
  const caused = await requestTrace.run({ id: '1', cause }, () => map('jane'));
  expect(caused).toMatchObject({ statusCode: 409, body: { asks_reason: true } });
  expect(await map('jane')).toMatchObject({ statusCode: 409, body: { asks_reason: true } });
  expect((await mapFor('Covers for Holly', 'jane')).statusCode).toBe(200);
  const { result } = (await engine.history.list(INTERNAL, { page: 1, perPage: 1 })) as {
    result: { items: readonly object[] };
  };
  expect(result.items).toMatchObject([{ name: 'payroll', reason: 'Covers for Holly', cause }]);

  await promise({ ...asks, joe: { rule: 'never', users: ['joe'], action: 'read', index: 'sal*' } });
  const { statusCode, body } = await mapFor('Covers for Holly', 'joe');
  expect({ statusCode, body }).toMatchObject(refused('joe → payroll'));
  expect(body).not.toHaveProperty('asks_reason');
});

it('guardrails are not taken for broken by remote indices, which the role of all users names', async () => {
  await call('PUT', '/api/rolesmapping/kibana_user', { backend_roles: ['*'] });
  await call('PUT', '/api/guardrails', SALARIES);
  const broken = await call('PUT', '/api/rolesmapping/payroll', { users: ['jane'] });
  expect([broken.statusCode, broken.body]).toMatchObject([409, { guardrail: 'salaries' }]);
});

it('guardrails ignore what was broken before, and changes that give no access', async () => {
  await call('PUT', '/api/rolesmapping/payroll', { backend_roles: ['hr', 'sales'] });
  await promise(SALARIES);
  const wider = { backend_roles: ['hr', 'sales'], users: ['holly'] };
  expect((await call('PUT', '/api/rolesmapping/payroll', wider)).statusCode).toBe(200);
  const other = { index_permissions: [{ index_patterns: ['sales-*'], allowed_actions: ['read'] }] };
  expect((await call('PUT', '/api/roles/other', other)).statusCode).toBe(201);
  expect((await call('PUT', '/api/rolesmapping/other', { users: ['*'] })).statusCode).toBe(201);
});

it('guardrails do not promise access to users whose other roles are unknown', async () => {
  await call('PUT', '/api/rolesmapping/payroll', { users: ['guest'] });
  await promise({
    team: { rule: 'always', users: ['guest'], action: 'read', index: 'salaries-2025' },
  });
  const nothing = { cluster_permissions: ['cluster_monitor'] };
  expect((await call('PUT', '/api/roles/payroll', nothing)).statusCode).toBe(200);
});

it('guardrails keep promised access, and administration with its people', async () => {
  await promise({
    team: { rule: 'always', users: ['holly'], action: 'read', index: 'salaries-2025' },
    platform: { rule: 'only', users: ['admin'], roles: ['all_access'], action: 'administer' },
    auditor: { rule: 'never', users: ['jane'], action: 'write', index: '*' },
  });
  expect(await call('DELETE', '/api/rolesmapping/payroll')).toMatchObject(refused('holly'));
  const admins = { cluster_permissions: ['restapi:admin/roles'] };
  await call('PUT', '/api/roles/clerks', admins);
  expect(await call('PUT', '/api/rolesmapping/clerks', { users: ['jane'] })).toMatchObject(
    refused('jane → clerks → restapi:admin/roles')
  );
  const own = {
    index_permissions: [{ index_patterns: ['${user.name}'], allowed_actions: ['crud'] }],
  };
  await call('PUT', '/api/roles/own', own);
  expect(await call('PUT', '/api/rolesmapping/own', { users: ['jane'] })).toMatchObject(
    refused('jane → own → ${user.name}')
  );
});

it('guardrails are replaced as a whole, by version, and each is checked', async () => {
  await promise(SALARIES);
  const { headers, body } = await call('GET', '/api/guardrails');
  expect(body).toEqual(SALARIES);
  const put = (promises: object, tag = headers['etag']!) =>
    request({
      method: 'PUT',
      path: `${API}/guardrails`,
      headers: { 'if-match': tag },
      body: promises,
    });
  expect((await put({}, '"0"')).statusCode).toBe(412);
  expect(await put({ odd: { rule: 'only', action: 'read' } })).toMatchObject({
    statusCode: 400,
    body: { message: 'Invalid guardrail: odd: [index] is needed for read' },
  });
  expect((await put({ odd: { rule: 'never', action: 'read', index: 'a' } })).statusCode).toBe(400);
  const long = {
    rule: 'only',
    action: 'read',
    index: 'a'.repeat(ENGINE_LIMITS.guardrailIndex + 1),
  };
  expect((await put({ odd: long })).statusCode).toBe(400);
  const broken = await request({
    method: 'PUT',
    path: `${API}/guardrails`,
    headers: { 'content-type': 'application/json' },
    rawBody: '{"odd":',
  });
  expect(broken.statusCode).toBe(400);
  expect((await put({ odd: { rule: 'maybe', action: 'read', index: 'a' } })).statusCode).toBe(400);
  expect((await put({})).statusCode).toBe(200);
  expect((await call('PUT', '/api/rolesmapping/payroll', { users: ['jane'] })).statusCode).toBe(
    200
  );
});

const VALID = { rule: 'only', action: 'read', index: 'a' };

it.each<[string, unknown, string]>([
  ['a list', [VALID], 'an object of promises is expected'],
  ['a promise that is a text', { odd: 'never' }, 'odd: an object is expected'],
  ['users that are a text', { odd: { ...VALID, users: 'jane' } }, 'odd: '],
  ['an unknown key', { odd: { ...VALID, team: ['hr'] } }, 'odd: '],
  [
    'too many promises',
    Object.fromEntries(
      Array.from({ length: ENGINE_LIMITS.guardrails + 1 }, (_, at) => [`p${at}`, VALID])
    ),
    `at most ${ENGINE_LIMITS.guardrails} are possible`,
  ],
])('guardrails are not replaced by %s', async (_what, body, problem) => {
  await promise(SALARIES);
  const { statusCode, body: answer } = await call('PUT', '/api/guardrails', body);
  expect([statusCode, JSON.stringify(answer)]).toEqual([400, expect.stringContaining(problem)]);
  expect((await call('GET', '/api/guardrails')).body).toEqual(SALARIES);
});

it('guardrails can be as many as the limit', async () => {
  const most = Array.from({ length: ENGINE_LIMITS.guardrails }, (_, at) => [`p${at}`, VALID]);
  const { statusCode } = await call('PUT', '/api/guardrails', Object.fromEntries(most));
  expect(statusCode).toBe(200);
});

it('guardrails name an action about the cluster without an index', async () => {
  await promise({ watch: { rule: 'only', users: ['admin'], action: 'cluster_monitor' } });
  await call('PUT', '/api/roles/watcher', { cluster_permissions: ['cluster_monitor'] });
  const mapped = await call('PUT', '/api/rolesmapping/watcher', { users: ['jane'] });
  expect(JSON.stringify(mapped.body)).toContain("guardrail 'watch' (cluster_monitor):");
});
