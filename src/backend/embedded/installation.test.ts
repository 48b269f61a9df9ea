/** A data folder whose databases do not belong together is rejected with a one-line message. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Libsql from 'libsql';
import { SILENT_LOG } from '../api/log';
import { acceptStores, backupDataFolder } from './sqlite';
import { EmbeddedData } from './data_stores';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

const STORES = ['engine', 'audit', 'saved_objects', 'sessions', 'preferences'] as const;
const UUID = '3f0c2b1e-5a4d-4c6b-8e7f-0a1b2c3d4e5f';

let root: string;
let dir: string;
beforeEach(() => {
  root = temporaryFolder();
  dir = join(root, 'data');
});

const open = (dataDir = dir) => new EmbeddedData({ dataDir, log: SILENT_LOG });
const fileOf = (name: string, folder = dir) => join(folder, `${name}.sqlite`);
const denial = (): unknown => {
  try {
    open().stop();
    return undefined;
  } catch (error) {
    expect((error as Error).message).not.toContain('\n');
    return error;
  }
};
const refused = (message: string) =>
  expect.objectContaining({
    code: 'storage.incomplete',
    isLasting: true,
    message: expect.stringContaining(message),
  });

/** Writes to a database as its server would, then leaves the folder as `kill -9` does. */
function killWhileOpen(lastWrite?: (databases: EmbeddedData['databases']) => void): void {
  const running = open();
  running.databases.engine.run("UPDATE meta SET value = '7' WHERE key = 'revision'");
  lastWrite?.(running.databases);
  cpSync(dir, join(root, 'killed'), { recursive: true });
  running.stop();
  rmSync(dir, { recursive: true });
  renameSync(join(root, 'killed'), dir);
}

/** Ends the connections that the driver keeps until then, as the exit of a process does. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  for (let round = 0; round < 3; round++) {
    (runInNewContext('gc') as () => void)();
    await wait(20);
  }
}

/** Stores a text that is not UTF-8; the driver would abort the process when it reads it. */
function damageText(file: string): void {
  const connection = new Libsql(file);
  connection.exec(`UPDATE installation SET id = CAST(x'ff80' AS TEXT)`);
  connection.close();
}

/** Recreates the state that a version without marks leaves. */
function withoutMarks(): void {
  for (const name of STORES) {
    if (!existsSync(fileOf(name))) continue;
    const connection = new Libsql(fileOf(name));
    connection.exec('DROP TABLE installation; PRAGMA wal_checkpoint(TRUNCATE)');
    connection.close();
  }
  writeFileSync(join(dir, 'uuid'), `${UUID}\n`);
}

describe.each(STORES)('%s.sqlite', (name) => {
  beforeEach(() => open().stop());

  it('rejects the folder if it is missing', () => {
    rmSync(fileOf(name));
    expect(denial()).toEqual(refused(`${fileOf(name)} is missing or empty.`));
    expect(existsSync(fileOf(name))).toBe(false);
  });

  it('rejects the folder if it is empty', () => {
    truncateSync(fileOf(name));
    expect(denial()).toEqual(refused(`${fileOf(name)} is missing or empty.`));
  });

  it('rejects the folder if it belongs to another installation', () => {
    open(join(root, 'other')).stop();
    copyFileSync(fileOf(name, join(root, 'other')), fileOf(name));
    const [, first] = STORES;
    const named = name === 'engine' ? first : name;
    expect(denial()).toEqual(refused(`${fileOf(named)} does not belong to the same installation`));
  });

  // @asvs V14.1/2
  it('rejects the folder if it is older than the others', () => {
    copyFileSync(fileOf(name), join(root, 'old'));
    open().stop();
    copyFileSync(join(root, 'old'), fileOf(name));
    expect(denial()).toEqual(refused(`${fileOf(name)} is older than the databases beside it.`));
  });

  it('rejects the folder if its log was removed after a crash', () => {
    killWhileOpen();
    rmSync(`${fileOf(name)}-wal`);
    const lacks = refused(`${fileOf(name)} lacks its newest changes`);
    expect(denial()).toEqual(lacks);
    expect(denial()).toEqual(lacks);
  });

  it('rejects the folder if a text is damaged', () => {
    killWhileOpen();
    damageText(fileOf(name));
    expect(denial()).toMatchObject({ code: 'storage.corrupt', isLasting: true });
  });

  it('rejects the folder if its first pages are damaged', () => {
    writeFileSync(fileOf(name), 'no database, but long enough for a head'.repeat(200));
    expect(denial()).toMatchObject({ code: 'storage.not_a_database', isLasting: true });
  });
});

it('opens the folder after a crash, and keeps what was written', () => {
  open().stop();
  killWhileOpen();
  const { databases, stop } = openBound();
  expect(databases.engine.get("SELECT value FROM meta WHERE key = 'revision'")).toEqual({
    value: '7',
  });
  stop();
});

it('opens the folder after a crash and a backup', async () => {
  killWhileOpen();
  backupDataFolder(dir, join(root, 'copy'));
  await collectGarbage();
  expect(denial()).toBeUndefined();
});

