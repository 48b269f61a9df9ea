/** API keys through the engine's API: expiry, blocks, and what a limited scope must not reveal. */
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../../../testing/embedded';
import { temporaryFolder } from '../../../../../test/helpers/temporary_folder';
import { configure, PASSWORDS } from '../../../testing/domains';
import type { ApiKeyOrder, EngineCaller } from '../../../api/engine';
import type { EmbeddedEngine } from '../../embedded_engine';

const DAY_MS = 86_400_000;
const JANE = { name: 'jane', password: 'Violet-Harbor-7-Kettle' };
const ORDER: ApiKeyOrder = { name: 'nightly', days: 2, isReadOnly: false };
type UserCaller = Extract<EngineCaller, { kind: 'user' }>;

describe('API keys', () => {
  afterEach(cleanUp);

  async function started(options: Parameters<typeof startEngine>[0] = {}) {
    const { engine } = await startEngine(options);
    const admin = clientOf(engine, INTERNAL);
    await admin('PUT', `/api/internalusers/${JANE.name}`, { password: JANE.password });
    const owner = (await login(engine, JANE.name, JANE.password)) as UserCaller;
    return { engine, admin, owner };
  }

  async function keyOf(engine: EmbeddedEngine, owner: UserCaller, order = ORDER) {
    const created = await engine.apiKeys.create(owner, order);
    if (!created.ok) throw new Error(JSON.stringify(created.response.body));
    return created.result;
  }

  const use = (engine: EmbeddedEngine, token: string, remoteAddress = '127.0.0.1') =>
    engine.authenticate({ headers: { authorization: `ApiKey ${token}` }, remoteAddress });

  it('expires after its days, also for callers authenticated before, and disappears from lists later', async () => {
    let nowMs = Date.UTC(2030, 0, 1);
    const { engine, owner } = await started({ now: () => nowMs });
    const { token } = await keyOf(engine, owner);
    const authenticated = await use(engine, token);
    if (!authenticated.ok) throw new Error(authenticated.reason);
    const caller = { kind: 'user', principal: authenticated.principal } as const;
    nowMs += 2 * DAY_MS - 1;
    expect(await engine.identify(caller)).toMatchObject({ userName: 'jane' });
    nowMs += 1;
    expect(await use(engine, token)).toMatchObject({ ok: false, reason: 'invalid' });
    expect(await engine.identify(caller)).toBeUndefined();
    const list = async () => {
      const own = await engine.apiKeys.own(owner);
      return own.ok ? own.result.keys.map(({ name, status }) => [name, status]) : own;
    };
    expect(await list()).toEqual([['nightly', 'expired']]);
    nowMs += 31 * DAY_MS;
    await keyOf(engine, owner, { ...ORDER, name: 'next' });
    expect(await list()).toEqual([['next', 'active']]);
  });

  it('is blocked with its owner after too many wrong passwords from the same address', async () => {
    const { engine, owner } = await started();
    const { token } = await keyOf(engine, owner);
    for (let guess = 0; guess < 10; guess++)
      await login(engine, JANE.name, `Wrong-password-${guess}`).catch(() => undefined);
    expect(await use(engine, token)).toMatchObject({ ok: false, reason: 'blocked' });
    expect(await use(engine, token, '10.0.0.9')).toMatchObject({ ok: true });
    const forged = `${token.slice(0, -4)}AAAA`;
    expect(await use(engine, forged)).toMatchObject({ ok: false, reason: 'invalid' });
  });

  it('is rejected while internal users cannot log in', async () => {
    const { engine, owner } = await started();
    const { token } = await keyOf(engine, owner);
    await configure(engine, { authc: { passwords: { ...PASSWORDS, http_enabled: false } } });
    expect(await use(engine, token)).toMatchObject({ ok: false, reason: 'invalid' });
  });

  it('does not allow impersonation, even if its owner may impersonate', async () => {
    const { engine, admin, owner } = await started({
      settings: { impersonation: { jane: ['john'] } },
    });
    await admin('PUT', '/api/internalusers/john', { password: 'Copper-Meadow-8-Lantern' });
    const { token } = await keyOf(engine, owner);
    const authenticated = await use(engine, token);
    if (!authenticated.ok) throw new Error(authenticated.reason);
    const headers = { opendistro_security_impersonate_as: 'john' };
    const authInfo = (caller: EngineCaller) =>
      clientOf(engine, caller)('GET', '/authinfo', undefined, { headers });
    expect((await authInfo(owner)).body).toMatchObject({ user_name: 'john' });
    const byKey = await authInfo({ kind: 'user', principal: authenticated.principal });
    expect([byKey.statusCode, JSON.stringify(byKey.body)]).toEqual([
      403,
      expect.stringContaining("'jane' is not allowed to impersonate as 'john'"),
    ]);
  });

  /** jane may do anything by the management API, and every request is recorded. */
  async function recorded() {
    const all = await started();
    await all.admin('PUT', '/api/rolesmapping/all_access', { users: ['admin', JANE.name] });
    const audit = { disabled_rest_categories: [] };
    await all.admin('PUT', '/api/audit/config', { enabled: true, audit, compliance: {} });
    /** A caller with a key of jane's, limited to endpoints of the management API. */
    const withKey = async (name: string, endpoints: readonly string[]) => {
      const permissions = {
        cluster_permissions: endpoints.map((one) => `restapi:admin/${one}`),
        index_permissions: [],
        tenant_permissions: [],
      };
      const { key, token } = await keyOf(all.engine, all.owner, { ...ORDER, name, permissions });
      const authenticated = await use(all.engine, token);
      if (!authenticated.ok) throw new Error(authenticated.reason);
      const caller: UserCaller = { kind: 'user', principal: authenticated.principal };
      return { id: key.id, caller };
    };
    return { ...all, withKey };
  }

  it('reports requests by endpoint, permissions that were never used, and denials', async () => {
    const { engine, admin, owner, withKey } = await recorded();
    const { id, caller } = await withKey('sync', ['roles', 'tenants']);
    const script = clientOf(engine, caller);
    await script('PUT', '/api/roles/one', {});
    await script('GET', '/api/roles/one');
    await script('GET', '/api/roles');
    for (let at = 0; at < 3; at++) await script('GET', '/api/internalusers/admin');
    await clientOf(engine, owner)('GET', '/api/tenants');
    await clientOf(engine, (await withKey('other', ['tenants'])).caller)('GET', '/api/tenants');
    const used = (method: string, endpoint: string, count: number) => ({
      method,
      endpoint,
      count,
      last: expect.any(Number),
    });
    const report = await engine.apiKeys.usage(owner, { api_key: id });
    expect(report).toEqual({
      ok: true,
      result: {
        events: 3,
        changes: 1,
        period: { from: expect.any(Number), to: expect.any(Number) },
        is_partial: false,
        is_recorded: true,
        records_denied: true,
        used: [used('GET', 'roles', 2), used('PUT', 'roles', 1)],
        denied: [used('GET', 'internalusers', 3)],
        permissions: [
          { name: 'restapi:admin/roles', count: 3, last: expect.any(Number) },
          { name: 'restapi:admin/tenants', count: 0 },
        ],
      },
    });
    const { events } = await engine
      .auditEvents(owner, { categories: ['MISSING_PRIVILEGES'] })
      .then((page) => (page.ok ? page.result : { events: [] }));
    expect(events[0]).toMatchObject({ audit_api_key: id, audit_repeated_count: 2 });
    await admin('PUT', '/api/audit/config', { enabled: true, audit: {}, compliance: {} });
    expect(await engine.apiKeys.usage(owner, { api_key: id, days: 1 })).toMatchObject({
      result: { events: 3, is_recorded: false, records_denied: true },
    });
  });

  it('reports use only to callers who may read users and audit events', async () => {
    const { engine, withKey } = await recorded();
    const { id } = await withKey('sync', ['roles']);
    const statusFor = async (name: string, endpoints: readonly string[], api_key = id) => {
      const { caller } = await withKey(name, endpoints);
      const report = await engine.apiKeys.usage(caller, { api_key });
      return report.ok ? 200 : report.response.statusCode;
    };
    expect(await statusFor('users', ['internalusers'])).toBe(403);
    expect(await statusFor('events', ['audit'])).toBe(403);
    expect(await statusFor('both', ['internalusers', 'audit'])).toBe(200);
    expect(await statusFor('unknown', ['internalusers', 'audit'], 'abcdefghijkl')).toBe(404);
    const internal = clientOf(engine, INTERNAL);
    await internal('PUT', '/api/internalusers/hid', {
      hidden: true,
      password: 'Copper-Meadow-8-Lantern',
    });
    const hidden = (await login(engine, 'hid', 'Copper-Meadow-8-Lantern')) as UserCaller;
    const ofHidden = await keyOf(engine, hidden);
    expect(await statusFor('hidden', ['internalusers', 'audit'], ofHidden.key.id)).toBe(404);
  });

  it('stays valid after a restart', async () => {
    const dataDir = temporaryFolder();
    const { engine } = await startEngine({ dataDir });
    const admin = (await login(engine, 'admin', ADMIN_PASSWORD)) as UserCaller;
    const { token } = await keyOf(engine, admin);
    await engine.stop();
    const again = await startEngine({ dataDir });
    expect(await use(again.engine, token)).toMatchObject({ ok: true });
  });
});
