/**
 * What an offline tool gets when people call it: the server's configuration, this process's
 * streams.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { loadOfflineConfig, type OfflineConfig } from './config';
import { findRoot } from './environment';
import { StartError } from './start_error';

const EXIT_FAILED = 2;

interface OfflineIo extends Pick<OfflineConfig, 'settings' | 'cluster' | 'dashboardsIndex'> {
  /** How the tool is called, for its help. */
  readonly command: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readStdin: () => Promise<string>;
  /** Asks whoever sits at the terminal, without showing what is typed; absent without one. */
  readonly askSecret?: (request: string) => Promise<string>;
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
      cluster: config.cluster,
      dashboardsIndex: config.dashboardsIndex,
      command,
      write: (text) => process.stdout.write(text),
      writeError: (text) => process.stderr.write(text),
      env: process.env,
      readStdin,
      ...(process.stdin.isTTY && { askSecret }),
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

async function askSecret(request: string): Promise<string> {
  process.stderr.write(request);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
