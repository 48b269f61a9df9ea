/** The matrix equals the single decisions. */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import { API, cleanUp, INTERNAL, login } from '../../testing/embedded';
import type { EngineCaller, MatrixRequest } from '../../api/engine';
import { engine, explain, PASSWORD, prepareEngine, put, SEARCH } from './mocks';

jest.setTimeout(60_000);
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
      body: { index_permissions: [{ index_patterns: ['a-*', 'b-*'], allowed_actions: ['read'] }] },
    });
  const columns = Array.from({ length: EXPLAIN_LIMITS.matrixColumns }, (_, i) => ({
    action: SEARCH,
    index: `a-${i}`,
  }));
  const rows = await matrix({ of: 'roles', names, columns });
  expect(rows.every(({ cells }) => cells.every((cell) => cell === 'allowed'))).toBe(true);
  expect(rows.flatMap(({ cells }) => cells)).toHaveLength(4_000);
});
