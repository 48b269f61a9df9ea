import type { RoleMapping } from '@sd/contracts';
import { of } from 'rxjs';
import type { EngineServiceSetup, FindQuery, FoundEntity } from '@sd/core/server';
import { coreMock } from '../../../core/server/mocks';
import {
  createTemporarySavedObjects,
  type TemporarySavedObjects,
} from '../../../core/server/saved_objects/mocks';
import { SAVED_OBJECT_TYPES, READ_SETUP } from '../common';
import { plugin } from './';
import { demoMarkerType } from './demo_seeder';
import { themeFor } from './demo_themes';
import { savedObjectTypes, collectFacts, registerSetupRoute } from './plugin';

let objects: TemporarySavedObjects;
beforeEach(() => {
  objects = createTemporarySavedObjects([...savedObjectTypes, demoMarkerType]);
});
afterEach(() => objects.dispose());

const security = {
  tenantPartition: (tenant: string) => `tenant:${tenant}`,
  tenantNames: jest.fn(async (): Promise<readonly string[] | undefined> => TENANTS),
};
const TENANTS = ['sales', 'finance', 'Blue_Team'];
afterEach(() => security.tenantNames.mockReset().mockResolvedValue(TENANTS));

async function start({ demo = true, plugins = { security } as Record<string, unknown> } = {}) {
  const context = coreMock.createPluginContext({});
  const { core } = coreMock.createSetup();
  const instance = plugin({ ...context, env: { ...context.env, demo } } as never);
  await instance.setup(core, plugins);
  const savedObjects = {
    getScopedClient: () => objects.clientFor(),
    createInternalClient: (partition: string) => objects.internalClient(partition),
    runTransfer: <T>(_request: unknown, work: () => Promise<T>) => work(),
    getTypes: () => objects.types.getAll(),
  };
  await instance.start({ ...coreMock.createStart(), engine: core.engine, savedObjects }, plugins);
  return { core, logger: context.logger };
}

const titlesIn = async (partition: string) =>
  (
    await objects
      .clientFor({ partition })
      .find({ type: SAVED_OBJECT_TYPES, perPage: 100, sortField: 'display_title' })
  ).saved_objects.map(({ attributes }) => attributes['title'] as string);

it('registers the types that home lists and the hidden marker type', async () => {
  const { core } = await start({ demo: false });
  const names = core.savedObjects.registerType.mock.calls.map(([{ name }]) => name as string);
  expect(names.sort()).toEqual([...SAVED_OBJECT_TYPES, demoMarkerType.name].sort());
});

it('seeds nothing without the demo option', async () => {
  await start({ demo: false });
  expect(security.tenantNames).not.toHaveBeenCalled();
  expect(await titlesIn('tenant:')).toEqual([]);
});

it('gives each tenant its own objects', async () => {
  await start();
  expect(await titlesIn('tenant:')).toContain('Company website overview');
  expect(await titlesIn('tenant:sales')).toContain('Sales pipeline');
  expect(await titlesIn('tenant:finance')).toContain('Monthly closing');
  expect(await titlesIn('tenant:Blue_Team')).toContain('Blue Team overview');
  const all = (
    await Promise.all(
      ['', 'sales', 'finance', 'Blue_Team'].map((name) => titlesIn(`tenant:${name}`))
    )
  ).flat();
  expect(new Set(all).size).toBe(all.length);
});

it('creates only references to seeded objects', async () => {
  await start();
  const client = objects.clientFor({ partition: 'tenant:sales' });
  const { saved_objects: found } = await client.find({ type: SAVED_OBJECT_TYPES, perPage: 100 });
  const ids = new Set(found.map(({ type, id }) => `${type}/${id}`));
  const references = found.flatMap((object) => object.references);
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter(({ type, id }) => !ids.has(`${type}/${id}`))).toEqual([]);
});

it('keeps deleted and changed objects on the next start', async () => {
  await start();
  const client = objects.clientFor({ partition: 'tenant:sales' });
  await client.delete('dashboard', 'demo-sales-pipeline');
  await client.update('dashboard', 'demo-quarterly-sales-results', { title: 'Mine' });
  await start();
  const titles = await titlesIn('tenant:sales');
  expect(titles).toContain('Mine');
  expect(titles).not.toContain('Sales pipeline');
});

it('completes a seed that was interrupted', async () => {
  await objects
    .internalClient('tenant:')
    .create('dashboard', { title: 'Half' }, { id: 'demo-service-availability' });
  await start();
  expect(await titlesIn('tenant:')).toEqual(
    expect.arrayContaining(['Half', 'Company website overview'])
  );
});

it('seeds only the global tenant without the security plugin', async () => {
  await start({ plugins: {} });
  expect(await titlesIn('')).toContain('Company website overview');
  expect(await titlesIn('tenant:sales')).toEqual([]);
});

it('seeds the global tenant and logs a warning when tenants cannot be read', async () => {
  security.tenantNames.mockResolvedValue(undefined);
  const { logger } = await start();
  expect(await titlesIn('tenant:')).toContain('Company website overview');
  expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining('Tenants could not be read'));
});

