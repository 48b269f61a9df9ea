/** Patterns that are too expensive: rejected when saved, harmless if already stored. */
import { PATTERN_LIMITS } from '../../contracts/limits';
import { openOffline } from './cli/offline_store';
import { runSecurityCli } from './cli';
import type { EngineLog } from '../api/log';
import { normaliseEntity } from '../model/payload';
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../testing/embedded';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';
import type { FoundEntity, ResourceType } from '../api/engine';
import type { EmbeddedEngine } from './embedded_engine';

jest.setTimeout(30_000);
afterEach(cleanUp);

const NESTED = '/(?:(?:.?){40}){40}z/';
/** Backtracks practically forever on a name of many x. */
const ENDLESS = '/(x+x+)+(y)\\2/';
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function started() {
  const { engine } = await startEngine({ settings: { hasNodesDnApi: true } });
  const admin = clientOf(engine, await login(engine, 'admin', ADMIN_PASSWORD));
  await admin('PUT', '/api/roles/team', { description: '' });
  return { engine, admin, internal: clientOf(engine, INTERNAL) };
}

/** Stores an entity directly, as another version of the product may have done. */
function store(dataDir: string, type: ResourceType, name: string, entity: object): void {
  const offline = openOffline(dataDir);
  offline.writer.writeNow((tx) =>
    tx.put(type, name, normaliseEntity(type, entity as Record<string, unknown>) as never)
  );
  offline.close();
}

async function stopped(): Promise<string> {
  const dataDir = temporaryFolder();
  const { engine } = await startEngine({ dataDir });
  await engine.stop();
  return dataDir;
}

async function found(
  engine: EmbeddedEngine,
  type: ResourceType,
  name: string
): Promise<FoundEntity> {
  const response = await engine.find(INTERNAL, { type, search: name, page: 1, perPage: 1_000 });
  if (!response.ok) throw new Error('refused');
  return response.result.items.find((one) => one.name === name) as FoundEntity;
}

describe('pattern validation', () => {
  const bad = [NESTED];
  it.each([
    ['PUT', '/api/rolesmapping/team', { users: bad }, 'users'],
    ['PUT', '/api/rolesmapping/team', { users: [], and_backend_roles: bad }, 'and_backend_roles'],
    [
      'PUT',
      '/api/roles/team',
      { index_permissions: [{ index_patterns: ['a'] }, { index_patterns: bad }] },
      'index_permissions[1].index_patterns',
    ],
    [
      'PATCH',
      '/api/roles/team',
      [{ op: 'add', path: '/tenant_permissions', value: [{ tenant_patterns: bad }] }],
      'tenant_permissions[0].tenant_patterns',
    ],
    [
      'PATCH',
      '/api/actiongroups',
      [{ op: 'add', path: '/group', value: { allowed_actions: bad } }],
      'allowed_actions',
    ],
    ['PUT', '/api/audit/config', { audit: { ignore_requests: bad } }, 'audit.ignore_requests'],
    ['PUT', '/api/authfailurelisteners/one', { type: 'ip', ignore_hosts: bad }, 'ignore_hosts'],
    ['PUT', '/api/nodesdn/one', { nodes_dn: bad }, 'one.nodes_dn'],
  ] as const)(
    'rejects a bad pattern with its path and reason: %s %s %j',
    async (method, path, body, field) => {
      const { admin, internal } = await started();
      const client = path.startsWith('/api/nodesdn') ? internal : admin;
      expect(await client(method, path, body)).toEqual(
        expect.objectContaining({
          statusCode: 400,
          body: {
            status: 'error',
            reason: 'Invalid pattern',
            [field]: expect.stringContaining(
              `The regular expression ${NESTED} cannot be used: it is`
            ),
          },
        })
      );
    }
  );

  it('accepts patterns of real roles', async () => {
    const { admin } = await started();
    const patterns = ['/(?!\\.).*/', '/logs-(?<!x).*/', '/(\\w)\\1/', '/a++/', '/[^.]+/', 'x*'];
    const role = { index_permissions: [{ index_patterns: patterns }] };
    expect(await admin('PUT', '/api/roles/team', role)).toMatchObject({ statusCode: 200 });
  });
});

