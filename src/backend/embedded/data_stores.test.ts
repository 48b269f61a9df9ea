import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SILENT_LOG } from '../api/log';
import { openDatabase } from './sqlite';
import { EmbeddedData } from './data_stores';
import { StoreWatch } from './sqlite/write_probe';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

let dir: string;
beforeEach(() => void (dir = temporaryFolder()));
afterEach(() => {
  jest.useRealTimers();
});

const open = () => new EmbeddedData({ dataDir: join(dir, 'data'), log: SILENT_LOG });
const note = (size: number) => ({
  kind: 'create' as const,
  type: 'note',
  id: `of ${size}`,
  titleField: 'title',
  overwrite: true,
  attributes: { text: 'x'.repeat(size) },
  references: [],
});

describe('EmbeddedData', () => {
  it('locks the folder for one server, and keeps its data for the next one', async () => {
    const one = open();
    await one.savedObjects({ kind: 'server' }, '').write([note(3)]);
    await one.sessions.put({
      key: 'k',
      userName: 'jdoe',
      contents: new Uint8Array([1]),
      createdAtMs: 1,
      expiresAtMs: 2,
    });
    expect(open).toThrow('is in use by another server');
    one.stop();
    const two = open();
    expect(two.uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(two.uuid).toBe(one.uuid);
    const store = two.savedObjects({ kind: 'server' }, '');
    const [found] = await store.locate([{ type: 'note', id: 'of 3' }]);
    expect((await found?.read())?.attributes).toEqual({ text: 'xxx' });
    expect(await two.sessions.get('k')).toMatchObject({ createdAtMs: 1 });
    two.stop();
    await expect(store.write([note(1)])).rejects.toMatchObject({ response: { status: 503 } });
  });

  it('moves all objects of a tenant, which are found, changed and created under its new name', async () => {
    const data = open();
    const named = (id: string) => ({ ...note(1), id, attributes: { title: `note ${id}` } });
    const ids = Array.from({ length: 450 }, (_, n) => `n${n}`);
    await data.savedObjects({ kind: 'server' }, 'north').write(ids.map(named));
    await data.savedObjects({ kind: 'server' }, 'other').write([named('n0')]);
    await data.objects.move('north', 'south');
    expect(['north', 'south', 'other'].map((tenant) => data.objects.count(tenant))).toEqual([
      0, 450, 1,
    ]);
    const south = data.savedObjects({ kind: 'server' }, 'south');
    const [changed, created] = await south.write([named('n7'), named('new')]);
    expect([changed, created].every((one) => one && !('error' in one))).toBe(true);
    const [found] = await south.locate([{ type: 'note', id: 'n449' }]);
    expect((await found?.read())?.attributes).toEqual({ title: 'note n449' });
    expect(data.objects.count('south')).toBe(451);
    data.stop();
  });

  it('releases the folder if it cannot be opened', () => {
    open().stop();
    const file = join(dir, 'data', 'sessions.sqlite');
    const intact = readFileSync(file);
    const newer = Array.from({ length: 9 }, (_, n) => ({
      name: `${n}`,
      sql: n < 2 ? 'SELECT 1' : `CREATE TABLE later_${n} (a)`,
    }));
    openDatabase({ file, migrations: newer }).close();
    expect(open).toThrow('was written by a newer version');
    expect(open).toThrow('was written by a newer version');
    writeFileSync(file, intact);
    open().stop();
  });

  it('reports a damaged database once, and its status until it is restored', async () => {
    const one = open();
    const store = one.savedObjects({ kind: 'server' }, '');
    await store.write(Array.from({ length: 200 }, (_, n) => note(1_000 + n)));
    one.stop();
    const file = join(dir, 'data', 'saved_objects.sqlite');
    const bytes = readFileSync(file);
    // All pages except those read on opening: the schema and the mark.
    bytes.fill(0xff, 4_096 * 30);
    writeFileSync(file, bytes);
    const log = { ...SILENT_LOG, error: jest.fn() };
    const two = new EmbeddedData({ dataDir: join(dir, 'data'), log });
    const statuses: unknown[] = [];
    two.trouble$.subscribe((trouble) => statuses.push(trouble));
    const damaged = two.savedObjects({ kind: 'server' }, '');
    const reads = Array.from({ length: 200 }, async (_, n) => {
      const [found] = await damaged.locate([{ type: 'note', id: `of ${1_000 + n}` }]);
      await found?.read();
    });
    const failures = (await Promise.allSettled(reads)).filter(
      ({ status }) => status === 'rejected'
    );
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures)
      expect(failure).toMatchObject({
        reason: { code: 'storage.corrupt', response: { status: 503 } },
      });
    expect(statuses).toEqual([
      undefined,
      {
        level: 'unavailable',
        summary: 'Damaged: saved_objects.sqlite. Restore the data folder from a backup.',
      },
    ]);
    expect(log.error).toHaveBeenCalledTimes(1);
    two.stop();
  });
});

describe('StoreWatch', () => {
  it('reports a full disk, retries by itself, and reports when writing works again', () => {
    jest.useFakeTimers();
    const log = { ...SILENT_LOG, error: jest.fn(), info: jest.fn() };
    const watch = new StoreWatch(log, () => database.probe());
    const database = openDatabase({
      file: join(dir, 'watched.sqlite'),
      migrations: [{ name: 'create t', sql: 'CREATE TABLE t (v TEXT) STRICT' }],
      onHealth: (failure) => watch.note('watched', failure),
    });
    const writability: boolean[] = [];
    watch.isWritable$.subscribe((isWritable) => writability.push(isWritable));
    database.exec('PRAGMA max_page_count = 8');
    const fill = () =>
      database.transaction(() => database.run('INSERT INTO t VALUES (?)', 'x'.repeat(100_000)));
    expect(fill).toThrow('No space left');
    expect(fill).toThrow('No space left');
    expect([writability, log.error.mock.calls.length]).toEqual([[true, false], 1]);
    database.exec('PRAGMA query_only = ON');
    jest.advanceTimersByTime(60_000);
    expect(writability).toEqual([true, false]);
    database.exec('PRAGMA query_only = OFF');
    database.exec('PRAGMA max_page_count = 1000');
    jest.advanceTimersByTime(60_000);
    expect([writability, log.info.mock.calls.length]).toEqual([[true, false, true], 1]);
    expect(fill).not.toThrow();
    watch.stop();
    database.close();
  });
});
