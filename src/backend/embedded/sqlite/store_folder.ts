/**
 * The databases of one installation, which belong together. Each has a mark, so that a database
 * that is lost, swapped or restored without the others is detected: an empty `engine.sqlite` would
 * make the initial password valid again.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { acquireDataFolder, ensurePrivateFile, readOnly, withoutLog } from './data_folder';
import { openDatabase, type Database } from './database';
import { clearInUse, readMark, writeMark, type Mark } from './mark';
import type { AppliedMigration, Migration } from './migrations';
import { prepareRead } from './read_statement';
import { damagedFile, StorageError, toStorageError } from './storage_errors';

/** The first one holds the configuration; the others are useless without it. */
const STORES = ['engine', 'audit', 'saved_objects', 'sessions', 'preferences'] as const;
const MAIN = STORES[0];
export type StoreName = (typeof STORES)[number];

/** File in which versions without marks stored the id. */
const UUID_FILE = 'uuid';
/** Databases that every server of these versions created, and that every backup contains. */
const UNMARKED: readonly StoreName[] = ['audit', 'saved_objects'];
/**
 * Size of the header of SQLite's log; a shorter log is empty. Format:
 * https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
const LOG_HEAD_BYTES = 32;
const LOG_STARTS = [0x377f0682, 0x377f0683];
/** Size of the header before each page in the log. */
const FRAME_HEAD_BYTES = 24;

export interface StoreFolder {
  /** Absolute path. */
  readonly dir: string;
  /** Id of the installation, generated once. */
  readonly id: string;
  readonly databases: Readonly<Record<StoreName, Database>>;
  /** Closes all databases and releases the folder. May be called twice. */
  close(): void;
}

export interface OpenStoresOptions {
  /** Created if missing. */
  readonly dataDir: string;
  readonly migrations: Readonly<Record<StoreName, readonly Migration[]>>;
  /** As `onHealth` of `openDatabase`. */
  readonly onHealth?: (name: StoreName, failure: StorageError | undefined) => void;
  /** Called after each migration of a database that an older version wrote. */
  readonly onMigration?: (name: StoreName, applied: AppliedMigration) => void;
}

/**
 * Opens all databases of a folder, or creates them in a new one.
 * @throws {StorageError} `storage.folder_in_use`, `storage.incomplete` if the databases do not
 *   belong together, and the codes of `openDatabase`; nothing stays open then
 */
