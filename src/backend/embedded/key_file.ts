import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../api/replace_file';
import { StorageError, toStorageError } from './sqlite/storage_errors';

const KEY_BYTES = 32;

interface KeyFile {
  readonly dir: string;
  readonly name: string;
  /** Whether something is encrypted with the key, so that no other may take its place. */
  readonly isNeeded: () => boolean;
  /** What to do if the file holds no key; part of the error. */
  readonly loss: string;
}

/**
 * 32 random bytes in a file of the data folder that only its owner can read; created if missing, or
 * if it holds no key and none is needed. A copy of the databases alone does not contain it.
 *
 * @throws {StorageError} if the file cannot be read or written, or holds no key
 */
export function keyInFile({ dir, name, isNeeded, loss }: KeyFile): Buffer {
  const file = join(dir, name);
  try {
    const stored = existsSync(file) ? decode(readFileSync(file, 'utf8')) : undefined;
    if (stored?.length === KEY_BYTES) return stored;
    if (stored && isNeeded())
      throw new StorageError(
        'storage.cannot_open',
        `${file} holds no key. Restore it from a backup, or delete it: ${loss}`
      );
    const key = randomBytes(KEY_BYTES);
    writePrivateFile(file, `${key.toString('base64url')}\n`);
    return key;
  } catch (error) {
    throw toStorageError(error, file);
  }
}

const decode = (text: string): Buffer => Buffer.from(text.trim(), 'base64url');
