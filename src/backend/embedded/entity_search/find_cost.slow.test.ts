/** Cost of lists: limits on requests and responses, and pages of long histories. */
import { join } from 'node:path';
import { FIND_LIMITS } from '../../../contracts/limits';
import { openDatabase } from '../sqlite';
import { EmbeddedHistoryStore } from '../history/history_store';
import { MIGRATIONS } from '../configuration_store/schema';
import { cleanUp, clientOf, INTERNAL, startEngine } from '../../testing/embedded';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import type { FindQuery, HistoryQuery } from '../../api/engine';

jest.setTimeout(60_000);
afterEach(cleanUp);

const list = (count: number, name = (i: number) => `n${i}`) =>
  Array.from({ length: count }, (_, i) => name(i));

describe('entity list', () => {
  it.each<[string, number, Partial<FindQuery>]>([
    ['facets', FIND_LIMITS.facets, { facets: list(FIND_LIMITS.facets + 1) }],
    ['filters', FIND_LIMITS.filterValues, { filters: { backend_roles: list(401) } }],
    ['filters', FIND_LIMITS.filterValues, { filters: { a: list(300), b: list(101) } }],
  ])('limits the number of [%s] to %i', async (key, limit, query) => {
    const { engine } = await startEngine();
    const find = { type: 'internalusers', page: 1, perPage: 10, ...query } as const;
    const response = await engine.find(INTERNAL, find);
    expect(response).toMatchObject({ ok: false, response: { statusCode: 400 } });
    expect(JSON.stringify(response)).toMatch(new RegExp(`\\[${key}\\]: at most ${limit} `));
  });

  it('returns a facet once, however often it is requested', async () => {
    const { engine } = await startEngine();
    const facets = list(2_000, () => 'cluster_permissions');
    const response = await engine.find(INTERNAL, { type: 'roles', page: 1, perPage: 1, facets });
    expect(response).toMatchObject({
      ok: true,
      result: { facets: { cluster_permissions: expect.any(Array) } },
    });
  });

  it('rejects a page beyond the size limit, and returns a smaller one', async () => {
    const { engine } = await startEngine();
    const index_patterns = list(9_000, (i) => `${i}-${'x'.repeat(80)}`);
    const body = { index_permissions: [{ index_patterns, allowed_actions: ['read'] }] };
    const count = Math.ceil(FIND_LIMITS.pageBytes / 800_000) + 2;
    for (let i = 0; i < count; i++) {
      const { statusCode } = await clientOf(engine, INTERNAL)('PUT', `/api/roles/big_${i}`, body);
      expect(statusCode).toBe(201);
    }
    const ask = (perPage: number) =>
      engine.find(INTERNAL, { type: 'roles', page: 1, perPage, search: 'big_' });
    const refused = await ask(count);
    expect(refused).toMatchObject({ ok: false, response: { statusCode: 400 } });
    expect(JSON.stringify(refused)).toContain(`at most ${FIND_LIMITS.pageBytes} bytes`);
    expect(await ask(3)).toMatchObject({ ok: true, result: { total: count } });
  });

  it('finds users by a role that is mapped to thousands of backend roles', async () => {
    const { engine } = await startEngine();
    const put = async (path: string, body: object) =>
      expect((await clientOf(engine, INTERNAL)('PUT', path, body)).statusCode).toBe(201);
    await put('/api/roles/mapped', { description: '' });
    await put('/api/rolesmapping/mapped', { backend_roles: [...list(3_000), 'like_*'] });
    for (const [name, backendRole] of Object.entries({ a: 'n2999', b: 'like_b', c: 'other' }))
      await put(`/api/internalusers/user_${name}`, {
        password: 'Str0ng!Passw0rd-9',
        backend_roles: [backendRole],
      });
    const filters = { roles: ['mapped'] };
    const find = { type: 'internalusers', page: 1, perPage: 10, filters } as const;
    const response = await engine.find(INTERNAL, find);
    expect(response.ok && response.result.items.map(({ name }) => name)).toEqual([
      'user_a',
      'user_b',
    ]);
  });
});

it('pages through a long history without gaps or duplicates', async () => {
  const file = join(temporaryFolder(), 'engine.sqlite');
  const db = openDatabase({ file, migrations: MIGRATIONS });
  const history = new EmbeddedHistoryStore(db, () => 0, { maxAgeDays: 1, maxChanges: 1 });
  db.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
    INSERT INTO history (at, actor, via, type, name, action, revision, hidden, audited, credential, before, after)
    SELECT i, 'a' || (i % 3), 'api', iif(i % 2, 'roles', 'tenants'), 'n' || (i % 7), 'update', i, i % 5 = 0, 0, 0, '{}', '{}'
    FROM n;
    DELETE FROM history WHERE id BETWEEN 3000 AND 4000;
  `);
  const page = (query: Partial<HistoryQuery>) =>
    history.find({ types: ['roles', 'tenants'], hiddenOf: [], page: 1, perPage: 500, ...query });
  const expected = db
    .all<{ id: number }>(
      "SELECT id FROM history WHERE NOT hidden AND actor = 'a1' ORDER BY id DESC"
    )
    .map(({ id }) => id);
  const listed: number[] = [];
  for (let number = 1; listed.length < expected.length; number++) {
    const { total, items } = await page({ actor: 'a1', page: number });
    expect(total).toBe(expected.length);
    expect(items.length).toBeGreaterThan(0);
    listed.push(...items.map(({ id }) => id));
  }
  expect(listed).toEqual(expected);
  expect(await page({ actor: 'a1', page: 1_000 })).toEqual({ total: expected.length, items: [] });
  expect((await page({ search: 'N3 a2', fromMs: 20_000 })).items[0]).toMatchObject({
    origin: { userName: 'a2' },
    name: 'n3',
  });
  db.close();
});