export function openStores(options: OpenStoresOptions): StoreFolder {
  const { dataDir, migrations, onHealth, onMigration } = options;
  const folder = acquireDataFolder(dataDir);
  const { dir } = folder;
  const databases: Partial<Record<StoreName, Database>> = {};
  const close = (): void => {
    for (const database of Object.values(databases)) database.close();
    folder.release();
  };
  try {
    const states = getStates(dir);
    assertWhole(dir, states);
    const { id, openings } = nextMark(dir, states);
    for (const name of STORES) {
      databases[name] = openDatabase({
        file: getFile(dir, name),
        migrations: migrations[name],
        mark: { id, openings, isOpening: name === MAIN },
        onHealth: (failure) => onHealth?.(name, failure),
        onMigration: (applied) => onMigration?.(name, applied),
      });
    }
    databases[MAIN]?.run('UPDATE installation SET is_opening = 0');
    return { dir, id, databases: databases as Record<StoreName, Database>, close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Accepts the databases of a folder as they are, for administrators without a backup: lost ones are
 * replaced by empty ones, and sessions end.
 * @returns the names of the files that are now empty, without sessions
 * @throws {StorageError} `storage.incomplete` without a configuration, and as {@link openStores}
 */
export function acceptStores(dataDir: string): readonly string[] {
  if (!existsSync(dataDir))
    throw new StorageError('storage.cannot_open', `There is no folder ${dataDir}.`);
  const folder = acquireDataFolder(dataDir);
  const { dir } = folder;
  try {
    const states = getStates(dir);
    if (states[MAIN].kind === 'absent') throw lost(dir, MAIN);
    const mark = { ...nextMark(dir, states), isOpening: false };
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(`${getFile(dir, 'sessions')}${suffix}`, { force: true });
    for (const name of STORES) putMark(getFile(dir, name), mark);
    return STORES.filter((name) => states[name].kind === 'absent' && name !== 'sessions').map(
      (name) => `${name}.sqlite`
    );
  } finally {
    folder.release();
  }
}

/** @throws {StorageError} `storage.incomplete` if the databases do not belong together */
export function assertWholeFolder(dir: string): void {
  assertWhole(dir, getStates(dir));
}

/**
 * Completes a copy of a folder: omitted databases are created empty, and none is marked as in use.
 * @throws {StorageError} `storage.incomplete` if a server was started while the copy was made
 */
export function completeCopy(dir: string): void {
  const { mark } = getState(dir, MAIN);
  if (!mark) return;
  for (const name of STORES) putMark(getFile(dir, name), getState(dir, name).mark ?? mark);
  assertWholeFolder(dir);
}

interface State {
  /** `absent` includes a file without tables; `unmarked` was written by a version without marks. */
  readonly kind: 'absent' | 'unmarked' | 'marked';
  readonly mark?: Mark;
  /** Set if everything written after the folder was opened is lost. */
  readonly isLogLost?: boolean;
}

type States = Readonly<Record<StoreName, State>>;

const getFile = (dir: string, name: StoreName): string => join(dir, `${name}.sqlite`);

const getStates = (dir: string): States =>
  Object.fromEntries(STORES.map((name) => [name, getState(dir, name)])) as Record<StoreName, State>;

function getState(dir: string, name: StoreName): State {
  const file = getFile(dir, name);
  if (measureSize(file) === 0) return { kind: 'absent' };
  const hasLog = measureSize(`${file}-wal`) >= LOG_HEAD_BYTES;
  const state = withConnection(file, readOnly(file), (connection) => readState(connection, file));
  if (hasLog) assertOwnLog(dir, name, state.mark);
  return { ...state, isLogLost: state.mark?.isInUse === true && !hasLog };
}

function readState(connection: InstanceType<typeof Libsql>, file: string): State {
  // The definitions are read as well: the driver aborts on names of columns that are not UTF-8.
  const tables = prepareRead(connection, 'SELECT name, sql FROM sqlite_schema', file).all([]);
  if (tables.length === 0) return { kind: 'absent' };
  if (!tables.some(([table]) => table === 'installation')) return { kind: 'unmarked' };
  const mark = readMark(connection, file);
  if (!mark) throw damagedFile(file);
  return { kind: 'marked', mark };
}

/**
 * SQLite uses every log that is whole, whichever database it was written for. Closing writes the
 * log into the file, so a log beside a closed database is the beginning of an interrupted opening,
 * or has nothing new and was kept by a reader in another process.
 * @param mark - as read with the log
 * @throws {StorageError} `storage.incomplete` if the log was written for another database
 */
function assertOwnLog(dir: string, name: StoreName, mark: Mark | undefined): void {
  const file = getFile(dir, name);
  const closed = withConnection(file, withoutLog(file), (connection) =>
    readState(connection, file)
  );
  if (!closed.mark) return;
  if (!startsAsLog(file)) throw foreignLog(dir, name);
  if (mark?.id !== closed.mark.id) throw foreignLog(dir, name);
  if (closed.mark.isInUse || mark.openings > closed.mark.openings) return;
  if (mark.isInUse || !isLogInFile(file)) throw foreignLog(dir, name);
}

/** A start of zeros is what a power loss can leave of a log before its first commit. */
function startsAsLog(file: string): boolean {
  const start = readBytes(`${file}-wal`, 0, 4);
  return [0, ...LOG_STARTS].includes(start.readUInt32BE(0));
}

/** Whether the newest page of the log is in the file as well, as after closing. */
function isLogInFile(file: string): boolean {
  const log = readFileSync(`${file}-wal`);
  const pageBytes = log.readUInt32BE(8);
  const frameBytes = FRAME_HEAD_BYTES + pageBytes;
  const salt = log.subarray(16, 24);
  let newest: Buffer | undefined;
  for (let at = LOG_HEAD_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    // Frames with another salt are left from before the log was begun again.
    if (!log.subarray(at + 8, at + 16).equals(salt)) break;
    newest = log.subarray(at, at + frameBytes);
  }
  if (!newest) return true;
  const page = readBytes(file, (newest.readUInt32BE(0) - 1) * pageBytes, pageBytes);
  return page.equals(newest.subarray(FRAME_HEAD_BYTES));
}

/** Bytes of a file, with zeros after its end. */
function readBytes(file: string, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, bytes, 0, length, position);
  } finally {
    closeSync(descriptor);
  }
  return bytes;
}

/** @throws {StorageError} `storage.incomplete` */
function assertWhole(dir: string, states: States): void {
  const [, ...others] = STORES;
  const main = states[MAIN];
  if (main.kind === 'absent') {
    if (others.some((name) => states[name].kind !== 'absent')) throw lost(dir, MAIN);
    return;
  }
  if (main.isLogLost) throw logLost(dir, MAIN);
  const { mark } = main;
  for (const name of others) {
    const state = states[name];
    if (state.isLogLost) throw logLost(dir, name);
    if (isFirstOpening(mark)) {
      if (state.kind === 'absent' && UNMARKED.includes(name) && existsSync(join(dir, UUID_FILE)))
        throw lost(dir, name);
      if (state.mark && state.mark.id !== mark?.id) throw foreign(dir, name);
    } else {
      if (state.kind === 'absent') throw lost(dir, name);
      if (state.mark?.id !== mark?.id) throw foreign(dir, name);
      assertSameAge(dir, name, mark as Mark, state.mark as Mark);
    }
  }
}

/** Until the first opening is complete, the other databases have no mark or do not exist. */
const isFirstOpening = (mark: Mark | undefined): boolean =>
  !mark || (mark.isOpening && mark.openings === 1);

/** An interrupted opening leaves some databases with the new mark and others with the old one. */
function assertSameAge(dir: string, name: StoreName, main: Mark, other: Mark): void {
  if (other.openings > main.openings) throw older(dir, MAIN);
  if (other.openings < main.openings - (main.isOpening ? 1 : 0)) throw older(dir, name);
}

/** An interrupted opening is repeated with the same number. */
function nextMark(dir: string, states: States): Pick<Mark, 'id' | 'openings'> {
  const { mark } = states[MAIN];
  if (!mark) return { id: unmarkedId(dir) ?? randomUUID(), openings: 1 };
  const newest = Math.max(...STORES.map((name) => states[name].mark?.openings ?? 0));
  return { id: mark.id, openings: mark.isOpening ? newest : newest + 1 };
}

function unmarkedId(dir: string): string | undefined {
  const file = join(dir, UUID_FILE);
  const id = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
}

const OR_ACCEPT =
  'Restore the folder from a backup, or run "bin/security accept-data" to continue with what is there.';

const incomplete = (message: string): StorageError =>
  new StorageError('storage.incomplete', message);

const lost = (dir: string, name: StoreName): StorageError =>
  incomplete(
    `${getFile(dir, name)} is missing or empty. ` +
      (name === MAIN
        ? 'Restore the folder from a backup, or move it away to begin a new installation.'
        : OR_ACCEPT)
  );

const logLost = (dir: string, name: StoreName): StorageError =>
  incomplete(
    `${getFile(dir, name)} lacks its newest changes: the file ${name}.sqlite-wal was removed. ${OR_ACCEPT}`
  );

const foreignLog = (dir: string, name: StoreName): StorageError =>
  incomplete(
    `${getFile(dir, name)}-wal is not the log of ${name}.sqlite beside it. ` +
      `Move ${name}.sqlite-wal away and start again, or restore the folder from a backup.`
  );

const foreign = (dir: string, name: StoreName): StorageError =>
  incomplete(
    `${getFile(dir, name)} does not belong to the same installation as ${MAIN}.sqlite. ${OR_ACCEPT}`
  );

const older = (dir: string, name: StoreName): StorageError =>
  incomplete(`${getFile(dir, name)} is older than the databases beside it. ${OR_ACCEPT}`);

const measureSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function putMark(file: string, mark: Pick<Mark, 'id' | 'openings' | 'isOpening'>): void {
  ensurePrivateFile(file);
  withConnection(file, file, (connection) => {
    writeMark(connection, mark);
    clearInUse(connection);
  });
}

function withConnection<T>(
  file: string,
  address: string,
  work: (connection: InstanceType<typeof Libsql>) => T
): T {
  let connection: InstanceType<typeof Libsql> | undefined;
  try {
    connection = new Libsql(address);
    connection.pragma('busy_timeout = 5000');
    return work(connection);
  } catch (error) {
    throw toStorageError(error, file);
  } finally {
    connection?.close();
  }
}
