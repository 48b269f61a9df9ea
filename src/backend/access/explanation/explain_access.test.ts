/** Permissions for explanations, single decisions, and effective permissions. */
import { API, cleanUp, INTERNAL, login, startEngine } from '../../testing/embedded';
import { PASSWORD, SEARCH, engine, call, put, explain, prepareEngine } from './mocks';
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import type { EngineCaller, MatrixRequest } from '../../api/engine';

jest.setTimeout(60_000);

prepareEngine();
afterAll(cleanUp);

describe('permissions for explanations', () => {
  const request = { action: SEARCH, index: ['hr-payroll'] };
  it('let users ask about themselves only, and without suggestions', async () => {
    const jdoe = await login(engine, 'jdoe', PASSWORD, '10.1.1.1');
    const own = await explain(request, jdoe);
    expect([own.user.name, own.decision.outcome, own.suggestions]).toEqual(['jdoe', 'denied', []]);
    expect(own.user.roles[1].origins).toContainEqual({
      via: 'hosts',
      pattern: '10.*',
      value: '10.1.1.1',
    });
    expect((await explain({ ...request, user: 'jdoe' }, jdoe)).decision).toEqual(own.decision);
    for (const refused of [
      { user: 'tina' },
      { user: 'nobody' },
      { subject: { name: 'jdoe' } },
      { changes: {} },
    ]) {
      expect(await explain({ ...request, ...refused }, jdoe)).toMatchObject({ statusCode: 403 });
    }
    expect(await explain(request, { kind: 'anonymous' })).toMatchObject({ statusCode: 401 });
    expect(await engine.effectivePermissions!(jdoe, 'tina')).toMatchObject({
      ok: false,
      response: { statusCode: 403 },
    });
  });
  it('let administrators ask about all existing users', async () => {
    const admin = await login(engine, 'admin', 'Correct-Horse-7-Battery');
    expect((await explain({ ...request, user: 'tina' }, admin)).suggestions.length).toBeGreaterThan(
      0
    );
    expect(await explain({ ...request, user: 'nobody' }, admin)).toMatchObject({
      statusCode: 404,
    });
    expect(
      await explain({ ...request, user: 'tina', subject: { name: 'x' } }, admin)
    ).toMatchObject({ statusCode: 400 });
  });
  it('exclude hidden users and roles', async () => {
    await put('internalusers/ghost', { password: PASSWORD, hidden: true });
    await put('roles/hidden_role', {
      hidden: true,
      index_permissions: [{ index_patterns: ['only-hidden'], allowed_actions: [SEARCH] }],
    });
    const admin = await login(engine, 'admin', 'Correct-Horse-7-Battery');
    expect(await explain({ ...request, user: 'ghost' }, admin)).toMatchObject({ statusCode: 404 });
    const { suggestions } = await explain(
      { user: 'tina', action: SEARCH, index: ['only-hidden'] },
      admin
    );
    expect(suggestions.map(({ role }: any) => role)).not.toContain('hidden_role');
    const explained = await explain({ user: 'tina', action: SEARCH, index: ['only-hidden'] });
    expect(explained.suggestions.map(({ role }: any) => role)).toContain('hidden_role');
  });
});

