/** A dry run of several changes answers as the changes would, and lets other requests run. */
import { setImmediate } from 'node:timers/promises';
import type { EngineRequest } from '../../../api/engine';
import { EntityStore } from '../../configuration_store/entity_store';
import {
  ADMIN_PASSWORD,
  API,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../../../testing/embedded';

jest.setTimeout(60_000);
afterEach(async () => {
  jest.restoreAllMocks();
  await cleanUp();
});

const HASH = `$2y$12$${'.'.repeat(53)}`;
const put = (path: string, body: object): EngineRequest => ({
  method: 'PUT',
  path: `${API}/${path}`,
  body,
});
const remove = (path: string): EngineRequest => ({ method: 'DELETE', path: `${API}/${path}` });
const role = (pattern: string) => ({
  index_permissions: [{ index_patterns: [pattern], allowed_actions: ['read'] }],
});
const ADMINISTRATOR = { hash: HASH, backend_roles: ['admin'] };
const LIST = { enabled: true, requests: { '/_plugins/_security/api/allowlist': ['PUT'] } };
const KEEPER = { cluster_permissions: ['restapi:admin/allowlist'] };

type Case = readonly [what: string, changes: readonly EngineRequest[], isAllowed: boolean];
const CASES: readonly Case[] = [
  [
    'a role and its mapping',
    [put('roles/a', role('x')), put('rolesmapping/a', { users: ['ann'] })],
    true,
  ],
  ['the last administrator', [remove('internalusers/admin')], false],
  [
    'the last administrator, and another before',
    [put('internalusers/ann', ADMINISTRATOR), remove('internalusers/admin')],
    true,
  ],
  [
    'the last administrator, and another after by name',
    [put('internalusers/zoe', ADMINISTRATOR), remove('internalusers/admin')],
    true,
  ],
  [
    'an administrator by a role given directly',
    [
      put('internalusers/zoe', { hash: HASH, opendistro_security_roles: ['all_access'] }),
      remove('internalusers/admin'),
    ],
    true,
  ],
  [
    'an administrator who is deleted again',
    [
      put('internalusers/zoe', ADMINISTRATOR),
      remove('internalusers/zoe'),
      remove('internalusers/admin'),
    ],
    false,
  ],
  ['a user without a password', [put('internalusers/bob', {})], false],
  [
    'a mapping by pattern in place of the one of administrators',
    [put('rolesmapping/all_access', { users: ['adm*'] })],
    true,
  ],
  ['a mapping that nobody has', [put('rolesmapping/all_access', { users: ['nobody'] })], false],
  [
    'a mapping of a user that comes with it',
    [put('internalusers/bo', { hash: HASH }), put('rolesmapping/all_access', { users: ['b*'] })],
    true,
  ],
  ['an allow list that nobody can turn off', [put('allowlist', LIST)], false],
  [
    'an allow list, and a role that can turn it off',
    [
      put('roles/keeper', KEEPER),
      put('rolesmapping/keeper', { users: ['admin'] }),
      put('allowlist', LIST),
    ],
    true,
  ],
  ['the same name twice', [put('roles/a', role('x')), put('roles/a', role('y'))], true],
  [
    'an action group that has the name of a role',
    [put('roles/a', role('x')), put('actiongroups/a', { allowed_actions: ['read'] })],
    false,
  ],
];

it.each(CASES)('a dry run of changes answers as the change: %s', async (_, changes, isAllowed) => {
  const { engine } = await startEngine({ settings: { isRestAdminEnabled: true } });
  const answers = async (isDryRun: boolean) => {
    const outcome = await engine.changeTogether(INTERNAL, changes, { isDryRun });
    if (!outcome.ok) throw new Error('refused');
    const { responses, error, isDone } = outcome.result;
    return {
      isDone,
      error,
      responses: responses.map(({ statusCode, body }) => [statusCode, body]),
    };
  };
  const dryRun = await answers(true);
  expect(await answers(false)).toEqual({ ...dryRun, isDone: isAllowed });
  expect(dryRun.isDone).toBe(false);
});

it('a dry run of changes leaves everything as it was', async () => {
  const { engine } = await startEngine();
  const admin = clientOf(engine, await login(engine, 'admin', ADMIN_PASSWORD));
  const before = (await admin('GET', '/api/internalusers')).body;
  const changes = [
    put('internalusers/zoe', { ...ADMINISTRATOR, description: 'New' }),
    put('roles/a', role('x')),
    put('internalusers/admin', { ...ADMINISTRATOR, description: 'Changed' }),
  ];
  await engine.changeTogether(INTERNAL, changes, { isDryRun: true });
  expect((await admin('GET', '/api/internalusers')).body).toEqual(before);
  expect((await admin('GET', '/api/roles/a')).statusCode).toBe(404);
});

const COUNT = 400;
const MOST_READS_PER_TURN = 30;

it('a dry run of many changes lets other requests run after a few entries', async () => {
  const { engine } = await startEngine();
  // Each look at the clock is a millisecond later, so that time slices count steps.
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now++);
  const read = jest.spyOn(EntityStore.prototype, 'read');
  let [isDone, most] = [false, 0];
  const watched = (async () => {
    while (!isDone) {
      const before = read.mock.calls.length;
      await setImmediate();
      most = Math.max(most, read.mock.calls.length - before);
    }
  })();
  const changes = Array.from({ length: COUNT }, (_, n) => put(`roles/role-${n}`, role(`x-${n}`)));
  const outcome = await engine.changeTogether(INTERNAL, changes, { isDryRun: true });
  isDone = true;
  await watched;
  if (!outcome.ok) throw new Error('refused');
  const created = outcome.result.responses.filter(({ statusCode }) => statusCode === 201);
  expect(created).toHaveLength(COUNT);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(MOST_READS_PER_TURN);
});
