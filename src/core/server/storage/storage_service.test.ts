import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coreMock } from '../mocks';
import { StorageService } from './storage_service';

const MIGRATIONS = [{ name: 'create t', sql: 'CREATE TABLE t (v TEXT) STRICT' }];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sd-storage-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('StorageService', () => {
  it('gives each owner a database of its own and closes them all', () => {
    const service = new StorageService(join(folder, 'data'), coreMock.createLogger());
    const { open } = service.setup();
    const database = open('sessions', MIGRATIONS);
    database.run('INSERT INTO t VALUES (?)', 'kept');
    expect(() => open('sessions', MIGRATIONS)).toThrow('Database "sessions" is already open.');
    service.stop();
    expect(() => database.get('SELECT 1')).toThrow('is closed');
    const again = new StorageService(join(folder, 'data'), coreMock.createLogger());
    expect(again.setup().open('sessions', MIGRATIONS).all('SELECT v FROM t')).toEqual([
      { v: 'kept' },
    ]);
    again.stop();
  });

  it.each(['../x', 'A', '', 'engine', 'x/y'])('refuses the name %j', (name) => {
    const service = new StorageService(folder, coreMock.createLogger());
    expect(() => service.setup().open(name, MIGRATIONS)).toThrow('is not allowed');
    service.stop();
  });

  it('says when the disk is full, tries again by itself, and says when it can be written', async () => {
    jest.useFakeTimers();
    const logger = coreMock.createLogger();
    const service = new StorageService(folder, logger);
    const { open, isWritable$ } = service.setup();
    const seen: boolean[] = [];
    isWritable$.subscribe((isWritable) => seen.push(isWritable));
    const database = open('sessions', MIGRATIONS);
    database.exec('PRAGMA max_page_count = 8');
    const fill = () =>
      database.transaction(() => database.run('INSERT INTO t VALUES (?)', 'x'.repeat(100_000)));
    expect(fill).toThrow('No space left');
    expect(fill).toThrow('No space left');
    expect([seen, logger.error.mock.calls.length]).toEqual([[true, false], 1]);
    database.exec('PRAGMA query_only = ON');
    jest.advanceTimersByTime(60_000);
    expect(seen).toEqual([true, false]);
    database.exec('PRAGMA query_only = OFF');
    database.exec('PRAGMA max_page_count = 1000');
    jest.advanceTimersByTime(60_000);
    expect([seen, logger.info.mock.calls.length]).toEqual([[true, false, true], 1]);
    expect(fill).not.toThrow();
    service.stop();
    jest.useRealTimers();
  });
});
