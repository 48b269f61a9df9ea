/** What the check of guardrails gets to know about a change before it is made. */
import type { GuardrailCheck } from '../api/backend';
import type { Change } from '../api/change';
import type { HttpMethod, RequestCaller } from '../api/engine';
import { conflict } from '../model/responses';
import { bareEngine } from '../testing/bare';
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../testing/embedded';

const PASSWORD = 'Vintage-Tractor-42';
const API = '/_plugins/_security/api';
const ROLE = { description: 'Role' };
const UNPREDICTABLE = 'cannot be predicted';

/** An engine whose check refuses everything at first, and tells which changes it has seen. */
async function open() {
  const { engine: inner } = await startEngine();
  const server = clientOf(inner, INTERNAL);
  await server('PUT', '/api/roles/old', { cluster_permissions: ['cluster_monitor'] });
  await server('PUT', '/api/rolesmapping/old', { users: ['jane'] });
  await server('PUT', '/api/actiongroups/look', { allowed_actions: ['read'], type: 'index' });
  await server('PUT', '/api/roles/looker', { cluster_permissions: ['look'] });
  await server('PUT', '/api/internalusers/plain', {
    password: PASSWORD,
    opendistro_security_roles: ['old'],
  });
  const seen: unknown[] = [];
  const summary = ({ type, name, before, after }: Change) =>
    [before && 'before', `${type}/${name}`, after && 'after'].filter(Boolean).join(' ');
  const guardrails: GuardrailCheck = {
    denial: async (changesOf, replacement) => {
      seen.push((await changesOf())?.map(summary) ?? UNPREDICTABLE);
      if (replacement) seen.push(replacement.body);
      return check.refuses ? conflict('refused here') : undefined;
    },
  };
  const check = { refuses: true };
  const engine = bareEngine(inner, { supplies: { guardrails } });
  const admin = (await login(inner, 'admin', ADMIN_PASSWORD, '192.0.2.4')) as RequestCaller;
  const plain = (await login(inner, 'plain', PASSWORD)) as RequestCaller;
  return { engine, admin, plain, seen, server, check };
}

const add = (path: string, value: unknown) => [{ op: 'add', path, value }];

