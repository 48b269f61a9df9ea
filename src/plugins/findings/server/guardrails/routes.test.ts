/** Guardrails over HTTP: of the embedded engine, and of a cluster, kept by the server. */
import { parse } from 'yaml';
import { withoutFeatures } from '../../../../backend/testing/altered';
import { clusterOf, FAKE_PASSWORD, FakeCluster } from '../../../../../test/helpers/fake_cluster';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

jest.setTimeout(60_000);
const PATH = '/api/v1/guardrails';
const FILES = '/api/v1/configuration_files';
const PASSWORD = 'Vintage-Tractor-42';
const SALARIES = { rule: 'only', backend_roles: ['hr'], action: 'read', index: 'salaries-*' };

let server: SecurityServer;
let admin: HttpClient;
const etagOf = (headers: Headers) => ({ headers: { 'if-match': headers.get('etag') ?? '' } });
const codeOf = ({ body }: { body: { attributes?: { code?: string } } }) => body.attributes?.code;

beforeAll(async () => {
  server = await startSecurityServer();
  await put(server, 'roles/payroll', {
    index_permissions: [{ index_patterns: ['sal*'], allowed_actions: ['read'] }],
  });
  await addUser(server, 'jdoe', PASSWORD);
  admin = await server.admin();
});
afterAll(() => server.stop());

it('are replaced by version, and refuse the change that breaks one, by name and way', async () => {
  const empty = await admin.get(PATH);
  expect(empty.body).toEqual({});
  const saved = await admin.put(PATH, { salaries: SALARIES });
  expect([saved.status, saved.body]).toEqual([200, { salaries: SALARIES }]);
  const seen = await admin.get(PATH);
  expect(seen.body).toEqual({ salaries: SALARIES });
  const others = { salaries: { ...SALARIES, backend_roles: ['hr', 'board'] } };
  expect((await admin.put(PATH, others, etagOf(seen.headers))).status).toBe(200);
  const stale = await admin.put(PATH, {}, etagOf(seen.headers));
  expect([stale.status, codeOf(stale)]).toEqual([409, 'security.stale_guardrails']);

  const mapping = '/api/v1/configuration/rolesmapping/payroll';
  const broken = await admin.post(mapping, { users: ['jdoe'] });
  expect([broken.status, codeOf(broken)]).toEqual([409, 'core.engine.guardrail_grant']);
  expect(broken.body.message).toMatch(/salaries.*jdoe → payroll → sal\*/);
  expect((await admin.post(mapping, { backend_roles: ['hr'] })).status).toBe(200);
});

it('say what is wrong with a promise, and are for administrators only', async () => {
  const wrong = await admin.put(PATH, { x: { rule: 'never', action: 'read', index: 'a' } });
  expect([wrong.status, codeOf(wrong)]).toEqual([400, 'core.engine.invalid_guardrail']);
  expect(wrong.body.message).toContain('x: [never] needs');
  const jdoe = await server.loggedIn('jdoe', PASSWORD);
  expect((await jdoe.get(PATH)).status).toBe(403);
  expect((await jdoe.put(PATH, {})).status).toBe(403);
});

it('are checked before they are saved, with each user and way that breaks one', async () => {
  await admin.put(PATH, {});
  await put(server, 'rolesmapping/payroll', { users: ['jdoe'] });
  const mine = { ...SALARIES, users: ['admin'], index: 'salaries-2026' };
  const holds = { ...mine, index: 'none', users: ['admin', 'jdoe'] };
  const { status, body } = await admin.post(`${PATH}/check`, { mine });
  expect(status).toBe(200);
  expect(body.broken.mine.users).toContainEqual({ name: 'jdoe', way: ['jdoe', 'payroll', 'sal*'] });
  expect(body.broken.mine.total).toBe(body.broken.mine.users.length);
  const allowed = { ...mine, backend_roles: [], roles: ['payroll', 'all_access', 'readall'] };
  const after = await admin.post(`${PATH}/check`, { allowed, mine, holds });
  expect(Object.keys(after.body.broken)).not.toContain('allowed');
  expect((await admin.get(PATH)).body).toEqual({});
  const wrong = await admin.post(`${PATH}/check`, {
    x: { rule: 'never', action: 'read', index: 'a' },
  });
  expect([wrong.status, codeOf(wrong)]).toEqual([400, 'core.engine.invalid_guardrail']);
  const jdoe = await server.loggedIn('jdoe', PASSWORD);
  expect((await jdoe.post(`${PATH}/check`, { mine })).status).toBe(403);
});