describe('decide', () => {
  it('agrees with explain, and applies every change immediately', async () => {
    const request = { user: 'empty', action: SEARCH, index: ['live'] };
    const outcome = async () => {
      const response = await engine.decide(request);
      return response.ok ? response.result.outcome : response.response.statusCode;
    };
    expect(await outcome()).toBe('denied');
    await put('roles/live', {
      index_permissions: [{ index_patterns: ['live'], allowed_actions: ['live_group'] }],
    });
    await put('rolesmapping/live', { users: ['empty'] });
    expect(await outcome()).toBe('denied');
    await put('actiongroups/live_group', { allowed_actions: [SEARCH] });
    expect(await outcome()).toBe('allowed');
    expect(await engine.decide(request)).toEqual({
      ok: true,
      result: (await explain(request)).decision,
    });
    await call('DELETE', '/api/rolesmapping/live');
    expect(await outcome()).toBe('denied');
    await put('internalusers/empty', { opendistro_security_roles: ['live'] });
    expect(await outcome()).toBe('allowed');
    expect(await engine.decide({ ...request, user: 'nobody' })).toMatchObject({
      ok: false,
      response: { statusCode: 404 },
    });
  });
  it('applies do_not_fail_on_forbidden', async () => {
    const { engine: lenient } = await startEngine({
      settings: { allowsSecurityConfigModification: true },
    });
    const request = {
      subject: { name: 'x', security_roles: ['readall'] },
      action: SEARCH,
      index: ['a', '.kibana'],
    };
    const change = [{ op: 'add', path: '/config/dynamic/do_not_fail_on_forbidden', value: true }];
    await lenient.request(INTERNAL, {
      method: 'PUT',
      path: `${API}/roles/only_a`,
      body: { index_permissions: [{ index_patterns: ['a'], allowed_actions: ['*'] }] },
    });
    const subject = { name: 'x', security_roles: ['only_a'] };
    const ask = async () => {
      const response = await lenient.decide({ ...request, subject });
      return response.ok && response.result.effect;
    };
    expect(await ask()).toBe('refuse');
    const response = await lenient.request(INTERNAL, {
      method: 'PATCH',
      path: `${API}/securityconfig`,
      body: change,
    });
    expect([response.statusCode, await ask()]).toEqual([200, 'reduce']);
  });
});

describe('effective permissions', () => {
  it('are listed by role', async () => {
    const response = await engine.effectivePermissions!(INTERNAL, 'jdoe');
    if (!response.ok) throw new Error('refused');
    const { roles, tenants, api } = response.result;
    expect(roles.map(({ role }) => role)).toEqual(['dept', 'logs_reader']);
    expect(roles[1]).toMatchObject({
      reserved: false,
      cluster: { listed: ['cluster_monitor'], expanded: ['cluster_monitor', 'cluster:monitor/*'] },
      index: [
        { entry: 0 },
        {
          entry: 1,
          allowed_actions: ['look'],
          expanded_actions: expect.arrayContaining(['indices:data/read*']),
          fls: ['~secret'],
        },
      ],
    });
    expect(tenants).toEqual({ jdoe: true });
    const tina = await engine.effectivePermissions!(INTERNAL, 'tina');
    const entry = { entry: 0, tenant_patterns: ['hr'], access: 'read', tenants: ['hr'] };
    expect(tina).toMatchObject({ ok: true, result: { roles: [{ tenants: [entry] }] } });
    expect(api.has_api_access).toBe(false);
    const admin = await engine.effectivePermissions!(INTERNAL, 'admin');
    expect(admin).toMatchObject({
      ok: true,
      result: { api: { has_api_access: true, disabled_endpoints: {} }, tenants: { hr: true } },
    });
    expect(await engine.effectivePermissions!(INTERNAL, 'nobody')).toMatchObject({
      ok: false,
      response: { statusCode: 404 },
    });
  });
});

