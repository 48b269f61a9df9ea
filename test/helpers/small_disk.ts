/** A small file system, to test full disks. Only root can mount one, and not in every container. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * @param files - how many files and folders it can hold, with `dir` itself. Default: any number
 * @returns whether `dir` is a file system of its own now
 */
export function mountSmallDisk(dir: string, size = '6m', files = 0): boolean {
  mkdirSync(dir, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  const options = ['-t', 'tmpfs', '-o', `size=${size},nr_inodes=${files}`, 'tmpfs', dir];
  return isRoot && spawnSync('mount', options).status === 0;
}

/** Lazy, because the driver of the database closes files only when they are garbage-collected. */
export const unmount = (dir: string): void => void spawnSync('umount', ['-l', dir]);

export const canMount = (): boolean => {
  const dir = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
  const isMounted = mountSmallDisk(dir);
  if (isMounted) unmount(dir);
  rmSync(dir, { recursive: true, force: true });
  return isMounted;
};

/** Fills the file system of the file: no byte is left. */
export function fillDisk(file: string): void {
  for (let size = 65_536; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      continue;
    }
  }
}
