/** Renaming a tenant with saved objects: one move at a time, resumed after a crash. */
import { setImmediate } from 'node:timers/promises';
import Libsql from 'libsql';
import { EmbeddedSavedObjects } from '../../saved_objects/object_store';
import { openEmbeddedBackend } from '../../index';
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  startEngine,
} from '../../../testing/embedded';
import { temporaryFolder } from '../../../../../test/helpers/temporary_folder';
import { ENGINE_LIMITS } from '../../../../contracts/limits';

// Generous, for machines whose processors are shared.
jest.setTimeout(60_000);
const OBJECTS = 450;

const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const stop of stops.splice(0)) await stop();
  await cleanUp();
});

async function open(dataDir = temporaryFolder()) {
  const { backend } = await openEmbeddedBackend({ dataDir, initialAdminPassword: ADMIN_PASSWORD });
  stops.push(() => backend.stop());
  const call = clientOf(backend.engine, INTERNAL);
  const storeOf = (tenant: string) => backend.savedObjects({ kind: 'server' }, `tenant:${tenant}`);
  const fill = async (tenant: string, count: number) => {
    await call('PUT', `/api/tenants/${tenant}`, { description: tenant });
    await storeOf(tenant).write(Array.from({ length: count }, (_, n) => note(`n${n}`)));
  };
  const holds = async (tenant: string, id: string) => {
    const [found] = await storeOf(tenant).locate([{ type: 'note', id }]);
    return found !== undefined;
  };
  const rename = async (from: string, to: string) =>
    (await call('POST', `/api/tenants/${from}/_rename`, { to })).statusCode;
  return { dataDir, backend, call, fill, holds, rename };
}

const note = (id: string) => ({
  kind: 'create' as const,
  type: 'note',
  id,
  titleField: 'title',
  overwrite: true,
  attributes: { title: id },
  references: [],
});

it('refuses to rename a second tenant with objects while those of the first are moved', async () => {
  const { fill, holds, rename, call } = await open();
  await fill('north', OBJECTS);
  await fill('east', 1);
  await call('PUT', '/api/tenants/empty', { description: 'Empty' });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const { move } = EmbeddedSavedObjects.prototype;
  jest.spyOn(EmbeddedSavedObjects.prototype, 'move').mockImplementationOnce(async function (
    this: EmbeddedSavedObjects,
    from,
    to
  ) {
    await released;
    return move.call(this, from, to);
  });
  const first = rename('north', 'south');
  while ((await call('GET', '/api/tenants/south')).statusCode !== 200) await setImmediate();
  expect(await rename('east', 'west')).toBe(409);
  expect([await holds('east', 'n0'), await rename('empty', 'void')]).toEqual([true, 200]);
  release();
  expect(await first).toBe(200);
  expect([await rename('east', 'west'), await holds('west', 'n0')]).toEqual([200, true]);
});

it('lets other requests run between two batches of objects that it moves', async () => {
  const { fill, rename } = await open();
  await fill('north', OBJECTS);
  const steps = EmbeddedSavedObjects.prototype as unknown as { moveSome(): boolean };
  const { moveSome } = steps;
  let turn = 0;
  const batches: number[] = [];
  jest.spyOn(steps, 'moveSome').mockImplementation(function (this: unknown, ...names: []) {
    batches.push(turn);
    return moveSome.apply(this, names);
  });
  let isDone = false;
  const renamed = rename('north', 'south').finally(() => (isDone = true));
  for (; !isDone; turn++) await setImmediate();
  expect(await renamed).toBe(200);
  expect(batches).toHaveLength(Math.ceil(OBJECTS / 200));
  expect(new Set(batches).size).toBe(batches.length);
});

it('finishes the move of objects after a crash in the middle', async () => {
  const { dataDir, backend, fill, holds, rename } = await open();
  await fill('north', OBJECTS);
  const steps = EmbeddedSavedObjects.prototype as unknown as {
    moveSome(...names: string[]): boolean;
  };
  const { moveSome } = steps;
  jest
    .spyOn(steps, 'moveSome')
    .mockImplementationOnce(function (this: EmbeddedSavedObjects, ...names) {
      return moveSome.apply(this, names);
    })
    .mockImplementationOnce(() => {
      throw new Error('The process ends here.');
    });
  expect(await rename('north', 'south')).toBe(500);
  expect([await holds('south', 'n0'), await holds('south', `n${OBJECTS - 1}`)]).toEqual([
    true,
    false,
  ]);
  stops.pop();
  await backend.stop();
  jest.restoreAllMocks();
  const again = await open(dataDir);
  expect([await again.holds('south', 'n0'), await again.holds('south', `n${OBJECTS - 1}`)]).toEqual(
    [true, true]
  );
  expect(await again.holds('north', 'n0')).toBe(false);
  await again.fill('other', 1);
  expect(await again.rename('other', 'another')).toBe(200);
});

/** Statements of the database while `work` runs. */
async function statementsDuring(work: () => Promise<unknown>): Promise<number> {
  const statement = Object.getPrototypeOf(new Libsql(':memory:').prepare('SELECT 1')) as {
    [method in 'get' | 'all' | 'run']: (...values: unknown[]) => unknown;
  };
  const spies = (['get', 'all', 'run'] as const).map((method) => jest.spyOn(statement, method));
  await work();
  const calls = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return calls;
}

it('takes as many statements for each reference, however many there are', async () => {
  const { engine } = await startEngine();
  const call = clientOf(engine, INTERNAL);
  const half = ENGINE_LIMITS.renameReferences / 2;
  await call('PUT', '/api/tenants/north', { description: 'North' });
  const value = {
    tenant_permissions: [{ tenant_patterns: ['north'], allowed_actions: ['kibana_all_read'] }],
  };
  const addRoles = async (from: number, count: number) => {
    const names = Array.from({ length: count }, (_, n) => `role_${from + n}`);
    const patch = names.map((name) => ({ op: 'add', path: `/${name}`, value }));
    expect((await call('PATCH', '/api/roles', patch)).statusCode).toBe(200);
  };
  const rename = async (from: string, to: string) => {
    const { statusCode, body } = await call('POST', `/api/tenants/${from}/_rename`, { to });
    return [statusCode, (body as { readonly moved?: object }).moved];
  };
  await addRoles(0, half);
  const few = await statementsDuring(async () =>
    expect(await rename('north', 'south')).toEqual([200, { roles: half }])
  );
  await rename('south', 'north');
  await addRoles(half, half);
  const many = await statementsDuring(async () =>
    expect(await rename('north', 'south')).toEqual([200, { roles: 2 * half }])
  );
  expect(Math.ceil((many - few) / half)).toBeLessThan(8);

  await rename('south', 'north');
  await addRoles(2 * half, 1);
  expect(await rename('north', 'south')).toEqual([413, undefined]);
  expect((await call('GET', '/api/tenants/north')).statusCode).toBe(200);
});
