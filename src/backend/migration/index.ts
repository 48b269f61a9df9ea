/**
 * The command-line tool for installations: works on a data folder, migrates between one and a
 * cluster, and compares and promotes configurations.
 */
import { BackendError } from '../api';
import { runSecurityCli } from '../embedded/cli';
import { takeIdentity } from '../embedded/cli/identity';
import { failureText, type SecurityCliIo } from '../embedded/cli/main';
import type { MigrateIo } from './migrate';

export type ToolIo = SecurityCliIo & MigrateIo;

const EXIT_FAILED = 2;

/** @returns the exit code */
export async function runTool(
  argv: readonly string[],
  dataDir: string,
  io: ToolIo
): Promise<number> {
  const [command, ...given] = argv;
  if (command === 'completion') return printCompletion(io);
  if (!isOwn(command)) return runSecurityCli(argv, dataDir, io);
  // Loaded on demand, because the cluster client is large.
  const [{ helpText, parseMigrate }, { runMigrate }, { MoveError }, { addIdentity }] =
    await Promise.all([
      import('./arguments'),
      import('./migrate'),
      import('./configuration/side'),
      import('./places'),
    ]);
  try {
    const { identity, rest } = takeIdentity(given);
    const own = await addIdentity(io, identity);
    if (command === 'check') return await checking(rest, own);
    if (command === 'usage') return await showingUsage(rest, own);
    if (command !== 'migrate') return await comparing(command, rest, own);
    const migrate = parseMigrate(rest, dataDir);
    if (migrate) return await runMigrate(migrate, own);
    io.write(helpText(io.command ?? 'security'));
    return 0;
  } catch (error) {
    const isKnown = error instanceof MoveError || error instanceof BackendError;
    io.writeError(`${isKnown ? (error as Error).message : failureText(error)}\n`);
    return EXIT_FAILED;
  }
}

const OWN = ['migrate', 'compare', 'promote', 'check', 'usage'] as const;
const isOwn = (command: string | undefined): command is (typeof OWN)[number] =>
  OWN.some((one) => one === command);

async function printCompletion({ write }: ToolIo): Promise<number> {
  const { completionScript } = await import('./completion');
  write(completionScript());
  return 0;
}

async function checking(argv: readonly string[], io: ToolIo): Promise<number> {
  const [{ parseCheck, checkHelp }, { runCheck }] = await Promise.all([
    import('./check_arguments'),
    import('./check'),
  ]);
  const command = parseCheck(argv);
  if (command) return runCheck(command, io);
  io.write(checkHelp(io.command ?? 'security'));
  return 0;
}

async function showingUsage(argv: readonly string[], io: ToolIo): Promise<number> {
  const { parseUsage, runUsage, usageHelp } = await import('./usage');
  const command = parseUsage(argv);
  if (command) return runUsage(command, io);
  io.write(usageHelp(io.command ?? 'security'));
  return 0;
}

async function comparing(
  name: 'compare' | 'promote',
  argv: readonly string[],
  io: ToolIo
): Promise<number> {
  const [{ parsePromote, promoteHelp }, { runPromote }] = await Promise.all([
    import('./promote_arguments'),
    import('./promote'),
  ]);
  const command = parsePromote(name, argv);
  if (command) return runPromote(command, io);
  io.write(promoteHelp(io.command ?? 'security'));
  return 0;
}
