/**
 * The errors of the store: each has a permanent code, a message, and instructions.
 *
 * Source of the SQLite result codes: https://www.sqlite.org/rescode.html
 */

import { isNativeError } from 'node:util/types';
import { BACKEND_ERRORS, type ErrorDefinition } from '../../../contracts/errors';
import { BackendError } from '../../api/backend_error';

export type StorageErrorCode =
  | 'storage.folder_in_use'
  | 'storage.incomplete'
  | 'storage.newer_schema'
  | 'storage.migration_failed'
  | 'storage.disk_full'
  | 'storage.read_only'
  | 'storage.cannot_open'
  | 'storage.not_a_database'
  | 'storage.corrupt'
  | 'storage.busy'
  | 'storage.interrupted'
  | 'storage.io'
  | 'storage.constraint'
  | 'storage.closed'
  | 'storage.failed';

export class StorageError extends BackendError {
  constructor(
    readonly code: StorageErrorCode,
    message: string,
    options?: { cause?: unknown }
  ) {
    super(message, options);
    this.name = 'StorageError';
  }

  /** Whether only restoring a backup helps. */
  get isDamage(): boolean {
    return this.code === 'storage.corrupt' || this.code === 'storage.not_a_database';
  }

  override get isLasting(): boolean {
    return (
      this.isDamage || this.code === 'storage.incomplete' || this.code === 'storage.newer_schema'
    );
  }

  get response(): ErrorDefinition | undefined {
    switch (this.code) {
      case 'storage.disk_full':
        return BACKEND_ERRORS.noSpace;
      case 'storage.read_only':
      case 'storage.cannot_open':
      case 'storage.io':
        return BACKEND_ERRORS.unwritable;
      case 'storage.busy':
      case 'storage.closed':
      case 'storage.corrupt':
      case 'storage.not_a_database':
        return BACKEND_ERRORS.unavailable;
      default:
        return undefined;
    }
  }
}

/** Text of an unknown thrown value. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * Converts errors of SQLite or the file system to a `StorageError` with instructions for
 * administrators. Other errors and existing `StorageError`s are returned unchanged.
 * @param file - path of the database file, named in the message
 */
export function toStorageError(error: unknown, file: string): unknown {
  if (error instanceof StorageError || !(error instanceof Error || isNativeError(error)))
    return error;
  const code = String((error as { code?: unknown }).code ?? '');
  const fromSystem = systemError(code, file, error);
  if (fromSystem) return fromSystem;
  if (!code.startsWith('SQLITE') && !/ConnectionFailed/.test(error.message)) return error;
  return sqliteError(code, file, error);
}

function systemError(code: string, file: string, cause: Error): StorageError | undefined {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(file, cause);
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return readOnly(file, cause);
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'EISDIR':
      return new StorageError(
        'storage.cannot_open',
        `Cannot use ${file}: ${cause.message}. Name a folder that this user can create and write.`,
        { cause }
      );
    default:
      return undefined;
  }
}

function sqliteError(code: string, file: string, cause: Error): StorageError {
  const is = (prefix: string) => code.startsWith(prefix);
  if (is('SQLITE_FULL')) return diskFull(file, cause);
  if (is('SQLITE_READONLY') || is('SQLITE_PERM')) return readOnly(file, cause);
  if (is('SQLITE_NOTADB')) {
    return new StorageError(
      'storage.not_a_database',
      `${file} is damaged: it is no database. Restore the data folder from a backup.`,
      { cause }
    );
  }
  if (is('SQLITE_CORRUPT')) {
    return damagedFile(file, cause);
  }
  if (is('SQLITE_BUSY') || is('SQLITE_LOCKED')) {
    return new StorageError('storage.busy', `The database ${file} is locked by another process.`, {
      cause,
    });
  }
  if (is('SQLITE_CONSTRAINT')) {
    return new StorageError('storage.constraint', `The store refused a write: ${cause.message}.`, {
      cause,
    });
  }
  if (is('SQLITE_CANTOPEN') || /ConnectionFailed/.test(cause.message)) {
    return new StorageError(
      'storage.cannot_open',
      `Cannot open ${file}. Do the folder and its permissions fit?`,
      { cause }
    );
  }
  if (is('SQLITE_IOERR')) {
    return new StorageError('storage.io', `The disk failed while ${file} was used (${code}).`, {
      cause,
    });
  }
  return new StorageError('storage.failed', `The store failed: ${cause.message} (${code}).`, {
    cause,
  });
}

const diskFull = (file: string, cause: Error) =>
  new StorageError(
    'storage.disk_full',
    `No space left for ${file}. Nothing was written; free space and try again.`,
    { cause }
  );

const readOnly = (file: string, cause: Error) =>
  new StorageError(
    'storage.read_only',
    `${file} cannot be written. Check owner and permissions of the data folder.`,
    { cause }
  );

export const damagedFile = (file: string, cause?: Error): StorageError =>
  new StorageError(
    'storage.corrupt',
    `The database ${file} is damaged. Restore the data folder from a backup.`,
    { cause }
  );
