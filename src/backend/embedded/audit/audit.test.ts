/**
 * The audit log through the engine's API: which events it records, which data it never contains,
 * and what survives a crash.
 */
import { join } from 'node:path';
import { openDatabase } from '../sqlite';
import {
  ADMIN_PASSWORD,
  API,
  basic,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../../testing/embedded';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import type { AuditPage, AuditQuery, RequestCaller } from '../../api/engine';
import { requestTrace } from '../../api/request_trace';
import type { EmbeddedEngine } from '../embedded_engine';
import { AUDIT_MIGRATIONS } from './audit_schema';
import { loggableBody } from './event_document';
import { waitForCondition } from '../../../../test/helpers/wait_for';

afterEach(cleanUp);

const SECRET = 'Str0ng!Passw0rd-9';
const HASH_TEXT = /\$(argon2|2[aby])/;

async function events(engine: EmbeddedEngine, query: AuditQuery = {}): Promise<AuditPage> {
  const response = await engine.auditEvents!(INTERNAL, { perPage: 1_000, ...query });
  if (!response.ok) throw new Error(`audit answered ${response.response.statusCode}`);
  return response.result;
}

async function configure(
  engine: EmbeddedEngine,
  audit: object,
  compliance: object = {},
  enabled = true
): Promise<void> {
  const response = await clientOf(engine, INTERNAL)('PUT', '/api/audit/config', {
    enabled,
    audit,
    compliance: { enabled: true, internal_config: true, ...compliance },
  });
  expect(response.statusCode).toBe(200);
}

async function started(audit: object = { disabled_rest_categories: [] }) {
  const { engine } = await startEngine();
  await configure(engine, audit);
  const admin = await login(engine, 'admin', ADMIN_PASSWORD);
  return { engine, admin };
}

const categories = ({ events: found }: AuditPage) => found.map((event) => event['audit_category']);

describe('login and access events', () => {
  it('records logins on a new installation', async () => {
    const { engine } = await startEngine();
    await login(engine, 'admin', ADMIN_PASSWORD);
    expect((await events(engine, { categories: ['AUTHENTICATED'] })).events).toEqual([
      expect.objectContaining({ audit_request_effective_user: 'admin' }),
    ]);
  });

  // @asvs V7.1.3/1
  it('records successful and failed logins in the format of the cluster', async () => {
    const { engine } = await started();
    await engine.authenticate({ headers: basic('jdoe', 'wrong'), remoteAddress: '192.0.2.7' });
    const [failed] = (await events(engine, { categories: ['FAILED_LOGIN'] })).events;
    expect(failed).toMatchObject({
      audit_format_version: 4,
      audit_category: 'FAILED_LOGIN',
      audit_request_layer: 'REST',
      audit_request_origin: 'REST',
      audit_request_effective_user: 'jdoe',
      audit_request_remote_address: '192.0.2.7',
      '@timestamp': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
      audit_node_id: expect.stringMatching(/./),
      audit_cluster_name: expect.any(String),
      audit_rest_request_headers: {},
    });
    const [success] = (await events(engine, { categories: ['AUTHENTICATED'] })).events;
    expect(success).toMatchObject({ audit_request_effective_user: 'admin' });
    expect(JSON.stringify(await events(engine))).not.toContain(
      Buffer.from('jdoe:wrong').toString('base64')
    );
  });

  it('includes the request ids in events and configuration changes', async () => {
    const { engine, admin } = await started();
    const trace = { id: 'the-request', opaqueId: 'the-client' };
    await requestTrace.run(trace, async () => {
      await engine.authenticate({ headers: basic('jdoe', 'wrong'), remoteAddress: '192.0.2.7' });
      await clientOf(engine, admin)('PUT', '/api/roles/traced', { cluster_permissions: ['x'] });
    });
    const named = { audit_request_id: trace.id, audit_request_opaque_id: trace.opaqueId };
    for (const category of [
      'FAILED_LOGIN',
      'GRANTED_PRIVILEGES',
      'COMPLIANCE_INTERNAL_CONFIG_WRITE',
    ])
      expect((await events(engine, { categories: [category] })).events[0]).toMatchObject(named);
    await clientOf(engine, admin)('PUT', '/api/roles/untraced', { cluster_permissions: ['x'] });
    for (const event of (await events(engine)).events.slice(0, 2))
      expect(event).not.toHaveProperty('audit_request_id');
  });

  it('hands each event to the sink once the store has it, in order, at the stop too', async () => {
    const seen: unknown[] = [];
    const { engine } = await startEngine({
      auditSink: (handed) =>
        void seen.push(...handed.map((event) => event['audit_request_effective_user'])),
    });
    for (const user of ['one', 'two']) {
      await engine.authenticate({ headers: basic(user, 'wrong'), remoteAddress: '192.0.2.7' });
      expect(seen).not.toContain(user);
    }
    await events(engine);
    expect(seen.slice(-2)).toEqual(['one', 'two']);
    await engine.authenticate({ headers: basic('three', 'wrong'), remoteAddress: '192.0.2.7' });
    await engine.stop();
    expect(seen.at(-1)).toBe('three');
  });

  it('records granted and denied access, forged headers, and pages of collections', async () => {
    const { engine, admin } = await started();
    await clientOf(engine, INTERNAL)('PUT', '/api/internalusers/u', { password: SECRET });
    const user = await login(engine, 'u', SECRET);
    await clientOf(engine, admin)('GET', '/api/roles', undefined, { query: { pretty: 'true' } });
    await clientOf(engine, user)('DELETE', '/api/roles/x');
    await engine.find(user, { type: 'roles', page: 1, perPage: 1 });
    await clientOf(engine, admin)('GET', '/api/roles', undefined, {
      headers: { _opendistro_security_user: 'admin' },
    });
    const granted = (await events(engine, { categories: ['GRANTED_PRIVILEGES'] })).events;
    expect(granted).toEqual([
      expect.objectContaining({
        audit_rest_request_path: `${API}/roles`,
        audit_rest_request_method: 'GET',
        audit_rest_request_params: { pretty: 'true' },
        audit_request_effective_user: 'admin',
      }),
    ]);
    const missing = (await events(engine, { categories: ['MISSING_PRIVILEGES'] })).events;
    expect(missing).toHaveLength(2);
    expect(missing[1]).toMatchObject({
      audit_rest_request_path: `${API}/roles/x`,
      audit_request_effective_user: 'u',
      audit_request_privilege: expect.stringContaining('No permission'),
    });
    expect((await events(engine, { categories: ['BAD_HEADERS'] })).total).toBe(1);
  });

  it('applies changes of categories, ignored users and requests, headers, bodies and switches immediately', async () => {
    const { engine, admin } = await started();
    const attempt = (name: string) =>
      engine.authenticate({ headers: { ...basic(name, 'x'), 'x-trace': '1' }, remoteAddress: 'a' });
    const eventsDuring = async (work: () => Promise<unknown>) => {
      const before = (await events(engine)).events.length;
      await work();
      return (await events(engine)).events
        .slice(0, -before || undefined)
        .filter((event) => event['audit_category'] !== 'COMPLIANCE_INTERNAL_CONFIG_WRITE');
    };
    expect(await eventsDuring(() => attempt('kibanaserver'))).toEqual([]);
    await configure(engine, { disabled_rest_categories: ['failed_login'] });
    expect(await eventsDuring(() => attempt('u'))).toEqual([]);
    await configure(engine, {
      disabled_rest_categories: [],
      ignore_users: ['test-*'],
      exclude_sensitive_headers: false,
      ignore_headers: ['X-Trace'],
    });
    expect(await eventsDuring(() => attempt('test-1'))).toEqual([]);
    const [event] = await eventsDuring(() => attempt('kibanaserver'));
    expect(event!['audit_rest_request_headers']).toEqual({
      authorization: [basic('kibanaserver', 'x').authorization],
    });
    const put = () => clientOf(engine, admin)('PUT', '/api/roles/r', { description: 'marker' });
    expect((await eventsDuring(put))[0]).toMatchObject({
      audit_request_body: '{"description":"marker"}',
    });
    await configure(engine, { disabled_rest_categories: [], log_request_body: false });
    expect((await eventsDuring(put))[0]).not.toHaveProperty('audit_request_body');
    await configure(engine, { disabled_rest_categories: [], ignore_requests: [`${API}/ro*`] });
    expect(await eventsDuring(put)).toEqual([]);
    await configure(engine, { disabled_rest_categories: [], enable_rest: false });
    expect(await eventsDuring(put)).toEqual([]);
    await configure(engine, { disabled_rest_categories: [] }, {}, false);
    expect(await eventsDuring(() => attempt('u'))).toEqual([]);
  });

  // @asvs V8.3/1
  it('never contains a password, a hash or a key', async () => {
    const { engine, admin } = await started();
    await configure(
      engine,
      { disabled_rest_categories: [], exclude_sensitive_headers: true },
      { write_metadata_only: false }
    );
    const client = clientOf(engine, admin);
    await client('PUT', '/api/internalusers/u', { password: SECRET });
    await client('PATCH', '/api/internalusers', [
      { op: 'replace', path: '/u/password', value: `${SECRET}2` },
    ]);
    await client('PUT', '/api/account', undefined, {
      headers: { 'content-type': 'application/json' },
      rawBody: `{"pass\\u0077ord":"${SECRET}3","current_password":"${ADMIN_PASSWORD}"}`,
    });
    await clientOf(engine, INTERNAL)('PATCH', '/api/securityconfig', [
      {
        op: 'add',
        path: '/config/dynamic/on_behalf_of',
        value: { enabled: false, signing_key: 'topsecretkey' },
      },
    ]);
    const text = JSON.stringify(await events(engine));
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(ADMIN_PASSWORD);
    expect(text).not.toContain('topsecretkey');
    expect(text).not.toMatch(HASH_TEXT);
    expect(text).toContain('__SENSITIVE__');
    expect(text).toContain('__HASH__');
    expect(loggableBody(`${API}/roles/x`, 'y'.repeat(20_000))!.length).toBeLessThan(9_000);
  });
});

describe('events of configuration changes', () => {
  // @asvs V7.2/1
  it('are recorded with a redacted diff for every caller', async () => {
    const { engine, admin } = await started({});
    const client = clientOf(engine, admin);
    await client('PUT', '/api/roles/a~b', { description: 'one' });
    await client('PUT', '/api/roles/a~b', { description: 'two' });
    await client('PUT', '/api/internalusers/u', { password: SECRET });
    await client('PUT', '/api/internalusers/u', { password: `${SECRET}2` });
    await client('DELETE', '/api/roles/a~b');
    const changes = (
      await events(engine, { categories: ['COMPLIANCE_INTERNAL_CONFIG_WRITE'], user: 'admin' })
    ).events;
    expect(
      changes.map((event) => [event['audit_trace_doc_id'], event['audit_compliance_operation']])
    ).toEqual([
      ['roles', 'DELETE'],
      ['internalusers', 'UPDATE'],
      ['internalusers', 'CREATE'],
      ['roles', 'UPDATE'],
      ['roles', 'CREATE'],
    ]);
    const diff = (index: number) =>
      JSON.parse(String(changes[index]!['audit_compliance_diff_content'])) as unknown;
    expect(diff(3)).toEqual([{ op: 'replace', path: '/a~0b/description', value: 'two' }]);
    expect(diff(1)).toEqual([{ op: 'replace', path: '/u/hash', value: '__HASH__' }]);
    expect(changes[3]).toMatchObject({
      audit_request_effective_user: 'admin',
      audit_request_remote_address: '127.0.0.1',
      audit_trace_indices: ['.opendistro_security'],
      audit_compliance_doc_version: expect.any(Number),
      audit_compliance_diff_is_noop: false,
    });
  });

  it('follow the compliance switches and the list of ignored writers', async () => {
    const { engine, admin } = await started({});
    const put = (description: string) =>
      clientOf(engine, admin)('PUT', '/api/roles/r', { description });
    const count = async () => {
      const { events: found } = await events(engine);
      return found.filter((event) => event['audit_trace_doc_id'] === 'roles').length;
    };
    for (const compliance of [
      { enabled: false },
      { internal_config: false },
      { write_ignore_users: ['adm*'] },
    ]) {
      await configure(engine, {}, compliance);
      await put(JSON.stringify(compliance));
    }
    expect(await count()).toBe(0);
    await configure(engine, {});
    await put('seen');
    expect(await count()).toBe(1);
  });

  it('are added after a crash that interrupted their copy into the log', async () => {
    const dataDir = temporaryFolder();
    const first = await startEngine({ dataDir });
    await clientOf(first.engine, INTERNAL)('PUT', '/api/roles/kept', { description: 'd' });
    await first.engine.stop();
    // Simulates a crash between the change and its copy into the log.
    const db = openDatabase({ file: join(dataDir, 'audit.sqlite'), migrations: AUDIT_MIGRATIONS });
    db.exec('DELETE FROM event; UPDATE delivery SET change_id = 0');
    db.close();
    const second = await startEngine({ dataDir });
    expect((await events(second.engine, { search: 'kept' })).events).toHaveLength(1);
    await second.engine.stop();
    const third = await startEngine({ dataDir });
    expect((await events(third.engine, { search: 'kept' })).events).toHaveLength(1);
  });

  it('are written to disk shortly after the response, without a search', async () => {
    const dataDir = temporaryFolder();
    const { engine } = await startEngine({ dataDir });
    await clientOf(engine, INTERNAL)('PUT', '/api/roles/soon', { description: 'd' });
    const reader = openDatabase({
      file: join(dataDir, 'audit.sqlite'),
      migrations: AUDIT_MIGRATIONS,
    });
    const written = () =>
      reader.get<{ n: number }>("SELECT count(*) AS n FROM event WHERE body LIKE '%soon%'")!.n;
    await waitForCondition(() => written() > 0);
    expect(written()).toBe(1);
    reader.close();
  });
});

it('keeps events in memory while the disk is full, reports it, and writes them later', async () => {
  const dataDir = temporaryFolder();
  const lines: string[] = [];
  const note = (message: string) => void lines.push(message);
  const { engine } = await startEngine({
    dataDir,
    log: { info: note, warn: note, error: note, debug: note },
  });
  const levels: string[] = [];
  engine.status$.subscribe(({ level }) => levels.push(level));
  const { auditDb } = (engine as unknown as { deps: { auditDb: ReturnType<typeof openDatabase> } })
    .deps;
  const pages = auditDb.get<{ page_count: number }>('PRAGMA page_count')!.page_count;
  auditDb.exec(`PRAGMA max_page_count = ${pages}`);
  const attempts = 60;
  for (let i = 0; i < attempts; i++)
    await engine.authenticate({ headers: basic(`u${i}`, 'x'), remoteAddress: `10.0.0.${i}` });
  const failed = { categories: ['FAILED_LOGIN'] };
  const during = (await events(engine, failed)).events.length;
  expect(during).toBeLessThan(attempts);
  expect(levels).toContain('degraded');
  auditDb.exec('PRAGMA max_page_count = 1000000');
  expect((await events(engine, failed)).events).toHaveLength(attempts);
  expect(levels.at(-1)).toBe('available');
  expect(lines).toContain('The audit log can be written again.');
  expect(categories(await events(engine, failed))).not.toContain('AUTHENTICATED');
}, 30_000);

it('tells findings which users were not seen, once logins are recorded for long enough', async () => {
  const DAY_MS = 86_400_000;
  const startedAt = Date.UTC(2026, 0, 1);
  let day = 0;
  const settings = { auditMaxAgeDays: 400 };
  const { engine } = await startEngine({ settings, now: () => startedAt + day * DAY_MS });
  const call = clientOf(engine, INTERNAL);
  const add = (name: string) => call('PUT', `/api/internalusers/${name}`, { password: SECRET });
  const idle = async () => {
    const found = await engine.findings(admin, { isFresh: true });
    if (!found.ok) throw new Error(JSON.stringify(found.response));
    const { findings, skipped } = found.result;
    return [
      skipped.some(({ rule }) => rule === 'idle-user'),
      findings.filter(({ rule }) => rule === 'idle-user').map(({ objects }) => objects[0]?.name),
    ];
  };
  for (const name of ['gone', 'tried', 'active']) await add(name);
  const admin = (await login(engine, 'admin', ADMIN_PASSWORD)) as RequestCaller;
  day = 60;
  expect(await idle()).toEqual([true, []]);
  await add('recent');
  await login(engine, 'active', SECRET);
  await engine.authenticate({ headers: basic('tried', 'wrong'), remoteAddress: '192.0.2.7' });
  day = 95;
  expect(await idle()).toEqual([false, ['admin', 'gone', 'tried']]);
  await configure(engine, { disabled_rest_categories: ['AUTHENTICATED'] });
  expect(await idle()).toEqual([true, []]);
});
