/** Entry of the offline tool: from arguments to an exit code. */
import { resolve } from 'node:path';
import { acceptStores, backupDataFolder, StorageError } from '../sqlite';
import { UnusableFileError } from '../configuration_files/folder';
import { ImportRefusedError } from '../configuration_files/plan';
import { problemLine } from '../configuration_files/file_kinds';
import type { EngineSettings } from '../../api/settings';
import { helpText, parseCommand, UsageError, type Command } from './arguments';
import { runDiff, runExport, runImport, runReset, type CommandContext } from './commands';
import { notRunning, OfflineError, openOffline } from './offline_store';
import { runRemote } from './remote';
import { PasswordRefusedError } from './reset_admin';

export interface SecurityCliIo {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readStdin: () => Promise<string>;
  /** Asks whoever sits at the terminal, without showing what is typed; absent without one. */
  readonly askSecret?: (request: string) => Promise<string>;
  /** Of the configured server; the engine's defaults for what is missing. */
  readonly settings?: Partial<EngineSettings>;
  /** How the tool is called, for its help. */
  readonly command?: string;
}

const EXIT_FAILED = 2;

/**
 * @param dataDir - data folder of the configured server
 * @returns 0 when done, 1 when `diff` found differences, 2 when nothing could be done
 */
export async function runSecurityCli(
  argv: readonly string[],
  dataDir: string,
  io: SecurityCliIo
): Promise<number> {
  let isJson = false;
  const output = {
    ...io,
    write: (text: string) => {
      if (!isJson) io.write(text);
    },
    report: (result: object) => {
      if (isJson) io.write(`${JSON.stringify(result, undefined, 2)}\n`);
    },
  };
  try {
    const command = parseCommand(argv, dataDir);
    if (command.name === 'help') {
      io.write(helpText(io.command ?? 'security'));
      return 0;
    }
    isJson = 'isJson' in command && command.isJson;
    if (command.name === 'backup') return runBackup(command, output);
    if (command.name === 'accept-data') return runAcceptance(command, output);
    if ('place' in command && command.place)
      return await runRemote({ ...command, place: command.place }, output);
    const open = openOffline(command.dataDir, io.settings);
    try {
      return await run(command, { ...output, open });
    } finally {
      open.close();
    }
  } catch (error) {
    if (error instanceof ImportRefusedError) output.report({ problems: error.problems });
    io.writeError(`${failureText(error)}\n`);
    return EXIT_FAILED;
  }
}

function run(
  command: Exclude<Command, { name: 'help' | 'backup' | 'accept-data' }>,
  context: CommandContext
): Promise<number> {
  switch (command.name) {
    case 'export':
      return runExport(command, context);
    case 'diff':
      return runDiff(command, context);
    case 'import':
      return runImport(command, context);
    case 'reset-admin':
      return runReset(command, context);
  }
}

/** Takes no lock: the server that runs is not disturbed. */
function runBackup(
  { dataDir, dir }: { readonly dataDir: string; readonly dir: string },
  { write, report }: Pick<CommandContext, 'write' | 'report'>
): number {
  // A session that has ended since must not come back with an old copy.
  const files = backupDataFolder(dataDir, dir, { without: ['sessions'] });
  write(`Copied ${files.join(', ')} to ${resolve(dir)}.\n`);
  report({ folder: resolve(dir), files });
  return 0;
}

function runAcceptance(
  { dataDir }: { readonly dataDir: string },
  { write }: SecurityCliIo
): number {
  const empty = notRunning(dataDir, () => acceptStores(dataDir));
  if (empty.length > 0) write(`Empty now: ${empty.join(', ')}.\n`);
  write(`The databases in ${resolve(dataDir)} belong together. All sessions have ended.\n`);
  return 0;
}

/** What a person can act on is told in words; a fault of ours comes with its stack. */
export function failureText(error: unknown): string {
  if (error instanceof ImportRefusedError) {
    return [
      'Nothing was changed. These must be put right first:',
      ...error.problems.map(problemLine),
    ].join('\n  ');
  }
  const isKnown = [
    OfflineError,
    UsageError,
    PasswordRefusedError,
    StorageError,
    UnusableFileError,
  ].some((known) => error instanceof known);
  if (isKnown || isFileError(error)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const isFileError = (error: unknown): boolean =>
  error instanceof Error && /^E[A-Z]+$/.test(String((error as { code?: unknown }).code));
