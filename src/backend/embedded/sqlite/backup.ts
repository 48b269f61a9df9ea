/**
 * Copies a data folder while its server runs, without blocking writers. Each copied database is
 * consistent as of one moment; the moments differ by the duration of the earlier copies.
 */
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { chmodSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import Libsql from 'libsql';
import { ensurePrivateFolder, readOnly } from './data_folder';
import { assertWholeFolder, completeCopy } from './store_folder';
import { StorageError, toStorageError } from './storage_errors';

export interface BackupOptions {
  /** Names of databases to omit, without `.sqlite`. */
  readonly without?: readonly string[];
}

const DATABASE = /^(.+)\.sqlite$/;
/** The initial password in plain text, for servers started without a terminal. */
export const INITIAL_PASSWORD_FILE = 'initial-password';
/** Files that belong to a running server, or to a database next to them. */
const NOT_COPIED = /\.((sqlite|lock)(-\w+)?|owner|tmp)$/;
const BUSY_TIMEOUT_MS = 30_000;

/**
 * Copies `dataDir` to `target`, which must not exist and appears once everything in it is verified
 * and on disk.
 * @returns the names of the copied files
 * @throws {StorageError} `storage.cannot_open` (nothing to copy, or `target` exists),
 *   `storage.not_a_database`, `storage.disk_full`, `storage.read_only`
 */
export function backupDataFolder(
  dataDir: string,
  target: string,
  { without = [] }: BackupOptions = {}
): readonly string[] {
  const from = resolve(dataDir);
  const to = resolve(target);
  const excluded = new Set([INITIAL_PASSWORD_FILE, ...without.map((name) => `${name}.sqlite`)]);
  const names = listFiles(from).filter((name) => !excluded.has(name));
  if (existsSync(to))
    throw new StorageError(
      'storage.cannot_open',
      `${to} exists already. Name a folder that does not.`
    );
  if (isInside(to, from))
    throw new StorageError(
      'storage.cannot_open',
      `${to} is in the data folder, and would be lost with it. Name a folder on another disk.`
    );
  assertWholeFolder(from);
  let partial: string | undefined;
  try {
    ensurePrivateFolder(dirname(to));
    partial = mkdtempSync(join(dirname(to), `.${basename(to)}-`));
    for (const name of names) copyOne(join(from, name), join(partial, name));
    completeCopy(partial);
    sync(partial);
    renameSync(partial, to);
    sync(dirname(to));
    return names;
  } catch (error) {
    if (partial) rmSync(partial, { recursive: true, force: true });
    throw toStorageError(error, to);
  }
}

/** Compares where the folders really are, beyond links. */
function isInside(target: string, folder: string): boolean {
  let existing = target;
  while (!existsSync(existing)) existing = dirname(existing);
  const path = relative(realpathSync(folder), realpathSync(existing));
  return path === '' || !(path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path));
}

function listFiles(dir: string): readonly string[] {
  const entries = existsSync(dir) ? readdirSync(dir, { withFileTypes: true }) : [];
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => DATABASE.test(name) || !NOT_COPIED.test(name));
  if (!names.some((name) => DATABASE.test(name)))
    throw new StorageError('storage.cannot_open', `There is no data in ${dir}.`);
  return names.sort();
}

function copyOne(from: string, to: string): void {
  if (DATABASE.test(from)) copyDatabase(from, to);
  else copyFileSync(from, to);
  chmodSync(to, 0o600);
  sync(to);
}

function copyDatabase(from: string, to: string): void {
  const source = new Libsql(readOnly(from));
  try {
    source.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  const copy = new Libsql(readOnly(to));
  try {
    const [row] = copy.prepare('PRAGMA quick_check(1)').all() as { quick_check?: string }[];
    if (row?.quick_check !== 'ok')
      throw new StorageError('storage.not_a_database', `${from} is damaged: ${row?.quick_check}.`);
  } finally {
    copy.close();
  }
}

/** Flushes a file or folder, so that its content or names survive a power loss. */
function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
