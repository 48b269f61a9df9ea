/** Restoring access for an administrator. */
import { Secret, TOTP } from 'otpauth';
import { join } from 'node:path';
import {
  ADMIN_PASSWORD,
  basic,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
  type Client,
} from '../../testing/embedded';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import type { RequestCaller } from '../../api/engine';
import { domain, PASSWORDS } from '../../testing/domains';
import { openDatabase } from '../sqlite';
import { MIGRATIONS } from '../configuration_store/schema';
import { started } from './mocks';

// Measuring the first password loads dictionaries.
jest.setTimeout(30_000);
afterEach(cleanUp);

const CHALLENGING = domain('jwt', { signing_key: Buffer.alloc(64, 1).toString('base64') });
CHALLENGING.http_authenticator.challenge = true;
const HASHES = 'hashes that nobody can verify';

/** Starts an engine, logs in, and reads and changes users. */
async function canAdminister(dataDir: string, password: string): Promise<boolean> {
  const { engine } = await startEngine({ dataDir });
  try {
    const result = await engine.authenticate({
      headers: basic('admin', password),
      remoteAddress: '192.0.2.1',
    });
    if (!result.ok) return false;
    const admin = clientOf(engine, { kind: 'user', principal: result.principal });
    const body = { password: 'Vintage-Tractor-42' };
    const responses = [
      await admin('GET', '/api/internalusers'),
      await admin('PUT', '/api/internalusers/another', body),
    ];
    return responses.every(({ statusCode }) => statusCode < 300);
  } finally {
    await engine.stop();
  }
}