it.each(['sales', 'finance', 'hr', 'operations', 'research'])(
  'has a theme for the demo tenant %s',
  (tenant) => {
    expect(themeFor(tenant).indexPattern).not.toBe(`${tenant}-events-*`);
  }
);

const ENGINE = {
  kind: 'embedded',
  status$: of({ level: 'available', summary: 'The engine runs.' }),
} as unknown as Pick<EngineServiceSetup, 'kind' | 'status$'>;

const role = (name: string, mapping?: Partial<RoleMapping>): FoundEntity => ({
  name,
  entity: {},
  version: '1',
  // Older clusters omit empty lists.
  ...(mapping && { mapping: mapping as RoleMapping }),
});

/** 100 000 users, reported as a total and one entry. */
function createClient({ refused = [] as string[], roleCount = 3 } = {}) {
  const find = jest.fn(async ({ type, filters, perPage }: FindQuery) => {
    if (refused.includes(type))
      return { ok: false as const, response: { statusCode: 403, headers: {}, body: {} } };
    const roles = filters?.['roles'];
    const response = (total: number, items: FoundEntity[] = []) => ({
      ok: true as const,
      result: {
        total,
        unfilteredTotal: total,
        items: items.slice(0, perPage),
        facets: { roles: Array.from({ length: roleCount }, (_v, index) => `role_${index}`) },
      },
    });
    if (type === 'tenants') return response(4);
    if (type === 'roles')
      return response(4, [
        role('used', { users: ['anna'], backend_roles: [] }),
        role('direct'),
        role('empty', { users: [], backend_roles: [], and_backend_roles: [], hosts: [] }),
        role('lonely'),
      ]);
    if (!roles) return response(filters ? 99_998 : 100_000);
    if (roles[0] === 'all_access') return response(2);
    if (roles.length > 1) return response(99_990);
    return response(roles[0] === 'direct' ? 1 : 0);
  });
  const request = jest.fn(async () => ({
    statusCode: refused.includes('audit') ? 403 : 200,
    headers: {},
    body: { config: { enabled: false } },
  }));
  return { find, request };
}

describe('setup facts', () => {
  it('count entities without listing them', async () => {
    const client = createClient();
    expect(await collectFacts(client, ENGINE, true)).toEqual({
      engine: { kind: 'embedded', level: 'available', summary: 'The engine runs.' },
      users: { total: 99_998, withFullAccess: 2, withoutRole: 10 },
      roles: { total: 4, unused: { count: 2, isAtLeast: false, names: ['empty', 'lonely'] } },
      tenants: { total: 4 },
      isMultitenancyOn: true,
      isAuditLogOn: false,
    });
    const userPages = client.find.mock.calls.filter(([{ type }]) => type === 'internalusers');
    expect(userPages.every(([{ perPage }]) => perPage === 1)).toBe(true);
    expect(client.find.mock.calls.length).toBeLessThan(12);
  });

  it('omit parts that the administrator may not read, and tenants while multitenancy is off', async () => {
    const refused = ['internalusers', 'roles', 'tenants', 'audit'];
    expect(await collectFacts(createClient({ refused }), ENGINE, false)).toEqual({
      engine: { kind: 'embedded', level: 'available', summary: 'The engine runs.' },
      isMultitenancyOn: false,
    });
  });

  it('omit the number of users without a role if not all roles are known', async () => {
    const { users } = await collectFacts(createClient({ roleCount: 100 }), ENGINE, true);
    expect(users).toEqual({ total: 99_998, withFullAccess: 2 });
  });
});

describe('setup facts route', () => {
  it('requires an administrator and shares one engine query between concurrent requests', async () => {
    const router = coreMock.createRouter();
    const client = createClient();
    let nowMs = 0;
    const engine = { ...ENGINE, asScoped: jest.fn(() => client) };
    registerSetupRoute(router, engine as never, () => nowMs);
    const { config, handler } = router.find('get', READ_SETUP.path);
    expect(config.options.access).toBe('admin');
    const ask = (userName: string) => {
      const request = coreMock.createRequest({ auth: coreMock.createAuth({ userName }) });
      return handler(request as never, coreMock.createResponse(request));
    };
    const [first, second] = await Promise.all([ask('anna'), ask('anna')]);
    expect(first).toMatchObject({ statusCode: 200, body: { isMultitenancyOn: false } });
    expect(second).toEqual(first);
    expect(engine.asScoped).toHaveBeenCalledTimes(1);
    await ask('ben');
    expect(engine.asScoped).toHaveBeenCalledTimes(2);
    nowMs = 2_000;
    await ask('anna');
    expect(engine.asScoped).toHaveBeenCalledTimes(3);
    client.request.mockRejectedValueOnce(new Error('away'));
    nowMs = 4_000;
    await expect(ask('anna')).rejects.toThrow('away');
    expect(await ask('anna')).toMatchObject({ statusCode: 200 });
  });
});