describe('in files', () => {
  const LOGS = { rule: 'always', roles: ['oncall'], action: 'read', index: 'logs-*' };
  const BOARD = { ...SALARIES, backend_roles: ['hr', 'board'] };
  const plan = async (entries: object, more: object = {}) =>
    (await admin.post(`${FILES}/guardrails/_plan`, { entries, ...more })).body;
  const importOf = async (changes: readonly object[]) =>
    (await admin.post(`${FILES}/_import`, { changes })).body;
  const change = (name: string, action: string, entry?: object) => ({
    kind: 'guardrails',
    name,
    action,
    ...(entry && { entry }),
  });
  beforeEach(async () => {
    await admin.put(PATH, { salaries: SALARIES });
    await admin.delete('/api/v1/configuration/rolesmapping/payroll');
  });

  it('are exported as YAML that plans no change, and as a table', async () => {
    const { body } = await admin.get(`${FILES}/guardrails`);
    const { _meta, ...promises } = parse(body.text);
    expect(body).toMatchObject({ file: 'guardrails.yml', entries: 1 });
    expect([_meta, promises]).toEqual([
      { type: 'guardrails', config_version: 2 },
      { salaries: SALARIES },
    ]);
    expect(await plan(promises, { prune: true })).toEqual({ items: [], same: 1, more: 0 });
    const table = await admin.get(`${FILES}/guardrails?format=csv`);
    expect(table.body.text).toBe(
      'name,rule,backend_roles,action,index\r\nsalaries,only,hr,read,salaries-*\r\n'
    );
  });

  // @feature guardrails/4
  it('are planned one by one, and the chosen ones are merged in one write', async () => {
    await admin.put(PATH, { salaries: SALARIES, old: LOGS });
    const version = (await admin.get(PATH)).headers.get('etag');
    const { items } = await plan({ salaries: BOARD, logs: LOGS }, { prune: true });
    expect(items).toEqual([
      { name: 'logs', action: 'create', after: LOGS },
      { name: 'old', action: 'delete', version, before: LOGS },
      { name: 'salaries', action: 'update', version, before: SALARIES, after: BOARD },
    ]);
    const done = await importOf([
      change('logs', 'create', LOGS),
      { ...change('old', 'delete'), version },
    ]);
    expect(done).toMatchObject({ is_done: true, is_whole: true, results: [{}, {}] });
    expect((await admin.get(PATH)).body).toEqual({ salaries: SALARIES, logs: LOGS });
  });

  it('are refused after a change in between, together with the rest of the import', async () => {
    const version = (await admin.get(PATH)).headers.get('etag');
    await admin.put(PATH, { salaries: BOARD });
    const tenant = { kind: 'tenants', name: 'beside', action: 'create', entry: {} };
    const stale = await importOf([tenant, { ...change('salaries', 'delete'), version }]);
    expect(stale).toMatchObject({ is_done: false, is_whole: true });
    expect(stale.results).toMatchObject([
      { is_done: true },
      { is_done: false, code: 'security.stale_guardrails' },
    ]);
    const taken = await importOf([change('salaries', 'create', SALARIES)]);
    expect(taken.results).toMatchObject([{ code: 'security.stale_guardrails' }]);
    const wrong = await importOf([change('x', 'create', { ...LOGS, nonsense: 1 })]);
    expect(wrong.results[0].message).toMatch(/x: .*nonsense/);
    expect((await admin.get(PATH)).body).toEqual({ salaries: BOARD });
    expect((await admin.get('/api/v1/configuration/tenants/beside')).status).toBe(404);
  });

  it('hold for their own import, with those that they replace', async () => {
    const mapping = { kind: 'rolesmapping', name: 'payroll', action: 'create' };
    const open = { ...mapping, entry: { users: ['jdoe'] } };
    const refusedOne = await importOf([change('salaries', 'delete'), open]);
    expect(refusedOne.refusal).toMatchObject({ code: 'core.engine.guardrail_grant' });
    expect((await admin.get(PATH)).body).toEqual({ salaries: SALARIES });
    await admin.put(PATH, {});
    const both = await importOf([change('salaries', 'create', SALARIES), open]);
    expect(both.refusal).toMatchObject({ code: 'core.engine.guardrail_grant' });
    const kept = { ...mapping, entry: { backend_roles: ['hr'] } };
    expect((await importOf([change('salaries', 'create', SALARIES), kept])).is_done).toBe(true);
    const more = await admin.post('/api/v1/configuration/rolesmapping/payroll', {
      users: ['jdoe'],
    });
    expect(codeOf(more)).toBe('core.engine.guardrail_grant');
  });

  it('are for administrators, and for backends that have them', async () => {
    const jdoe = await server.loggedIn('jdoe', PASSWORD);
    expect((await jdoe.get(`${FILES}/guardrails`)).status).toBe(403);
    expect((await jdoe.post(`${FILES}/guardrails/_plan`, { entries: {} })).status).toBe(403);
    const without = await startSecurityServer({ wrapBackend: withoutFeatures('guardrails') });
    const its = await without.admin();
    const answers = [
      await its.get(`${FILES}/guardrails`),
      await its.post(`${FILES}/guardrails/_plan`, { entries: {} }),
      await its.post(`${FILES}/_import`, { changes: [change('x', 'delete')] }),
    ];
    const lacks = [501, 'security.feature_unsupported'];
    expect(answers.map((one) => [one.status, codeOf(one)])).toEqual([lacks, lacks, lacks]);
    await without.stop();
  });
});

