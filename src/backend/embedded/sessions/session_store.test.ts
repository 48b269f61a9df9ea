import { join } from 'node:path';
import { openDatabase, type Database } from '../sqlite';
import { describeSessionStore } from '../../testing/session_store_contract';
import { EmbeddedSessionStore, SESSION_MIGRATIONS } from './session_store';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';

const openIn = (dir: string): Database =>
  openDatabase({ file: join(dir, 'sessions.sqlite'), migrations: SESSION_MIGRATIONS });

describeSessionStore('embedded', async () => {
  const dir = temporaryFolder();
  const databases: Database[] = [];
  return {
    open: async () => {
      const database = openIn(dir);
      databases.push(database);
      return new EmbeddedSessionStore(database);
    },
    dispose: async () => {
      databases.forEach((database) => database.close());
    },
  };
});

describe('EmbeddedSessionStore', () => {
  it('counts unexpired sessions, unless the database cannot be read', async () => {
    const dir = temporaryFolder();
    const database = openIn(dir);
    const store = new EmbeddedSessionStore(database);
    const contents = new Uint8Array([1]);
    for (const [key, expiresAtMs] of [
      ['a', 2],
      ['b', 5],
    ] as const)
      await store.put({ key, userName: 'jdoe', contents, createdAtMs: 1, expiresAtMs });
    expect([store.count(1), store.count(2), store.count(5)]).toEqual([2, 1, 0]);
    database.close();
    expect(store.count(1)).toBeUndefined();
  });

  it('stores no user names', async () => {
    const dir = temporaryFolder();
    const database = openIn(dir);
    const contents = new Uint8Array([1]);
    await new EmbeddedSessionStore(database).put({
      key: 'a',
      userName: 'jdoe',
      contents,
      createdAtMs: 1,
      expiresAtMs: 2,
    });
    const rows = database.all<{ user_tag: string }>('SELECT * FROM sessions');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('jdoe');
    database.close();
  });
});
