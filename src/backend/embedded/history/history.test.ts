/** The change history: complete, free of secrets, revertible. */
import { join } from 'node:path';
import fc from 'fast-check';
import { openDatabase } from '../sqlite';
import { applyPatch, parsePatch } from '../../changes/json_patch';
import { MIGRATIONS } from '../configuration_store/schema';
import {
  ADMIN_PASSWORD,
  basic,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../../testing/embedded';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import type { EngineCaller, HistoryQuery } from '../../api/engine';
import type { EmbeddedEngine } from '../embedded_engine';
import { EmbeddedHistoryStore } from './history_store';
import { jsonDiff } from '../../changes/audit/json_diff';
import { getDiff } from '../../changes/audit/change_diff';
import { redact } from '../../../contracts/entities';

afterEach(cleanUp);

const OLD = 'Str0ng!Passw0rd-9';
const NEW = 'An0ther!Passw0rd-7';

async function list(
  engine: EmbeddedEngine,
  query: Partial<HistoryQuery> = {},
  caller: EngineCaller = INTERNAL
) {
  const response = await engine.history!.list(caller, { page: 1, perPage: 100, ...query });
  if (!response.ok) throw new Error(`history answered ${response.response.statusCode}`);
  return response.result;
}

async function latest(engine: EmbeddedEngine, query: Partial<HistoryQuery> = {}) {
  const [change] = (await list(engine, query)).items;
  const response = await engine.history!.get(INTERNAL, change!.id);
  if (!response.ok) throw new Error(`history answered ${response.response.statusCode}`);
  return response.result;
}

async function started() {
  const { engine } = await startEngine();
  const caller = await login(engine, 'admin', ADMIN_PASSWORD, '192.0.2.4');
  return { engine, caller, admin: clientOf(engine, caller), internal: clientOf(engine, INTERNAL) };
}

describe('recording', () => {
  it('lists the changed fields of updates', async () => {
    const { engine, admin } = await started();
    const user = { attributes: { team: 'a' }, backend_roles: ['x'] };
    await admin('PUT', '/api/internalusers/u', { ...user, password: OLD });
    await admin('PUT', '/api/internalusers/u', {
      attributes: { team: 'b' },
      backend_roles: ['x'],
      description: 'd',
      password: NEW,
    });
    await admin('DELETE', '/api/internalusers/u');
    const { items } = await list(engine, { types: ['internalusers'], perPage: 3 });
    expect(items.map(({ action, fields }) => [action, fields && [...fields].sort()])).toEqual([
      ['delete', undefined],
      ['update', ['attributes', 'description', 'password']],
      ['create', undefined],
    ]);
  });

  it('stores author, time and address of every kind of change', async () => {
    const { engine, admin } = await started();
    const before = (await list(engine)).total;
    await admin('PUT', '/api/tenants/t', { description: 'one' });
    await admin('PATCH', '/api/tenants/t', [{ op: 'replace', path: '/description', value: 'two' }]);
    await admin('PATCH', '/api/roles', [
      { op: 'add', path: '/a', value: { cluster_permissions: [] } },
      { op: 'add', path: '/b', value: { description: 'd' } },
    ]);
    await admin('PUT', '/api/tenancy/config', { default_tenant: 'private' });
    await admin('PUT', '/api/audit/config', { enabled: false });
    await admin('PUT', '/api/account', { current_password: ADMIN_PASSWORD, password: NEW });
    await admin('DELETE', '/api/tenants/t');
    await admin('PUT', '/api/tenants/bad', { nope: 1 });
    const { items, total } = await list(engine);
    expect(total - before).toBe(items.length - before);
    expect(
      items.slice(0, total - before).map(({ type, name, action }) => `${type}/${name} ${action}`)
    ).toEqual([
      'internalusers/admin update',
      'audit/config update',
      'config/config update',
      'roles/b create',
      'roles/a create',
      'tenants/t update',
      'tenants/t create',
    ]);
    for (const item of items.slice(0, total - before)) {
      expect(item).toMatchObject({
        actor: 'admin',
        via: 'rest',
        remoteAddress: '192.0.2.4',
        atMs: expect.any(Number),
      });
    }
  });

  it('lists the initial entries of a new folder, but not built-in ones', async () => {
    const { engine } = await startEngine();
    const { items } = await list(engine);
    expect(items.map(({ type, name, via }) => `${type}/${name} ${via}`)).toEqual([
      'allowlist/config start',
      'audit/config start',
      'config/config start',
      'internalusers/admin start',
    ]);
  });

  it('shows differences and bodies without any secret', async () => {
    const { engine, admin, internal } = await started();
    await admin('PUT', '/api/internalusers/u', { password: OLD, description: 'd' });
    await admin('PUT', '/api/internalusers/u', { password: NEW, description: 'd' });
    expect(await latest(engine, { name: 'u' })).toMatchObject({
      diff: [{ op: 'replace', path: '/u/hash', value: '__HASH__' }],
      before: { hash: '' },
      after: { hash: '', description: 'd' },
      isLatest: true,
    });
    await internal('PATCH', '/api/securityconfig', [
      {
        op: 'add',
        path: '/config/dynamic/on_behalf_of',
        value: { enabled: false, signing_key: 'verysecret' },
      },
    ]);
    const change = await latest(engine, { types: ['config'] });
    expect(JSON.stringify(change)).not.toContain('verysecret');
    expect(change.diff).toEqual([
      {
        op: 'add',
        path: '/config/dynamic/on_behalf_of',
        value: { enabled: false, signing_key: '__SENSITIVE__' },
      },
    ]);
    expect(redact({ config: { bind: { PASSWORD: ['a'] } } })).toEqual({
      config: { bind: { PASSWORD: '__SENSITIVE__' } },
    });
    const dotted = {
      'sp.signature_private_key': 'a',
      'idp.pemkey_content': 'b',
      exchange_key: 'c',
    };
    expect([...new Set(Object.values(redact(dotted) as object))]).toEqual(['__SENSITIVE__']);
  });

  it('shows no secret if only a part of a list of secrets changed', () => {
    const config = (secrets: readonly unknown[]) => ({
      dynamic: { authc: { ldap: { bind_passwords: 'x', client_secret: secrets, hosts: ['a'] } } },
    });
    const diff = getDiff({
      name: 'config',
      action: 'update',
      isCredentialChanged: false,
      before: config(['first-one', { key: 'second-one' }, 'third-one']),
      after: config(['first-one', { key: 'changed-one' }, 'third-one', 'added-one']),
    });
    expect(JSON.stringify(diff)).not.toMatch(/-one/);
    expect(diff.length).toBeGreaterThan(0);
    for (const operation of diff) {
      expect(operation.path).toContain('/client_secret');
      if (operation.op !== 'remove') expect(operation.value).toBe('__SENSITIVE__');
    }
  });

  it('records nothing for a change that was rolled back', async () => {
    const { engine, admin } = await started();
    await admin('PUT', '/api/roles/r', { description: 'one' });
    const { total } = await list(engine);
    expect(
      (
        await admin(
          'PUT',
          '/api/roles/r',
          { description: 'two' },
          { headers: { 'if-match': '"1"' } }
        )
      ).statusCode
    ).toBe(412);
    expect(
      (
        await admin('PATCH', '/api/roles', [
          { op: 'add', path: '/x', value: { description: 'x' } },
          { op: 'remove', path: '/all_access' },
        ])
      ).statusCode
    ).toBe(403);
    expect((await list(engine)).total).toBe(total);
  });

  it('prunes the oldest records, but none that are not yet in the audit log', async () => {
    let nowMs = 1_000;
    const db = openDatabase({
      file: join(temporaryFolder(), 'engine.sqlite'),
      migrations: MIGRATIONS,
    });
    const history = new EmbeddedHistoryStore(db, () => nowMs, { maxAgeDays: 1, maxChanges: 300 });
    const add = (count: number) => {
      for (let i = 0; i < count; i++) {
        history.record({ userName: 'u', via: 'rest' }, [
          { type: 'audit', name: 'config', after: {}, revision: i },
        ]);
      }
    };
    const baseQuery = { types: ['audit'], hiddenOf: [], page: 1, perPage: 1 } as const;
    const total = async (query = {}) => (await history.find({ ...baseQuery, ...query })).total;
    add(1_000);
    expect(await total()).toBe(1_000);
    history.deliveredUpTo = 1_000;
    add(500);
    expect(await total()).toBeLessThan(700);
    nowMs += 2 * 86_400_000;
    history.deliveredUpTo = history.lastId();
    add(800);
    expect(await total({ toMs: 1_000 })).toBe(0);
    db.close();
  });
});

describe('listing', () => {
  it('filters and pages', async () => {
    const { engine, admin, internal } = await started();
    for (let i = 0; i < 5; i++) await admin('PUT', `/api/roles/role-${i}`, { description: `${i}` });
    await internal('PUT', '/api/tenants/t', { description: '' });
    await admin('DELETE', '/api/roles/role-3');
    const names = async (query: Partial<HistoryQuery>) =>
      (await list(engine, query)).items.map(({ name }) => name);
    expect(await names({ types: ['roles'], actions: ['delete'] })).toEqual(['role-3']);
    expect(await names({ name: 'role-3' })).toEqual(['role-3', 'role-3']);
    expect(await names({ actor: '_internal', types: ['tenants'] })).toEqual(['t']);
    expect(await names({ search: 'ROLE-1 adm' })).toEqual(['role-1']);
    expect(await names({ types: ['roles'], perPage: 2, page: 3 })).toEqual(['role-1', 'role-0']);
    expect((await list(engine, { types: ['roles'], perPage: 2 })).total).toBe(6);
    expect(await names({ fromMs: Date.now() + 1_000 })).toEqual([]);
  });

  it('shows only what the management API would show the caller', async () => {
    const { engine, caller, internal } = await started();
    await internal('PUT', '/api/roles/secret', { hidden: true, description: 'x' });
    const id = (await latest(engine, { name: 'secret' })).id;
    expect((await list(engine, { name: 'secret' }, caller)).items).toEqual([]);
    expect(await engine.history!.get(caller, id)).toMatchObject({
      ok: false,
      response: { statusCode: 404 },
    });
    await internal('PUT', '/api/internalusers/u', { password: OLD });
    const user = await login(engine, 'u', OLD);
    for (const [caller, statusCode] of [
      [user, 403],
      [{ kind: 'anonymous' }, 401],
    ] as [EngineCaller, number][]) {
      expect(await engine.history!.list(caller, { page: 1, perPage: 1 })).toMatchObject({
        ok: false,
        response: { statusCode },
      });
      expect(await engine.history!.get(caller, id)).toMatchObject({
        ok: false,
        response: { statusCode },
      });
      expect(await engine.history!.get(caller, 999_999)).toMatchObject({
        ok: false,
        response: { statusCode },
      });
      expect(await engine.history!.revert(caller, id)).toMatchObject({ statusCode });
    }
  });
});

describe('reverting', () => {
  it('reverts creation, change and deletion, each as a new change', async () => {
    const { engine, caller, admin } = await started();
    const revert = async () =>
      (await engine.history!.revert(caller, (await latest(engine, { name: 'r' })).id)).statusCode;
    const role = async () =>
      ((await admin('GET', '/api/roles/r')).body as Record<string, unknown>)['r'];
    await admin('PUT', '/api/roles/r', { description: 'one', cluster_permissions: ['a'] });
    await admin('PUT', '/api/roles/r', { description: 'two' });
    expect(await revert()).toBe(200);
    expect(await role()).toMatchObject({ description: 'one', cluster_permissions: ['a'] });
    await admin('DELETE', '/api/roles/r');
    expect(await revert()).toBe(201);
    expect(await role()).toMatchObject({ description: 'one', cluster_permissions: ['a'] });
    const last = await latest(engine, { name: 'r' });
    expect(last).toMatchObject({
      via: 'revert',
      reverts: expect.any(Number),
      actor: 'admin',
      action: 'create',
    });
    expect(await revert()).toBe(200);
    expect((await admin('GET', '/api/roles/r')).statusCode).toBe(404);
  });

  it('restores passwords that it never shows', async () => {
    const { engine, caller, admin } = await started();
    const canLogIn = async (password: string, address: string) =>
      (await engine.authenticate({ headers: basic('u', password), remoteAddress: address })).ok;
    await admin('PUT', '/api/internalusers/u', { password: OLD });
    await admin('PUT', '/api/internalusers/u', { password: NEW });
    expect(
      (await engine.history!.revert(caller, (await latest(engine, { name: 'u' })).id)).statusCode
    ).toBe(200);
    expect([await canLogIn(OLD, 'a'), await canLogIn(NEW, 'b')]).toEqual([true, false]);
    await admin('DELETE', '/api/internalusers/u');
    expect(
      (await engine.history!.revert(caller, (await latest(engine, { name: 'u' })).id)).statusCode
    ).toBe(201);
    expect(await canLogIn(OLD, 'c')).toBe(true);
  });

  it('is rejected if the entity changed since, unless the current version is given', async () => {
    const { engine, caller, admin } = await started();
    for (const description of ['one', 'two', 'three'])
      await admin('PUT', '/api/roles/r', { description });
    const second = (await list(engine, { name: 'r' })).items[1]!;
    const conflict = await engine.history!.revert(caller, second.id);
    expect(conflict).toMatchObject({ statusCode: 409, body: { status: 'CONFLICT' } });
    expect((await engine.history!.revert(caller, second.id, { version: '"1"' })).statusCode).toBe(
      409
    );
    const { etag } = conflict.headers;
    expect((await engine.history!.revert(caller, second.id, { version: etag! })).statusCode).toBe(
      200
    );
    expect((await admin('GET', '/api/roles/r')).body).toMatchObject({ r: { description: 'one' } });
    await admin('DELETE', '/api/roles/r');
    expect((await engine.history!.revert(caller, second.id)).statusCode).toBe(409);
    expect((await engine.history!.revert(caller, second.id, { version: null })).statusCode).toBe(
      201
    );
  });

  it('follows the rules of the API: reserved entries, missing permissions, lockouts', async () => {
    const { engine, caller, admin, internal } = await started();
    await internal('PUT', '/api/roles/fixed', { reserved: true, description: 'one' });
    expect(
      (await engine.history!.revert(caller, (await latest(engine, { name: 'fixed' })).id))
        .statusCode
    ).toBe(403);
    expect(
      (await engine.history!.revert(INTERNAL, (await latest(engine, { name: 'fixed' })).id))
        .statusCode
    ).toBe(200);
    await admin('PUT', '/api/internalusers/second', { password: NEW, backend_roles: ['admin'] });
    const second = await login(engine, 'second', NEW);
    const created = (await latest(engine, { name: 'second' })).id;
    expect((await engine.history!.revert(second, created)).statusCode).toBe(409);
    expect(
      (await engine.history!.revert(second, created, { confirmsLockout: true })).statusCode
    ).toBe(200);
  });

  it('restores documents: audit, tenancy through its own endpoint, the allow list', async () => {
    const { engine, caller, admin, internal } = await started();
    const audit = (await admin('GET', '/api/audit')).body;
    await admin('PATCH', '/api/audit', [{ op: 'replace', path: '/config/enabled', value: false }]);
    expect(
      (await engine.history!.revert(caller, (await latest(engine, { types: ['audit'] })).id))
        .statusCode
    ).toBe(200);
    expect((await admin('GET', '/api/audit')).body).toEqual(audit);
    const tenancy = (await admin('GET', '/api/tenancy/config')).body;
    await admin('PUT', '/api/tenancy/config', { private_tenant_enabled: false });
    expect(
      (await engine.history!.revert(caller, (await latest(engine, { types: ['config'] })).id))
        .statusCode
    ).toBe(200);
    expect((await admin('GET', '/api/tenancy/config')).body).toEqual(tenancy);
    const allowed = (await internal('GET', '/api/allowlist')).body;
    await internal('PUT', '/api/allowlist', { enabled: false, requests: { '/a': ['GET'] } });
    const { id } = await latest(engine, { types: ['allowlist'] });
    expect((await engine.history.revert(INTERNAL, id)).statusCode).toBe(200);
    expect((await internal('GET', '/api/allowlist')).body).toEqual(allowed);
  });
});

it('describes any difference by a patch that produces it (property)', () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  const object = fc.dictionary(fc.string({ maxLength: 4 }), value);
  fc.assert(
    fc.property(object, object, (before, after) => {
      const [a, b] = JSON.parse(JSON.stringify([before, after])) as [unknown, unknown];
      const diff = jsonDiff(a, b);
      expect(diff.length === 0 ? a : applyPatch(a, parsePatch(diff))).toEqual(b);
    }),
    { numRuns: 500 }
  );
});
