import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireDataFolder } from './data_folder';
import { backupDataFolder, openDatabase, type Database } from './index';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';

let folder: string;
let data: string;
const opened: Database[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  data = join(folder, 'data');
});
afterEach(() => {
  opened.splice(0).forEach((db) => db.close());
});

const MIGRATIONS = [
  { name: 'create', sql: 'CREATE TABLE pair (a INTEGER NOT NULL, b INTEGER NOT NULL)' },
];
const open = (name: string, dir = data): Database => {
  const db = openDatabase({ file: join(dir, `${name}.sqlite`), migrations: MIGRATIONS });
  opened.push(db);
  return db;
};

it('copies a folder in use with private files, without locks, logs and omitted databases', () => {
  const lock = acquireDataFolder(data);
  open('engine').run('INSERT INTO pair VALUES (1, 1)');
  open('sessions');
  writeFileSync(join(data, 'factors.key'), 'f00');
  writeFileSync(join(data, 'initial-password'), 'in clear');
  const target = join(folder, 'deep', 'copy');
  expect(backupDataFolder(data, target, { without: ['sessions'] })).toEqual([
    'engine.sqlite',
    'factors.key',
  ]);
  expect(readdirSync(target)).toEqual(['engine.sqlite', 'factors.key']);
  expect(readFileSync(join(target, 'factors.key'), 'utf8')).toBe('f00');
  expect(statSync(target).mode & 0o077).toBe(0);
  expect(statSync(join(target, 'engine.sqlite')).mode & 0o077).toBe(0);
  expect(open('engine', target).all('SELECT a, b FROM pair')).toEqual([{ a: 1, b: 1 }]);
  lock.release();
});

/**
 * Writes two rows per transaction in a loop and reports the number of committed pairs. It does not
 * wait for the disk, since nothing here depends on what survives a power cut.
 */
const WRITER = `
  const fs = require('node:fs');
  const Libsql = require(process.argv[1]);
  const db = new Libsql(process.argv[2]);
  db.pragma('busy_timeout = 5000');
  db.pragma('synchronous = OFF');
  const insert = db.prepare('INSERT INTO pair VALUES (?, ?)');
  for (let i = 0; ; i++) {
    db.exec('BEGIN IMMEDIATE');
    insert.run(i, 1);
    insert.run(i, 2);
    db.exec('COMMIT');
    // Not process.stdout, which waits for turns of the event loop once the pipe is full.
    fs.writeSync(1, i + '\\n');
  }`;

it('contains only complete transactions, in order, while another process writes continuously', async () => {
  open('engine').close();
  const writer = spawn(
    process.execPath,
    ['-e', WRITER, require.resolve('libsql'), join(data, 'engine.sqlite')],
    { stdio: ['ignore', 'pipe', 'inherit'] }
  );
  const ended = new Promise((done) => writer.once('exit', done));
  let committed = -1;
  writer.stdout.on('data', (chunk: Buffer) => {
    committed = Number(chunk.toString().trim().split('\n').at(-1));
  });
  try {
    for (const round of [1, 2, 3]) {
      await waitForCondition(() => committed >= round * 200);
      const before = committed;
      const target = join(folder, `copy${round}`);
      backupDataFolder(data, target);
      const copy = open('engine', target);
      const halves = 'SELECT a FROM pair GROUP BY a HAVING count(*) <> 2';
      expect(copy.all(halves)).toEqual([]);
      const { last, n } = copy.get<{ last: number; n: number }>(
        'SELECT max(a) AS last, count(*) AS n FROM pair'
      )!;
      expect(last).toBeGreaterThanOrEqual(before);
      expect(n).toBe((last + 1) * 2);
      // The writer was not blocked permanently.
      await waitForCondition(() => committed >= last + 20);
    }
  } finally {
    writer.kill('SIGKILL');
    await ended;
  }
});

it('rejects a target in the data folder, also by way of a link', () => {
  open('engine').close();
  symlinkSync(data, join(folder, 'link'));
  for (const target of [join(data, 'copy'), join(data, 'deep', 'copy'), join(folder, 'link', 'x')])
    expect(() => backupDataFolder(data, target)).toThrow(`${target} is in the data folder`);
  expect(readdirSync(data).filter((name) => !name.startsWith('engine.sqlite'))).toEqual([]);
  expect(backupDataFolder(data, join(folder, 'data-copy'))).toEqual(['engine.sqlite']);
});

it('rejects an existing target, a folder without data and a damaged database, and leaves nothing behind', () => {
  expect(() => backupDataFolder(data, join(folder, 'copy'))).toThrow(
    `There is no data in ${data}.`
  );
  open('engine').close();
  expect(() => backupDataFolder(data, folder)).toThrow(`${folder} exists already.`);
  writeFileSync(join(data, 'torn.sqlite'), 'this is text, long enough for a header'.repeat(50));
  expect(() => backupDataFolder(data, join(folder, 'copy'))).toThrow(
    expect.objectContaining({ code: 'storage.not_a_database' })
  );
  expect(readdirSync(folder)).toEqual(['data']);
});
