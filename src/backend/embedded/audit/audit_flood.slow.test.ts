/** Floods of audit events: which survive, how they are aggregated, and how large one may be. */
import { join } from 'node:path';
import { AUDIT_LIMITS } from '../../../contracts/limits';
import { openDatabase } from '../sqlite';
import { API, basic, cleanUp, clientOf, INTERNAL, startEngine } from '../../testing/embedded';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import type { AuditQuery } from '../../api/engine';
import type { EmbeddedEngine } from '../embedded_engine';
import { AUDIT_MIGRATIONS } from './audit_schema';
import { AuditStore } from './audit_store';
import { loggableBody } from './event_document';

afterEach(cleanUp);

async function events(engine: EmbeddedEngine, query: AuditQuery) {
  const response = await engine.auditEvents!(INTERNAL, { perPage: 500, ...query });
  if (!response.ok) throw new Error(`audit answered ${response.response.statusCode}`);
  return response.result.events;
}

describe('repeated denials', () => {
  it('are aggregated into the first event and one event with the count of the others', async () => {
    const { engine } = await startEngine();
    const anonymous = clientOf(engine, { kind: 'anonymous', remoteAddress: '192.0.2.1' });
    const attempt = (name: string, remoteAddress = '192.0.2.1') =>
      engine.authenticate({ headers: basic(name, 'wrong'), remoteAddress });
    await attempt('jdoe');
    await attempt('jdoe');
    await attempt('jdoe');
    await attempt('jdoe', '192.0.2.2');
    const forged = { headers: { _opendistro_security_user: 'admin' } };
    for (let i = 0; i < 20; i++) await anonymous('GET', `/api/roles/r${i}`, undefined, forged);
    const logins = await events(engine, { categories: ['FAILED_LOGIN'] });
    expect(logins).toHaveLength(3);
    const repeated = logins.filter((event) => 'audit_repeated_count' in event);
    expect(repeated).toEqual([
      expect.objectContaining({
        audit_repeated_count: 2,
        audit_repeated_since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
        audit_request_effective_user: 'jdoe',
        audit_request_remote_address: '192.0.2.1',
      }),
    ]);
    const [counted, first] = await events(engine, { categories: ['BAD_HEADERS'] });
    expect(counted).toMatchObject({ audit_repeated_count: 19, audit_rest_request_method: 'GET' });
    // The paths differ only in the role name; the first event shows it.
    expect(counted).not.toHaveProperty('audit_rest_request_path');
    expect(first).toMatchObject({ audit_rest_request_path: `${API}/roles/r0` });
  });

  it('produce a bounded number of events for any number of user names and addresses', async () => {
    const { engine } = await startEngine();
    await clientOf(engine, INTERNAL)('PUT', '/api/roles/kept', { description: 'd' });
    const total = 20_000;
    for (let i = 0; i < total; i++) {
      const remoteAddress = i % 2 ? '192.0.2.1' : `10.${i % 200}.${(i >> 8) % 250}.${i % 250}`;
      const caller = { kind: 'anonymous', remoteAddress } as const;
      await engine.request(caller, {
        method: 'GET',
        path: `${API}/roles/r${i}`,
        headers: { _opendistro_security_user: `u${i}` },
      });
    }
    const found = [];
    let cursor: string | undefined;
    do {
      const response = await engine.auditEvents!(INTERNAL, {
        categories: ['BAD_HEADERS'],
        perPage: 500,
        cursor,
      });
      if (!response.ok) throw new Error('refused');
      found.push(...response.result.events);
      cursor = response.result.nextCursor;
    } while (cursor !== undefined);
    expect(found.length).toBeLessThan(3 * AUDIT_LIMITS.refusalKinds);
    const counts = found.map((event) => Number(event['audit_repeated_count'] ?? 1));
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(total);
    expect(await events(engine, { search: 'kept' })).toHaveLength(1);
  });
});