describe('pattern limits', () => {
  const expressions = (count: number, mark: string, more = '') =>
    Array.from({ length: count }, (_, index) => `/${mark}${index}${more}/`);

  it('apply to one entry', async () => {
    const { admin } = await started();
    const users = expressions(PATTERN_LIMITS.expressionsPerEntity + 1, 'u');
    expect(await admin('PUT', '/api/rolesmapping/team', { users })).toMatchObject({
      statusCode: 400,
      body: { patterns: 'There are more than 200 regular expressions in one entry or call.' },
    });
    expect(await admin('PUT', '/api/rolesmapping/team', { users: users.slice(1) })).toMatchObject({
      statusCode: 201,
    });
  });

  it('apply to the whole configuration, without removed patterns', async () => {
    const { admin } = await started();
    const backtracking = (mark: string, count: number = PATTERN_LIMITS.backtracking) => ({
      users: expressions(count, mark, '(a)\\1'),
    });
    const put = async (body: object) =>
      (await admin('PUT', '/api/rolesmapping/team', body)).statusCode;
    expect(await put(backtracking('a'))).toBe(201);
    expect(await put(backtracking('b'))).toBe(200);
    const role = {
      index_permissions: [{ index_patterns: ['/c(d)\\1/'] }],
    };
    expect(await admin('PUT', '/api/roles/team', role)).toMatchObject({
      statusCode: 400,
      body: { message: expect.stringContaining('more than 100 different regular expressions') },
    });
    expect(await put(backtracking('b', 99))).toBe(200);
    expect(await admin('PUT', '/api/roles/team', role)).toMatchObject({ statusCode: 200 });
  });
});

describe('stored pattern', () => {
  it('is logged once at startup, marked and ignored if it is invalid', async () => {
    const dataDir = await stopped();
    store(dataDir, 'rolesmapping', 'all_access', { backend_roles: ['admin'], users: [NESTED] });
    const warn = jest.fn();
    const log: EngineLog = { info: () => {}, debug: () => {}, error: () => {}, warn };
    const { engine } = await startEngine({ dataDir, log });
    expect(warn.mock.calls).toEqual([
      [
        'A stored entry has a pattern that cannot be used.',
        {
          type: 'rolesmapping',
          name: 'all_access',
          at: 'users',
          problem: expect.stringContaining('larger than 500'),
        },
      ],
    ]);
    const admin = clientOf(engine, await login(engine, 'admin', ADMIN_PASSWORD));
    expect(await admin('GET', '/api/roles/all_access')).toMatchObject({ statusCode: 200 });
    for (const type of ['roles', 'rolesmapping'] as const) {
      expect(await found(engine, type, 'all_access')).toMatchObject({
        warnings: [expect.stringContaining('larger than 500')],
      });
    }
    expect(await found(engine, 'roles', 'readall')).not.toHaveProperty('warnings');
  });

  it('is interrupted, disabled, logged, audited and marked if it takes too long', async () => {
    const dataDir = await stopped();
    store(dataDir, 'rolesmapping', 'readall', { users: [ENDLESS] });
    const warn = jest.fn();
    const log: EngineLog = { info: () => {}, debug: () => {}, error: () => {}, warn };
    const { engine } = await startEngine({ dataDir, log });
    const internal = clientOf(engine, INTERNAL);
    await internal('PUT', '/api/audit/config', { enabled: true, audit: {}, compliance: {} });
    for (let length = 200; length < 200 + PATTERN_LIMITS.timeouts; length++) {
      const name = 'x'.repeat(length);
      await internal('PUT', `/api/internalusers/${name}`, {
        attributes: { service: 'true' },
      });
      expect(await engine.decide!({ user: name, action: 'cluster:monitor/main' })).toMatchObject({
        result: { outcome: 'denied' },
      });
      await yieldToEventLoop();
    }
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('takes too long'), { expression: ENDLESS }],
    ]);
    const events = await engine.auditEvents!(INTERNAL, { categories: ['EXPRESSION_DISARMED'] });
    expect(events).toMatchObject({
      result: { events: [{ audit_request_privilege: ENDLESS }], total: 1 },
    });
    expect(await found(engine, 'rolesmapping', 'readall')).toMatchObject({
      warnings: [`${ENDLESS}: It took too long 3 times and is not tried any more.`],
    });
  });

  it('does not prevent reset-admin from restoring access', async () => {
    const dataDir = await stopped();
    const users = [NESTED, ENDLESS];
    store(dataDir, 'rolesmapping', 'all_access', { users, backend_roles: users });
    const name = 'x'.repeat(230);
    const errors: string[] = [];
    const code = await runSecurityCli(
      ['reset-admin', `--user=${name}`, '--password-stdin'],
      dataDir,
      {
        write: () => undefined,
        writeError: (text) => void errors.push(text),
        env: {},
        readStdin: async () => `${ADMIN_PASSWORD}\n`,
      }
    );
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    const { engine } = await startEngine({ dataDir });
    const rescue = clientOf(engine, await login(engine, name, ADMIN_PASSWORD));
    expect(
      await rescue('PUT', '/api/rolesmapping/all_access', { backend_roles: ['admin'] })
    ).toMatchObject({ statusCode: 200 });
  });
});