describe('reset-admin', () => {
  it('restores password, permissions and mapping, and records the change', async () => {
    const { dataDir, cli } = await started();
    const { engine } = await startEngine({ dataDir });
    const internal = clientOf(engine, INTERNAL);
    const confirmed = { query: { confirm_lockout: 'true' } };
    await internal(
      'PUT',
      '/api/internalusers/admin',
      { description: 'kept', backend_roles: ['other'] },
      confirmed
    );
    await internal('DELETE', '/api/rolesmapping/all_access', undefined, confirmed);
    await engine.stop();
    const { code, out } = await cli(['reset-admin']);
    expect(code).toBe(0);
    const password = /^Password: (\S{19})$/m.exec(out)?.[1] ?? '';
    const again = await startEngine({ dataDir });
    const caller = await login(again.engine, 'admin', password);
    expect(await again.engine.identify(caller)).toMatchObject({
      roles: ['all_access'],
      backendRoles: ['other', 'admin'],
      hasApiAccess: true,
    });
    expect(
      (
        await again.engine.authenticate({
          headers: basic('admin', ADMIN_PASSWORD),
          remoteAddress: 'x',
        })
      ).ok
    ).toBe(false);
    expect(
      (await clientOf(again.engine, caller)('GET', '/api/internalusers/admin')).body
    ).toMatchObject({ admin: { description: 'kept' } });
    const history = await again.engine.history!.list(caller, { page: 1, perPage: 2 });
    expect(history).toMatchObject({
      ok: true,
      result: {
        items: [
          { via: 'recovery', type: 'rolesmapping' },
          { via: 'recovery', name: 'admin' },
        ],
      },
    });
    const audit = await again.engine.auditEvents!(caller, { user: '_offline' });
    expect(audit).toMatchObject({ ok: true, result: { total: 2 } });
    expect(JSON.stringify(audit)).not.toContain(password);
  });

  it('removes second factors and API keys of the administrator, and reports the keys', async () => {
    const { dataDir, cli } = await started();
    const { engine } = await startEngine({ dataDir });
    const caller = (await login(engine, 'admin', ADMIN_PASSWORD)) as RequestCaller;
    const created = await engine.apiKeys.create(caller, {
      name: 'old',
      days: 9,
      isReadOnly: false,
    });
    const enrollment = await engine.factors.begin(caller, 'totp', undefined);
    if (!created.ok || !enrollment.ok) throw new Error('neither key nor factor');
    const { id, totp } = enrollment.result;
    const code = new TOTP({ secret: Secret.fromBase32(totp?.secret ?? '') }).generate();
    expect(await engine.factors.confirm(caller, { id, name: 'Phone', code })).toMatchObject({
      ok: true,
    });
    const headers = basic('admin', ADMIN_PASSWORD);
    expect(await engine.authenticate({ headers, remoteAddress: 'x' })).toMatchObject({
      reason: 'incomplete',
    });
    await engine.stop();
    const { out } = await cli(['reset-admin']);
    expect(out).toContain('API keys of admin were revoked: 1.');
    const password = /^Password: (\S{19})$/m.exec(out)?.[1] ?? '';
    expect(await canAdminister(dataDir, password)).toBe(true);
    const again = await startEngine({ dataDir });
    const authorization = `ApiKey ${created.result.token}`;
    expect(
      await again.engine.authenticate({ headers: { authorization }, remoteAddress: 'x' })
    ).toMatchObject({ ok: false, reason: 'invalid' });
  });

  const change = (method: 'PUT' | 'DELETE', path: string, body?: object) => (call: Client) =>
    call(method, `/api/${path}`, body, { query: { confirm_lockout: 'true' } });
  const domains = (authc: object) => change('PUT', 'securityconfig/config', { dynamic: { authc } });
  it.each<[string, (call: Client) => Promise<unknown>]>([
    ['no administrator', change('DELETE', 'internalusers/admin')],
    [
      'a disabled service account',
      change('PUT', 'internalusers/admin', { attributes: { service: 'true', enabled: 'false' } }),
    ],
    [
      'a hidden and reserved user',
      change('PUT', 'internalusers/admin', { hidden: true, reserved: true }),
    ],
    ['a mapping of nobody', change('PUT', 'rolesmapping/all_access', { users: ['nobody'] })],
    [
      'a mapping of costly patterns',
      change('PUT', 'rolesmapping/all_access', { users: ['/(?:(?:.?){9}){9}z/', '/(a+)+(?=b)/'] }),
    ],
    ['no mapping', change('DELETE', 'rolesmapping/all_access')],
    ['an allow list of nothing', change('PUT', 'allowlist', { enabled: true, requests: {} })],
    ['no domain for passwords', domains({ passwords: { ...PASSWORDS, http_enabled: false } })],
    ['a domain that asks before passwords', domains({ tokens: CHALLENGING, passwords: PASSWORDS })],
    [HASHES, async () => undefined],
  ])('restores access with %s', async (what, shutOut) => {
    const { dataDir, cli } = await started();
    const { engine } = await startEngine({ dataDir });
    await shutOut(clientOf(engine, INTERNAL));
    await engine.stop();
    if (what === HASHES) {
      const db = openDatabase({ file: join(dataDir, 'engine.sqlite'), migrations: MIGRATIONS });
      db.run("UPDATE credential SET hash = '$2y$31$' || substr(hash, 1, 53)");
      db.close();
    }
    expect(await canAdminister(dataDir, ADMIN_PASSWORD)).toBe(false);
    const { code, out, err } = await cli(['reset-admin']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const password = /^Password: (\S+)$/m.exec(out)?.[1] ?? '';
    expect(await canAdminister(dataDir, password)).toBe(true);
  });

  it.each([
    ['no authentication domain', { authc: {} }],
    [
      'blocks at the first failure',
      { auth_failure_listeners: { a: { type: 'username', allowed_tries: 1 } } },
    ],
  ])('is not needed with %s', async (_what, dynamic) => {
    const dataDir = temporaryFolder();
    const { engine } = await startEngine({ dataDir });
    await change('PUT', 'securityconfig/config', { dynamic })(clientOf(engine, INTERNAL));
    await engine.authenticate({ headers: basic('admin', 'wrong'), remoteAddress: 'x' });
    await engine.stop();
    expect(await canAdminister(dataDir, ADMIN_PASSWORD)).toBe(true);
  });

  it('reads a password from standard input and creates the user', async () => {
    const { dataDir, cli } = await started();
    expect(
      await cli(['reset-admin', '--user=rescue', '--password-stdin'], { stdin: 'short\n' })
    ).toMatchObject({ code: 2, err: expect.stringContaining('8 to 100') });
    const reset = () =>
      cli(['reset-admin', '--user', 'rescue', '--password-stdin'], {
        stdin: 'Vintage-Tractor-42\nmore',
      });
    const done = await reset();
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).not.toContain('Vintage-Tractor-42');
    expect(done.out).toBe('Created the user rescue, an administrator with a new password.\n');
    expect((await reset()).out).toBe(
      'Changed the user rescue: new password, administrator rights.\n'
    );
    const { engine } = await startEngine({ dataDir });
    expect(
      await engine.identify(await login(engine, 'rescue', 'Vintage-Tractor-42'))
    ).toMatchObject({ hasApiAccess: true });
  });

  it('applies the configured password rules, also to generated passwords', async () => {
    const { dataDir, cli } = await started();
    const settings = { passwordMinLength: 30, passwordRegex: '[^x]+', passwordMessage: 'No x' };
    const error = async (stdin: string) =>
      (await cli(['reset-admin', '--password-stdin'], { settings, stdin })).err;
    expect(await error('Vintage-Tractor-42')).toMatch(/refused: Password is too short\. .*restapi/);
    expect(await error('Vintage-Tractor-42-fox-under-bridges')).toContain('refused: No x.');
    expect(await error('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')).toContain('refused: Weak password.');
    const { out } = await cli(['reset-admin'], { settings: { passwordMinLength: 30 } });
    const password = /^Password: (\S{30,})$/m.exec(out)?.[1] ?? '';
    const { engine } = await startEngine({ dataDir });
    await login(engine, 'admin', password);
  });

  it('assigns a role with API access if the usual role has none', async () => {
    const { dataDir, cli } = await started();
    const settings = {
      apiRoles: ['security_rest_api_access'],
      rolesMappingResolution: 'BACKENDROLES_ONLY',
    } as const;
    const { out } = await cli(['reset-admin'], { settings });
    const { engine } = await startEngine({ dataDir, settings });
    const caller = await login(engine, 'admin', /^Password: (\S+)$/m.exec(out)![1]!);
    expect(await engine.identify(caller)).toMatchObject({ hasApiAccess: true });
  });
});
