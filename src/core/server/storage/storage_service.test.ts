import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageService } from './storage_service';

const MIGRATIONS = [{ name: 'create t', sql: 'CREATE TABLE t (v TEXT) STRICT' }];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sd-storage-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('StorageService', () => {
  it('gives each owner a database of its own and closes them all', () => {
    const service = new StorageService(join(folder, 'data'));
    const { open } = service.setup();
    const database = open('sessions', MIGRATIONS);
    database.run('INSERT INTO t VALUES (?)', 'kept');
    expect(() => open('sessions', MIGRATIONS)).toThrow('Database "sessions" is already open.');
    service.stop();
    expect(() => database.get('SELECT 1')).toThrow('is closed');
    const again = new StorageService(join(folder, 'data'));
    expect(again.setup().open('sessions', MIGRATIONS).all('SELECT v FROM t')).toEqual([
      { v: 'kept' },
    ]);
    again.stop();
  });

  it.each(['../x', 'A', '', 'engine', 'x/y'])('refuses the name %j', (name) => {
    const service = new StorageService(folder);
    expect(() => service.setup().open(name, MIGRATIONS)).toThrow('is not allowed');
    service.stop();
  });
});
