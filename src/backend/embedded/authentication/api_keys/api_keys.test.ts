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