it('opens the folder after a crash and a start with an older version', async () => {
  let version = 0;
  killWhileOpen(({ preferences }) => {
    version = preferences.get<{ user_version: number }>('PRAGMA user_version')!.user_version;
    preferences.exec('PRAGMA user_version = 999');
  });
  expect(denial()).toMatchObject({ code: 'storage.newer_schema' });
  await collectGarbage();
  const connection = new Libsql(fileOf('preferences'));
  connection.exec(`PRAGMA user_version = ${version}`);
  connection.close();
  expect(denial()).toBeUndefined();
});

it('opens the folder after repeated interrupted openings', () => {
  open().stop();
  const sessions = join(root, 'sessions');
  renameSync(fileOf('sessions'), sessions);
  for (let round = 0; round < 3; round++) {
    writeFileSync(fileOf('sessions'), 'no database, but long enough for a head'.repeat(200));
    expect(denial()).toMatchObject({ code: 'storage.not_a_database' });
  }
  const engine = new Libsql(fileOf('engine'));
  engine.exec('UPDATE installation SET openings = openings + 1, is_opening = 1');
  engine.close();
  copyFileSync(sessions, fileOf('sessions'));
  expect(denial()).toBeUndefined();
  expect(denial()).toBeUndefined();
});

it('loses nothing if every log is removed after a stop', () => {
  const { uuid, stop } = openBound();
  stop();
  for (const file of readdirSync(dir)) if (/-(wal|shm)$/.test(file)) rmSync(join(dir, file));
  const again = openBound();
  expect(again.uuid).toBe(uuid);
  again.stop();
});

describe('data folder of a version without marks', () => {
  beforeEach(() => {
    open().stop();
    withoutMarks();
  });

  it('is upgraded silently and keeps its id', () => {
    const { uuid, stop } = openBound();
    stop();
    expect(uuid).toBe(UUID);
    rmSync(fileOf('audit'));
    expect(denial()).toEqual(refused('audit.sqlite is missing'));
  });

  it('may lack what backups of that version omit, and nothing else', () => {
    rmSync(fileOf('sessions'));
    rmSync(fileOf('preferences'));
    for (const name of ['engine', 'audit', 'saved_objects']) {
      renameSync(fileOf(name), join(root, name));
      expect(denial()).toEqual(refused(`${fileOf(name)} is missing or empty.`));
      renameSync(join(root, name), fileOf(name));
    }
    expect(denial()).toBeUndefined();
  });
});

describe('backup of a data folder', () => {
  it('opens like the original without sessions, if made while the folder is in use or after a crash', () => {
    const running = open();
    running.databases.engine.run("UPDATE meta SET value = '7' WHERE key = 'revision'");
    backupDataFolder(dir, join(root, 'copy'), { without: ['sessions'] });
    running.stop();
    killWhileOpen();
    backupDataFolder(dir, join(root, 'copy_after_crash'), { without: ['sessions'] });
    expect(denial()).toBeUndefined();
    for (const name of ['copy', 'copy_after_crash']) {
      const copy = open(join(root, name));
      expect(copy.uuid).toBe(running.uuid);
      expect(copy.databases.engine.get("SELECT value FROM meta WHERE key = 'revision'")).toEqual({
        value: '7',
      });
      copy.stop();
    }
  });

  it('is rejected if the folder lacks a database', () => {
    open().stop();
    rmSync(fileOf('preferences'));
    expect(() => backupDataFolder(dir, join(root, 'copy'))).toThrow('is missing or empty');
    expect(existsSync(join(root, 'copy'))).toBe(false);
  });
});

describe('acceptStores', () => {
  it('accepts existing databases, replaces lost ones by empty ones, and ends sessions', async () => {
    const one = open();
    await one.sessions.put({
      key: 'k',
      userName: 'jdoe',
      contents: new Uint8Array([1]),
      createdAtMs: 1,
      expiresAtMs: Date.now() + 60_000,
    });
    one.stop();
    rmSync(fileOf('audit'));
    copyFileSync(fileOf('preferences'), join(root, 'old'));
    open(join(root, 'other')).stop();
    copyFileSync(fileOf('saved_objects', join(root, 'other')), fileOf('saved_objects'));
    expect(acceptStores(dir)).toEqual(['audit.sqlite']);
    const two = open();
    expect(two.uuid).toBe(one.uuid);
    expect(await two.sessions.get('k')).toBeUndefined();
    two.stop();
    expect(denial()).toBeUndefined();
  });

  it('rejects a folder without a configuration, and one in use', () => {
    const running = open();
    expect(() => acceptStores(dir)).toThrow('is in use by another server');
    running.stop();
    rmSync(fileOf('engine'));
    expect(() => acceptStores(dir)).toThrow(
      'engine.sqlite is missing or empty. Restore the folder from a backup, or move it away to begin a new installation.'
    );
    expect(() => acceptStores(join(root, 'none'))).toThrow(`There is no folder`);
  });
});

it('leaves no file that other users can read', () => {
  open().stop();
  rmSync(fileOf('audit'));
  acceptStores(dir);
  open().stop();
  const open_ = spawnSync('find', [dir, '-type', 'f', '-perm', '/077'], { encoding: 'utf8' });
  expect(open_.stdout).toBe('');
});

function openBound() {
  const data = open();
  return { uuid: data.uuid, databases: data.databases, stop: () => data.stop() };
}