describe('the check of guardrails', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => void (opened = await open()));
  afterAll(cleanUp);
  beforeEach(() => void (opened.seen.length = 0));

  it.each<[string, HttpMethod, string, unknown, unknown]>([
    ['a new entry', 'PUT', 'roles/new', ROLE, ['roles/new after']],
    ['a changed entry', 'PUT', 'roles/old', ROLE, ['before roles/old after']],
    ['a deleted entry', 'DELETE', 'rolesmapping/old', undefined, ['before rolesmapping/old']],
    ['a patch', 'PATCH', 'roles/old', add('/description', 'x'), ['before roles/old after']],
    [
      'a patch of several entries',
      'PATCH',
      'roles',
      [...add('/a', ROLE), ...add('/old/description', 'x'), { op: 'remove', path: '/looker' }],
      ['roles/a after', 'before roles/old after', 'before roles/looker'],
    ],
    ['a path with another spelling', 'PUT', '/roles//%6Fld/', ROLE, ['before roles/old after']],
    [
      'a rename as a whole',
      'POST',
      'roles/old/_rename',
      { to: 'new' },
      [
        'before roles/old',
        'roles/new after',
        'before rolesmapping/old',
        'rolesmapping/new after',
        'before internalusers/plain after',
      ],
    ],
    [
      'a rename of an action group',
      'POST',
      'actiongroups/look/_rename',
      { to: 'see' },
      ['before actiongroups/look', 'actiongroups/see after', 'before roles/looker after'],
    ],
    ['an upgrade', 'POST', '_upgrade_perform', undefined, UNPREDICTABLE],
    ['a patch of everything', 'PATCH', 'roles', add('', {}), UNPREDICTABLE],
    ['a path that is unknown', 'POST', 'version/rollback', {}, UNPREDICTABLE],
    ['a path that only the cluster may decode', 'PUT', 'roles/%FF', {}, UNPREDICTABLE],
  ])('sees %s, which it can refuse', async (_what, method, path, body, changes) => {
    const { engine, admin, seen } = opened;
    const request = { method, path: `${API}/${path}`, body };
    expect(await engine.request(admin, request)).toMatchObject({
      statusCode: 409,
      body: { message: 'refused here' },
    });
    expect(seen).toEqual([changes]);
  });

  it.each<[string, HttpMethod, string, unknown]>([
    ['a tenant', 'PUT', 'tenants/north', { description: 'North' }],
    ['the cache', 'DELETE', 'cache', undefined],
  ])('lets %s pass', async (_what, method, path, body) => {
    const { engine, admin, seen } = opened;
    const { statusCode } = await engine.request(admin, { method, path: `${API}/${path}`, body });
    expect([statusCode < 300, seen]).toEqual([true, []]);
  });

  it('checks a set of changes together, and makes none of them', async () => {
    const { engine, admin, seen, server } = opened;
    const set = ['a', 'b'].map((name) => ({
      method: 'PUT' as const,
      path: `${API}/roles/${name}`,
      body: ROLE,
    }));
    const outcome = await engine.changeTogether(admin, set, { isDryRun: false });
    expect(outcome).toMatchObject({ result: { isDone: false, error: { statusCode: 409 } } });
    expect(seen).toEqual([['roles/a after', 'roles/b after']]);
    expect((await server('GET', '/api/roles/a')).statusCode).toBe(404);
  });

  it('checks a set once with its promises, and after a failure each remaining change', async () => {
    const { engine, admin, seen, server, check } = opened;
    const put = (path: string, body: object, headers = {}) => ({
      method: 'PUT' as const,
      path: `${API}/${path}`,
      body,
      headers,
    });
    const never = { rule: 'never', users: ['jane'], action: 'read', index: 'a' };
    check.refuses = false;
    const whole = [put('roles/c', ROLE), put('roles/d', ROLE), put('guardrails', { never })];
    const made = await engine.changeTogether(admin, whole, { isDryRun: false });
    expect(made).toMatchObject({ ok: true, result: { isDone: true, isWhole: false } });
    expect(seen).toEqual([['roles/c after', 'roles/d after'], { never }]);
    await server('PUT', '/api/guardrails', {});

    seen.length = 0;
    const stale = put('roles/c', ROLE, { 'if-none-match': '*' });
    const part = [put('roles/e', ROLE), stale, put('roles/f', ROLE)];
    const outcome = await engine.changeTogether(admin, part, { isDryRun: false });
    check.refuses = true;
    const statusCodes = outcome.ok && outcome.result.responses.map((one) => one.statusCode);
    expect([outcome, statusCodes]).toMatchObject([{ result: { isDone: false } }, [201, 412, 201]]);
    expect(seen.slice(1)).toEqual([['roles/f after']]);
    for (const name of ['c', 'd', 'e', 'f']) await server('DELETE', `/api/roles/${name}`);
  });

  it('lets no other change of an administrator between those of a set', async () => {
    const { engine, admin, seen, server, check } = opened;
    const put = (name: string) => ({
      method: 'PUT' as const,
      path: `${API}/roles/${name}`,
      body: ROLE,
    });
    check.refuses = false;
    const set = engine.changeTogether(admin, [put('g'), put('h')], { isDryRun: false });
    const other = engine.request(admin, put('i'));
    await Promise.all([set, other]);
    check.refuses = true;
    expect(seen).toEqual([['roles/g after', 'roles/h after'], ['roles/i after']]);
    const listed = await engine.history.list(admin, { types: ['roles'], page: 1, perPage: 3 });
    const newestFirst = listed.ok && listed.result.items.map((change) => change.name);
    expect(newestFirst).toEqual(['i', 'h', 'g']);
    for (const name of ['g', 'h', 'i']) await server('DELETE', `/api/roles/${name}`);
  });

  it('asks nothing for those who may not change anything, or whose request is invalid', async () => {
    const { engine, admin, plain, seen } = opened;
    const change = { method: 'PUT', path: `${API}/roles/new`, body: ROLE } as const;
    expect((await engine.request(plain, change)).statusCode).toBe(403);
    expect(seen).toEqual([]);
    const unknown = { method: 'POST', path: `${API}/version/rollback` } as const;
    expect((await engine.request(plain, unknown)).statusCode).toBe(403);
    const invalid = { ...change, body: { unknown: 1 } };
    expect((await engine.request(admin, invalid)).statusCode).toBe(400);
  });
});
