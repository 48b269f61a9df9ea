/**
 * Writes every file of the product that has to be whole: a temporary file beside it, flushed, then
 * renamed. After a full disk or a crash, the file is the old one, or the new one.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Ends the name of a temporary file, which a crash can leave behind. */
const TEMPORARY_SUFFIX = '.tmp';

/** Only the owner may read it. */
const PRIVATE = 0o600;
/** Mode bits of permissions. */
const PERMISSIONS = 0o777;

const temporaryName = (path: string): string => `${path}.${randomUUID()}${TEMPORARY_SUFFIX}`;

/**
 * Writes a file that only its owner may read, whatever the permissions of an earlier one.
 * @throws the file system's error; an earlier file is then unchanged
 */
export function writePrivateFile(path: string, text: string): void {
  const temporary = temporaryName(path);
  try {
    const file = openSync(temporary, 'wx', PRIVATE);
    try {
      writeFileSync(file, text);
      fchmodSync(file, PRIVATE);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  flushNames(dirname(path));
}

/** Flushes the names in a folder, so that a renamed file survives a power loss. */
function flushNames(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Replaces an existing file and keeps its permissions, without holding the event loop.
 * @throws the file system's error; the file is then unchanged
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = temporaryName(path);
  const mode = (await stat(path)).mode & PERMISSIONS;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(text);
      // The process's mask may have removed bits.
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}
