import type { SavedObjectsStore, StoreOperation } from '../../../backend/api';
import { SAVED_OBJECTS_LIMITS } from '../../common';
import { createTemporarySavedObjects, type TemporarySavedObjects } from './mocks';
import { updateObjects, type ObjectChange } from './update_objects';
import type { Database } from '../../../backend/testing/stores';
import { serverForEachTest } from './routes/mocks';

let objects: TemporarySavedObjects;
let store: SavedObjectsStore;
beforeEach(async () => {
  objects = createTemporarySavedObjects([{ name: 'note' }]);
  store = objects.openStore({ kind: 'server' }, '');
  await objects.clientFor().create('note', { count: 0 }, { id: 'a' });
});
afterEach(() => objects.dispose());

const addOne = (id: string, more: Partial<ObjectChange> = {}): ObjectChange => ({
  type: 'note',
  id,
  titleField: 'title',
  change: ({ attributes, references }) => ({
    attributes: { ...attributes, count: (attributes['count'] as number) + 1 },
    references,
  }),
  ...more,
});
const read = async (id = 'a') => (await objects.clientFor().get<{ count: number }>('note', id))!;
const statusesOf = (outcomes: Awaited<ReturnType<typeof updateObjects>>) =>
  outcomes.map((outcome) => (outcome.ok ? 200 : outcome.error.statusCode));

/** A store in which another user writes first, the given number of times. */
const overtaken = (times: number): SavedObjectsStore => ({
  ...store,
  write: async (operations: readonly StoreOperation[]) => {
    if (times-- > 0) await updateObjects(store, [addOne('a')]);
    return store.write(operations);
  },
});

describe('updateObjects', () => {
  it('retries after a concurrent write, and loses neither change', async () => {
    const rounds = SAVED_OBJECTS_LIMITS.updateRounds;
    expect(statusesOf(await updateObjects(overtaken(rounds - 1), [addOne('a')]))).toEqual([200]);
    expect((await read()).attributes.count).toBe(rounds);
  });

  it('fails with a conflict after the last retry', async () => {
    const rounds = SAVED_OBJECTS_LIMITS.updateRounds;
    expect(statusesOf(await updateObjects(overtaken(rounds), [addOne('a')]))).toEqual([409]);
    expect((await read()).attributes.count).toBe(rounds);
  });

  it('does not retry changes with an explicit version', async () => {
    const { version } = await read();
    const change = addOne('a', { ifVersion: version as string });
    expect(statusesOf(await updateObjects(overtaken(1), [change]))).toEqual([409]);
    expect((await read()).attributes.count).toBe(1);
    expect(statusesOf(await updateObjects(store, [change]))).toEqual([409]);
  });

  it('combines many changes of one object into one write, in order', async () => {
    const write = jest.spyOn(store, 'write');
    const { version } = await read();
    const late = addOne('a', { ifVersion: version as string });
    const changes = [late, ...Array.from({ length: 500 }, () => addOne('a')), late, addOne('b')];
    const statuses = statusesOf(await updateObjects(store, changes));
    expect(statuses).toEqual([...Array.from({ length: 501 }, () => 200), 409, 404]);
    expect((await read()).attributes.count).toBe(501);
    expect(write.mock.calls.map(([operations]) => operations.length)).toEqual([1]);
  });

  it('writes large objects in batches', async () => {
    const client = objects.clientFor();
    const text = 'x'.repeat(SAVED_OBJECTS_LIMITS.updateBatchBytes / 8);
    const ids = Array.from({ length: 20 }, (_, index) => `large ${index}`);
    for (const id of ids) await client.create('note', { count: 0, text }, { id });
    const write = jest.spyOn(store, 'write');
    const statuses = statusesOf(
      await updateObjects(
        store,
        ids.map((id) => addOne(id))
      )
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(write.mock.calls.map(([operations]) => operations.length)).toEqual([8, 8, 4]);
  });
});

it('completes many concurrent updates of one object', async () => {
  const client = objects.clientFor();
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => client.update('note', 'a', { [`by ${index}`]: index }))
  );
  expect(Object.keys((await client.get('note', 'a')).attributes as object)).toHaveLength(41);
});

describe('a full disk', () => {
  let database: Database;
  const { send } = serverForEachTest({ onOpen: (opened) => (database = opened) });

  it('responds to writes with 507 while the disk is full, still serves reads, and damages nothing', async () => {
    const save = (id: string, size: number) =>
      send('POST', `/api/saved_objects/dashboard/${id}`, {
        attributes: { title: 't', text: 'x'.repeat(size) },
      });
    expect((await save('before', 10)).status).toBe(200);
    const { page_count: pages } = database.get<{ page_count: number }>('PRAGMA page_count')!;
    database.exec(`PRAGMA max_page_count = ${pages + 2}`);
    const refused = await save('refused', 500_000);
    expect(refused).toMatchObject({
      status: 507,
      body: {
        statusCode: 507,
        error: 'Insufficient Storage',
        message: expect.stringMatching(/^Nothing was saved: the server's disk is full/),
      },
    });
    expect(refused.text).not.toContain('sd-saved-objects-');
    const imported = await send(
      'POST',
      '/api/saved_objects/_import',
      JSON.stringify({ type: 'index-pattern', id: 'i', attributes: { text: 'x'.repeat(9_000) } })
    );
    expect(imported.status).toBe(507);
    const settings = await send('POST', '/api/kibana/settings', {
      changes: { 'notifications:banner': 'y'.repeat(9_000) },
    });
    expect(settings.status).toBe(507);
    expect((await send('GET', '/api/saved_objects/dashboard/before')).status).toBe(200);
    expect((await send('GET', '/api/saved_objects/dashboard/refused')).status).toBe(404);
    database.exec('PRAGMA max_page_count = 100000');
    expect((await save('refused', 500_000)).status).toBe(200);
    expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  });
});
