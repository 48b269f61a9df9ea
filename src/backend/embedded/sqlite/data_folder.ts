/**
 * The owner lock of a data folder: one server or offline tool at a time. It is an exclusive SQLite
 * transaction, which the operating system releases with the process, so `kill -9` or a power loss
 * never blocks the next start.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Libsql from 'libsql';
import { writePrivateFile } from '../../api/replace_file';
import { StorageError, toStorageError } from './storage_errors';

export interface DataFolder {
  /** Absolute path. */
  readonly dir: string;
  /** Releases the folder. May be called twice. */
  release(): void;
}

const LOCK = 'engine.lock';
const OWNER = 'engine.owner';

/**
 * Creates the folder (mode 0700) if missing and takes its lock.
 * @throws {StorageError} `storage.folder_in_use` naming the owner's process id;
 *   `storage.read_only`, `storage.disk_full` or `storage.cannot_open` if the folder cannot be
 *   created or written
 */
export function acquireDataFolder(dir: string): DataFolder {
  const absolute = resolve(dir);
  const lockFile = join(absolute, LOCK);
  const ownerFile = join(absolute, OWNER);
  try {
    ensurePrivateFolder(absolute);
    ensurePrivateFile(lockFile);
    const lock = new Libsql(lockFile);
    try {
      lock.pragma('busy_timeout = 0');
      lock.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      lock.close();
      throw isBusy(error) ? inUse(absolute, ownerFile) : error;
    }
    writePrivateFile(ownerFile, `${process.pid}\n`);
    return { dir: absolute, release: once(() => release(lock, ownerFile)) };
  } catch (error) {
    throw toStorageError(error, absolute);
  }
}

/**
 * Creates a folder and missing parents that only the owner may enter; an existing folder keeps its
 * permissions. Does not use `recursive`: below a file system that does not allow folders, such as
 * /proc, Node would retry forever.
 */
export function ensurePrivateFolder(dir: string): void {
  if (existsSync(dir)) return;
  ensurePrivateFolder(dirname(dir));
  mkdirSync(dir, { mode: 0o700 });
  chmodSync(dir, 0o700);
}

/**
 * Creates an empty file that only its owner may read; SQLite gives its side files the same mode.
 */
export function ensurePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/**
 * Address with which the driver opens a database without write access; it ignores `readonly`. A
 * connection that may write folds the log into the file when it is the last one to close, and after
 * a crash this would look like a lost log.
 */
export const readOnly = (file: string): string => `${pathToFileURL(file).href}?mode=ro`;

/** Address of a database as it is without its log. */
export const withoutLog = (file: string): string => `${pathToFileURL(file).href}?immutable=1`;

function release(lock: InstanceType<typeof Libsql>, ownerFile: string): void {
  rmSync(ownerFile, { force: true });
  lock.exec('ROLLBACK');
  lock.close();
}

function inUse(dir: string, ownerFile: string): StorageError {
  const owner = ownerId(ownerFile);
  return new StorageError(
    'storage.folder_in_use',
    `The data folder ${dir} is in use by another server (${owner}). Stop that one first, or give this one a folder of its own.`
  );
}

function ownerId(ownerFile: string): string {
  try {
    return `process ${Number.parseInt(readFileSync(ownerFile, 'utf8'), 10)}`;
  } catch {
    return 'process unknown';
  }
}

const isBusy = (error: unknown): boolean =>
  String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
