/** Logins and the resulting identities. */
import { join } from 'node:path';
import { hash as bcryptHash } from '@node-rs/bcrypt';
import { Secret, TOTP } from 'otpauth';
import { PasswordHasher } from './password_hash';
import { openDatabase } from '../sqlite';
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
import type { EngineCaller } from '../../api/engine';
import type { EmbeddedEngine } from '../embedded_engine';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { errorText } from '../../../../test/helpers/http_client';
import type { FactorEnrollment } from '../../../contracts/api';
import {
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../../../../test/helpers/security_server';
import { HASH_WORK } from './hash_functions';
import { parseHash } from './hash_form';

jest.setTimeout(60_000);

afterEach(cleanUp);

const GOOD_PASSWORD = 'Str0ng!Passw0rd-9';
const attempt = (
  engine: EmbeddedEngine,
  userName: string,
  password: string,
  remoteAddress = '127.0.0.1'
) => engine.authenticate({ headers: basic(userName, password), remoteAddress });

describe('login', () => {
  it('reveals neither which credential was wrong nor whether the user exists', async () => {
    const { engine } = await startEngine();
    const wrong = { ok: false, reason: 'invalid', challenge: expect.any(String) };
    expect(await attempt(engine, 'admin', 'wrong')).toEqual(wrong);
    expect(await attempt(engine, 'nobody', 'wrong')).toEqual(wrong);
    expect(await attempt(engine, 'admin', '')).toEqual(wrong);
    expect(await attempt(engine, '__proto__', 'x')).toEqual(wrong);
    for (const authorization of [
      'Basic',
      'Basic !!!',
      'Basic YQ==',
      `Basic ${'A'.repeat(100_000)}`,
    ]) {
      expect(
        await engine.authenticate({ headers: { authorization }, remoteAddress: 'x' })
      ).toMatchObject({ ok: false, reason: 'invalid' });
    }
    for (const authorization of [undefined, '', 'Bearer x']) {
      expect(
        await engine.authenticate({ headers: { authorization }, remoteAddress: 'x' })
      ).toMatchObject({ ok: false, reason: 'missing' });
    }
  });

  it('blocks a user name at one address after ten failures, even with the correct password, for a limited time', async () => {
    let nowMs = 1_000_000;
    const { engine } = await startEngine({ monotonicNow: () => nowMs });
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, i) => attempt(engine, 'admin', `guess-${i}`))
    );
    expect(
      guesses.filter((guess) => !guess.ok && guess.reason === 'invalid').length
    ).toBeLessThanOrEqual(10);
    const blocked = await attempt(engine, 'admin', ADMIN_PASSWORD);
    expect(blocked).toEqual({ ok: false, reason: 'blocked', retryAfterSeconds: 300 });
    expect((await attempt(engine, 'admin', ADMIN_PASSWORD, '192.0.2.1')).ok).toBe(true);
    nowMs += 300_001;
    expect((await attempt(engine, 'admin', ADMIN_PASSWORD)).ok).toBe(true);
  });

  it('applies configured auth_failure_listeners', async () => {
    const { engine } = await startEngine();
    const listeners = {
      byname: {
        type: 'username',
        authentication_backend: 'internal',
        allowed_tries: 2,
        block_expiry_seconds: 60,
      },
    };
    await clientOf(engine, INTERNAL)('PATCH', '/api/securityconfig', [
      { op: 'add', path: '/config/dynamic/auth_failure_listeners', value: listeners },
    ]);
    await attempt(engine, 'admin', 'wrong', '192.0.2.1');
    await attempt(engine, 'admin', 'wrong', '192.0.2.2');
    expect(await attempt(engine, 'admin', ADMIN_PASSWORD, '192.0.2.3')).toMatchObject({
      reason: 'blocked',
    });
  });

  it('counts wrong passwords per address, but not requests without credentials', async () => {
    const { engine } = await startEngine();
    const listeners = { place: { type: 'ip', allowed_tries: 2, block_expiry_seconds: 60 } };
    await clientOf(engine, INTERNAL)('PATCH', '/api/securityconfig', [
      { op: 'add', path: '/config/dynamic/auth_failure_listeners', value: listeners },
    ]);
    const remoteAddress = '192.0.2.1';
    for (let times = 0; times < 5; times++)
      expect(await engine.authenticate({ headers: {}, remoteAddress })).toMatchObject({
        reason: 'missing',
      });
    expect((await attempt(engine, 'admin', ADMIN_PASSWORD, remoteAddress)).ok).toBe(true);
    await attempt(engine, 'admin', 'wrong', remoteAddress);
    await attempt(engine, 'nobody', 'wrong', remoteAddress);
    expect(await attempt(engine, 'admin', ADMIN_PASSWORD, remoteAddress)).toMatchObject({
      reason: 'blocked',
    });
    expect((await attempt(engine, 'admin', ADMIN_PASSWORD, '192.0.2.2')).ok).toBe(true);
  });

  // @asvs V2.4.1/1
  it('verifies an imported bcrypt hash and replaces it without ending sessions', async () => {
    const dataDir = temporaryFolder();
    const { engine } = await startEngine({ dataDir });
    const internal = clientOf(engine, INTERNAL);
    const bcrypt = (await bcryptHash(GOOD_PASSWORD, 4)).replace(/^\$2b/, '$2y');
    await internal('PUT', '/api/internalusers/old', { hash: bcrypt });
    const caller = await login(engine, 'old', GOOD_PASSWORD);
    const reader = openDatabase({ file: join(dataDir, 'engine.sqlite'), migrations: MIGRATIONS });
    const storedHash = () =>
      reader.get<{ hash: string }>("SELECT hash FROM credential WHERE user_name = 'old'")?.hash;
    await waitForCondition(() => storedHash() !== bcrypt);
    expect(storedHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    reader.close();
    expect(await engine.identify(caller)).toBeDefined();
    await login(engine, 'old', GOOD_PASSWORD, '192.0.2.9');
    expect((await attempt(engine, 'old', 'wrong')).ok).toBe(false);
  });

  it('caches a verified header until the user changes', async () => {
    const { engine } = await startEngine();
    const internal = clientOf(engine, INTERNAL);
    await internal('PUT', '/api/internalusers/u', { password: GOOD_PASSWORD });
    const verified = jest.spyOn(PasswordHasher.prototype, 'verify');
    for (let i = 0; i < 5; i++) await login(engine, 'u', GOOD_PASSWORD);
    expect(verified).toHaveBeenCalledTimes(1);
    expect((await attempt(engine, 'u', `${GOOD_PASSWORD}x`)).ok).toBe(false);
    expect(verified).toHaveBeenCalledTimes(2);
    await internal('DELETE', '/api/internalusers/u', undefined, {
      query: { confirm_lockout: 'true' },
    });
    expect((await attempt(engine, 'u', GOOD_PASSWORD)).ok).toBe(false);
  });
});

