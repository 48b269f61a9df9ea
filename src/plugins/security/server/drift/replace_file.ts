/** Replaces a file of the folder as a whole, so that readers never see a part of it. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';

/** Mode bits of permissions. */
const PERMISSIONS = 0o777;

/** @throws the file system's error; the file is then unchanged */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const mode = (await stat(path)).mode & PERMISSIONS;
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(text);
      // The process's mask may have removed bits.
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
