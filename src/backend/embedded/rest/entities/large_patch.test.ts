/** A patch of many entities yields to other requests and is still a single change. */
import { setImmediate } from 'node:timers/promises';
import type { EmbeddedEngine } from '../..';
import { cleanUp, clientOf, INTERNAL, startEngine } from '../../../testing/embedded';

afterEach(cleanUp);

const COUNT = 60;
const names = Array.from({ length: COUNT }, (_, n) => `many_${String(n).padStart(2, '0')}`);
const described = (description: string) =>
  names.map((name) => ({ op: 'add', path: `/${name}/description`, value: description }));

async function engineWithRoles(): Promise<EmbeddedEngine> {
  const { engine } = await startEngine();
  const requests = names.map((name) => ({
    op: 'add',
    path: `/${name}`,
    value: { cluster_permissions: ['a'] },
  }));
  await done(clientOf(engine, INTERNAL)('PATCH', '/api/roles', requests));
  return engine;
}

const done = async (response: Promise<{ readonly statusCode: number }>) =>
  expect(await response).toMatchObject({ statusCode: 200 });

/** The clock advances by a millisecond per reading, so that time slices end soon. */
function useFastClock(): void {
  let nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs++);
}

/** Calls `probe` in every turn of the event loop until the work is done. */
async function beside(work: Promise<unknown>, probe: () => unknown): Promise<void> {
  let isDone = false;
  const end = work.finally(() => (isDone = true));
  while (!isDone) {
    await setImmediate();
    await probe();
  }
  await end;
}

it('yields to other requests while a large patch is read, validated and indexed', async () => {
  const engine = await engineWithRoles();
  useFastClock();
  let ticks = 0;
  let written: number | undefined;
  await beside(done(clientOf(engine, INTERNAL)('PATCH', '/api/roles', described('new'))), () => {
    ticks++;
    if (engine.parts.store.read('roles', 'many_00')?.entity.description === 'new')
      written ??= ticks;
  });
  // Reading, comparing and validating each yield at least once per few entities.
  expect(written).toBeGreaterThan((2 / 3) * COUNT);
  expect(ticks - (written ?? 0)).toBeGreaterThan(COUNT / 10);
});

it('keeps concurrent changes of the patched entities', async () => {
  const engine = await engineWithRoles();
  const patch = clientOf(engine, INTERNAL);
  useFastClock();
  for (const name of ['many_00', 'many_59']) {
    let ticks = 0;
    const others: Promise<unknown>[] = [];
    await beside(done(patch('PATCH', '/api/roles', described(`with ${name}`))), () => {
      if (ticks++ !== 20) return;
      const one = [{ op: 'add', path: '/cluster_permissions/-', value: 'b' }];
      others.push(done(patch('PATCH', `/api/roles/${name}`, one)));
    });
    await Promise.all(others);
    expect(engine.parts.store.read('roles', name)?.entity).toMatchObject({
      description: `with ${name}`,
      cluster_permissions: ['a', 'b'],
    });
  }
});

it('reports "no changes" only if all entities were unchanged at the same moment', async () => {
  const engine = await engineWithRoles();
  const patch = clientOf(engine, INTERNAL);
  await done(patch('PATCH', '/api/roles', described('same')));
  useFastClock();
  let ticks = 0;
  const others: Promise<unknown>[] = [];
  const response = patch('PATCH', '/api/roles', described('same'));
  await beside(response, () => {
    if (ticks++ !== 15) return;
    const one = [{ op: 'add', path: '/description', value: 'other' }];
    others.push(done(patch('PATCH', '/api/roles/many_00', one)));
  });
  await Promise.all(others);
  expect((await response).body).toMatchObject({ message: 'Resource updated.' });
  expect(engine.parts.store.read('roles', 'many_00')?.entity.description).toBe('same');
});

it('makes a large patch visible to searches as a whole', async () => {
  const engine = await engineWithRoles();
  useFastClock();
  const found = async () => {
    const query = { type: 'roles', page: 1, perPage: 1, search: 'renowned' } as const;
    const response = await engine.find(INTERNAL, query);
    return response.ok ? response.result.total : undefined;
  };
  const totals = new Set<number | undefined>();
  const patch = clientOf(engine, INTERNAL)('PATCH', '/api/roles', described('renowned'));
  await beside(done(patch), async () => totals.add(await found()));
  expect([...totals]).toEqual([0, COUNT]);
});

it('records a large patch per entity, in its order, with consecutive versions', async () => {
  const engine = await engineWithRoles();
  await done(clientOf(engine, INTERNAL)('PATCH', '/api/roles', described('recorded')));
  const listed = await engine.history.list(INTERNAL, { types: ['roles'], page: 1, perPage: COUNT });
  expect(listed.ok && listed.result.items.map(({ name }) => name)).toEqual([...names].reverse());
  const versions = names.map((name) => engine.parts.store.read('roles', name)?.revision ?? 0);
  expect(versions).toEqual(names.map((_, at) => (versions[0] ?? 0) + at));
  await done(
    clientOf(engine, INTERNAL)('PATCH', '/api/roles/many_00', [
      { op: 'add', path: '/description', value: 'later' },
    ])
  );
  expect(engine.parts.store.read('roles', 'many_00')?.revision).toBe((versions.at(-1) ?? 0) + 1);
});