describe('identity', () => {
  it('reflects every change immediately', async () => {
    const { engine } = await startEngine();
    const internal = clientOf(engine, INTERNAL);
    await internal('PUT', '/api/internalusers/u', {
      password: GOOD_PASSWORD,
      backend_roles: ['b'],
    });
    const caller = await login(engine, 'u', GOOD_PASSWORD);
    expect(await engine.identify(caller)).toMatchObject({ roles: [], tenants: { u: true } });
    await internal('PUT', '/api/tenants/t', { description: '' });
    await internal('PUT', '/api/roles/r', {
      tenant_permissions: [{ tenant_patterns: ['t'], allowed_actions: [] }],
    });
    await internal('PUT', '/api/rolesmapping/r', { backend_roles: ['b'] });
    expect(await engine.identify(caller)).toMatchObject({ roles: ['r'], tenants: { t: false } });
    await internal('PUT', '/api/rolesmapping/all_access', { users: ['u'] });
    expect(await engine.identify(caller)).toMatchObject({
      roles: ['all_access', 'r'],
      tenants: { t: true },
      hasApiAccess: true,
    });
    await internal('PUT', '/api/internalusers/u', { description: 'no backend roles any more' });
    expect(await engine.identify(caller)).toMatchObject({ roles: ['all_access'] });
    await internal('DELETE', '/api/tenants/t');
    expect((await engine.identify(caller))?.tenants).not.toHaveProperty('t');
    await internal('DELETE', '/api/internalusers/u', undefined, {
      query: { confirm_lockout: 'true' },
    });
    expect(await engine.identify(caller)).toBeUndefined();
    await internal('PUT', '/api/internalusers/u', { password: GOOD_PASSWORD });
    expect(await engine.identify(caller)).toBeUndefined();
  });

  it('has roles of mappings by address', async () => {
    const { engine } = await startEngine();
    await clientOf(engine, INTERNAL)('PUT', '/api/rolesmapping/readall', { hosts: ['10.1.*'] });
    const caller = await login(engine, 'admin', ADMIN_PASSWORD, '10.1.2.3');
    expect((await engine.identify(caller))?.roles).toEqual(['all_access', 'readall']);
    expect(
      (await engine.identify({ ...caller, remoteAddress: '10.2.2.3' } as EngineCaller))?.roles
    ).toEqual(['all_access']);
  });

  it('is undefined for unknown users, and the anonymous user when anonymous access is enabled', async () => {
    const { engine } = await startEngine();
    expect(await engine.identify({ kind: 'anonymous' })).toBeUndefined();
    await clientOf(engine, INTERNAL)('PATCH', '/api/securityconfig', [
      { op: 'add', path: '/config/dynamic/http/anonymous_auth_enabled', value: true },
    ]);
    expect(await engine.identify({ kind: 'anonymous' })).toMatchObject({
      userName: 'opendistro_security_anonymous',
      isInternalUser: false,
    });
    expect(
      await engine.identify({
        kind: 'user',
        principal: { userName: 'admin', credentialVersion: '0' },
      })
    ).toBeUndefined();
  });
});

