import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT_LOG } from '../../contract/log';
import { openDatabase, type Database } from '../storage';
import { EmbeddedData } from './embedded_data';
import { WritableWatch } from './writable_watch';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sd-data-'));
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
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
  it('belongs to one server at a time, and keeps what was written for the next', async () => {
    const one = open();
    await one.savedObjects({ kind: 'server' }, '').write([note(3)]);
    await one.sessions.put({
      ...{ key: 'k', userName: 'jdoe', contents: new Uint8Array([1]) },
      ...{ createdAtMs: 1, expiresAtMs: 2 },
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
    await expect(store.write([note(1)])).rejects.toMatchObject({ refusal: { status: 503 } });
  });

  it('leaves the folder to others when it cannot be opened', () => {
    open().stop();
    const file = join(dir, 'data', 'sessions.sqlite');
    const newer = Array.from({ length: 9 }, (_, n) => ({
      name: `${n}`,
      sql: n < 1 ? 'SELECT 1' : `CREATE TABLE later_${n} (a)`,
    }));
    openDatabase({ file, migrations: newer }).close();
    expect(open).toThrow('was written by a newer version');
    rmSync(file);
    open().stop();
  });
});

describe('WritableWatch', () => {
  it('says when the disk is full, tries again by itself, and says when it can be written', () => {
    jest.useFakeTimers();
    const log = { ...SILENT_LOG, error: jest.fn(), info: jest.fn() };
    const watch = new WritableWatch(log);
    const database: Database = openDatabase({
      file: join(dir, 'watched.sqlite'),
      migrations: [{ name: 'create t', sql: 'CREATE TABLE t (v TEXT) STRICT' }],
      onWritable: watch.listener('watched', () => database),
    });
    const seen: boolean[] = [];
    watch.isWritable$.subscribe((isWritable) => seen.push(isWritable));
    database.exec('PRAGMA max_page_count = 8');
    const fill = () =>
      database.transaction(() => database.run('INSERT INTO t VALUES (?)', 'x'.repeat(100_000)));
    expect(fill).toThrow('No space left');
    expect(fill).toThrow('No space left');
    expect([seen, log.error.mock.calls.length]).toEqual([[true, false], 1]);
    database.exec('PRAGMA query_only = ON');
    jest.advanceTimersByTime(60_000);
    expect(seen).toEqual([true, false]);
    database.exec('PRAGMA query_only = OFF');
    database.exec('PRAGMA max_page_count = 1000');
    jest.advanceTimersByTime(60_000);
    expect([seen, log.info.mock.calls.length]).toEqual([[true, false, true], 1]);
    expect(fill).not.toThrow();
    watch.stop();
    database.close();
  });
});
