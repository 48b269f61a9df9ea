import { chmodSync, copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { acquireDataFolder } from './data_folder';
import { openDatabase, StorageError, type Database, type Migration } from './index';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';

const CREATE: Migration = {
  name: 'create notes',
  sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT UNIQUE)',
};
const ADD_COLOUR: Migration = {
  name: 'add colour',
  sql: "ALTER TABLE note ADD COLUMN colour TEXT DEFAULT 'red'",
};

let folder: string;
const opened: Database[] = [];

beforeEach(() => void (folder = temporaryFolder()));
afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

function open(
  migrations: readonly Migration[] = [CREATE],
  file = join(folder, 'data', 'test.sqlite')
): Database {
  const db = openDatabase({ file, migrations });
  opened.push(db);
  return db;
}

/** Enabled at runtime, because Node is started without `--expose-gc`. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

const openFiles = (): number => readdirSync('/proc/self/fd').length;

const codeOfError = (error: unknown): string =>
  error instanceof StorageError ? error.code : String(error);

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof StorageError ? error.code : String(error);
  }
};

describe('openDatabase', () => {
  it('creates a private folder and file, durable and with foreign keys', () => {
    const db = open();
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
    expect(statSync(db.file).mode & 0o777).toBe(0o600);
    expect(db.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(db.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    expect(db.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
  });

  it('migrates an older file and keeps its rows', () => {
    open([CREATE]).run('INSERT INTO note (text) VALUES (?)', 'old');
    opened.splice(0).forEach((db) => db.close());
    expect(open([CREATE, ADD_COLOUR]).all('SELECT text, colour FROM note')).toEqual([
      { text: 'old', colour: 'red' },
    ]);
  });

  it('rejects a file of a newer version and leaves it unchanged', () => {
    open([CREATE, ADD_COLOUR]).close();
    expect(() => open([CREATE])).toThrow(
      /newer version of this product \(schema 2, this version knows 1\)/
    );
    expect(open([CREATE, ADD_COLOUR]).all('SELECT * FROM note')).toEqual([]);
  });

  it('rolls back a migration that fails half way', () => {
    const broken: Migration = {
      name: 'break',
      sql: 'CREATE TABLE extra (id INTEGER); SELECT * FROM missing;',
    };
    expect(codeOf(() => open([CREATE, broken]))).toBe('storage.migration_failed');
    expect(open([CREATE]).all("SELECT name FROM sqlite_master WHERE name = 'extra'")).toEqual([]);
  });

  it('rejects a file that is not a database', () => {
    writeFileSync(
      join(folder, 'x.sqlite'),
      'this is text, and long enough to be taken for a header'.repeat(20)
    );
    expect(codeOf(() => open([CREATE], join(folder, 'x.sqlite')))).toBe('storage.not_a_database');
  });

  it('reports a full disk, and rolls back the transaction', () => {
    const db = open();
    db.exec('PRAGMA max_page_count = 8');
    const fill = () =>
      db.transaction(() => {
        for (let i = 0; i < 1_000; i++)
          db.run('INSERT INTO note (text) VALUES (?)', `${i}`.repeat(500));
      });
    expect(codeOf(fill)).toBe('storage.disk_full');
    expect(db.get('SELECT count(*) AS n FROM note')).toEqual({ n: 0 });
    db.run('INSERT INTO note (text) VALUES (?)', 'small');
  });

  it('reports a folder that is not writable', () => {
    if (process.getuid?.() === 0) return; // root can write everywhere
    chmodSync(folder, 0o500);
    expect(codeOf(() => open())).toBe('storage.read_only');
  });

  it('rejects calls after closing', () => {
    const db = open();
    db.close();
    db.close();
    expect(codeOf(() => db.get('SELECT 1'))).toBe('storage.closed');
  });
});

describe('statements', () => {
  it('keep working when more texts are used than are cached', () => {
    const db = open();
    const statement = db.prepare<{ n: number }>('SELECT count(*) AS n FROM note');
    for (let index = 0; index < 600; index++) db.get(`SELECT ${index} AS n`);
    expect(statement.get()).toEqual({ n: 0 });
    expect(db.get('SELECT 0 AS n')).toEqual({ n: 0 });
    expect(db.prepare('SELECT count(*) AS n FROM note')).not.toBe(statement);
    expect(db.prepare('SELECT 599 AS n')).toBe(db.prepare('SELECT 599 AS n'));
  });
});

describe('transactions', () => {
  it('rolls back only the inner part if a nested one throws', () => {
    const db = open();
    db.transaction(() => {
      db.run('INSERT INTO note (text) VALUES (?)', 'outer');
      expect(() =>
        db.transaction(() => {
          db.run('INSERT INTO note (text) VALUES (?)', 'inner');
          throw new Error('no');
        })
      ).toThrow('no');
    });
    expect(db.all('SELECT text FROM note')).toEqual([{ text: 'outer' }]);
  });

  it('groups concurrent writes, and undoes only the one that throws', async () => {
    const db = open();
    const insert = (text: string) =>
      db.write(() => db.run('INSERT INTO note (text) VALUES (?)', text).lastInsertRowid);
    const results = await Promise.allSettled([
      ...Array.from({ length: 200 }, (_, i) => insert(`n${i}`)),
      insert('n7'),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(200);
    expect((results.at(-1) as PromiseRejectedResult).reason).toMatchObject({
      code: 'storage.constraint',
    });
    expect(db.get('SELECT count(*) AS n FROM note')).toEqual({ n: 200 });
  });

  it('rejects a whole group whose transaction was rolled back by SQLite', async () => {
    const db = open();
    db.exec('PRAGMA max_page_count = 8');
    const insert = (text: string) =>
      db.write(() => db.run('INSERT INTO note (text) VALUES (?)', text));
    const results = await Promise.allSettled([
      insert('a'),
      insert('x'.repeat(100_000)),
      insert('b'),
    ]);
    const stored = db.all<{ text: string }>('SELECT text FROM note').map(({ text }) => text);
    const acknowledged = ['a', undefined, 'b'].filter(
      (text, i) => text && results[i]?.status === 'fulfilled'
    );
    expect(results[1]?.status).toBe('rejected');
    expect(stored).toEqual(acknowledged);
  });

  it('reports the cause to all writers of a failed group, and keeps other commits', async () => {
    const db = open();
    await db.write(() => db.run('INSERT INTO note (text) VALUES (?)', 'before'));
    db.exec('PRAGMA max_page_count = 8');
    const insert = (text: string) =>
      db.write(() => db.run('INSERT INTO note (text) VALUES (?)', text)).catch(codeOfError);
    const outcomes = [insert('x'.repeat(100_000)), insert('y'.repeat(100_000))];
    expect(await Promise.all(outcomes)).toEqual(['storage.disk_full', 'storage.disk_full']);
    expect(db.all('SELECT text FROM note')).toEqual([{ text: 'before' }]);
    expect(db.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  });

  it('finishes queued writes on close', async () => {
    const db = open();
    const written = db.write(() => db.run('INSERT INTO note (text) VALUES (?)', 'last'));
    db.close();
    await written;
    expect(open().all('SELECT text FROM note')).toEqual([{ text: 'last' }]);
  });

  it('checkpoints everything into the file on close, so that a copy of the file alone is complete', async () => {
    const db = open();
    const reader = db.openBackgroundReader();
    for (let i = 0; i < 50; i++) db.run('INSERT INTO note (text) VALUES (?)', `${i}`.repeat(999));
    // Reads only the first row of the statement.
    expect(db.get('SELECT text FROM note')).toBeDefined();
    await reader.read({
      sql: 'SELECT json_group_array(text) FROM note',
      values: [],
      timeLimitMs: 5_000,
    });
    void db.write(() => db.run("INSERT INTO note (text) VALUES ('last')"));
    db.close();
    const log = statSync(`${db.file}-wal`, { throwIfNoEntry: false });
    expect(log?.size ?? 0).toBe(0);
    const copy = join(folder, 'copy.sqlite');
    copyFileSync(db.file, copy);
    expect(open([CREATE], copy).get('SELECT count(*) AS n FROM note')).toEqual({ n: 51 });
  });

  it('reads committed data outside the event loop, and interrupts slow queries', async () => {
    const db = open();
    db.run('INSERT INTO note (text) VALUES (?)', 'a');
    const reader = db.openBackgroundReader();
    const prepare = 'CREATE TEMP TABLE IF NOT EXISTS more (n); INSERT INTO more VALUES (1)';
    const read = (sql: string, timeLimitMs = 60_000) =>
      reader.read({ sql, values: [1n], prepare, timeLimitMs });
    const every = 'SELECT json_group_array(text) FROM note, more WHERE n = ?';
    expect(await Promise.all([read(every), read(every)])).toEqual([['a'], ['a']]);
    db.run('INSERT INTO note (text) VALUES (?)', 'b');
    expect(await read(every)).toEqual(['a', 'b']);
    const endless =
      'WITH RECURSIVE c(x) AS (SELECT ? UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c';
    await expect(read(endless, 200)).rejects.toMatchObject({ code: 'storage.interrupted' });
    expect(await read(every)).toEqual(['a', 'b']);
    await expect(read('SELECT nothing')).rejects.toMatchObject({ code: 'storage.failed' });
    // The event loop turns while it runs.
    const running = expect(read(endless)).rejects.toBeInstanceOf(StorageError);
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    // Interrupted before a thread has started it: it must end anyway.
    const pending = expect(read(endless)).rejects.toBeInstanceOf(StorageError);
    db.close();
    await Promise.all([running, pending]);
    await expect(read(every)).rejects.toMatchObject({ code: 'storage.closed' });
  });

  it('does not block the event loop when results of earlier queries are garbage-collected', async () => {
    const db = open();
    const reader = db.openBackgroundReader();
    const countTo = (last: bigint) =>
      reader.read({
        sql: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < ?) SELECT max(x) FROM c',
        values: [last],
        timeLimitMs: 60_000,
      });
    const before = openFiles();
    for (let each = 0; each < 220; each++) await countTo(10n);
    expect(openFiles()).toBeLessThan(before + 10);
    let isOver = false;
    const slow = countTo(100_000_000n).finally(() => (isOver = true));
    const refused = expect(slow).rejects.toBeInstanceOf(StorageError);
    const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
    await pause();
    // If garbage collection waited for the query, the query would be over afterwards.
    collectGarbage();
    await pause();
    expect(isOver).toBe(false);
    db.close();
    await refused;
  });

  it('stores bytes, null and big numbers', () => {
    const db = open([{ name: 'x', sql: 'CREATE TABLE x (a BLOB, b, c)' }]);
    db.run('INSERT INTO x VALUES (?, ?, ?)', new Uint8Array([1, 2]), null, Number.MAX_SAFE_INTEGER);
    const row = db.get<{ a: Uint8Array; b: null; c: number }>('SELECT * FROM x');
    expect([...(row?.a ?? [])]).toEqual([1, 2]);
    expect(row?.b).toBeNull();
    expect(row?.c).toBe(Number.MAX_SAFE_INTEGER);
    expect(db.prepare('SELECT ? AS a').get(null)).toEqual({ a: null });
  });
});

describe('acquireDataFolder', () => {
  (existsSync('/proc/self') ? it : it.skip)(
    'names a folder that cannot be made, below one that takes none (skipped without /proc)',
    () => {
      for (const dir of ['/proc/x', '/proc/x/y/z', '/dev/null/x'])
        expect(codeOf(() => acquireDataFolder(dir))).toBe('storage.cannot_open');
      expect(() => acquireDataFolder('/proc/x/y')).toThrow(
        'Name a folder that this user can create and write.'
      );
    }
  );

  it('rejects a second owner and names the first', () => {
    const first = acquireDataFolder(folder);
    expect(() => acquireDataFolder(folder)).toThrow(
      `in use by another server (process ${process.pid})`
    );
    expect(codeOf(() => acquireDataFolder(folder))).toBe('storage.folder_in_use');
    first.release();
    first.release();
    acquireDataFolder(folder).release();
  });

  it('is released when its owner is killed', () => {
    const libsql = require.resolve('libsql');
    const script = `const D = require(${JSON.stringify(libsql)});
      const db = new D(${JSON.stringify(join(folder, 'engine.lock'))});
      db.exec('BEGIN EXCLUSIVE');
      require('fs').writeFileSync(${JSON.stringify(join(folder, 'engine.owner'))}, String(process.pid));
      process.kill(process.pid, 'SIGKILL');`;
    expect(spawnSync(process.execPath, ['-e', script]).signal).toBe('SIGKILL');
    acquireDataFolder(folder).release();
  });

  it('locks out another process', () => {
    const held = acquireDataFolder(folder);
    const other = spawnSync(process.execPath, [
      '-e',
      `const D = require(${JSON.stringify(require.resolve('libsql'))});
      const db = new D(${JSON.stringify(join(folder, 'engine.lock'))});
      try { db.exec('BEGIN EXCLUSIVE'); process.exit(0); } catch { process.exit(7); }`,
    ]);
    expect(other.status).toBe(7);
    held.release();
  });
});
