/** Start of the engine, and the demo data. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { firstValueFrom } from 'rxjs';
import type { RequestCaller } from '../api/engine';
import { openDatabase } from './sqlite';
import { MIGRATIONS } from './configuration_store/schema';
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../testing/embedded';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

jest.setTimeout(30_000);

afterEach(cleanUp);

const GOOD_PASSWORD = 'Str0ng!Passw0rd-9';

describe('first start', () => {
  // @asvs V2.3/1
  it('generates a strong password, reports it once, and stores only its hash', async () => {
    const dataDir = temporaryFolder();
    const { engine, firstStart } = await startEngine({ dataDir, initialAdminPassword: undefined });
    expect(firstStart).toMatchObject({
      userName: 'admin',
      generated: true,
      password: expect.stringMatching(/^.{19}$/),
    });
    const caller = await login(engine, 'admin', firstStart?.password ?? '');
    expect(await engine.identify(caller)).toMatchObject({
      roles: ['all_access'],
      hasApiAccess: true,
      isReserved: false,
    });
    await engine.stop();
    for (const file of readdirSync(dataDir)) {
      expect(readFileSync(join(dataDir, file)).includes(firstStart?.password ?? '')).toBe(false);
    }
    expect(statSync(join(dataDir, 'engine.sqlite')).mode & 0o777).toBe(0o600);
    expect((await startEngine({ dataDir })).firstStart).toBeUndefined();
  });

  it('creates the built-in entries, mappings and documents, and no other user', async () => {
    const { engine } = await startEngine();
    const internal = clientOf(engine, INTERNAL);
    const names = async (type: string) =>
      Object.keys((await internal('GET', `/api/${type}`)).body as object);
    expect(await names('roles')).toHaveLength(54);
    expect(await names('actiongroups')).toHaveLength(26);
    expect(await names('tenants')).toEqual(['global_tenant']);
    expect(await names('internalusers')).toEqual(['admin']);
    expect((await names('rolesmapping')).sort()).toEqual([
      'all_access',
      'kibana_server',
      'kibana_user',
      'logstash',
      'manage_snapshots',
      'readall',
    ]);
  });

  it('uses a given password, and creates nothing if the password is rejected', async () => {
    const dataDir = temporaryFolder();
    await expect(startEngine({ dataDir, initialAdminPassword: 'short' })).rejects.toMatchObject({
      code: 'engine.initial_password_invalid',
    });
    await expect(startEngine({ dataDir, initialAdminPassword: 'Passw0rd!' })).rejects.toThrow(
      'The initial administrator password was refused: Weak password.'
    );
    const { engine, firstStart } = await startEngine({
      dataDir,
      initialAdminPassword: GOOD_PASSWORD,
    });
    expect(firstStart).toEqual({ userName: 'admin', password: GOOD_PASSWORD, generated: false });
    await login(engine, 'admin', GOOD_PASSWORD);
  });

  it('rejects a folder in use by another engine, and a file of a newer version', async () => {
    const dataDir = temporaryFolder();
    const { engine } = await startEngine({ dataDir });
    await expect(startEngine({ dataDir })).rejects.toMatchObject({ code: 'storage.folder_in_use' });
    await engine.stop();
    await engine.stop();
    const extra = { name: 'later', sql: 'CREATE TABLE later (id INTEGER)' };
    openDatabase({
      file: join(dataDir, 'engine.sqlite'),
      migrations: [...MIGRATIONS, extra],
    }).close();
    await expect(startEngine({ dataDir })).rejects.toMatchObject({ code: 'storage.newer_schema' });
  });

  it('replays its status and completes on stop', async () => {
    const { engine } = await startEngine();
    expect(await firstValueFrom(engine.status$)).toMatchObject({ level: 'available' });
    const completed = jest.fn();
    engine.status$.subscribe({ complete: completed });
    await engine.stop();
    expect(completed).toHaveBeenCalledTimes(1);
  });
});

describe('demo data', () => {
  it('is complete and usable, and loaded once', async () => {
    const dataDir = temporaryFolder();
    const { engine, demoStart } = await startEngine({ dataDir, demo: true });
    expect(demoStart?.userNames).toHaveLength(40);
    const identityOf = async (name: string) =>
      engine.identify(await login(engine, name, demoStart?.password ?? ''));
    expect(await identityOf('olivia.hartmann')).toMatchObject({
      roles: ['hr_payroll', 'hr_records', 'kibana_user'],
      tenants: { hr: true, global_tenant: true, 'olivia.hartmann': true },
      hasApiAccess: false,
    });
    expect(Object.keys((await identityOf('pedro.almeida'))?.tenants ?? {}).sort()).toEqual([
      'global_tenant',
      'hr',
      'pedro.almeida',
    ]);
    const custom = await engine.find(INTERNAL, {
      type: 'roles',
      page: 1,
      perPage: 50,
      filters: { customization: ['custom'] },
    });
    expect(custom).toMatchObject({ ok: true, result: { total: 15 } });
    const admin = await login(engine, 'admin', ADMIN_PASSWORD);
    const caller = { ...admin, remoteAddress: '192.0.2.1' } as RequestCaller;
    const usage = await engine.roleUsage(caller, { role: 'hr_records', days: 90 });
    expect(usage).toMatchObject({ ok: true, result: { is_recorded: true, is_partial: false } });
    const used = usage.ok ? usage.result.entries[0]?.indices.map(({ name }) => name) : [];
    expect(used).toEqual(expect.arrayContaining(['hr-people', 'hr-absences']));
    await engine.stop();
    const again = await startEngine({ dataDir, demo: true });
    expect(again.demoStart).toBeUndefined();
  });
});

it('keeps entities, their versions and callers across a restart', async () => {
  const dataDir = temporaryFolder();
  const first = await startEngine({ dataDir });
  const before = clientOf(first.engine, INTERNAL);
  await before('PUT', '/api/roles/kept', { description: 'd' });
  const caller = await login(first.engine, 'admin', ADMIN_PASSWORD);
  const { headers } = await before('GET', '/api/roles/kept');
  await first.engine.stop();
  const second = await startEngine({ dataDir });
  expect(await second.engine.identify(caller)).toMatchObject({ userName: 'admin' });
  expect((await clientOf(second.engine, INTERNAL)('GET', '/api/roles/kept')).headers['etag']).toBe(
    headers['etag']
  );
});

describe('identity', () => {
  const PASSWORD = 'Str0ng!Passw0rd-9';

  afterEach(cleanUp);

  it('revokes permissions before the change is acknowledged', async () => {
    const { engine } = await startEngine();
    const server = clientOf(engine, INTERNAL);
    const admin = clientOf(engine, await login(engine, 'admin', ADMIN_PASSWORD));
    await server('PUT', '/api/roles/team', { tenant_permissions: [] });
    await server('PUT', '/api/tenants/sales', { description: '' });
    await server('PUT', '/api/internalusers/jdoe', { password: PASSWORD, backend_roles: ['dev'] });
    const jdoe = await login(engine, 'jdoe', PASSWORD);
    expect(engine.identityMaxAgeMs).toBe(0);
    const access = async () => {
      // Twice: the result of the first call is cached and must not outlive the change.
      await engine.identify(jdoe);
      const identity = await engine.identify(jdoe);
      return identity && [identity.roles.join(), identity.hasApiAccess, identity.tenants['sales']];
    };
    const sales = [{ tenant_patterns: ['sales'], allowed_actions: ['kibana_all_write'] }];
    const all = { backend_roles: ['dev'] };
    const steps: ReadonlyArray<readonly [string, () => Promise<unknown>, unknown]> = [
      ['nothing', async () => undefined, ['', false, undefined]],
      ['mapped', () => admin('PUT', '/api/rolesmapping/team', all), ['team', false, undefined]],
      [
        'a tenant',
        () => admin('PUT', '/api/roles/team', { tenant_permissions: sales }),
        ['team', false, true],
      ],
      [
        'no tenant',
        () => admin('PUT', '/api/roles/team', { tenant_permissions: [] }),
        ['team', false, undefined],
      ],
      ['unmapped', () => admin('DELETE', '/api/rolesmapping/team'), ['', false, undefined]],
      [
        'API access',
        () => admin('PUT', '/api/internalusers/jdoe', { backend_roles: ['admin'] }),
        ['all_access', true, true],
      ],
      [
        'no API access',
        () => admin('PUT', '/api/internalusers/jdoe', { backend_roles: [] }),
        ['', false, undefined],
      ],
      ['deleted', () => admin('DELETE', '/api/internalusers/jdoe'), undefined],
    ];
    for (const [what, change, expected] of steps) {
      await access();
      await change();
      expect([what, await access()]).toEqual([what, expected]);
    }
  });
});