// @asvs V7.3/1
it('prunes the categories above their share from a full store, but no configuration changes', async () => {
  const store = new AuditStore(
    openDatabase({ file: join(temporaryFolder(), 'audit.sqlite'), migrations: AUDIT_MIGRATIONS }),
    { maxAgeDays: 1_000_000, maxSizeMib: 2 }
  );
  const add = (category: string, count: number, fromMs: number) =>
    store.append(
      Array.from({ length: count }, (_, i) => ({
        atMs: fromMs + i,
        document: { audit_category: category, pad: 'x'.repeat(1_000) },
      }))
    );
  add('COMPLIANCE_INTERNAL_CONFIG_WRITE', 300, 1_000);
  add('GRANTED_PRIVILEGES', 100, 2_000);
  for (let round = 0; round < 8; round++) {
    add('MISSING_PRIVILEGES', 1_000, 10_000 + round * 1_000);
    while (store.prune(20_000));
  }
  const total = async (category: string) =>
    (await store.find({ categories: [category], perPage: 1 })).total;
  expect(await total('COMPLIANCE_INTERNAL_CONFIG_WRITE')).toBe(300);
  expect(await total('GRANTED_PRIVILEGES')).toBe(100);
  const errors = await total('MISSING_PRIVILEGES');
  expect(errors).toBeGreaterThan(500);
  expect(errors).toBeLessThan(1_700);
  store.close();
});

describe('one audit event', () => {
  it('truncates large requests and changes', async () => {
    const { engine } = await startEngine();
    const client = clientOf(engine, INTERNAL);
    await client('PUT', '/api/audit/config', {
      enabled: true,
      audit: { disabled_rest_categories: [] },
      compliance: { enabled: true, internal_config: true, write_metadata_only: false },
    });
    const patterns = Array.from({ length: 3_000 }, (_, i) => `logs-${i}-*`);
    const role = { index_permissions: [{ index_patterns: patterns, allowed_actions: ['read'] }] };
    expect((await client('PUT', '/api/roles/big', role)).statusCode).toBe(201);
    const headers = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`x-${i}`, 'y'.repeat(5_000)])
    );
    await engine.authenticate({
      headers: { ...headers, ...basic('n'.repeat(9_000), 'x') },
      remoteAddress: '192.0.2.9',
    });
    const found = await events(engine, {});
    expect(found).toHaveLength(3);
    for (const event of found) expect(JSON.stringify(event).length).toBeLessThan(70_000);
    const change = found.find((event) => event['audit_trace_doc_id'] === 'roles');
    const diff = JSON.parse(String(change!['audit_compliance_diff_content'])) as unknown[];
    expect(diff.length + Number(change!['audit_compliance_diff_left_out'])).toBe(1);
  });

  it('detects secrets in linear time', () => {
    const path = `${API}/roles/x`;
    // An expression that searches for the closing quote from each opening one would take hours.
    expect(loggableBody(path, `"${'hash'.repeat(250_000)}`)).toBe('__SENSITIVE__');
    expect(loggableBody(path, `{"description":"${'ha '.repeat(100)}"}`)).toContain('ha ha');
  });
});

it('rejects a page beyond the size limit and names the limit', async () => {
  const store = new AuditStore(
    openDatabase({ file: join(temporaryFolder(), 'audit.sqlite'), migrations: AUDIT_MIGRATIONS }),
    { maxAgeDays: 1_000_000, maxSizeMib: 100 }
  );
  const pad = 'x'.repeat(AUDIT_LIMITS.pageBytes / 20);
  store.append(
    Array.from({ length: 30 }, (_, i) => ({
      atMs: 1_000 + i,
      document: { audit_category: 'X', pad },
    }))
  );
  await expect(store.find({ perPage: 30 })).rejects.toThrow(String(AUDIT_LIMITS.pageBytes));
  expect((await store.find({ perPage: 10 })).events).toHaveLength(10);
  const words = Array.from({ length: 11 }, (_, i) => `w${i}`).join(' ');
  await expect(store.find({ search: words })).rejects.toThrow('at most 10 words');
  store.close();
});
