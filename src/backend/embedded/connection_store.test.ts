import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeConnectionStore } from '../testing/connection_store_contract';
import { openDatabase, type Database } from './sqlite';
import { CONNECTION_MIGRATION, EmbeddedConnectionStore } from './connection_store';

let dir: string;
const databases: Database[] = [];
const open = async () => {
  const database = openDatabase({
    file: join(dir, 'preferences.sqlite'),
    migrations: [CONNECTION_MIGRATION],
  });
  databases.push(database);
  return new EmbeddedConnectionStore(database, dir);
};
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sd-connections-'));
});
afterEach(() => {
  databases.splice(0).forEach((database) => database.close());
  rmSync(dir, { recursive: true });
});

describeConnectionStore('embedded', async () => ({ open, dispose: async () => undefined }));

it('creates a key that only the owner can read, and keeps it', async () => {
  const key = (await open()).key(true);
  expect(key).toHaveLength(32);
  expect((await open()).key(true)).toEqual(key);
  expect(statSync(join(dir, 'clusters.key')).mode & 0o777).toBe(0o600);
});