describe('of a cluster', () => {
  const API = '/api/v1/configuration';
  const PAYROLL = `${API}/rolesmapping/payroll`;
  const OWN = { index_patterns: ['sal*'], allowed_actions: ['indices:data/read/*'] };
  const OWN_ROLE = {
    index_permissions: [{ index_patterns: ['plans'], allowed_actions: ['indices:data/read/*'] }],
  };
  const USER = { backend_roles: [], opendistro_security_roles: [], attributes: {} };
  const MAPPING = { users: [], backend_roles: [], and_backend_roles: [], hosts: [] };
  const there = { headers: { securitycluster: 'other' } };
  const withReason = { headers: { ...there.headers, 'x-change-reason': 'Year%20end' } };
  let entries: Record<string, Record<string, object>>;
  let remote: FakeCluster;
  let home: SecurityServer;
  let root: HttpClient;

  beforeEach(async () => {
    const permissions = {
      cluster_permissions: [],
      index_permissions: [OWN],
      tenant_permissions: [],
    };
    entries = { roles: { payroll: permissions }, rolesmapping: {}, internalusers: { jdoe: USER } };
    remote = await FakeCluster.start((...args) => clusterOf(entries)(...args));
    const credentials = { username: 'root', password: FAKE_PASSWORD };
    const other = { hosts: [remote.url], credentials: 'service' as const, ...credentials };
    home = await startSecurityServer({ config: { clusters: { other } } });
    root = await home.admin();
  });
  afterEach(async () => {
    await home.stop();
    remote.close();
  });
  const promise = async (more: object = {}) => {
    const stored = await root.put(PATH, { salaries: { ...SALARIES, ...more } }, there);
    expect(stored.status).toBe(200);
  };
  /** Changes that reached the cluster. */
  const changes = () =>
    remote.requests.filter((one) => /^(PUT|PATCH|POST|DELETE) .*\/api\//.test(one));

  it('refuse a change there by name and way, but none at home, nor one that keeps them', async () => {
    await promise();
    const broken = await root.post(PAYROLL, { users: ['jdoe'] }, there);
    expect([broken.status, codeOf(broken)]).toEqual([409, 'core.engine.guardrail_grant']);
    expect(broken.body.message).toMatch(/salaries.*jdoe → payroll → sal\*/);
    expect(entries['rolesmapping']).toEqual({});
    expect((await root.get(PATH)).body).toEqual({});
    expect((await root.post(PAYROLL, { backend_roles: ['hr'] }, there)).status).toBe(200);
    expect((await root.post(PAYROLL, { backend_roles: ['it'] }, there)).status).toBe(409);
  });

  it('let a change pass with a reason that one of them asks for', async () => {
    await promise({ on_breach: 'ask' });
    const broken = await root.post(PAYROLL, { users: ['jdoe'] }, there);
    expect(broken.body.attributes).toMatchObject({ asks_reason: true });
    expect((await root.post(PAYROLL, { users: ['jdoe'] }, withReason)).status).toBe(200);
  });

  it('refuse an import as a whole before its first change, and in a dry run', async () => {
    await promise({ on_breach: 'ask' });
    const path = '/api/v1/configuration_files/_import';
    const body = {
      changes: [
        { kind: 'roles', name: 'plain', action: 'create', entry: { description: 'Plain' } },
        { kind: 'rolesmapping', name: 'payroll', action: 'create', entry: { users: ['jdoe'] } },
      ],
    };
    const refused = await root.post(path, body, there);
    expect(refused.body).toMatchObject({ is_done: false, refusal: { asks_reason: true } });
    const dry = await root.post(path, { ...body, trial: true }, there);
    expect(dry.body.refusal.message).toContain('jdoe → payroll → sal*');
    expect(changes()).toEqual([]);
    expect((await root.post(path, body, withReason)).body).toMatchObject({ is_done: true });
    expect(entries['rolesmapping']).toMatchObject({ payroll: { users: ['jdoe'] } });
  });

  it('let an import pass that breaks one only between two of its changes', async () => {
    entries = {
      roles: { seller: { cluster_permissions: [], index_permissions: [], tenant_permissions: [] } },
      rolesmapping: { seller: { ...MAPPING, users: ['jdoe'] } },
      internalusers: { jdoe: USER },
    };
    await promise();
    const role = { kind: 'roles', name: 'seller', action: 'update' };
    const widened = { ...role, entry: { index_permissions: [OWN] } };
    const send = (changes: readonly object[]) => root.post(`${FILES}/_import`, { changes }, there);
    expect((await send([widened])).body.refusal.message).toContain('jdoe → seller → sal*');
    const moved = { ...role, kind: 'rolesmapping', entry: { backend_roles: ['hr'] } };
    expect((await send([moved, widened])).body).toMatchObject({ is_done: true, is_whole: false });
    expect(changes().map((one) => one.split(' ')[1])).toEqual([
      expect.stringContaining('/roles/seller'),
      expect.stringContaining('/rolesmapping/seller'),
    ]);
  });

  it('are imported after the rest, by version, and exported', async () => {
    await promise();
    const { body: seen } = await root.post(
      `${FILES}/guardrails/_plan`,
      { entries: { salaries: { ...SALARIES, backend_roles: ['board'] } } },
      there
    );
    const [{ name, action, version, after }] = seen.items;
    const weaker = { kind: 'guardrails', name, action, version, entry: after };
    const mapping = { kind: 'rolesmapping', name: 'payroll', action: 'create' };
    const board = { ...mapping, entry: { backend_roles: ['board'] } };
    const send = (changes: readonly object[]) => root.post(`${FILES}/_import`, { changes }, there);
    expect((await send([weaker, board])).body.refusal.message).toContain('salaries');
    const plain = { kind: 'tenants', name: 'north', action: 'create', entry: {} };
    expect((await send([weaker, plain])).body).toMatchObject({ is_done: true, is_whole: false });
    expect((await send([board])).body).toMatchObject({ is_done: true });
    expect((await send([weaker])).body.results).toMatchObject([
      { is_done: false, code: 'security.stale_guardrails' },
    ]);
    const people = { kind: 'roles', name: 'readers', action: 'create', entry: OWN_ROLE };
    const map = { ...mapping, name: 'readers', entry: { users: ['jdoe'] } };
    const never = { rule: 'never', users: ['jdoe'], action: 'read', index: 'plans' };
    const own = { kind: 'guardrails', name: 'own', action: 'create', entry: never };
    expect((await send([own, people, map])).body.refusal.message).toContain('jdoe → readers');
    expect((await send([own, people])).body).toMatchObject({ is_done: true });
    const { text } = (await root.get(`${FILES}/guardrails`, there)).body;
    expect(parse(text).salaries).toEqual(after);
    expect((await root.get(PATH)).body).toEqual({});
  });

  it('show what was changed on the cluster itself as a finding', async () => {
    await promise();
    entries['rolesmapping'] = { payroll: { ...MAPPING, users: ['jdoe'] } };
    const { body } = await root.get('/api/v1/findings?fresh=true', there);
    const found = body.findings.find(({ rule }: { rule: string }) => rule === 'broken-promise');
    expect(JSON.stringify(found)).toMatch(/salaries.*jdoe/);
  });

  it('are replaced by version and need a valid promise', async () => {
    await promise();
    const seen = await root.get(PATH, there);
    const condition = { headers: { ...there.headers, 'if-match': seen.headers.get('etag') ?? '' } };
    expect((await root.put(PATH, { salaries: SALARIES }, condition)).status).toBe(200);
    expect(codeOf(await root.put(PATH, {}, condition))).toBe('security.stale_guardrails');
    const wrong = await root.put(PATH, { x: { rule: 'never', action: 'read', index: 'a' } }, there);
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'core.engine.invalid_guardrail']);
  });
});
