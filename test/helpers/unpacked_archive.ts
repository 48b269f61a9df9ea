/**
 * The product as it is distributed: `npm run package`, unpacked into an empty folder. Its programs
 * get this folder and Node, and nothing else.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extract } from 'tar';
import { runScript } from './plugin_build';
import { startServer, type ServerOptions, type TestServer } from './server';

export interface UnpackedArchive {
  /** The single top-level folder of the archive. */
  readonly dir: string;
  /** Folder with the archive and what is published beside it. */
  readonly dist: string;
  /** Creates another copy, which the test may damage. */
  copy(): Promise<string>;
  remove(): void;
}

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** @throws if the archive could not be built, or has more than one top-level folder */
export async function unpackArchive(): Promise<UnpackedArchive> {
  const work = mkdtempSync(path.join(tmpdir(), 'sd-package-'));
  const { code, output } = await runScript('package', [`--out=${path.join(work, 'dist')}`]);
  if (code !== 0) throw new Error(`npm run package failed: ${output}`);
  const files = readdirSync(path.join(work, 'dist'));
  const name = files.find((file) => file.endsWith('.tar.gz')) ?? '';
  let copies = 0;
  const copy = async (): Promise<string> => {
    const cwd = mkdtempSync(path.join(work, `unpacked-${copies++}-`));
    await extract({ file: path.join(work, 'dist', name), cwd });
    const [top, ...others] = readdirSync(cwd);
    if (top === undefined || others.length > 0)
      throw new Error(`The archive has not one top folder but: ${[top, ...others].join(', ')}`);
    return path.join(cwd, top);
  };
  return {
    dir: await copy(),
    dist: path.join(work, 'dist'),
    copy,
    remove: () => rmSync(work, { recursive: true, force: true }),
  };
}

/** @param node - the Node program; the working directory is outside the archive */
export const startUnpacked = (
  dir: string,
  node: string,
  options: ServerOptions = {}
): Promise<TestServer> =>
  startServer({
    ...options,
    cwd: tmpdir(),
    command: [node, path.join(dir, 'bin', 'security-dashboards')],
  });

/** Runs a tool of `bin` until it exits. */
export function runUnpacked(
  dir: string,
  node: string,
  [tool, ...args]: readonly [string, ...string[]]
): Promise<Ran> {
  const child = spawn(node, [path.join(dir, 'bin', tool), ...args], {
    cwd: tmpdir(),
    env: { PATH: path.dirname(node), HOME: tmpdir() },
  });
  let output = '';
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
