/** Runs an offline tool with the server's configuration and this process's streams. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { loadOfflineConfig, type OfflineConfig } from './config';
import { findRoot, readPackageInfo, versionLine } from './environment';
import { StartError } from './start_error';

const EXIT_FAILED = 2;

interface OfflineIo extends Pick<OfflineConfig, 'settings' | 'cluster' | 'dashboardsIndex'> {
  /** The tool's command, shown in its help. */
  readonly command: string;
  /** Of the product. */
  readonly version: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readStdin: () => Promise<string>;
  /** Reads a secret from the terminal without echo. Absent without a terminal. */
  readonly askSecret?: (request: string) => Promise<string>;
}

/** @returns the exit code */
type OfflineTool = (argv: readonly string[], dataDir: string, io: OfflineIo) => Promise<number>;

/** Sets the exit code of the process: that of the tool, or 2 if the configuration is invalid. */
export async function runOfflineTool(
  tool: OfflineTool,
  argv: readonly string[],
  command: string
): Promise<void> {
  try {
    const root = findRoot(__dirname);
    if (argv.includes('--version')) return void process.stdout.write(versionLine(root));
    const config = await loadOfflineConfig(argv, { env: process.env, root });
    process.exitCode = await tool(config.argv, config.dataDir, {
      settings: config.settings,
      cluster: config.cluster,
      dashboardsIndex: config.dashboardsIndex,
      command,
      version: readPackageInfo(root, {}).version,
      write: (text) => process.stdout.write(text),
      writeError: (text) => process.stderr.write(text),
      env: process.env,
      readStdin,
      ...(process.stdin.isTTY && { askSecret }),
    });
  } catch (error) {
    // Configuration errors are reported as one line.
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
