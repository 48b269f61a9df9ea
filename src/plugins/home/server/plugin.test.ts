import { coreMock } from '../../../core/server/mocks';
import {
  createTemporarySavedObjects,
  type TemporarySavedObjects,
} from '../../../core/server/saved_objects/mocks';
import { SAVED_OBJECT_TYPES } from '../common';
import { plugin } from '.';
import { demoMarkerType } from './demo_seeder';
import { themeFor } from './demo_themes';
import { savedObjectTypes } from './plugin';

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
