/**
 * What an offline tool gets when people call it: the server's configuration, this process's
 * streams.
 */
import type { EngineSettings } from '../../backend/contract';
import { loadOfflineConfig } from './config';
import { findRoot } from './environment';
import { StartError } from './start_error';

const EXIT_FAILED = 2;

interface OfflineIo {
  readonly settings: EngineSettings;
  /** How the tool is called, for its help. */
  readonly command: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readStdin: () => Promise<string>;
}

/** @returns the exit code */
type OfflineTool = (argv: readonly string[], dataDir: string, io: OfflineIo) => Promise<number>;

/** Sets the exit code of the process: the tool's, or 2 when the configuration is wrong. */
export async function runOfflineTool(
  tool: OfflineTool,
  argv: readonly string[],
  command: string
): Promise<void> {
  try {
    const root = findRoot(__dirname);
    const config = await loadOfflineConfig(argv, { env: process.env, root });
    process.exitCode = await tool(config.argv, config.dataDir, {
      settings: config.settings,
      command,
      write: (text) => process.stdout.write(text),
      writeError: (text) => process.stderr.write(text),
      env: process.env,
      readStdin,
    });
  } catch (error) {
    // What is wrong with the configuration is told in one line.
    const text = error instanceof StartError ? error.message : (error as Error).stack;
    process.stderr.write(`${text ?? String(error)}\n`);
    process.exitCode = EXIT_FAILED;
  }
}

async function readStdin(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text;
}
