/** Contract suite for engines with history, lockout check and audit of changes. */
import type { Client } from './embedded';
import type { Engine, EngineResponse, HistoryQuery, RequestCaller } from '../api/engine';

export interface ChangesSubject {
  readonly engine: Engine;
  /** A caller with all permissions: user `admin` at 192.0.2.4. */
  readonly caller: RequestCaller;
  /** Sends requests as `caller`. */
  readonly admin: Client;
  /** A caller without access to the management API. */
  readonly plain: RequestCaller;
}

/**
 * @param open - opens an engine with the configuration of a first start, whose administrator is the
 *   caller
 * @param test - defines a test, so that a backend can skip known differences
 */
export function describeChanges(
  open: () => Promise<ChangesSubject>,
  test: (name: string, body: () => Promise<void>) => void = it
): void {
  let subject: ChangesSubject;
  beforeEach(async () => {
    subject = await open();
  });
  const admin: Client = (...call) => subject.admin(...call);
  const list = async (query: Partial<HistoryQuery> = {}) => {
    const { engine, caller } = subject;
    const response = await engine.history.list(caller, { page: 1, perPage: 100, ...query });
    if (!response.ok) throw new Error(`history answered ${response.response.statusCode}`);
    return response.result.items;
  };
  const latest = async (query: Partial<HistoryQuery> = {}) => {
    const [change] = await list(query);
    const response = await subject.engine.history.get(subject.caller, change!.id);
    if (!response.ok) throw new Error(`history answered ${response.response.statusCode}`);
    return response.result;
  };
  const revert = async (id: number, options = {}) =>
    subject.engine.history.revert(subject.caller, id, options);
  const PATCH = [{ op: 'replace', path: '/description', value: 'two' }];

  test('records the user, address and effect of each change, and no change without effect', async () => {
    await admin('PUT', '/api/tenants/t', { description: 'one' });
    await admin('PATCH', '/api/tenants/t', PATCH);
    await admin('PATCH', '/api/tenants/t', PATCH);
    await admin('PATCH', '/api/roles', [
      { op: 'add', path: '/a~1b', value: { cluster_permissions: [] } },
      { op: 'add', path: '/b', value: { description: 'd' } },
    ]);
    await admin('PUT', '/api/tenancy/config', { default_tenant: 'private' });
    await admin('PUT', '/api/audit/config', { enabled: false });
    await admin('DELETE', '/api/tenants/t');
    await admin('DELETE', '/api/tenants/t');
    await admin('PUT', '/api/tenants/bad', { nope: 1 });
    const items = await list({ actor: 'admin' });
    expect(items.map(({ type, name, action }) => `${type} ${name} ${action}`)).toEqual([
      'tenants t delete',
      'audit config update',
      'config config update',
      'roles b create',
      'roles a/b create',
      'tenants t update',
      'tenants t create',
    ]);
    for (const item of items)
      expect(item).toMatchObject({ via: 'rest', remoteAddress: '192.0.2.4' });
  });

  test('returns the diff of a change without secrets', async () => {
    const password = 'Vintage-Tractor-42';
    await admin('PUT', '/api/internalusers/u', { password, description: 'd' });
    await admin('PUT', '/api/internalusers/u', { password: `${password}-7`, description: 'd' });
    const change = await latest({ name: 'u' });
    expect(change).toMatchObject({
      action: 'update',
      diff: [{ op: 'replace', path: '/u/hash', value: '__HASH__' }],
      after: { description: 'd' },
      isLatest: true,
    });
    expect(JSON.stringify(change)).not.toContain('Tractor');
  });

  test('reverts a change, and records the revert as a change', async () => {
    const role = async () => (await admin('GET', '/api/roles/r')).body;
    await admin('PUT', '/api/roles/r', { description: 'one', cluster_permissions: ['a'] });
    const first = await role();
    await admin('PUT', '/api/roles/r', { description: 'two' });
    const { id } = await latest({ name: 'r' });
    expect((await revert(id)).statusCode).toBe(200);
    expect(await role()).toEqual(first);
    expect(await latest({ name: 'r' })).toMatchObject({
      via: 'revert',
      reverts: id,
      action: 'update',
    });
    await admin('DELETE', '/api/roles/r');
    expect((await revert((await latest({ name: 'r' })).id)).statusCode).toBe(201);
    expect(await role()).toEqual(first);
  });

  test('returns 409 for a revert if the entity changed since, unless its current version is sent', async () => {
    for (const description of ['one', 'two', 'three'])
      await admin('PUT', '/api/roles/r', { description });
    const second = (await list({ name: 'r' }))[1]!.id;
    const conflict = await revert(second);
    expect(conflict).toMatchObject({ statusCode: 409, body: { status: 'CONFLICT' } });
    expect((await revert(second, { version: '"other"' })).statusCode).toBe(409);
    const version = conflict.headers['etag'];
    expect((await revert(second, { version })).statusCode).toBe(200);
    expect((await admin('GET', '/api/roles/r')).body).toMatchObject({ r: { description: 'one' } });
  });

  test('returns 401 or 403 for the history to callers without access to the management API', async () => {
    const { engine, plain } = subject;
    const anonymous: RequestCaller = { kind: 'anonymous' };
    await admin('PUT', '/api/roles/r', { description: 'one' });
    const { id } = await latest({ name: 'r' });
    for (const [caller, statusCode] of [
      [plain, 403],
      [anonymous, 401],
    ] as const) {
      const refused = { ok: false, response: { statusCode } };
      for (const types of [undefined, ['roles']] as const)
        expect(await engine.history.list(caller, { types, page: 1, perPage: 1 })).toMatchObject(
          refused
        );
      expect(await engine.history.get(caller, id)).toMatchObject(refused);
      expect(await engine.history.get(caller, 999_999)).toMatchObject(refused);
      expect(await engine.history.revert(caller, id)).toMatchObject({ statusCode });
    }
    expect((await admin('GET', '/api/roles/r')).body).toMatchObject({ r: { description: 'one' } });
  });

  test('writes audit events of changes if the audit configuration includes them', async () => {
    const events = async () => {
      const response = await subject.engine.auditEvents(subject.caller, {
        categories: ['COMPLIANCE_INTERNAL_CONFIG_WRITE'],
      });
      return response.ok ? response.result.events : [];
    };
    const audit = (internal_config: boolean) =>
      admin('PUT', '/api/audit/config', { compliance: { enabled: true, internal_config } });
    await audit(true);
    await admin('PUT', '/api/roles/r', { description: 'one' });
    await audit(false);
    await admin('PUT', '/api/roles/r', { description: 'two' });
    const about = (await events()).filter((event) => event['audit_trace_doc_id'] === 'roles');
    expect(about).toEqual([
      expect.objectContaining({
        audit_request_effective_user: 'admin',
        audit_request_remote_address: '192.0.2.4',
        audit_compliance_operation: 'CREATE',
        audit_compliance_diff_content: expect.stringContaining('/r'),
      }),
    ]);
  });

  const errorOf = ({ statusCode, body }: EngineResponse) => [
    statusCode,
    (body as { reason?: string; message?: string }).reason ?? (body as { message: string }).message,
  ];

  test('reports missing permissions and invalid payloads before version conflicts and lockout', async () => {
    const stale = { headers: { 'if-match': '"stale"' } };
    const put = (name: string, body: unknown) =>
      admin('PUT', `/api/internalusers/${name}`, body, stale);
    expect(errorOf(await put('admin', { nope: 1 }))).toEqual([400, 'Invalid configuration']);
    expect(errorOf(await put('admin', { backend_roles: 'admin' }))).toEqual([
      400,
      'Wrong datatype',
    ]);
    expect(
      errorOf(await admin('PUT', '/api/roles/all_access', { description: 'x' }, stale))[0]
    ).toBe(403);
    expect((await put('admin', { backend_roles: [] })).statusCode).toBe(412);
    const patch = [{ op: 'move', path: '/a', from: '/b' }];
    expect((await admin('PATCH', '/api/internalusers/admin', patch, stale)).statusCode).toBe(400);
    expect((await admin('PUT', '/api/internalusers/admin', { backend_roles: [] })).statusCode).toBe(
      409
    );
  });
}
