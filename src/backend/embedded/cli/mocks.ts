/** Runs the command line on a temporary data folder. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSync } from '@node-rs/bcrypt';
import { startEngine } from '../../testing/embedded';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import type { EngineSettings } from '../../api/settings';
import { runSecurityCli } from './index';

export const bcrypt = (password: string): string => hashSync(password, 4).replace(/^\$2b/, '$2y');

interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  readonly settings?: Partial<EngineSettings>;
  /** Of `--watch`. @param out - output so far */
  readonly pause?: (out: string) => Promise<boolean>;
}

export function cliFor(dataDir: string) {
  return async (
    argv: readonly string[],
    { env = {}, stdin = '', settings, pause }: RunOptions = {}
  ): Promise<CliRun> => {
    let out = '';
    let err = '';
    const code = await runSecurityCli(argv, dataDir, {
      write: (text) => void (out += text),
      writeError: (text) => void (err += text),
      env,
      readStdin: async () => stdin,
      settings,
      ...(pause && { pause: () => pause(out + err) }),
    });
    return { code, out, err };
  };
}

/** A data folder that a server has initialized and closed. */
export async function started() {
  const dataDir = temporaryFolder();
  const { engine } = await startEngine({ dataDir });
  await engine.stop();
  const dir = join(temporaryFolder(), 'config');
  mkdirSync(dir);
  const write = (file: string, text: string) => writeFileSync(join(dir, file), text);
  const read = (file: string) => readFileSync(join(dir, file), 'utf8');
  return { dataDir, dir, cli: cliFor(dataDir), write, read };
}
