/** Reads the files of the desired configuration. Nothing outside of the folder is ever read. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import {
  CONFIGURATION_FILES,
  DRIFT_LIMITS,
  type DriftProblem,
  type ImportKind,
  meantFile,
} from '@sd/contracts';

/** Files of the configuration that the REST API does not import. */
const OTHER_FILES = ['config.yml', 'nodes_dn.yml', 'allowlist.yml'];

export interface FolderFile {
  readonly kind: ImportKind;
  readonly file: string;
  /** Without symbolic links. */
  readonly path: string;
  readonly text: string;
}

export interface FolderFiles {
  /** Of all names and texts. */
  readonly hash: string;
  readonly files: readonly FolderFile[];
  /** Names of files that are not compared. */
  readonly leftOut: readonly string[];
}

/** The folder, or a file in it, cannot be used. */
export class FolderError extends Error {
  constructor(readonly problem: DriftProblem) {
    super(problem.message);
  }
}

/** @throws {FolderError} */
export async function readFolder(folder: string): Promise<FolderFiles> {
  const root = await getRoot(folder);
  const files: FolderFile[] = [];
  const hash = createHash('sha256');
  let bytesLeft: number = DRIFT_LIMITS.folderBytes;
  for (const [kind, file] of Object.entries(CONFIGURATION_FILES)) {
    const path = await pathInside(root, file);
    if (path === undefined) continue;
    const content = await readFile(path, file, bytesLeft);
    bytesLeft -= content.length;
    files.push({ kind: kind as ImportKind, file, path, text: toText(content, file) });
    hash.update(`${file} ${content.length} `).update(content);
  }
  const names = await readdir(root);
  const passedOver = names.filter((name) => meantFile(name) !== undefined).sort();
  if (files.length === 0)
    throw problem(
      folder,
      `has none of ${Object.values(CONFIGURATION_FILES).join(', ')}${renames(passedOver)}`
    );
  const leftOut = [...OTHER_FILES.filter((file) => names.includes(file)), ...passedOver];
  return { hash: hash.digest('hex'), files, leftOut };
}

const renames = (names: readonly string[]): string =>
  names
    .slice(0, 10)
    .map((name) => `; rename ${name} if you mean ${String(meantFile(name))}`)
    .join('');

const problem = (file: string, message: string) => new FolderError({ file, message });

async function getRoot(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if ((await stat(root)).isDirectory()) return root;
  } catch {
    // The same for the operator: nothing to read there.
  }
  throw problem(folder, 'is no folder that the server can read');
}

/** Links inside the folder are common: of ConfigMaps, and of tools that swap checkouts. */
async function pathInside(root: string, file: string): Promise<string | undefined> {
  const path = join(root, file);
  if (!(await exists(path))) return undefined;
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) throw problem(file, 'is a link to nothing');
  const inside = root.endsWith(sep) ? root : root + sep;
  if (!real.startsWith(inside)) throw problem(file, 'is a link that leads out of the folder');
  return real;
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false
  );

async function readFile(path: string, file: string, bytesLeft: number): Promise<Buffer> {
  const handle = await open(
    path,
    // Opening a pipe without a writer would wait forever.
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  ).catch((error: unknown) => {
    throw problem(file, `can't be read (${String((error as { code?: unknown }).code)})`);
  });
  try {
    if (!(await handle.stat()).isFile()) throw problem(file, 'is no regular file');
    // A file that grows meanwhile ends at the limit.
    const buffer = Buffer.alloc(Math.min((await handle.stat()).size, bytesLeft) + 1);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    if (bytesRead === buffer.length)
      throw problem(file, `makes the folder larger than ${DRIFT_LIMITS.folderBytes} bytes`);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function toText(content: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw problem(file, 'is no UTF-8 text');
  }
}
