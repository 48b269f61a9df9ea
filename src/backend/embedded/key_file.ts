import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;

/**
 * 32 random bytes in a file of the data folder that only its owner can read; created if missing. A
 * copy of the databases alone does not contain it.
 *
 * @param loss - what to do if the file holds no key; part of the error
 * @throws if the file cannot be read or written, or holds no key
 */
export function keyInFile(dir: string, name: string, loss: string): Buffer {
  const file = join(dir, name);
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
  if (key.length !== KEY_BYTES)
    throw new Error(`${file} holds no key. Restore it from a backup, or delete it: ${loss}`);
  return key;
}
