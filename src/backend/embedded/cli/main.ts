/** Runs a command of the offline tool: from arguments to an exit code. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { exportText, exportTo } from '../configuration_files/export';
import { type FolderContent, readFolder } from '../configuration_files/folder';
import { noFilesText, noteLines, UnusableFileError } from '../configuration_files/folder_texts';
import {
  applyPlan,
  BrokenGuardrailError,
  importWarnings,
  ImportRefusedError,
  makePlan,
} from '../configuration_files/plan';
import { planReport, planText, warningLines } from '../configuration_files/plan_text';
import type { Variables } from '../configuration_files/variables';
import {
  printedChange,
  type PlannedChange,
  type PrintedChange,
} from '../../changes/plan/planned_change';
import { withReason } from '../../api/request_trace';
import { type Command, helpText, parseCommand } from './arguments';
import { UsageError } from './options';
import { notRunning, OfflineError, type OfflineStore, openOffline } from './offline_store';
import { PasswordRefusedError, resetAdmin } from './reset_admin';
import { acceptStores, backupDataFolder, StorageError } from '../sqlite';
import { problemLine, type FileProblem } from '../configuration_files/file_kinds';
import type { EngineSettings } from '../../api/settings';
import { runRemote } from './remote';
import { watch, type WatchIo } from './watch';

/** What commands work with. Results are text for people; the exit code is for scripts. */
interface CommandContext {
  readonly open: OfflineStore;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
  /** Receives the result for `--json`. */
  readonly report: (result: object) => void;
  readonly readStdin: () => Promise<string>;
}

const EXIT_DIFFERENT = 1;

type Of<Name extends Command['name']> = Extract<Command, { name: Name }>;

async function runExport(
  { dir, kinds }: Of<'export'>,
  { open, env, write }: CommandContext
): Promise<number> {
  const kindFilter = kinds && { kinds };
  const files = await exportTo(dir, { ...open, variables: getVariables(env), ...kindFilter });
  write(exportText(files));
  return 0;
}

async function runDiff(
  { dir }: { readonly dir: string },
  context: CommandContext
): Promise<number> {
  const { printed, content, warnings } = await planFolder(dir, context, true);
  if (content.problems.length > 0) throw new ImportRefusedError(content.problems);
  context.write(planText(printed) + warningLines(warnings));
  context.report({ ...planReport(printed), ...(warnings.length > 0 && { warnings }) });
  return printed.length > 0 ? EXIT_DIFFERENT : 0;
}

async function runImport(command: Of<'import'>, context: CommandContext): Promise<number> {
  const { open, write } = context;
  const { plan, printed, content, warnings } = await planFolder(
    command.dir,
    context,
    command.isPruning
  );
  if (content.problems.length === 0) write(planText(printed) + warningLines(warnings));
  withReason(command.reason, () => applyPlan(open, plan, content, command));
  if (plan.length > 0) write(command.isDryRun ? 'Dry run: nothing was changed.\n' : 'Imported.\n');
  context.report({
    ...planReport(printed),
    applied: plan.length > 0 && !command.isDryRun,
    ...(warnings.length > 0 && { warnings }),
  });
  return 0;
}

async function runReset(command: Of<'reset-admin'>, context: CommandContext): Promise<number> {
  const given = command.readsPassword ? (await context.readStdin()).split(/\r?\n/)[0] : undefined;
  const { user, isNew, revokedKeys, password, domain } = await resetAdmin(
    context.open,
    command.user,
    given
  );
  context.write(
    isNew
      ? `Created the user ${user}, an administrator with a new password.\n`
      : `Changed the user ${user}: new password, administrator rights.\n`
  );
  if (revokedKeys > 0)
    context.write(
      `API keys of ${user} were revoked: ${revokedKeys}. Make new ones where needed.\n`
    );
  if (domain !== undefined)
    context.write(`The authentication domain ${domain}, which takes passwords, is switched on.\n`);
  if (password !== undefined)
    context.write(`Password: ${password}\nIt is shown nowhere else. Change it after the login.\n`);
  return 0;
}

async function planFolder(
  dir: string,
  { open, env, write }: CommandContext,
  isPruning: boolean
): Promise<{
  plan: readonly PlannedChange[];
  printed: readonly PrintedChange[];
  content: FolderContent;
  warnings: readonly FileProblem[];
}> {
  assertFolder(dir);
  const variables = getVariables(env);
  const content = await readFolder(dir, open.settings, variables);
  if (content.files.length === 0) throw new OfflineError(noFilesText(dir, content.texts));
  write(noteLines(content.texts.notes));
  const plan = await makePlan({ ...open, hashed: variables.hashed }, content, () => isPruning);
  const warnings = importWarnings(open.store, content.entities);
  return { plan, printed: plan.map(printedChange), content, warnings };
}

function assertFolder(dir: string): void {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    throw new OfflineError(`${resolve(dir)} is not a folder.`);
}

const getVariables = (env: CommandContext['env']): Variables => ({ env, hashed: new Map() });

export interface SecurityCliIo extends WatchIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readStdin: () => Promise<string>;
  /** Settings of the configured server; missing ones have the engine's defaults. */
  readonly settings?: Partial<EngineSettings>;
  /** The command line that starts the tool, for its help. */
  readonly command?: string;
  /** Of the product. */
  readonly version?: string;
}

const EXIT_FAILED = 2;
/** Nothing was changed, because a guardrail would be broken. */
export const EXIT_BROKEN_GUARDRAIL = 3;

/**
 * @param dataDir - data folder of the configured server
 * @returns 0 on success, 1 if `diff` found differences, 2 on failure, 3 if an import would break a
 *   guardrail
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
    if (command.name === 'diff' && command.isWatching) {
      const once = argv.filter((argument) => argument !== '--watch');
      return await watch((own) => runSecurityCli(once, dataDir, own), io);
    }
    isJson = 'isJson' in command && command.isJson;
    if (command.name === 'backup') return runBackup(command, output);
    if (command.name === 'accept-data') return runAcceptance(command, output);
    if ('server' in command && command.server)
      return await runRemote({ ...command, server: command.server }, output);
    const open = openOffline(command.dataDir, io.settings);
    try {
      return await run(command, { ...output, open });
    } finally {
      open.close();
    }
  } catch (error) {
    if (error instanceof ImportRefusedError) output.report({ problems: error.problems });
    io.writeError(`${failureText(error)}\n`);
    return error instanceof BrokenGuardrailError ? EXIT_BROKEN_GUARDRAIL : EXIT_FAILED;
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

/** Takes no lock, so a running server is not disturbed. */
function runBackup(
  { dataDir, dir }: { readonly dataDir: string; readonly dir: string },
  { write, report }: Pick<CommandContext, 'write' | 'report'>
): number {
  // A session that has ended since must not be restored from an old copy.
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

/** The message for expected errors, and the stack for unexpected ones. */
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