describe('equal work for all names', () => {
  const FACTORS = '/api/v1/account/factors';

  const PASSWORD = 'Violet-Harbor-7-Kettle';

  let server: SecurityServer;

  beforeAll(async () => {
    server = await startSecurityServer({ config: { auth: { forbidden_usernames: ['robot'] } } });
    for (const name of ['plain', 'careful', 'robot']) await addUser(server, name, PASSWORD);
    await addUser(server, 'off', PASSWORD, { attributes: { enabled: 'false' } });
    const owner = await server.loggedIn('careful', PASSWORD);
    const enrollment = await owner.post(FACTORS, { kind: 'totp', current_password: PASSWORD });
    const { id, totp } = enrollment.body as FactorEnrollment;
    const code = new TOTP({ secret: Secret.fromBase32(totp?.secret ?? '') }).generate();
    const added = await owner.post(`${FACTORS}/_confirm`, { id, name: 'Phone', code });
    expect(added.status).toBe(200);
  });

  /** Cost classes of the hashes that a login computes, and its result. */
  async function login(name: string, password: string) {
    const verify = jest.spyOn(HASH_WORK, 'verify');
    const response = await server.client().login(name, password);
    const work = verify.mock.calls.map(([hash]) => parseHash(hash)?.costClass);
    verify.mockRestore();
    return { status: response.status, text: errorText(response), work };
  }

  it('computes the same hashes and returns the same error for wrong passwords of any user', async () => {
    const unknownUser = await login('nobody', 'Wrong-password-1');
    expect(unknownUser).toMatchObject({ status: 401, work: [expect.any(String)] });
    for (const name of ['plain', 'careful', 'off', 'robot'])
      expect({ name, ...(await login(name, 'Wrong-password-1')) }).toEqual({
        name,
        ...unknownUser,
      });
  });

  it('computes the same hashes and returns the same error for correct passwords of users who may not log in', async () => {
    const unknownUser = await login('nobody', PASSWORD);
    for (const name of ['off', 'robot'])
      expect({ name, ...(await login(name, PASSWORD)) }).toEqual({ name, ...unknownUser });
  });

  it('computes no hash in the second login step, whatever the response', async () => {
    const verify = jest.spyOn(HASH_WORK, 'verify');
    const steps: number[] = [];
    for (const code of ['000000', 'ABCD-EFGH-JKLM-NPQR', '']) {
      const client = server.client();
      const firstStep = await client.login('careful', PASSWORD);
      const { id } = (firstStep.body as { attributes: { round: { id: string } } }).attributes.round;
      verify.mockClear();
      const { status } = await client.post('/auth/login/round', { id, fields: { code } });
      expect(status).toBe(401);
      steps.push(verify.mock.calls.length);
    }
    expect(steps).toEqual([0, 0, 0]);
  });
});
