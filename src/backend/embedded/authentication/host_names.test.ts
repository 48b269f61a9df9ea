/** Role mappings by host name, for each `hosts_resolver_mode`. */
import { HostNames } from './host_names';
import { openDatabase } from '../sqlite';
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../../testing/embedded';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';

afterEach(cleanUp);

const fixed = (names: Readonly<Record<string, readonly string[]>>) => async (address: string) => {
  if (!names[address]) throw new Error('ENOTFOUND');
  return names[address];
};

describe('HostNames', () => {
  it('performs no lookups unless they are configured', () => {
    const lookup = jest.fn();
    const hosts = new HostNames(() => 0, lookup);
    for (const mode of [undefined, 'ip-only', 'ip-hostname']) {
      hosts.configure(mode);
      expect(hosts.prepare('10.0.0.1')).toBeUndefined();
      expect(hosts.namesOf('10.0.0.1')).toEqual(['10.0.0.1']);
    }
    expect(lookup).not.toHaveBeenCalled();
  });

  it('looks up an address once a minute for all waiting requests, and keeps known names after a failure', async () => {
    let nowMs = 0;
    const lookup = jest.fn(fixed({ '10.0.0.1': ['a.example'] }));
    const hosts = new HostNames(() => nowMs, lookup);
    hosts.configure('ip-hostname-lookup');
    await Promise.all([hosts.prepare('10.0.0.1'), hosts.prepare('10.0.0.1')]);
    expect(hosts.namesOf('10.0.0.1')).toEqual(['10.0.0.1', 'a.example']);
    expect(hosts.prepare('10.0.0.1')).toBeUndefined();
    await hosts.prepare('10.0.0.2');
    expect(hosts.namesOf('10.0.0.2')).toEqual(['10.0.0.2']);
    expect(lookup).toHaveBeenCalledTimes(2);
    nowMs = 60_001;
    await hosts.prepare('10.0.0.1');
    expect(lookup).toHaveBeenCalledTimes(3);
  });

  it('waits at most two seconds', async () => {
    jest.useFakeTimers();
    const hosts = new HostNames(
      () => 0,
      () => new Promise(() => undefined)
    );
    hosts.configure('ip-hostname-lookup');
    const prepared = hosts.prepare('10.0.0.1');
    await jest.advanceTimersByTimeAsync(2_000);
    await prepared;
    expect(hosts.namesOf('10.0.0.1')).toEqual(['10.0.0.1']);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });
});

describe('mappings by host name', () => {
  it('give roles to callers from matching hosts', async () => {
    const reverseLookup = fixed({ '10.0.0.1': ['build7.ci.example'] });
    const { engine } = await startEngine({ reverseLookup });
    const internal = clientOf(engine, INTERNAL);
    await internal('PUT', '/api/rolesmapping/readall', { hosts: ['*.ci.example'] });
    const caller = await login(engine, 'admin', ADMIN_PASSWORD, '10.0.0.1');
    expect((await engine.identify(caller))?.roles).toEqual(['all_access']);
    const mode = {
      op: 'add',
      path: '/config/dynamic/hosts_resolver_mode',
      value: 'ip-hostname-lookup',
    };
    expect(await internal('PATCH', '/api/securityconfig', [mode])).toMatchObject({
      statusCode: 200,
    });
    expect((await engine.identify(caller))?.roles).toEqual(['all_access', 'readall']);
    const other = await login(engine, 'admin', ADMIN_PASSWORD, '10.0.0.2');
    expect((await engine.identify(other))?.roles).toEqual(['all_access']);
    await internal('PATCH', '/api/securityconfig', [{ ...mode, value: 'ip-only' }]);
    expect((await engine.identify(caller))?.roles).toEqual(['all_access']);
  });
});

describe('static entries of an older version', () => {
  it('are removed by a version that no longer has them', async () => {
    const dir = temporaryFolder();
    const first = await startEngine({ dataDir: dir });
    await first.engine.stop();
    const db = openDatabase({
      file: `${dir}/engine.sqlite`,
      migrations: (await import('../configuration_store/schema')).MIGRATIONS,
    });
    const row = db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'static_entries'");
    const entity = {
      reserved: true,
      hidden: false,
      cluster_permissions: [],
      index_permissions: [],
      tenant_permissions: [],
      static: true,
    };
    const former = [
      ...(JSON.parse(row?.value ?? '[]') as object[]),
      { type: 'roles', name: 'former', entity },
    ];
    db.run("UPDATE meta SET value = ? WHERE key = 'static_entries'", JSON.stringify(former));
    db.run(
      `INSERT INTO entity (type, name, name_key, description_key, reserved, hidden, is_static, revision, changed_at, search_text, body)
       VALUES ('roles', 'former', 'former', '', 1, 0, 1, 0, 0, 'former', ?)`,
      JSON.stringify(entity)
    );
    db.close();
    const { engine } = await startEngine({ dataDir: dir });
    const internal = clientOf(engine, INTERNAL);
    expect((await internal('GET', '/api/roles/former')).statusCode).toBe(404);
    expect((await internal('GET', '/api/roles/all_access')).statusCode).toBe(200);
  });
});