describe('access matrix', () => {
  prepareEngine();

  afterAll(cleanUp);

  const COLUMNS: MatrixRequest['columns'] = [
    { action: SEARCH, index: 'logs-1' },
    { action: SEARCH, index: 'hr-payroll' },
    { action: SEARCH, index: 'sales-x' },
    { action: 'indices:data/write/index', index: 'hr-payroll' },
    { action: 'cluster:monitor/health' },
    { action: SEARCH },
  ];

  async function matrix(request: Partial<MatrixRequest>, caller: EngineCaller = INTERNAL) {
    const body = { of: 'users', names: ['jdoe'], columns: COLUMNS, ...request } as const;
    const response = await engine.matrix(caller, body);
    if (!response.ok) throw new Error(JSON.stringify(response.response));
    return response.result.rows;
  }

  it('matches the single explanations of users', async () => {
    const names = ['jdoe', 'tina', 'empty', 'admin'];
    const rows = await matrix({ names });
    expect(rows.map(({ name }) => name)).toEqual(names);
    for (const { name, exists, cells } of rows) {
      const single = COLUMNS.map(async ({ action, index }) => {
        const where = index === undefined ? {} : { index: [index] };
        return (await explain({ user: name, action, ...where })).decision.outcome as string;
      });
      expect([exists, cells]).toEqual([true, await Promise.all(single)]);
    }
    const outcomes = rows.flatMap(({ cells }) => cells);
    expect(outcomes).toEqual(expect.arrayContaining(['allowed', 'denied']));
  });

  it('evaluates a role like a user who has only that role', async () => {
    const names = ['logs_reader', 'narrow', 'wide', 'dept', 'all_access'];
    const rows = await matrix({ of: 'roles', names });
    for (const { name, cells } of rows) {
      const subject = { name: '-', security_roles: [name] };
      const single = COLUMNS.map(async ({ action, index }) => {
        const where = index === undefined ? {} : { index: [index] };
        return (await explain({ subject, action, ...where })).decision.outcome as string;
      });
      expect([name, cells]).toEqual([name, await Promise.all(single)]);
    }
    const [logs, narrow] = rows;
    expect(logs?.cells.slice(0, 2)).toEqual(['allowed', 'denied']);
    expect(narrow?.cells.slice(0, 2)).toEqual(['denied', 'allowed']);
  });

  it('reports missing and hidden users and roles as nonexistent', async () => {
    await put('roles/shadow', { hidden: true, cluster_permissions: ['*'] });
    const admin = await login(engine, 'admin', 'Correct-Horse-7-Battery');
    const absent = (name: string) => ({ name, exists: false, cells: [] });
    expect(await matrix({ names: ['nobody', '__proto__'] }, admin)).toEqual([
      absent('nobody'),
      absent('__proto__'),
    ]);
    expect(await matrix({ of: 'roles', names: ['shadow'] }, admin)).toEqual([absent('shadow')]);
    expect((await matrix({ of: 'roles', names: ['shadow'] }))[0]?.exists).toBe(true);
  });

  it('requires permission to read the configuration', async () => {
    const jdoe = await login(engine, 'jdoe', PASSWORD, '10.1.1.1');
    const request = { of: 'users', names: ['jdoe'], columns: COLUMNS } as const;
    expect(await engine.matrix(jdoe, request)).toMatchObject({
      ok: false,
      response: { statusCode: 403 },
    });
    expect(await engine.matrix({ kind: 'anonymous' }, request)).toMatchObject({
      ok: false,
      response: { statusCode: 401 },
    });
  });

  it.each([
    ['names', { names: Array.from({ length: EXPLAIN_LIMITS.matrixRows + 1 }, (_, i) => `n${i}`) }],
    ['columns', { columns: Array.from({ length: 21 }, () => ({ action: SEARCH })) }],
  ])('limits the number of %s', async (what, more) => {
    const body = { of: 'users', names: ['jdoe'], columns: COLUMNS, ...more } as const;
    const response = await engine.matrix(INTERNAL, body);
    expect(response).toMatchObject({ ok: false, response: { statusCode: 400 } });
    expect(JSON.stringify(response)).toContain(`[${what}]: at most`);
  });

  it('evaluates a matrix of the maximum size', async () => {
    const names = Array.from({ length: EXPLAIN_LIMITS.matrixRows }, (_, i) => `many_${i}`);
    for (const name of names)
      await engine.request(INTERNAL, {
        method: 'PUT',
        path: `${API}/roles/${name}`,
        body: {
          index_permissions: [{ index_patterns: ['a-*', 'b-*'], allowed_actions: ['read'] }],
        },
      });
    const columns = Array.from({ length: EXPLAIN_LIMITS.matrixColumns }, (_, i) => ({
      action: SEARCH,
      index: `a-${i}`,
    }));
    const rows = await matrix({ of: 'roles', names, columns });
    expect(rows.every(({ cells }) => cells.every((cell) => cell === 'allowed'))).toBe(true);
    expect(rows.flatMap(({ cells }) => cells)).toHaveLength(4_000);
  });
});
